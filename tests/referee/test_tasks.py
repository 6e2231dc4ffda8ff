"""What the beat calls is there, and tidying forgets only what is old."""

from datetime import timedelta

import pytest
from django.utils import timezone

from referee.celery import app
from referee.idempotency import KEPT
from referee.models import RememberedWrite
from referee.tasks import tidy


def test_every_task_of_the_beat_is_registered() -> None:
    app.loader.import_default_modules()  # as a worker does
    scheduled = {entry["task"] for entry in app.conf.beat_schedule.values()}
    assert scheduled == {
        "duplicate.tasks.sweep",
        "duplicate.tasks.take_in_games",
        "duplicate.tasks.tidy",
        "referee.tasks.make_files",
        "referee.tasks.tidy",
        "tournaments.tasks.ring",
        "tournaments.tasks.send",
        "tournaments.tasks.tidy",
    }
    assert scheduled <= app.tasks.keys()


@pytest.mark.django_db
def test_tidying_forgets_old_writes_only() -> None:
    for key, age in (("old", KEPT + timedelta(minutes=1)), ("new", KEPT - timedelta(minutes=1))):
        RememberedWrite.objects.create(
            sender="user 1", key=key, status=201, body="", created_at=timezone.now() - age
        )
    tidy()
    assert RememberedWrite.objects.get().key == "new"
