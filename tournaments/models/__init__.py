"""What a tournament is made of: columns and constraints. Every write is in `tournaments.services`.

All that happens in a tournament happens under the lock of its row; a game at a table has a row and
a log of its own, so that tables don't wait for each other.
"""

from tournaments.models.entries import Absence, Division, Entry
from tournaments.models.events import Invitation, Staff, Tournament
from tournaments.models.log import LogEntry
from tournaments.models.results import Penalty, Report
from tournaments.models.rounds import Pairing, Round
from tournaments.models.tables import Seat, Table, TableLogEntry
from tournaments.models.webhooks import Delivery, Webhook
from tournaments.models.words import Challenge, WordRuling

__all__ = [
    "Absence",
    "Challenge",
    "Delivery",
    "Division",
    "Entry",
    "Invitation",
    "LogEntry",
    "Pairing",
    "Penalty",
    "Report",
    "Round",
    "Seat",
    "Staff",
    "Table",
    "TableLogEntry",
    "Tournament",
    "Webhook",
    "WordRuling",
]
