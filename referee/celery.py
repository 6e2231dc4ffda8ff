"""The queue: Celery with Redis between processes, or in this one's memory.

No broker keeps its timers when a process is killed, so that no task matters by itself: deadlines
are columns, the sweep acts on them, and tasks only hasten what it would do.
"""

import os

from celery import Celery
from celery.signals import task_postrun, task_prerun, worker_init
from django.db import close_old_connections

from referee.garbage import leave_what_is_loaded
from referee.patience import WORKER, limit_waiting

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "referee.settings")
app = Celery("spielleiter")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
# A sweep that waited so long is not needed any more: the next ones are there.
app.conf.beat_schedule = {
    "sweep": {"task": "duplicate.tasks.sweep", "schedule": 1.0, "options": {"expires": 5.0}},
    "files": {"task": "referee.tasks.make_files", "schedule": 1.0, "options": {"expires": 5.0}},
    "imports": {
        "task": "duplicate.tasks.take_in_games",
        "schedule": 1.0,
        "options": {"expires": 5.0},
    },
    "tidy_imports": {"task": "duplicate.tasks.tidy", "schedule": 3600.0},
    "tidy": {"task": "referee.tasks.tidy", "schedule": 3600.0},
    "timers": {"task": "tournaments.tasks.ring", "schedule": 1.0, "options": {"expires": 5.0}},
    "webhooks": {"task": "tournaments.tasks.send", "schedule": 1.0, "options": {"expires": 5.0}},
    "tidy_webhooks": {"task": "tournaments.tasks.tidy", "schedule": 3600.0},
}


@worker_init.connect
def _judge_without_looking_for_garbage(**_signal: object) -> None:
    leave_what_is_loaded()


@worker_init.connect
def _wait_for_the_database_within_bounds(**_signal: object) -> None:
    limit_waiting(WORKER)


@task_prerun.connect
@task_postrun.connect
def _leave_no_stale_connection(**_signal: object) -> None:
    """Celery sees to that itself only in a worker process of its own, not in our threads."""
    close_old_connections()
