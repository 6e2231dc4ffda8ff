"""The public state, as `duplicate.selectors.state` has it; here it is only described."""

from typing import Any

from rest_framework import serializers

from duplicate.models import Game, Round
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
    reference = MoveSerializer(allow_null=True)
    top_points = serializers.IntegerField(allow_null=True)


class StateSerializer(serializers.Serializer[Any]):
    game = serializers.UUIDField()
    name = serializers.CharField()
    version = serializers.IntegerField()
    state = serializers.ChoiceField(Game.State.choices)
    participants = serializers.IntegerField()
    next_round_at = serializers.DateTimeField(allow_null=True)
    hall_frozen = serializers.BooleanField()
    round = StateRoundSerializer(allow_null=True)
    board = serializers.ListField(child=serializers.CharField())
