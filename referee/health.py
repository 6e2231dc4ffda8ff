"""What a monitor asks: does this process answer, and is everything there that a game needs?"""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

import redis
from django.conf import settings
from django.core.cache import cache
from django.db import Error as DatabaseFault
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.utils import timezone

from engine import COMPILED
from referee.clock_steps import recent_step
from referee.lexicons import default_lexicon

log = logging.getLogger(__name__)
#: The sweep runs every second; a worker that has not for so long does not work.
SWEEP_PATIENCE = timedelta(seconds=30)
SWEEP_KEY = "sweep_at"


def health(_request: HttpRequest) -> JsonResponse:
    """Answers 200 as long as pages are served; the body tells what may make them poor."""
    return JsonResponse({"compiled": COMPILED, "lexicon": default_lexicon() is not None})


def ready(_request: HttpRequest) -> JsonResponse:
    """200 if a game could be played now, else 503; the body tells which part is missing.

    `clock` is false for some hours after the machine's clock was set: games can be played.
    """
    parts = {name: _holds(check) for name, check in _CHECKS.items()}
    status = 200 if all(parts.values()) else 503
    is_steady = recent_step(timezone.now()) is None
    return JsonResponse(parts | {"clock": is_steady}, status=status)


def note_sweep(at: datetime) -> None:
    """Leave the mark that a worker swept at `at`. Never fails: the sweep matters more."""
    try:
        cache.set(SWEEP_KEY, at, timeout=None)
    except redis.RedisError as fault:
        log.warning("sweep not noted: %s", fault)


def last_sweep() -> datetime | None:
    """When a worker last swept, if the mark can be read."""
    try:
        swept_at: datetime | None = cache.get(SWEEP_KEY)
    except redis.RedisError:
        return None
    return swept_at


def _holds(check: Callable[[], bool]) -> bool:
    try:
        return check()
    except (DatabaseFault, redis.RedisError) as fault:
        log.error("not ready: %s", fault)
        return False


def _database_answers() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return True


def _migrations_are_applied() -> bool:
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


def _redis_answers() -> bool:
    if settings.REDIS_URL:
        with redis.Redis.from_url(
            settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=2
        ) as server:
            server.ping()
    return True


def _lexicon_is_there() -> bool:
    return default_lexicon() is not None


def _worker_sweeps() -> bool:
    swept_at = last_sweep()
    return swept_at is not None and timezone.now() - swept_at < SWEEP_PATIENCE


_CHECKS: dict[str, Callable[[], bool]] = {
    "database": _database_answers,
    "migrations": _migrations_are_applied,
    "redis": _redis_answers,
    "lexicon": _lexicon_is_there,
    "worker": _worker_sweeps,
}
