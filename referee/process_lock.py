"""The lock that says: one process alone works with the files in VAR."""

import fcntl
from typing import TextIO

from django.conf import settings


class InUse(Exception):
    """Another process has the lock."""


def take_lock() -> TextIO:
    """The lock, held until it is closed or this process ends, however it ends. Raises InUse."""
    settings.VAR.mkdir(parents=True, exist_ok=True)
    lock: TextIO = (settings.VAR / "embedded.lock").open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.close()
        raise InUse from None
    return lock
