"""The log of a tournament as it may be read."""

from collections.abc import Iterable

from django.db.models import Q, QuerySet

from referee import journals
from referee.events.log_lines import EVERYTHING, LogFilter, about_person
from tournaments.models import Entry, LogEntry, Tournament

#: Where the data of an entry have the number of somebody who plays.
PERSON_KEYS = ("player", "first", "second")


def log_of(
    tournament: Tournament, only: LogFilter = EVERYTHING, *, sees_all: bool = False
) -> QuerySet[LogEntry]:
    """The entries in order; `only` those looked for. What is internal nobody finds out so."""
    found = tournament.log.order_by("sequence")
    told = Q() if sees_all else Q(is_internal=False)
    if only.kind:
        found = found.filter(kind=only.kind)
    if only.round is not None:
        found = found.filter(told, data__round=only.round)
    if only.person is not None:
        about = about_person(only.person, PERSON_KEYS) & told
        found = found.filter(about | Q(by=f"{Entry.noun} {only.person}"))
    return found


def shown_entries(
    entries: Iterable[LogEntry], *, sees_all: bool = False
) -> list[journals.EntryJson]:
    """The entries; the data of internal ones are None unless somebody `sees_all`.

    Digests and hashes are always there, so that the chain can be checked without the data.
    """
    return [
        journals.entry_json(entry, is_shown=sees_all or not entry.is_internal) for entry in entries
    ]
