"""The hash chain of a log: an entry can't be changed, left out or put in without it showing.

Every entry is hashed together with the hash of the one before. Its data enter by their digest, so
that an entry whose data are not public yet can be checked all the same.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

#: What stands for 'the hash before' in the first entry.
BEGINNING = ""


@dataclass(frozen=True)
class Link:
    """An entry as the chain knows it; `data` is None where they are withheld."""

    sequence: int
    at: datetime
    kind: str
    by: str
    data_digest: str
    hash: str
    data: Mapping[str, Any] | None = None


def digest_of(data: Mapping[str, Any]) -> str:
    """The digest of an entry's data: SHA-256 of its JSON with sorted keys and no spaces."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return sha256(text.encode()).hexdigest()


def time_text(at: datetime) -> str:
    """A moment as the log writes it: UTC with microseconds, 2026-11-16T12:00:00.000000Z."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def hash_of(
    previous: str, sequence: int, at: datetime, kind: str, by: str, data_digest: str
) -> str:
    """The hash of an entry: SHA-256 of its six lines, the time as `time_text` writes it."""
    lines = (previous, str(sequence), time_text(at), kind, by, data_digest)
    return sha256("\n".join(lines).encode()).hexdigest()


def first_broken(links: Iterable[Link]) -> int | None:
    """The number of the first entry that does not fit the chain; None if all do."""
    previous = BEGINNING
    for before, link in enumerate(links):
        if not fits(link, before, previous):
            return before + 1
        previous = link.hash
    return None


def fits(link: Link, before: int, previous: str) -> bool:
    """Whether the entry is the one after so many `before`, the last with the hash `previous`."""
    return (
        link.sequence == before + 1
        and (link.data is None or digest_of(link.data) == link.data_digest)
        and hash_of(previous, before + 1, link.at, link.kind, link.by, link.data_digest)
        == link.hash
    )
