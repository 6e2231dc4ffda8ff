"""Those who play: who they are, what they handed in, what it earned."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from duplicate.adjudication import ILLEGIBLE
from duplicate.models import Answer, Participant, Result
from duplicate.selectors.slips import Check, read_of
from duplicate.serializers.games import GameSerializer
from duplicate.written_answer import MOST_CHARACTERS, MOST_POINTS
from engine.intended_move import Unread
from engine.notation import WrittenMove

UNREAD = (*Unread, ILLEGIBLE)


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
    """A slip as it stands there; nothing of it needs to be readable."""

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
    written_points = serializers.CharField(
        max_length=MOST_CHARACTERS,
        allow_blank=True,
        required=False,
        default="",
        help_text="What stands in the place of points and is no number.",
    )
    is_late = serializers.BooleanField(required=False, default=False)
    is_illegible = serializers.BooleanField(required=False, default=False)


class SlipSerializer(serializers.ModelSerializer[Answer]):
    """A slip as it was typed, and what was read of it whatever lies on the board."""

    number = serializers.IntegerField(source="participant.number")
    name = serializers.CharField(source="participant.name")
    points = serializers.IntegerField(source="declared_points", allow_null=True)
    entered_by = serializers.CharField(source="entered_by.username")
    read_coordinates = serializers.SerializerMethodField()
    read_word = serializers.SerializerMethodField()
    unread = serializers.SerializerMethodField()

    class Meta:
        model = Answer
        fields = [
            "id",
            "number",
            "name",
            "coordinates",
            "word",
            "points",
            "written_points",
            "is_late",
            "received_at",
            "entered_by",
            "settles",
            "read_coordinates",
            "read_word",
            "unread",
        ]
        read_only_fields = fields

    def get_read_coordinates(self, slip: Answer) -> str | None:
        """Null where no move could be read."""
        read = read_of(slip)
        return read.place.written() if isinstance(read, WrittenMove) else None

    def get_read_word(self, slip: Answer) -> str | None:
        """Null where no move could be read."""
        read = read_of(slip)
        return read.word if isinstance(read, WrittenMove) else None

    @extend_schema_field(serializers.ChoiceField([*UNREAD], allow_null=True))
    def get_unread(self, slip: Answer) -> str | None:
        """Why no move could be read; null where one was."""
        read = read_of(slip)
        return None if isinstance(read, WrittenMove) else str(read or ILLEGIBLE)


class CheckSerializer(serializers.Serializer[Any]):
    """How far a slip was typed by two people."""

    number = serializers.IntegerField(source="participant.number")
    name = serializers.CharField(source="participant.name")
    check = serializers.ChoiceField([*Check])
    versions = SlipSerializer(
        many=True,
        source="seen",
        help_text="For directors, once two have typed it: what each of them last typed.",
    )


class SettleSerializer(serializers.Serializer[Any]):
    slip = serializers.IntegerField(min_value=1, help_text="The id of the version that is right.")


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
