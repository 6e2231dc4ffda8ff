"""Tournaments, their options, divisions and staff."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from referee.events.serializers import StaffSerializer
from referee.option_fields import OptionsField, options_serializer
from tournaments.entries.new_entries import MOST_ROUNDS
from tournaments.models import Division, Tournament
from tournaments.options import Options

#: Describes `tournaments.options.Options`, whose own reader checks what is sent.
TournamentOptionsSerializer: Any = options_serializer(Options, name="TournamentOptionsSerializer")


@extend_schema_field(TournamentOptionsSerializer)
class TournamentOptionsField(OptionsField):
    """Those of a tournament."""


@extend_schema_field(OpenApiTypes.OBJECT)
class MethodField(serializers.JSONField):
    """How a round is paired, as `tournaments.pairing` reads it (docs/pairing.md)."""


class ScheduleField(serializers.ListField):
    """One method a round."""

    child = MethodField()

    def __init__(self, **options: Any) -> None:
        super().__init__(min_length=1, max_length=MOST_ROUNDS, **options)


class DivisionSerializer(serializers.ModelSerializer[Division]):
    """`schedule` has one entry a round; that of an evening has none."""

    schedule = serializers.ListField(child=MethodField())

    class Meta:
        model = Division
        fields = ["number", "name", "schedule"]
        read_only_fields = fields


class NewDivisionSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=100)
    schedule = ScheduleField(required=False, help_text="Left out: seven rounds by wins.")


class DivisionChangeSerializer(serializers.Serializer[Any]):
    """What is left out stays. The rounds that are paired already keep their methods."""

    name = serializers.CharField(max_length=100, required=False)
    schedule = ScheduleField(required=False)


class TournamentSerializer(serializers.ModelSerializer[Tournament]):
    """A tournament with rounds, or an evening at free tables. `version` changes whenever anything
    public about it does."""

    options = TournamentOptionsField(read_only=True)
    version = serializers.IntegerField(source="log_length")
    divisions = DivisionSerializer(many=True)

    class Meta:
        model = Tournament
        fields = [
            "id",
            "name",
            "place",
            "starts_on",
            "ends_on",
            "kind",
            "state",
            "version",
            "is_listed",
            "is_archived",
            "is_test",
            "options",
            "divisions",
            "lexicon_sha256",
            "seed",
            "created_at",
            "started_at",
            "finished_at",
        ]
        read_only_fields = fields


class StaffTournamentSerializer(TournamentSerializer):
    """A tournament as its staff see it."""

    class Meta(TournamentSerializer.Meta):
        fields = [*TournamentSerializer.Meta.fields, "join_code"]
        read_only_fields = fields
        extra_kwargs = {
            "join_code": {"help_text": "By which everybody joins an evening; null for all others."}
        }


class TournamentTextsSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=200, required=False)
    place = serializers.CharField(max_length=200, required=False, allow_blank=True)
    starts_on = serializers.DateField(required=False, allow_null=True)
    ends_on = serializers.DateField(required=False, allow_null=True)
    is_listed = serializers.BooleanField(required=False)
    is_test = serializers.BooleanField(
        required=False, help_text="It may be deleted with results; not to be set when it is over."
    )
    options = TournamentOptionsField(required=False)


class TournamentChangeSerializer(TournamentTextsSerializer):
    """What is left out stays. The ruleset can change until the first round is published, the other
    options until the tournament is finished."""

    is_archived = serializers.BooleanField(
        required=False, help_text="In no list any more, but there for whoever has the address."
    )


class NewTournamentSerializer(TournamentTextsSerializer):
    """Without divisions it gets one, of seven rounds by wins. An evening has none."""

    name = serializers.CharField(max_length=200)
    like = serializers.UUIDField(
        required=False, help_text="One of your own, whose options and rounds are taken over."
    )
    kind = serializers.ChoiceField(
        Tournament.Kind.choices, required=False, help_text="Left out: a tournament with rounds."
    )
    divisions = NewDivisionSerializer(many=True, required=False, allow_empty=False)


class TournamentStaffSerializer(StaffSerializer):
    pass
