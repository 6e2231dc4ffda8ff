"""Seats: codes and cards that give one back, who asks for one, who is entered twice."""

from typing import Any

from rest_framework import serializers

from duplicate.models import SeatRequest
from duplicate.serializers.participants import StaffParticipantSerializer


class SeatAskedSerializer(serializers.Serializer[Any]):
    """By whoever is called like a participant whose seat a phone has."""

    code = serializers.CharField(max_length=20, help_text="The game's.")
    number = serializers.IntegerField(min_value=1, max_value=99_999)
    name = serializers.CharField(max_length=100)


class SeatCodeSerializer(serializers.Serializer[Any]):
    code = serializers.CharField(max_length=40, help_text="As issued, or of a card.")


class SeatCodeIssuedSerializer(serializers.Serializer[Any]):
    code = serializers.CharField(help_text="Shown this once; an earlier one is void.")
    address = serializers.CharField(help_text="For a QR code: where the code is used.")
    expires_at = serializers.DateTimeField()
    participant = StaffParticipantSerializer()


class CardSerializer(serializers.Serializer[Any]):
    code = serializers.CharField(help_text="The same until new cards are made.")
    address = serializers.CharField(help_text="For a QR code: where the code is used.")


class SeatRequestSerializer(serializers.ModelSerializer[SeatRequest]):
    participant = StaffParticipantSerializer()

    class Meta:
        model = SeatRequest
        fields = ["id", "participant", "asked_at"]
        read_only_fields = fields


class DuplicateSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    namesakes = serializers.ListField(child=serializers.IntegerField())


class MergedAnswerSerializer(serializers.Serializer[Any]):
    round = serializers.IntegerField(min_value=1, max_value=9_999)
    number = serializers.IntegerField(min_value=1, max_value=99_999)


class MergeSerializer(serializers.Serializer[Any]):
    into = serializers.IntegerField(min_value=1, max_value=99_999)
    phone = serializers.IntegerField(
        required=False,
        allow_null=True,
        default=None,
        help_text="Whose phone has the seat; needed where both have one.",
    )
    answers = MergedAnswerSerializer(
        many=True,
        required=False,
        default=list,
        help_text="Whose answer counts in each round that is over and where both have one.",
    )
