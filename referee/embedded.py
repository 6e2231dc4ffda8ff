"""Everything in one process: where there is no Redis, the server works off the queue itself.

A Celery worker and the beat run in threads of the web process, with the queue in its memory. What
is queued is lost with the process; the sweep finds everything again after a restart.
"""

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TextIO

from celery.beat import Scheduler, Service
from celery.worker import WorkController
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from referee.celery import app
from referee.process_lock import InUse, take_lock

#: So many tasks at a time; a round that is being judged must not keep another from closing.
THREADS = 4
LONGEST_START_SECONDS = 30
#: A timer in a thread notices an earlier one than it waits for only after so long.
TIMER_SECONDS = 0.05
#: A task that takes longer is left behind when the server ends, and found again by the sweep.
LONGEST_STOP_SECONDS = 10


@asynccontextmanager
async def working() -> AsyncIterator[None]:
    """As long as this lasts, tasks are done in this process.

    Raises ImproperlyConfigured if another process does so with the same files: it would not hear
    of what happens here.
    """
    with _alone():
        worker = await asyncio.to_thread(_Worker)
        try:
            yield
        finally:
            await asyncio.to_thread(worker.stop)


def _alone() -> TextIO:
    try:
        return take_lock()
    except InUse:
        raise ImproperlyConfigured(
            f"another server process works with {settings.VAR}, or a restore. Several processes "
            "need Redis between them: set REDIS_URL, or serve with one."
        ) from None


class _Worker:
    """Started when it is made."""

    def __init__(self) -> None:
        ready = threading.Event()
        self._worker = WorkController(
            app=app,
            pool="threads",
            concurrency=THREADS,
            without_mingle=True,
            without_gossip=True,
            without_heartbeat=True,
            timer_precision=TIMER_SECONDS,
            ready_callback=lambda _consumer: ready.set(),
        )
        self._beat = Service(app, max_interval=1, scheduler_cls=Scheduler)
        self._thread = threading.Thread(target=self._worker.start, name="worker", daemon=True)
        self._thread.start()
        if not ready.wait(LONGEST_START_SECONDS):
            raise RuntimeError("the worker inside the server does not start")
        threading.Thread(target=self._beat.start, name="beat", daemon=True).start()

    def stop(self) -> None:
        """End the beat, then the worker as soon as the tasks that it is at are done."""
        self._beat.stop(wait=True)
        self._worker.stop()
        self._thread.join(LONGEST_STOP_SECONDS)
