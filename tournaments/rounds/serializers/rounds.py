"""Rounds and their pairings, as `tournaments.rounds.selectors.rounds` shows them."""

from typing import Any

from rest_framework import serializers

from tournaments.models import Pairing, Round
from tournaments.rounds.services.rounds import LONGEST_SEED

MOST_PAIRS = 1000


class PairedPlayerSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    name = serializers.CharField()
    club = serializers.CharField()


class PairingSerializer(serializers.Serializer[Any]):
    """Who meets whom, and what stands of it. Before it is confirmed only the staff see a result."""

    id = serializers.IntegerField()
    table = serializers.IntegerField(allow_null=True, help_text="Null for those who don't play.")
    kind = serializers.ChoiceField(Pairing.Kind.choices)
    first = PairedPlayerSerializer(help_text="Who begins, or has no opponent.")
    second = PairedPlayerSerializer(allow_null=True)
    reason = serializers.DictField(help_text="Why these two: a `code` and its details.")
    standing = serializers.ChoiceField(Pairing.ResultState.choices)
    outcome = serializers.ChoiceField(
        Pairing.Outcome.choices, allow_blank=True, help_text="Empty before there is a result."
    )
    first_points = serializers.IntegerField(allow_null=True, help_text="As played.")
    second_points = serializers.IntegerField(allow_null=True)
    first_penalty = serializers.IntegerField(help_text="Points off, 0 or more.")
    second_penalty = serializers.IntegerField()


class RoundSummarySerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    state = serializers.ChoiceField(Round.State.choices)
    games = serializers.IntegerField()
    open_games = serializers.IntegerField(help_text="Without a confirmed result.")
    published_at = serializers.DateTimeField(allow_null=True)
    completed_at = serializers.DateTimeField(
        allow_null=True, help_text="When every game had its confirmed result."
    )


class StaffRoundSummarySerializer(RoundSummarySerializer):
    disputed_games = serializers.IntegerField(
        help_text="Whose players have reported different results."
    )


class PairedRoundSerializer(serializers.Serializer[Any]):
    """A round: by table, then those who don't play."""

    number = serializers.IntegerField()
    state = serializers.ChoiceField(Round.State.choices)
    method = serializers.DictField(help_text="How it was paired; docs/pairing.md lists the ways.")
    notes = serializers.ListField(
        child=serializers.DictField(), help_text="What the pairing remarks: `code` and details."
    )
    published_at = serializers.DateTimeField(allow_null=True)
    completed_at = serializers.DateTimeField(allow_null=True)
    pairings = PairingSerializer(many=True)


class StaffPairedRoundSerializer(PairedRoundSerializer):
    drafted_at = serializers.DateTimeField()
    warnings = serializers.ListField(
        child=serializers.DictField(),
        help_text="What speaks against a draft: `code`, players by number, and whether it must "
        "be mended before the round can be published.",
    )


class DraftSerializer(serializers.Serializer[Any]):
    method = serializers.DictField(
        required=False, help_text="Instead of what the schedule says, which it then changes."
    )
    seed = serializers.CharField(
        required=False,
        max_length=LONGEST_SEED,
        help_text="Decides between equal pairings; left out, the tournament's own does.",
    )
    with_open_games = serializers.BooleanField(
        required=False, help_text="Pair though results are missing; those then count for nothing."
    )


class PairSerializer(serializers.Serializer[Any]):
    """By the players' numbers; without a second player it is a bye."""

    first = serializers.IntegerField(min_value=1, max_value=99_999, help_text="Begins.")
    second = serializers.IntegerField(
        min_value=1, max_value=99_999, required=False, allow_null=True, default=None
    )


class PairsSerializer(serializers.Serializer[Any]):
    pairs = serializers.ListField(child=PairSerializer(), max_length=MOST_PAIRS)
