"""The log of a tournament as `tournaments.events.selectors.log` has it; described only."""

from referee.events.serializers import VerificationSerializer, log_entry_serializer
from tournaments.models import LogEntry

TournamentLogEntrySerializer = log_entry_serializer(
    "TournamentLogEntrySerializer",
    "`data` are null where only the staff may see them; their digest is there.",
    LogEntry.Kind.choices,
)


class TournamentVerificationSerializer(VerificationSerializer):
    pass
