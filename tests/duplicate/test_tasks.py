"""What the clock does: tasks and sweep act on the columns, each once, none in another's way."""

import os
import subprocess
import sys
from datetime import timedelta
from typing import Any

import pytest
from celery.contrib.testing.worker import start_worker
from django.db.models import F
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from duplicate import tasks, timers
from duplicate.models import Game, Round
from duplicate.options import Options
from duplicate.services.rounds import open_round, pause_round, resume_round
from referee.celery import app
from referee.health import last_sweep
from tests.duplicate.factories import SECOND, make_game, make_receiver, make_round, make_user
from tests.duplicate.logs import kinds_of
from tests.processes import wait_until

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]

AUTOMATIC = Options(automatic=True, publish_after_seconds=0, next_after_seconds=0, lead_seconds=0)


def overdue_round(game: Game | None = None, **columns: Any) -> Round:
    """An open round whose time was up a second ago."""
    opened_at = timezone.now() - 181 * SECOND
    return make_round(game or make_game(), opened_at=opened_at, **columns)


def test_one_sweep_takes_a_round_from_its_deadline_to_judgement() -> None:
    round = overdue_round()
    tasks.sweep()
    round.refresh_from_db()
    assert (round.state, round.reference) == (Round.State.JUDGED, round.tops[0])
    assert kinds_of(round.game) == ["closing", "closed", "judged"]
    assert [entry.at for entry in round.game.log.all()[:2]] == [round.closes_at] * 2


def test_a_second_sweep_finds_nothing_to_do() -> None:
    round = overdue_round()
    tasks.sweep()
    tasks.sweep()
    assert kinds_of(round.game) == ["closing", "closed", "judged"]


def test_the_sweep_leaves_alone_what_is_not_due() -> None:
    game = make_game(state=Game.State.SETUP, starts_at=timezone.now() + 60 * SECOND)
    running = make_round(make_game(), opened_at=timezone.now())
    paused = overdue_round(state=Round.State.PAUSED)
    judged = overdue_round(
        state=Round.State.JUDGED, publish_at=timezone.now() + 60 * SECOND, reference={}
    )
    tasks.sweep()
    for row in (game, running, paused, judged):
        state = row.state
        row.refresh_from_db()
        assert row.state == state


def test_the_sweep_starts_a_game_and_an_automatic_one_begins_to_play() -> None:
    starts_at = timezone.now() - SECOND
    ordinary = make_game(state=Game.State.SETUP, starts_at=starts_at)
    automatic = make_game(state=Game.State.SETUP, starts_at=starts_at, options=AUTOMATIC)
    tasks.sweep()
    tasks.sweep()
    assert kinds_of(ordinary) == ["started"]
    assert kinds_of(automatic) == ["started", "drawn", "opened"]
    automatic.refresh_from_db()
    assert (automatic.started_at, automatic.next_round_at) == (starts_at, None)


def test_what_fails_hinders_nothing_else(caplog: pytest.LogCaptureFixture) -> None:
    broken = make_game(next_round_at=timezone.now(), options=AUTOMATIC)
    Game.objects.filter(pk=broken.pk).update(seed="no seed")
    refused = make_game(next_round_at=timezone.now(), options=AUTOMATIC)
    make_round(refused, opened_at=timezone.now())
    sound = make_game(next_round_at=timezone.now(), options=AUTOMATIC)
    round = overdue_round()
    tasks.sweep()
    assert kinds_of(broken) == kinds_of(refused) == []
    assert kinds_of(sound) == ["drawn", "opened"]
    assert kinds_of(round.game) == ["closing", "closed", "judged"]
    assert f"next_round {broken.pk} failed" in caplog.text
    assert f"next_round {refused.pk} failed" not in caplog.text


def test_the_sweep_leaves_its_mark() -> None:
    before = timezone.now()
    tasks.sweep()
    swept_at = last_sweep()
    assert swept_at is not None
    assert swept_at >= before


def test_a_task_that_comes_too_early_or_twice_changes_nothing() -> None:
    round = make_round(make_game(), opened_at=timezone.now())
    for _ in range(2):
        tasks.close_round(str(round.pk))
        tasks.publish_round(str(round.pk))
        tasks.judge_round(str(round.pk))
        tasks.next_round(str(round.game.pk))
        tasks.start_game(str(round.game.pk))
    assert kinds_of(round.game) == []


