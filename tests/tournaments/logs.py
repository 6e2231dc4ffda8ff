"""What tests ask of a tournament's log."""

from typing import Any

from referee import journals
from tournaments.models import LogEntry, Tournament


def kinds_of(tournament: Tournament) -> list[str]:
    """The kinds of all entries in order; the chain must hold."""
    tournament.refresh_from_db()
    assert journals.first_fault(tournament) is None
    return [entry.kind for entry in tournament.log.all()]


def told_by(tournament: Tournament, kind: LogEntry.Kind) -> dict[str, Any]:
    """The data of the last entry of that kind, but for the salt that keeps internal ones secret."""
    entry = tournament.log.filter(kind=kind).order_by("sequence").last()
    assert entry is not None
    assert ("salt" in entry.data) == entry.is_internal
    return {key: value for key, value in entry.data.items() if key != "salt"}
