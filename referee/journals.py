"""Journals: what happened to a thing, in order, each entry chained to the one before by its hash.

Whatever is recorded so (a game, a tournament) is `Journaled`; its entries are a model of their own
with a foreign key to it whose related name is `log`.
"""

import secrets
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple, TypedDict

from django.db import models, transaction

from engine.digests import digest_of
from referee import live
from referee.chain import (
    BEGINNING,
    ERASED,
    Link,
    first_broken,
    hash_of,
    seal_of,
    time_text,
)

#: What an entry tells: JSON as it is.
LogData = dict[str, object]


class EntryJson(TypedDict):
    """An entry as it is answered; its data are null where they are not for everybody yet."""

    sequence: int
    at: str
    kind: str
    by: str
    data: LogData | None
    data_digest: str
    hash: str
    #: Where something was erased: what it says since, instead of `data`; null before, or if hidden.
    amended: LogData | None
    #: The digest of that, '' where nothing was erased.
    amended_digest: str


#: What `salted` adds to the data.
SALT = "salt"


class Journaled(models.Model):
    """A thing with a log. Its primary key is a UUID."""

    #: The number and hash of the last log entry. The number is the version of all that is public.
    log_length = models.PositiveIntegerField(default=0)
    log_hash = models.CharField(max_length=64, default="", blank=True)

    class Meta:
        abstract = True


class JournalEntry(models.Model):
    """One line of a log, chained to the one before by its hash (see `referee.chain`)."""

    sequence = models.PositiveIntegerField()
    at = models.DateTimeField()
    #: Each app says which kinds it has.
    kind = models.CharField(max_length=30)
    #: A user's name, 'clock', or who else acted, such as 'participant 17'.
    by = models.CharField(max_length=150)
    data = models.JSONField(default=dict)
    data_digest = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)
    #: Where somebody's data were erased: the digest of `data` as they are since (`referee.chain`).
    amended_digest = models.CharField(max_length=64, default="", blank=True)

    class Meta:
        abstract = True
        ordering = ["sequence"]

    def __str__(self) -> str:
        return f"{self.sequence} {self.kind}"


class NewEntry(NamedTuple):
    """What is to be appended.

    `data` must be JSON as it is: text, whole numbers, booleans, null, lists, objects.
    """

    kind: str
    at: datetime
    by: str
    data: Mapping[str, object]


def append(
    owner: Journaled,
    kind: str,
    at: datetime,
    *,
    by: str,
    data: Mapping[str, object] | None = None,
    **where: Any,
) -> Any:
    """Append to the log of `owner`, which the caller has locked, and announce it on commit.

    `where` fills the columns that the entries of `owner` have besides. The entry, of their model.
    """
    return append_all(owner, [NewEntry(kind, at, by, data or {})], **where)[0]


def append_all(owner: Journaled, entries: Sequence[NewEntry], **where: Any) -> list[Any]:
    """The same with several, in order; the last one is announced."""
    log = _log_of(owner)
    rows = []
    for kind, at, by, data in entries:
        owner.log_length += 1
        data_digest = digest_of(dict(data))
        owner.log_hash = hash_of(owner.log_hash, owner.log_length, at, kind, by, data_digest)
        row = log.model(
            **log.core_filters,  # type: ignore[attr-defined]
            sequence=owner.log_length,
            at=at,
            kind=kind,
            by=by,
            data=dict(data),
            data_digest=data_digest,
            hash=owner.log_hash,
            **where,
        )
        rows.append(row)
    owner.save(update_fields=["log_length", "log_hash"])
    event = str(entries[-1].kind)
    transaction.on_commit(
        partial(live.announce, topic_of(owner), version=owner.log_length, event=event)
    )
    return log.bulk_create(rows)


#: What an entry says once something of it is erased: who acted, and the data; None to leave it.
Amend = Callable[[JournalEntry], tuple[str, LogData] | None]


def amend(
    owner: Journaled, change: Amend, at: datetime, *, by: str, about: Mapping[str, object]
) -> int:
    """Erase from the log of `owner`, which the caller has locked, what `change` says; how many
    entries that were.

    One more entry says what it was `about`, and vouches for them as they are now.
    """
    seals: dict[str, str] = {}
    previous = BEGINNING
    for entry in _log_of(owner).order_by("sequence").iterator():
        if (said := change(entry)) is not None:
            entry.by, entry.data = said
            if SALT in entry.data:
                entry.data = salted(entry.data)
            entry.amended_digest = digest_of(entry.data)
            entry.save(update_fields=["by", "data", "amended_digest"])
            seals[str(entry.sequence)] = seal_of(previous, link_of(entry))
        previous = entry.hash
    if seals:
        append(owner, ERASED, at, by=by, data={**about, "seals": seals})
    return len(seals)


def salted(data: Mapping[str, Any]) -> dict[str, Any]:
    """The data of an entry that not everybody may read yet: everybody sees their digest, by which
    the few data that there can be could be tried out."""
    return {**data, SALT: secrets.token_hex(16)}


def topic_of(owner: Journaled) -> str:
    """Where the events of `owner` are announced."""
    return f"{owner._meta.app_label}.{owner.pk}"


def verification_of(owner: Journaled) -> dict[str, Any]:
    """Whether the chain holds, as the API tells it."""
    broken = first_fault(owner)
    return {
        "is_intact": broken is None,
        "first_broken": broken,
        "length": owner.log_length,
        "hash": owner.log_hash,
    }


def first_fault(owner: Journaled) -> int | None:
    """The number of the first entry that was changed, put in or left out; None if none was."""
    entries = list(_log_of(owner).order_by("sequence"))
    broken = first_broken(map(link_of, entries))
    if broken is None and (entries[-1].hash if entries else "") != owner.log_hash:
        return len(entries) + 1
    return broken


def entry_json(entry: JournalEntry, *, is_shown: bool = True) -> EntryJson:
    """The entry as everybody may read it; its data are None unless they are shown.

    Digest and hash are always there, so that the chain can be checked without the data.
    """
    is_amended = entry.amended_digest != ""
    return {
        "sequence": entry.sequence,
        "at": time_text(entry.at),
        "kind": entry.kind,
        "by": entry.by,
        "data": entry.data if is_shown and not is_amended else None,
        "data_digest": entry.data_digest,
        "hash": entry.hash,
        "amended": entry.data if is_shown and is_amended else None,
        "amended_digest": entry.amended_digest,
    }


def link_of(entry: JournalEntry) -> Link:
    return Link(
        sequence=entry.sequence,
        at=entry.at,
        kind=entry.kind,
        by=entry.by,
        data_digest=entry.data_digest,
        hash=entry.hash,
        data=entry.data,
        amended_digest=entry.amended_digest,
    )


def _log_of(owner: Journaled) -> "models.Manager[Any]":
    log: models.Manager[Any] = owner.log  # type: ignore[attr-defined]
    return log
