"""Timers that hasten what the sweep would do a moment later (see `duplicate.tasks`).

None of them matters by itself: a timer that is lost, late or doubled changes nothing.
"""

import logging
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.utils import timezone

from referee.celery import app
from referee.redis_rest import REDIS_FAULTS, asking_redis

log = logging.getLogger(__name__)
#: Deadlines further away are left to the sweep: no queue keeps a timer for weeks.
NEAR = timedelta(minutes=15)

#: The tasks, by the names of their functions in `duplicate.tasks`.
START, NEXT = "start_game", "next_round"
CLOSE, FINISH, JUDGE, PUBLISH = "close_round", "finish_closing", "judge_round", "publish_round"


def hasten(task: str, pk: object, due: datetime | None = None) -> None:
    """Once the transaction is committed, have `task` done to `pk`: at once, or at `due` if near.

    Never fails: without a broker it is in the log, and the sweep acts instead.
    """
    transaction.on_commit(partial(_send, task, str(pk), due))


def _send(task: str, pk: str, due: datetime | None) -> None:
    if due is not None and due - timezone.now() > NEAR:
        return
    try:
        with asking_redis():
            app.send_task(f"duplicate.tasks.{task}", args=[pk], eta=due, retry=False)
    except REDIS_FAULTS as fault:
        log.warning("no timer for %s %s: %s", task, pk, fault)
