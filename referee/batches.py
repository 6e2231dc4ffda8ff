"""Calls that come at once are carried out together, by one of those who wait.

Where each would lock the same row and wait for the disk, a crowd would stand in line; so all that
came while one was at it share the next go.
"""

import threading
from collections.abc import Callable, Hashable, Sequence
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Item = TypeVar("Item")
Result = TypeVar("Result")


class _Call(Generic[Item, Result]):
    """One who waits, to be told the result or to carry out the next go."""

    def __init__(self, item: Item) -> None:
        self.item = item
        self.woken = threading.Event()
        self.results: list[Result] = []
        self.fault: BaseException | None = None

    @property
    def is_done(self) -> bool:
        return bool(self.results) or self.fault is not None

    def result(self) -> Result:
        if self.fault is not None:
            raise self.fault
        return self.results[0]


class Batches(Generic[Key, Item, Result]):
    """A function of one item, made of `work` on several of the same key: one result for each.

    If those together fail, each is tried alone, so that nobody pays for another's fault.
    """

    def __init__(self, work: Callable[[Key, Sequence[Item]], Sequence[Result]]) -> None:
        self._work = work
        self._lock = threading.Lock()
        #: Who waits for the next go; no list where nobody is at it.
        self._waiting: dict[Key, list[_Call[Item, Result]]] = {}

    def __call__(self, key: Key, item: Item) -> Result:
        """Raises what `work` does for this item."""
        call: _Call[Item, Result] = _Call(item)
        with self._lock:
            is_first = key not in self._waiting
            self._waiting.setdefault(key, []).append(call)
        if not is_first:
            call.woken.wait()
        if not call.is_done:
            self._carry_out(key)
        return call.result()

    def _carry_out(self, key: Key) -> None:
        """Do the work of all who wait now, and have one of those who came meanwhile do the next."""
        with self._lock:
            batch, self._waiting[key] = self._waiting[key], []
        try:
            self._try(key, batch)
        finally:
            with self._lock:
                following = self._waiting[key][:1]
                if not following:
                    del self._waiting[key]
            for call in batch + following:
                call.woken.set()

    def _try(self, key: Key, batch: Sequence[_Call[Item, Result]]) -> None:
        try:
            results = self._work(key, [call.item for call in batch])
            for call, result in zip(batch, results, strict=True):
                call.results.append(result)
        except BaseException as fault:
            if len(batch) == 1 or not isinstance(fault, Exception):
                for call in batch:
                    call.fault = fault
            else:
                for call in batch:
                    self._try(key, [call])
