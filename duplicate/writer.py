"""The one thread of a process that writes answers down, many at a time.

It takes whatever waits, records it in one transaction and tells every sender after the commit: a
thousand answers in one second are a few dozen commits. It also keeps the process's mark
(`Receiver`), for which the closing of a round waits.
"""

import asyncio
import logging
import os
import socket
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from uuid import uuid4

from django.db import DatabaseError, InterfaceError, OperationalError, connection
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from duplicate.models import Answer
from duplicate.selectors.answers import deadlines
from duplicate.selectors.rounds import PATIENCE
from duplicate.services.answers import IncomingAnswer, record_answers
from duplicate.services.receivers import end_receiver, mark_flushed, remove_forgotten
from duplicate.services.rounds import go_on_after_outages
from referee.errors import Refused

log = logging.getLogger(__name__)

#: How often a batch is tried when the database is away.
TRIES = 4

Outcome = Answer | Refused
Record = Callable[[Sequence[IncomingAnswer]], list[Outcome]]


class TryAgain(Refused):
    """The database did not take the answer. It may or may not be there: the key tells."""

    status = 503
    message = _("Dein Zug konnte gerade nicht aufgeschrieben werden. Schicke ihn noch einmal.")


class AnswerWriter:
    """Started once, stopped once. The mark is renewed while a round is played, and not otherwise:
    then the thread only looks from time to time whether one is.
    """

    def __init__(
        self,
        record: Record = record_answers,
        *,
        largest_batch: int = 500,
        pace_seconds: float = 0.025,
        retry_seconds: float = 0.25,
        mark_seconds: float = 0.25,
        look_seconds: float = 1.0,
    ) -> None:
        self._awake_since = self._looked_at = timezone.now()
        self.name = _new_name()
        self._record = record
        self._largest_batch = largest_batch
        self._pace_seconds = pace_seconds
        self._retry_seconds = retry_seconds
        self._mark_seconds = mark_seconds
        self._look_seconds = look_seconds
        self._thread = threading.Thread(target=self._run, name="answers", daemon=True)
        self._changed = threading.Condition()
        self._waiting: deque[tuple[IncomingAnswer, asyncio.Future[Outcome]]] = deque()
        self._stopping = False
        self._next_batch = self._next_look = 0.0

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Write down what waits, take the mark back and end."""
        with self._changed:
            self._stopping = True
            self._changed.notify()
        self._thread.join()

    def put(self, receive: Callable[[], IncomingAnswer]) -> asyncio.Future[Outcome]:
        """Queue an answer; the future of the running loop is settled once it is committed.

        `receive` stamps it, and is called so that no mark can fall between stamp and queue. When
        the writer stops, what comes is refused: nobody would write it down.
        """
        future: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        with self._changed:
            if self._stopping:
                future.set_result(TryAgain())
            else:
                self._waiting.append((receive(), future))
                self._changed.notify()
        return future

    def look_soon(self) -> None:
        """A mark is waited for: renew it without delay."""
        with self._changed:
            self._next_look = 0.0
            self._changed.notify()

    def _run(self) -> None:
        self._guarded(self._begin)
        while not self._stopping or self._waiting:
            batch, mark = self._take()
            if batch:
                outcomes = self._write([answer for answer, _ in batch])
                _settle([future for _, future in batch], outcomes)
            if time.monotonic() >= self._next_look:
                self._next_look = time.monotonic() + self._look_seconds
                self._guarded(partial(self._look, mark))
        self._guarded(partial(end_receiver, self.name))
        connection.close()

    def _begin(self) -> None:
        """Tell that somebody is there, before the first answer is decided on."""
        remove_forgotten(self._awake_since)
        with self._changed:
            mark = min([self._awake_since, *(answer.received_at for answer, _ in self._waiting)])
        self._look(mark)
        go_on_after_outages(timezone.now())

    def _take(self) -> tuple[list[tuple[IncomingAnswer, asyncio.Future[Outcome]]], datetime]:
        """The answers to write next, and the mark that holds once they are committed."""
        with self._changed:
            if not self._waiting and not self._stopping:
                self._changed.wait(max(0.0, self._next_look - time.monotonic()))
        # The first one after a silence is written at once. In a crowd the fewer transactions the
        # less each answer costs, so the next ones gather for a moment.
        time.sleep(max(0.0, self._next_batch - time.monotonic()))
        self._next_batch = time.monotonic() + self._pace_seconds
        with self._changed:
            size = min(self._largest_batch, len(self._waiting))
            batch = [self._waiting.popleft() for _ in range(size)]
            mark = min((answer.received_at for answer, _ in self._waiting), default=timezone.now())
            return batch, mark

    def _write(self, answers: list[IncomingAnswer]) -> list[Outcome]:
        for _attempt in range(TRIES):
            try:
                return self._record(answers)
            except (OperationalError, InterfaceError) as fault:
                log.warning("answers not written, trying again: %s", fault)
                connection.close()
                time.sleep(self._retry_seconds)
            except Exception:
                if len(answers) == 1:
                    log.exception("answer not written: %s", answers[0])
                    break
                # One of them is at fault, and must not take the others with it.
                middle = len(answers) // 2
                return self._write(answers[:middle]) + self._write(answers[middle:])
        return [TryAgain() for _ in answers]

    def _look(self, mark: datetime) -> None:
        """Renew the mark if a round is played, and come back in time for its deadline."""
        running, now = deadlines(), timezone.now()
        if now - self._looked_at > PATIENCE:
            # Frozen, or without a database: who could hand in before tells nothing of now.
            self.name, self._awake_since = _new_name(), now
        self._looked_at = now
        if running:
            mark_flushed(self.name, mark, since=self._awake_since)
            ahead = [(at - mark).total_seconds() for at in running if at > mark]
            soon = time.monotonic() + min([self._mark_seconds, *ahead])
            with self._changed:  # whoever asked meanwhile is heard
                self._next_look = min(self._next_look, soon)

    def _guarded(self, keep_mark: Callable[[], None]) -> None:
        """A database that is away must not end the thread."""
        try:
            keep_mark()
        except DatabaseError as fault:
            log.warning("mark of receipt not kept: %s", fault)
            connection.close()


def _new_name() -> str:
    return f"{socket.gethostname()[:60]}:{os.getpid()}:{uuid4().hex[:8]}"


def _settle(futures: Sequence[asyncio.Future[Outcome]], outcomes: Sequence[Outcome]) -> None:
    """Tell the senders, all with one call into their loop."""

    def settle() -> None:
        for future, outcome in zip(futures, outcomes, strict=True):
            if not future.done():
                future.set_result(outcome)

    loop = futures[0].get_loop()
    if not loop.is_closed():
        loop.call_soon_threadsafe(settle)
