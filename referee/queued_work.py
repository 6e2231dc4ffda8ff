"""Work that waits in a table for a worker: claimed by one, one at a time, and found when that dies.

Each kind of work is a model of its own, a `referee.models.QueuedWork`, with a constraint that only
one row is being worked on.
"""

from datetime import datetime, timedelta
from typing import Any, TypeVar

from django.db import IntegrityError, transaction
from django.db.models import F

from referee.models import QueuedWork

State = QueuedWork.State
#: A worker that tells nothing for so long is dead.
SILENCE = timedelta(minutes=1)
#: How often a worker tells that it lives, and how far it is.
TOLD_EVERY = timedelta(seconds=0.5)
MOST_ATTEMPTS = 3

Work = TypeVar("Work", bound=QueuedWork)


class TakenOver(Exception):
    """Another worker is at it: this one was silent for too long."""


def claim_next(kind: type[Work], at: datetime, *order: str) -> Work | None:
    """What is to be done next, by `order` and age, which is now this worker's.

    None if there is nothing to do, or another worker is at something of the kind.
    """
    rows = kind._default_manager
    silent = rows.filter(state=State.MAKING, alive_at__lt=at - SILENCE)
    silent.filter(attempts__gte=MOST_ATTEMPTS).update(state=State.FAILED, asked_at=at)
    silent.update(state=State.WAITING, percent=0)
    work = rows.filter(state=State.WAITING).order_by(*order, "asked_at").first()
    if work is None:
        return None
    waiting = rows.filter(pk=work.pk, state=State.WAITING)
    try:
        with transaction.atomic():  # at most one row may be in this state
            is_ours = waiting.update(
                state=State.MAKING, alive_at=at, attempts=F("attempts") + 1, percent=0
            )
    except IntegrityError:
        return None
    if not is_ours:
        return None
    work.refresh_from_db()
    return work


def tell(work: QueuedWork, **columns: Any) -> None:
    """Write down how far it is, or what became of it. Raises TakenOver."""
    ours = type(work)._default_manager.filter(
        pk=work.pk, state=State.MAKING, attempts=work.attempts
    )
    if not ours.update(**columns):
        raise TakenOver
