"""Keeps time in every web process, whatever else is away.

Deadlines are the worker's work, and the queue hastens them. Where Redis or the worker is away, a
process that serves does what is overdue itself: rounds end on time as long as one is there, and
the database. It also watches the machine's clock (`referee.clock_steps`).
"""

import logging
import threading
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from datetime import datetime, timedelta

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils import timezone

from referee.app_modules import app_modules
from referee.clock_steps import WATCH

log = logging.getLogger(__name__)
LOOK_SECONDS = 0.3
#: What the worker has not done so long after it was due it will not do soon.
OVERDUE = timedelta(seconds=0.5)

DoDue = Callable[[datetime], None]


def all_due_work() -> tuple[DoDue, ...]:
    """What the apps do by the clock: `do_due` of their modules `tasks`."""
    found = (getattr(module, "do_due", None) for module in app_modules("tasks"))
    return tuple(do_due for do_due in found if do_due)


@asynccontextmanager
async def keeping(work: Iterable[DoDue] | None = None) -> AsyncIterator[None]:
    """As long as this lasts, a thread looks at the time; by default it does the work of all apps.

    When it ends, nobody waits for what the thread is at: the next process finds it again.
    """
    if work is None:
        # Without Redis the worker is in this very process (`referee.embedded`).
        work = all_due_work() if settings.REDIS_URL else ()
    ended = threading.Event()
    threading.Thread(
        target=_keep, args=[tuple(work), ended], name="timekeeper", daemon=True
    ).start()
    try:
        yield
    finally:
        ended.set()


def _keep(work: tuple[DoDue, ...], ended: threading.Event) -> None:
    while not ended.wait(LOOK_SECONDS):
        WATCH.look()
        for do_due in work:
            try:
                do_due(timezone.now() - OVERDUE)
            except DatabaseError as fault:
                log.warning("what is due can't be looked up: %s", fault)
                connection.close()
    connection.close()
