"""The hash chain of a log: an entry can't be changed, left out or put in without it showing.

Every entry is hashed together with the hash of the one before. Its data enter by their digest, so
that an entry whose data are not public yet can be checked all the same.

Where somebody's personal data were erased, an entry says something else than was hashed: its digest
and hash stay, and a later entry of the kind `ERASED` vouches for what it says now. So every erasure
shows, with who did it and when, and nothing else can have been changed.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

from engine.digests import digest_of

#: The kind of an entry whose `seals` vouch, by their numbers, for entries before it.
ERASED = "erased"
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
    #: The digest of the data as they are since something of them, or who acted, was erased.
    amended_digest: str = ""


def time_text(at: datetime) -> str:
    """A moment as the log writes it: UTC with microseconds, 2026-11-16T12:00:00.000000Z."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def hash_of(
    previous: str, sequence: int, at: datetime, kind: str, by: str, data_digest: str
) -> str:
    """The hash of an entry: SHA-256 of its six lines, the time as `time_text` writes it."""
    lines = (previous, str(sequence), time_text(at), kind, by, data_digest)
    return sha256("\n".join(lines).encode()).hexdigest()


def seal_of(previous: str, link: Link) -> str:
    """What vouches for an entry of which something was erased, behind one with the hash `previous`:
    a hash of all that it says now, with the hash that it had from the beginning."""
    behind = previous + link.hash
    return hash_of(
        behind, link.sequence, link.at, link.kind, link.by, link.amended_digest or link.data_digest
    )


class Check:
    """Hears the entries of a log in order, and finds the first that does not fit."""

    def __init__(self) -> None:
        self.length, self.hash = 0, BEGINNING
        #: Entries of which something was erased, for which none has vouched so far.
        self._unvouched: dict[int, str] = {}
        self._broken: int | None = None

    def hear(self, link: Link) -> bool:
        """Take in the next entry; whether all up to here may still be right."""
        if self._broken is None and not self._fits(link):
            self._broken = self.length + 1
        self.length += 1
        self.hash = link.hash
        return self._broken is None

    @property
    def first_broken(self) -> int | None:
        """The number of the first entry that does not fit; None if all do."""
        return min(
            (*self._unvouched, *([] if self._broken is None else [self._broken])), default=None
        )

    def _fits(self, link: Link) -> bool:
        now = link.amended_digest or link.data_digest
        if link.sequence != self.length + 1:
            return False
        if link.data is not None and digest_of(link.data) != now:
            return False
        if link.amended_digest:
            self._unvouched[link.sequence] = seal_of(self.hash, link)
            return True
        lines = self.hash, link.sequence, link.at, link.kind, link.by, link.data_digest
        if hash_of(*lines) != link.hash:
            return False
        if link.kind == ERASED:
            self._vouch(link.data)
        return True

    def _vouch(self, data: Mapping[str, Any] | None) -> None:
        seals = (data or {}).get("seals")
        for sequence, seal in seals.items() if isinstance(seals, Mapping) else ():
            if sequence.isdecimal() and self._unvouched.get(int(sequence)) == seal:
                del self._unvouched[int(sequence)]


def first_broken(links: Iterable[Link]) -> int | None:
    """The number of the first entry that does not fit the chain; None if all do."""
    check = Check()
    for link in links:
        check.hear(link)
    return check.first_broken
