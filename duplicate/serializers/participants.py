"""Those who play: who they are, what they handed in, what it earned."""

from typing import Any

from rest_framework import serializers

from duplicate.models import Answer, Participant, Result
from duplicate.serializers.games import GameSerializer
from duplicate.written_answer import MOST_CHARACTERS, MOST_POINTS


class ParticipantSerializer(serializers.ModelSerializer[Participant]):
    """A participant as everybody sees them."""

    class Meta:
        model = Participant
        fields = ["number", "name", "club", "category", "is_online", "entered_at", "withdrawn_at"]
        read_only_fields = fields


class StaffParticipantSerializer(ParticipantSerializer):
    """A participant as the staff see them."""

    merged_into = serializers.IntegerField(
        source="merged_into.number",
        allow_null=True,
        default=None,
        read_only=True,
        help_text="Who they are the same as, and who has all that was theirs.",
    )

    class Meta(ParticipantSerializer.Meta):
        fields = [*ParticipantSerializer.Meta.fields, "member_id", "claimed_at", "merged_into"]
        read_only_fields = fields


class PersonSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=100)
    club = serializers.CharField(max_length=100, required=False, allow_blank=True)
    category = serializers.CharField(max_length=50, required=False, allow_blank=True)
    member_id = serializers.CharField(max_length=50, required=False, allow_blank=True)


class NewParticipantSerializer(PersonSerializer):
    number = serializers.IntegerField(
        min_value=1, max_value=99_999, required=False, help_text="Left out: the next one."
    )


class PersonChangeSerializer(PersonSerializer):
    name = serializers.CharField(max_length=100, required=False)


class JoinSerializer(PersonSerializer):
    code = serializers.CharField(max_length=20)
    number = serializers.IntegerField(
        min_value=1,
        max_value=99_999,
        required=False,
        help_text="Of the namesake who is you, and whose seat no phone has.",
    )
    is_new = serializers.BooleanField(
        required=False, default=False, help_text="You are none of your namesakes."
    )


class JoinedSerializer(serializers.Serializer[Any]):
    token = serializers.CharField(help_text="Shown this once.")
    participant = ParticipantSerializer()
    game = GameSerializer()


class TokenIssuedSerializer(serializers.Serializer[Any]):
    token = serializers.CharField(help_text="Shown this once; an earlier one opens nothing more.")
    participant = StaffParticipantSerializer()


class WrittenMoveSerializer(serializers.Serializer[Any]):
    """A move as written; the domain reads it, as it has codes for what can be wrong with it."""

    coordinates = serializers.CharField(max_length=MOST_CHARACTERS)
    word = serializers.CharField(max_length=MOST_CHARACTERS)
    points = serializers.IntegerField(
        min_value=0, max_value=MOST_POINTS, required=False, allow_null=True
    )


class ReceiptSerializer(serializers.Serializer[Any]):
    """What was written down, and when it arrived; nothing of its worth."""

    round = serializers.IntegerField()
    received_at = serializers.DateTimeField()
    is_late = serializers.BooleanField()
    coordinates = serializers.CharField()
    word = serializers.CharField()
    points = serializers.IntegerField(allow_null=True)


class NewSlipSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField(min_value=1, max_value=99_999, help_text="The participant's.")
    coordinates = serializers.CharField(
        max_length=MOST_CHARACTERS, allow_blank=True, required=False, default=""
    )
    word = serializers.CharField(
        max_length=MOST_CHARACTERS, allow_blank=True, required=False, default=""
    )
    points = serializers.IntegerField(
        min_value=0, max_value=MOST_POINTS, required=False, allow_null=True, default=None
    )
    is_late = serializers.BooleanField(required=False, default=False)
    is_illegible = serializers.BooleanField(required=False, default=False)


class SlipSerializer(serializers.ModelSerializer[Answer]):
    number = serializers.IntegerField(source="participant.number")
    name = serializers.CharField(source="participant.name")
    points = serializers.IntegerField(source="declared_points", allow_null=True)
    entered_by = serializers.CharField(source="entered_by.username")

    class Meta:
        model = Answer
        fields = [
            "number",
            "name",
            "coordinates",
            "word",
            "points",
            "is_late",
            "received_at",
            "entered_by",
        ]
        read_only_fields = fields


class ResultSerializer(serializers.ModelSerializer[Result]):
    """What a participant is credited for a round; `move_points`, bonus and deduction make it up."""

    round = serializers.IntegerField(source="round.number")
    number = serializers.IntegerField(source="participant.number")
    name = serializers.CharField(source="participant.name")
    coordinates = serializers.CharField(source="answer.coordinates", allow_null=True)
    word = serializers.CharField(source="answer.word", allow_null=True)
    declared_points = serializers.IntegerField(source="answer.declared_points", allow_null=True)
    play = serializers.IntegerField(source="play_id", allow_null=True)
    code = serializers.CharField(source="play.code", allow_null=True)
    warnings = serializers.ListField(child=serializers.CharField())

    class Meta:
        model = Result
        fields = [
            "round",
            "number",
            "name",
            "coordinates",
            "word",
            "declared_points",
            "play",
            "code",
            "points",
            "move_points",
            "bonus",
            "deduction",
            "warnings",
            "is_top",
            "is_solo",
        ]
        read_only_fields = fields


class OwnSerializer(serializers.Serializer[Any]):
    """What a participant may know of themselves: every answer, the results of published rounds."""

    participant = StaffParticipantSerializer()
    answers = ReceiptSerializer(many=True)
    results = ResultSerializer(many=True)
