"""A large file is asked for, made by a worker, kept for whoever asks next, and removed with age."""

import json
import logging
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models import Q
from django.utils.translation import get_language, override
from django.utils.translation import gettext_lazy as _

from referee.errors import Refused
from referee.events.models import Event
from referee.models import PreparedFile, PreparedPiece
from referee.packing import packed
from referee.prepared_files.kinds import Arguments, FileKind, file_kinds
from referee.queued_work import TOLD_EVERY, TakenOver, claim_next, tell

log = logging.getLogger(__name__)

State = PreparedFile.State
#: How many may wait at a time, and how many of them without being asked for by the staff.
MOST_WAITING, MOST_WAITING_PUBLIC = 40, 20
#: So many are kept, and each for so long after it was last fetched.
MOST_KEPT, KEPT = 200, timedelta(days=1)
#: A version that is outdated goes this soon: somebody may just be fetching it.
KEPT_OUTDATED = timedelta(minutes=10)
#: After this somebody may ask again for what could not be made.
PAUSE = timedelta(minutes=1)


class FilesBusy(Refused):
    """So many files are asked for already; `wait_seconds` says when to come again."""

    status = 503
    message = _("Es werden gerade zu viele Dateien erstellt. Versuche es gleich noch einmal.")


class FileFailed(Refused):
    """It could not be made; why is in the server's log."""

    status = 503
    message = _("Die Datei ließ sich nicht erstellen. Versuche es in einer Minute noch einmal.")


def ask_for(
    kind: FileKind[Any], event: Event, arguments: Arguments, at: datetime, *, is_public: bool
) -> PreparedFile:
    """The file of the event as it is now, made already or to be made.

    Whoever asks for the same gets the same. Raises FilesBusy, and FileFailed for a while after it
    could not be made.
    """
    told = dict(arguments)
    if kind.is_worded:
        told["language"] = get_language() or settings.LANGUAGE_CODE
    key = _digest(kind.key, str(event.pk), event.log_length, told)
    file = PreparedFile.objects.filter(key=key).first()
    if file is not None and file.state == State.FAILED:
        if at < file.asked_at + PAUSE:
            raise FileFailed(wait_seconds=int(PAUSE.total_seconds()))
        file.delete()
        file = None
    if file is not None:
        return file
    unmade = PreparedFile.objects.filter(state__in=(State.WAITING, State.MAKING))
    is_full = unmade.count() >= MOST_WAITING
    if is_full or (is_public and unmade.filter(is_public=True).count() >= MOST_WAITING_PUBLIC):
        raise FilesBusy(wait_seconds=10)
    file, _is_new = PreparedFile.objects.get_or_create(
        key=key,
        defaults={
            "kind": kind.key,
            "about": event.pk,
            "version": event.log_length,
            "arguments": told,
            "is_public": is_public,
            "asked_at": at,
            "fetched_at": at,
        },
    )
    return file


def find_asked_for(
    kind: FileKind[Any], event: Event, arguments: Arguments, pk: UUID
) -> PreparedFile | None:
    """The file that was asked for under this id, though the event may have changed since.

    None unless it is of this kind and event, with these arguments.
    """
    file = PreparedFile.objects.filter(pk=pk, kind=kind.key, about=event.pk).first()
    if file is None:
        return None
    told = {name: value for name, value in file.arguments.items() if name != "language"}
    return file if told == dict(arguments) else None


def pieces_of(file: PreparedFile) -> Iterator[bytes]:
    """The file, packed, a piece at a time. Raises DoesNotExist if it is removed meanwhile."""
    for place in range(file.pieces):
        yield bytes(PreparedPiece.objects.get(file=file, place=place).data)


def note_fetched(file: PreparedFile, at: datetime) -> None:
    """Keep it for those who come next; to the minute is enough."""
    PreparedFile.objects.filter(pk=file.pk, fetched_at__lt=at - PAUSE).update(fetched_at=at)


def make_waiting(now: Callable[[], datetime]) -> None:
    """Make the files that wait, one at a time, unless another worker is at it.

    Those of the staff come first.
    """
    while (file := claim_next(PreparedFile, now(), "is_public")) is not None:
        try:
            make_file(file, now)
        except TakenOver:
            log.warning("%s was taken over by another worker", file)
        except Exception:
            log.exception("%s could not be made", file)
            _drop_pieces(file)
            with suppress(TakenOver):
                tell(file, state=State.FAILED, asked_at=now())


def remove_old(at: datetime) -> None:
    """Remove what nobody fetched for long, what is outdated, and what there is no room for."""
    kept = PreparedFile.objects.filter(state=State.DONE)
    waited = ~Q(state__in=(State.WAITING, State.MAKING))
    _remove(PreparedFile.objects.filter(waited, fetched_at__lt=at - KEPT))
    seen: set[str] = set()
    room, count = settings.PREPARED_BYTES, MOST_KEPT
    for file in kept.order_by("-version", "-fetched_at"):
        same = _digest(file.kind, str(file.about), 0, file.arguments)
        if same in seen and file.fetched_at < at - KEPT_OUTDATED:
            _remove(kept.filter(pk=file.pk))
        seen.add(same)
    for file in kept.order_by("-fetched_at"):
        room, count = room - file.packed_size, count - 1
        if room < 0 or count < 0:
            _remove(kept.filter(pk=file.pk))


def make_file(file: PreparedFile, now: Callable[[], datetime]) -> None:
    """Write and keep the file. Raises TakenOver."""
    kind = file_kinds()[file.kind]
    while True:
        event = kind.find(file.about)
        arguments = dict(file.arguments)
        language = arguments.pop("language", settings.LANGUAGE_CODE)
        _drop_pieces(file)
        with override(language):
            done = _write(file, kind, event, arguments, now)
        if not kind.is_exact or kind.find(file.about).log_length == event.log_length:
            break
    tell(file, state=State.DONE, percent=100, fetched_at=now(), **done)
    remove_old(now())


def _write(
    file: PreparedFile,
    kind: FileKind[Any],
    event: Event,
    arguments: Arguments,
    now: Callable[[], datetime],
) -> dict[str, int]:
    """Keep the pieces as they come; how large it has become."""
    total = max(1, kind.rows(event, arguments))
    size = rows = 0

    def data() -> Iterator[bytes]:
        nonlocal size, rows
        told = now()
        for part in kind.write(event, arguments):
            written = part.text.encode()
            size, rows = size + len(written), rows + part.rows
            yield written
            if (at := now()) - told > TOLD_EVERY:
                told = at
                tell(file, alive_at=at, percent=min(99, 100 * rows // total))

    packed_size = pieces = 0
    for piece in packed(data()):
        PreparedPiece.objects.create(file=file, place=pieces, data=piece)
        pieces, packed_size = pieces + 1, packed_size + len(piece)
    return {"size": size, "packed_size": packed_size, "pieces": pieces}


def _drop_pieces(file: PreparedFile) -> None:
    PreparedPiece.objects.filter(file=file).delete()


def _remove(files: Any) -> None:
    for file in files:
        _drop_pieces(file)
        file.delete()


def _digest(*parts: object) -> str:
    return sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()
