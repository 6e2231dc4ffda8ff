"""The log and the proof of the draws as `duplicate.selectors.log` has them; described only."""

from typing import Any

from rest_framework import serializers

from duplicate.models import LogEntry
from referee.events.serializers import log_entry_serializer

LogEntrySerializer = log_entry_serializer(
    "LogEntrySerializer",
    "`data` are null while they tell of a round that is not published; their digest is there.",
    LogEntry.Kind.choices,
    about=("round", "attempt"),
)


class ProofSerializer(serializers.Serializer[Any]):
    """Read by `python -m engine verify`; seed and verification are null before the end."""

    format = serializers.CharField()
    version = serializers.IntegerField()
    game = serializers.UUIDField()
    commitment = serializers.CharField()
    seed = serializers.CharField(allow_null=True)
    hall_part = serializers.CharField(
        allow_null=True, help_text="What the hall called out; null where the server drew alone."
    )
    rules = serializers.DictField()
    draws = serializers.ListField(child=serializers.DictField())
    verification = serializers.DictField(allow_null=True)
    digest = serializers.CharField(help_text="SHA-256 of everything else; shows a changed byte.")