def test_a_task_for_a_row_that_is_gone_is_no_fault() -> None:
    for task in (tasks.close_round, tasks.finish_closing, tasks.judge_round, tasks.publish_round):
        task("123456789")


def test_tasks_do_what_the_sweep_does() -> None:
    round = overdue_round(make_game(options=AUTOMATIC))
    pk = str(round.pk)
    for task in (tasks.close_round, tasks.finish_closing, tasks.judge_round, tasks.publish_round):
        task(pk)
    tasks.next_round(str(round.game.pk))
    assert kinds_of(round.game) == [
        "closing",
        "closed",
        "judged",
        "published",
        "drawn",
        "opened",
    ]


def test_closing_is_looked_at_again_until_all_answers_are_in(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    round = overdue_round(state=Round.State.CLOSING)
    assert round.closes_at is not None
    busy = make_receiver("web", round.closes_at - SECOND)
    with django_capture_on_commit_callbacks() as again:
        tasks.finish_closing(str(round.pk))
    round.refresh_from_db()
    assert (round.state, len(again)) == (Round.State.CLOSING, 1)
    busy.delete()
    tasks.finish_closing(str(round.pk))
    round.refresh_from_db()
    assert round.state == Round.State.CLOSED


def test_every_timer_names_a_task_there_is() -> None:
    app.finalize()
    for name in (
        timers.START,
        timers.NEXT,
        timers.CLOSE,
        timers.FINISH,
        timers.JUDGE,
        timers.PUBLISH,
    ):
        assert f"duplicate.tasks.{name}" in app.tasks
    assert app.conf.beat_schedule["sweep"]["task"] in app.tasks


def queued() -> int:
    """How many tasks wait in the broker."""
    with app.connection_for_read() as connection:
        channel: Any = connection.default_channel
        size: int = channel.queue_declare(app.conf.task_default_queue).message_count
        return size


@pytest.mark.parametrize(("limit", "queued_then"), [(180 * SECOND, 1), (timedelta(weeks=1), 0)])
@pytest.mark.django_db(transaction=True)
def test_only_near_deadlines_are_queued(limit: timedelta, queued_then: int) -> None:
    before = queued()
    at = timezone.now()
    round = make_round(make_game(), state=Round.State.DRAWN)
    round = open_round(round, at, closes_at=at + limit)
    assert queued() - before == queued_then


@pytest.mark.django_db(transaction=True)
def test_a_worker_takes_a_round_from_its_deadline_on_by_timers_alone() -> None:
    game = make_game(options=AUTOMATIC)
    round = make_round(game, state=Round.State.PAUSED, opened_at=timezone.now() - 180 * SECOND)
    round.periods.update(ends_at=F("ends_at") - SECOND)  # so much is left
    resume_round(round, timezone.now(), by=make_user())
    with start_worker(app, pool="threads", concurrency=1, perform_ping_check=False):
        wait_until(lambda: "opened" in kinds_of(game))
    assert kinds_of(game) == [
        "resumed",
        "closing",
        "closed",
        "judged",
        "published",
        "drawn",
        "opened",
    ]


def test_a_paused_round_of_an_automatic_game_stays_paused() -> None:
    at = timezone.now()
    round = make_round(make_game(options=AUTOMATIC), opened_at=at - 170 * SECOND)
    pause_round(round, at, by=make_user())
    Round.objects.filter(pk=round.pk).update(closes_at=at - SECOND)
    tasks.sweep()
    tasks.close_round(str(round.pk))
    round.refresh_from_db()
    assert round.state == Round.State.PAUSED


HASTEN = """
import django
django.setup()
from duplicate import timers
timers.hasten(timers.CLOSE, 1)
print("went on")
"""


def test_without_a_broker_everything_goes_on_and_the_log_tells() -> None:
    nobody_listens = {"REDIS_URL": "redis://127.0.0.1:1/0"}
    done = subprocess.run(
        [sys.executable, "-c", HASTEN],
        env=os.environ | nobody_listens,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "went on\n"
    assert "no timer for close_round 1" in done.stderr
