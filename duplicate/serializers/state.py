"""The public state, as `duplicate.selectors.state` has it; here it is only described."""

from typing import Any

from rest_framework import serializers

from duplicate.models import Game, Round
from duplicate.selectors.plays import MOST_FOUND
from duplicate.serializers.rounds import MoveSerializer


class StateRoundSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    attempt = serializers.IntegerField()
    state = serializers.ChoiceField(Round.State.choices)
    rack = serializers.CharField(allow_null=True)
    leave = serializers.CharField(allow_null=True)
    opened_at = serializers.DateTimeField(allow_null=True)
    closes_at = serializers.DateTimeField(allow_null=True)
    remaining_seconds = serializers.FloatField(allow_null=True)
    call_seconds = serializers.IntegerField()
    shut_out_seconds = serializers.IntegerField(
        help_text="What was given back, or is to be, as no server ran at the deadline; usually 0."
    )
    reference = MoveSerializer(allow_null=True)
    top_points = serializers.IntegerField(allow_null=True)


class FoundMoveSerializer(MoveSerializer):
    found = serializers.IntegerField(help_text="How many handed it in.")


class StatePublishedSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    reference = MoveSerializer()
    top_points = serializers.IntegerField()
    laid = serializers.ListField(
        child=serializers.CharField(), help_text="The squares on which the reference put tiles."
    )
    tops = serializers.IntegerField(help_text="How many moves are worth `top_points`.")
    best = FoundMoveSerializer(
        many=True,
        help_text=f"The best moves, tops first: at most {MOST_FOUND}. All tops: `rounds/{{n}}/`.",
    )


class StateNoticeSerializer(serializers.Serializer[Any]):
    text = serializers.CharField()
    at = serializers.DateTimeField()


class StateGoneBackSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    attempt = serializers.IntegerField()
    was_opened = serializers.BooleanField(
        help_text="Whether it was played: what was handed in then does not count."
    )
    reason = serializers.ChoiceField(Round.Cancelled.choices)
    text = serializers.CharField(allow_blank=True, help_text="What the director says of it.")


class StateSerializer(serializers.Serializer[Any]):
    game = serializers.UUIDField()
    name = serializers.CharField()
    version = serializers.IntegerField()
    results = serializers.IntegerField(
        help_text="The version by which published results or ranks last changed; 0 for never."
    )
    poll_seconds = serializers.IntegerField(help_text="Who can't listen should ask so often.")
    state = serializers.ChoiceField(Game.State.choices)
    participants = serializers.IntegerField()
    hall_part = serializers.CharField(
        allow_null=True, help_text="What the hall called out: all racks follow from it and a seed."
    )
    next_round_at = serializers.DateTimeField(
        allow_null=True, help_text="When the next round opens by itself."
    )
    is_held = serializers.BooleanField(
        help_text="Whether an automatic game draws no further round."
    )
    lead_seconds = serializers.IntegerField(
        help_text="So long before `next_round_at` all screens count down."
    )
    break_until = serializers.DateTimeField(allow_null=True)
    notice = StateNoticeSerializer(allow_null=True, help_text="What the director tells everybody.")
    hall_frozen = serializers.BooleanField()
    round = StateRoundSerializer(allow_null=True)
    published = StatePublishedSerializer(
        allow_null=True, help_text="The last published round, also while the next is played."
    )
    gone_back = StateGoneBackSerializer(
        allow_null=True,
        help_text="The last draw of the next round whose tiles went back, until that opens.",
    )
    board = serializers.ListField(child=serializers.CharField())


class OwnPlaySerializer(serializers.Serializer[Any]):
    coordinates = serializers.CharField()
    word = serializers.CharField()


class OwnRoundSerializer(serializers.Serializer[Any]):
    """The last published round; no code, move or worth where points were credited without one."""

    number = serializers.IntegerField()
    attempt = serializers.IntegerField()
    points = serializers.IntegerField(help_text="All together; may be negative.")
    bonus = serializers.IntegerField()
    deduction = serializers.IntegerField()
    is_top = serializers.BooleanField()
    is_solo = serializers.BooleanField()
    warnings = serializers.IntegerField(help_text="How many.")
    notes = serializers.ListField(
        child=serializers.CharField(),
        help_text="Why they were warned, fined or credited: sentences in the language asked for.",
    )
    code = serializers.CharField(allow_null=True)
    verdict = serializers.CharField(help_text="A sentence in the language asked for.")
    coordinates = serializers.CharField(allow_null=True)
    word = serializers.CharField(allow_null=True)
    declared = serializers.IntegerField(allow_null=True)
    worth = serializers.IntegerField(allow_null=True, help_text="What the move is worth.")
    play = OwnPlaySerializer(
        allow_null=True, help_text="The move as it was judged, to be found among the best."
    )


class OwnMessageSerializer(serializers.Serializer[Any]):
    """What somebody who plays is told of themselves, as `duplicate.selectors.own` has it."""

    results = serializers.IntegerField(help_text="That of the state to which it belongs.")
    number = serializers.IntegerField()
    withdrawn = serializers.BooleanField()
    total = serializers.IntegerField()
    percent = serializers.FloatField(help_text="Of the sum of all tops.")
    rank = serializers.IntegerField(allow_null=True, help_text="Null: no place yet.")
    players = serializers.IntegerField(help_text="Among so many.")
    round = OwnRoundSerializer(
        allow_null=True,
        help_text="Null: nothing handed in or credited in the last published round.",
    )
