"""The log and the proof of the draws as `duplicate.selectors.log` has them; described only."""

from typing import Any

from rest_framework import serializers

from duplicate.models import LogEntry


class LogEntrySerializer(serializers.Serializer[Any]):
    """`data` are null while they tell of a round that is not published; their digest is there."""

    sequence = serializers.IntegerField()
    at = serializers.DateTimeField()
    kind = serializers.ChoiceField(LogEntry.Kind.choices)
    by = serializers.CharField()
    round = serializers.IntegerField(allow_null=True)
    attempt = serializers.IntegerField(allow_null=True)
    # The framework takes the fields off the class, so that its own `data` stays.
    data = serializers.DictField(allow_null=True)  # type: ignore[assignment]
    data_digest = serializers.CharField()
    hash = serializers.CharField()


class VerificationSerializer(serializers.Serializer[Any]):
    is_intact = serializers.BooleanField()
    first_broken = serializers.IntegerField(
        allow_null=True, help_text="The first entry that was changed, put in or left out."
    )
    length = serializers.IntegerField()
    hash = serializers.CharField(help_text="Of the last entry.")


class ProofSerializer(serializers.Serializer[Any]):
    """Read by `python -m engine verify`; seed and verification are null before the end."""

    format = serializers.CharField()
    version = serializers.IntegerField()
    game = serializers.UUIDField()
    commitment = serializers.CharField()
    seed = serializers.CharField(allow_null=True)
    rules = serializers.DictField()
    draws = serializers.ListField(child=serializers.DictField())
    verification = serializers.DictField(allow_null=True)
