"""Knock-outs as `tournaments.rounds.selectors.brackets` has them. Wins are doubled: a draw is 1."""

from typing import Any, get_args

from rest_framework import serializers

from tournaments.rounds.selectors.brackets import DecidedBy


class BracketPlayerSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    name = serializers.CharField()
    club = serializers.CharField()


class MatchSerializer(serializers.Serializer[Any]):
    one = BracketPlayerSerializer(allow_null=True, help_text="Null for nobody: a bye.")
    other = BracketPlayerSerializer(allow_null=True)
    one_wins2 = serializers.IntegerField()
    other_wins2 = serializers.IntegerField()
    games = serializers.IntegerField(help_text="Those that count for the match so far.")
    decided_by = serializers.ChoiceField(
        [(by, by) for by in get_args(DecidedBy)],
        allow_null=True,
        help_text="Null as long as it is not decided.",
    )
    winner = serializers.IntegerField(
        source="winner.number", allow_null=True, default=None, help_text="The number of the player."
    )


class BracketPartSerializer(serializers.Serializer[Any]):
    """Matches about the same places."""

    place = serializers.IntegerField(help_text="The best of them: 1 on the way to the final.")
    size = serializers.IntegerField(help_text="How many places they are about: 2 in a final.")
    matches = MatchSerializer(many=True)


class BracketStageSerializer(serializers.Serializer[Any]):
    """Matches that run side by side."""

    parts = BracketPartSerializer(many=True)


class BracketPlaceSerializer(serializers.Serializer[Any]):
    place = serializers.IntegerField()
    number = serializers.IntegerField(source="player.number")
    name = serializers.CharField(source="player.name")


class BracketSerializer(serializers.Serializer[Any]):
    rounds = serializers.ListField(
        child=serializers.IntegerField(), help_text="The published rounds in which it was played."
    )
    best_of = serializers.IntegerField(help_text="So many games are a match at most.")
    stages = BracketStageSerializer(many=True, help_text="As far as their players are known.")
    places = BracketPlaceSerializer(many=True, help_text="Those that are decided.")


class BracketsSerializer(serializers.Serializer[Any]):
    version = serializers.IntegerField()
    division = serializers.IntegerField()
    brackets = BracketSerializer(many=True, help_text="One for each knock-out; mostly one.")
