"""Those who play: who they are, when they are there, what their games were."""

from typing import Any

from rest_framework import serializers

from tournaments.entries.new_entries import BOUNDS, LENGTHS
from tournaments.events.serializers.tournaments import TournamentSerializer
from tournaments.models import Absence, Entry, Pairing


def _text(field: str, **options: Any) -> serializers.CharField:
    return serializers.CharField(max_length=LENGTHS[field], required=False, **options)


def _number(field: str, **options: Any) -> serializers.IntegerField:
    least, most = BOUNDS[field]
    return serializers.IntegerField(min_value=least, max_value=most, required=False, **options)


class EntrySerializer(serializers.ModelSerializer[Entry]):
    """A player as everybody sees them."""

    division = serializers.IntegerField(source="division.number")

    class Meta:
        model = Entry
        fields = [
            "number",
            "name",
            "division",
            "club",
            "category",
            "team",
            "rating",
            "first_round",
            "withdrawn_from",
            "entered_at",
        ]
        read_only_fields = fields


class StaffEntrySerializer(EntrySerializer):
    """A player as the staff see them."""

    has_code = serializers.SerializerMethodField()
    is_signed_in = serializers.SerializerMethodField()

    class Meta(EntrySerializer.Meta):
        fields = [
            *EntrySerializer.Meta.fields,
            "member_id",
            "fixed_table",
            "has_code",
            "is_signed_in",
        ]
        read_only_fields = fields

    def get_has_code(self, entry: Entry) -> bool:
        """Whether a code was issued for their phone."""
        return entry.code_digest is not None

    def get_is_signed_in(self, entry: Entry) -> bool:
        """Whether the code has been used."""
        return entry.token_digest is not None


class EntryChangeSerializer(serializers.Serializer[Any]):
    """What is left out stays. Number, division and first round only before somebody is paired."""

    name = _text("name")
    club = _text("club", allow_blank=True)
    category = _text("category", allow_blank=True)
    team = _text("team", allow_blank=True)
    member_id = _text("member_id", allow_blank=True)
    rating = _number("rating", allow_null=True)
    fixed_table = _number("fixed_table", allow_null=True, help_text="For who can't change places.")
    number = _number("number", help_text="Unique in the tournament; at first the next one.")
    division = serializers.IntegerField(
        min_value=1, max_value=1000, required=False, help_text="At first division 1."
    )
    first_round = _number("first_round", help_text="At first the next that can be paired.")


class NewEntrySerializer(EntryChangeSerializer):
    name = serializers.CharField(max_length=LENGTHS["name"])


class ImportNoteSerializer(serializers.Serializer[Any]):
    """What counts here otherwise than in the file."""

    code = serializers.CharField()
    player = serializers.IntegerField()
    round = serializers.IntegerField()
    spread_in_file = serializers.IntegerField()
    spread_here = serializers.IntegerField()


class ImportedSerializer(serializers.Serializer[Any]):
    entries = StaffEntrySerializer(many=True)
    rounds = serializers.IntegerField(help_text="How many came along.")
    notes = ImportNoteSerializer(many=True)


class WithdrawalSerializer(serializers.Serializer[Any]):
    from_round = _number("from_round", help_text="Left out: the next that can be paired.")


class CodeIssuedSerializer(serializers.Serializer[Any]):
    code = serializers.CharField(help_text="Shown this once; an earlier one opens nothing more.")
    entry = StaffEntrySerializer()


class AbsenceSerializer(serializers.ModelSerializer[Absence]):
    round = serializers.IntegerField(source="round_number", min_value=1, max_value=1000)

    class Meta:
        model = Absence
        fields = ["round", "kind"]


class SignInSerializer(serializers.Serializer[Any]):
    code = serializers.CharField(max_length=20)


class SignedInSerializer(serializers.Serializer[Any]):
    token = serializers.CharField(help_text="Good until the player is issued another code.")
    entry = EntrySerializer()
    tournament = TournamentSerializer()


class OwnReportSerializer(serializers.Serializer[Any]):
    outcome = serializers.ChoiceField(Pairing.Outcome.choices)
    own_points = serializers.IntegerField(allow_null=True)
    opponent_points = serializers.IntegerField(allow_null=True)
    received_at = serializers.DateTimeField()


class OwnGameSerializer(serializers.Serializer[Any]):
    """One round as the player sees it. Points are those counted, before any penalties."""

    round = serializers.IntegerField()
    pairing = serializers.IntegerField(help_text="To be named when the result is reported.")
    table = serializers.IntegerField(allow_null=True)
    kind = serializers.ChoiceField(Pairing.Kind.choices)
    begins = serializers.BooleanField()
    opponent = EntrySerializer(allow_null=True)
    standing = serializers.ChoiceField(Pairing.ResultState.choices)
    outcome = serializers.ChoiceField(Pairing.Outcome.choices, allow_null=True)
    own_points = serializers.IntegerField(allow_null=True)
    opponent_points = serializers.IntegerField(allow_null=True)
    own_penalty = serializers.IntegerField(help_text="Points taken off.")
    opponent_penalty = serializers.IntegerField()
    own_report = OwnReportSerializer(
        allow_null=True, help_text="What you have reported, if you have."
    )


class OwnEntrySerializer(serializers.Serializer[Any]):
    """What a player needs at the table: the game to be played now, and all there were."""

    entry = StaffEntrySerializer()
    current = OwnGameSerializer(allow_null=True, help_text="In the last published round.")
    games = OwnGameSerializer(many=True)
