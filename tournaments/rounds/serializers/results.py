"""Results, reports and penalties."""

from typing import Any

from rest_framework import serializers

from tournaments.models import Pairing, Penalty, Report
from tournaments.rounds.serializers.rounds import PairingSerializer
from tournaments.rounds.services import penalties
from tournaments.rounds.services.results import LEAST_POINTS, LONGEST_REMARK, MOST_POINTS


class ReportSerializer(serializers.ModelSerializer[Report]):
    """What somebody said a game came out as."""

    player = serializers.IntegerField(
        source="entry.number", allow_null=True, default=None, help_text="Null for the staff's."
    )

    class Meta:
        model = Report
        fields = [
            "sequence",
            "source",
            "by",
            "player",
            "outcome",
            "first_points",
            "second_points",
            "remark",
            "received_at",
        ]
        read_only_fields = fields


class ComparedPairingSerializer(PairingSerializer):
    """A game as its players see it, with what each of them has said until it is confirmed."""

    first_report = ReportSerializer(allow_null=True)
    second_report = ReportSerializer(allow_null=True)


class ScoreSerializer(serializers.Serializer[Any]):
    """Points for a game that was played, none for one that was not."""

    outcome = serializers.ChoiceField(Pairing.Outcome.choices, required=False)
    first_points = serializers.IntegerField(
        required=False, allow_null=True, min_value=LEAST_POINTS, max_value=MOST_POINTS
    )
    second_points = serializers.IntegerField(
        required=False, allow_null=True, min_value=LEAST_POINTS, max_value=MOST_POINTS
    )
    spread = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=LEAST_POINTS - MOST_POINTS,
        max_value=MOST_POINTS - LEAST_POINTS,
        help_text="As the slip has it; checked against the points.",
    )
    confirm_implausible = serializers.BooleanField(
        required=False, help_text="Take it though it was called `implausible`."
    )


class EnteredResultSerializer(ScoreSerializer):
    # The framework takes the fields off the class, so that its own `source` stays.
    source = serializers.ChoiceField(  # type: ignore[assignment]
        [Report.Source.DIRECTOR, Report.Source.SLIP],
        required=False,
        help_text="Whether a director decides, or a slip is typed. Assistants only type slips.",
    )
    remark = serializers.CharField(required=False, allow_blank=True, max_length=LONGEST_REMARK)


class PenaltySerializer(serializers.ModelSerializer[Penalty]):
    player = serializers.IntegerField(source="entry.number")

    class Meta:
        model = Penalty
        fields = [
            "id",
            "player",
            "reason",
            "points",
            "seconds_over",
            "text",
            "by",
            "at",
            "revoked_by",
            "revoked_at",
        ]
        read_only_fields = fields


class NewPenaltySerializer(serializers.Serializer[Any]):
    """`seconds_over` for `time`, `points` for any other reason."""

    player = serializers.IntegerField(min_value=1, max_value=99_999)
    reason = serializers.ChoiceField(Penalty.Reason.choices)
    points = serializers.IntegerField(
        required=False, allow_null=True, min_value=1, max_value=penalties.MOST_POINTS
    )
    seconds_over = serializers.IntegerField(
        required=False, allow_null=True, min_value=1, max_value=penalties.MOST_SECONDS
    )
    text = serializers.CharField(
        required=False, allow_blank=True, max_length=penalties.LONGEST_TEXT
    )
