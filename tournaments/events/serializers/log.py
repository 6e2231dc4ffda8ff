"""The log of a tournament as `tournaments.events.selectors.log` has it; described only."""

from typing import Any

from rest_framework import serializers

from tournaments.models import LogEntry


class TournamentLogEntrySerializer(serializers.Serializer[Any]):
    """`data` are null where only the staff may see them; their digest is there."""

    sequence = serializers.IntegerField()
    at = serializers.DateTimeField()
    kind = serializers.ChoiceField(LogEntry.Kind.choices)
    by = serializers.CharField()
    # The framework takes the fields off the class, so that its own `data` stays.
    data = serializers.DictField(allow_null=True)  # type: ignore[assignment]
    data_digest = serializers.CharField()
    hash = serializers.CharField()


class TournamentVerificationSerializer(serializers.Serializer[Any]):
    is_intact = serializers.BooleanField()
    first_broken = serializers.IntegerField(
        allow_null=True, help_text="The first entry that was changed, put in or left out."
    )
    length = serializers.IntegerField()
    hash = serializers.CharField(help_text="Of the last entry.")
