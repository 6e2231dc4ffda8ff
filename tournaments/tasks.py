"""What the worker does for tournaments every second: what is due at tables, and webhooks' messages.

Those who get messages may be slow or never answer, and no deadline must wait for that. So only one
pass runs at a time, which keeps one worker at most; it sends several messages at once, and no
webhook has more than some of its places.
"""

import logging
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import datetime, timedelta

from celery import shared_task
from django.core.cache import cache
from django.db import connection
from django.utils import timezone

from tournaments.errors import GameUnplayable
from tournaments.models import Delivery, Table
from tournaments.tables.services.tables import expire, stop_timer
from tournaments.webhooks import services as webhooks

log = logging.getLogger(__name__)

#: So long what was received before a timer was over has to be dealt with first. Should it take
#: longer, what was due is taken back for it (`services.tables.act`), to the surprise of those who
#: look on.
IN_FLIGHT = timedelta(seconds=2)

AT_A_TIME = 8
#: In one pass: so many messages in all, and so many to one webhook.
MOST, MOST_TO_ONE = 32, 8
#: So many of those due are looked at, so that one webhook's do not hide all others.
LOOKED_AT = 500
#: A pass takes no longer; should its worker be killed, the next one begins after that.
LONGEST_SECONDS = 90
_RUNNING = "tournaments.tasks.send"


@shared_task
def ring() -> None:
    do_due(timezone.now())


def do_due(at: datetime) -> None:
    """Let happen what is due at tables whose timer is over; what fails hinders nothing else.

    Web processes call it too, for what the worker leaves undone (`referee.timekeeper`).
    """
    for table in Table.objects.filter(due_at__lte=at - IN_FLIGHT).order_by("due_at"):
        try:
            expire(table, at)
        except GameUnplayable:
            stop_timer(table)
            log.exception("table %s can't be played again: its timer is stopped", table.pk)
        except Exception:
            log.exception("the timer of table %s failed", table.pk)


@shared_task
def send() -> None:
    """Send what is due, unless another worker is at it."""
    with _alone() as is_alone:
        if is_alone and (due := list(due_deliveries(timezone.now()))):
            with ThreadPoolExecutor(AT_A_TIME) as pool:
                for _sent in pool.map(_deliver, due):
                    pass


@shared_task
def tidy() -> None:
    webhooks.forget_settled(timezone.now())


def due_deliveries(at: datetime) -> Iterator[Delivery]:
    """The messages for one pass, those that wait longest first."""
    due = Delivery.objects.filter(due_at__lte=at, webhook__is_active=True)
    taken: Counter[int] = Counter()
    for delivery in due.select_related("webhook").order_by("due_at", "pk")[:LOOKED_AT]:
        if taken.total() == MOST:
            return
        if taken[delivery.webhook_id] < MOST_TO_ONE:
            taken[delivery.webhook_id] += 1
            yield delivery


def _deliver(delivery: Delivery) -> None:
    try:
        webhooks.deliver(delivery, timezone.now())
    except Exception:
        log.exception("delivery %s failed", delivery.pk)
    finally:
        connection.close()  # the one of this thread


@contextmanager
def _alone() -> Iterator[bool]:
    """Whether this is the only pass."""
    is_alone = cache.add(_RUNNING, 1, LONGEST_SECONDS)
    try:
        yield is_alone
    finally:
        if is_alone:
            cache.delete(_RUNNING)
