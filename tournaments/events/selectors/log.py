"""The log of a tournament as it may be read."""

from collections.abc import Iterable

from referee import journals
from tournaments.models import LogEntry


def shown_entries(
    entries: Iterable[LogEntry], *, sees_all: bool = False
) -> list[journals.EntryJson]:
    """The entries; the data of internal ones are None unless somebody `sees_all`.

    Digests and hashes are always there, so that the chain can be checked without the data.
    """
    return [
        journals.entry_json(entry, is_shown=sees_all or not entry.is_internal) for entry in entries
    ]
