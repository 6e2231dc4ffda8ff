"""Redis that does not answer is left alone for a moment: else everybody waits for it in turn.

What goes through it only hastens what is found in the database anyway.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager

import redis
from django.conf import settings
from kombu.exceptions import OperationalError

REST_SECONDS = 2.0
#: What is raised where Redis, or the queue that it keeps, can't be reached.
REDIS_FAULTS = (redis.RedisError, OperationalError, OSError)
#: By its address: until when it rests.
_rests_until: dict[str, float] = {}


class RedisRests(redis.RedisError):
    """It did not answer a moment ago."""


@contextmanager
def asking_redis() -> Iterator[None]:
    """Around what asks Redis. Raises RedisRests if it has just failed somebody in this process."""
    if time.monotonic() < _rests_until.get(settings.REDIS_URL, 0.0):
        raise RedisRests("it did not answer a moment ago")
    try:
        yield
    except REDIS_FAULTS:
        _rests_until[settings.REDIS_URL] = time.monotonic() + REST_SECONDS
        raise
