"""The log of a tournament as it may be read."""

from typing import Any

from referee import journals
from tournaments.models import LogEntry


def shown_entry(entry: LogEntry, *, sees_all: bool = False) -> dict[str, Any]:
    """An entry; the data of an internal one are None unless somebody `sees_all`.

    Digest and hash are always there, so that the chain can be checked without the data.
    """
    return journals.entry_json(entry, is_shown=sees_all or not entry.is_internal)
