"""What the worker does by the clock: each task fetches one row, calls one service, and ends.

The columns say what is due. The sweep finds it every second and calls the same services as the
tasks that timers hasten, so that it does not matter whether any of these comes, or comes twice.
"""

import logging
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import TypeVar

from celery import shared_task
from django.utils import timezone

from duplicate import timers
from duplicate.models import Game, Round
from duplicate.services import games, imports, judging, rounds
from referee.errors import Refused
from referee.health import note_sweep

log = logging.getLogger(__name__)
#: How soon a closing round is looked at again.
SOON = timedelta(seconds=0.1)

Row = TypeVar("Row", Game, Round)
Action = Callable[[Row, datetime], object]


@shared_task
def start_game(pk: str) -> None:
    _act(games.start_game, Game.objects.filter(pk=pk))


@shared_task
def next_round(pk: str) -> None:
    _act(rounds.next_round, Game.objects.filter(pk=pk))


@shared_task
def close_round(pk: str) -> None:
    _act(rounds.begin_closing, Round.objects.filter(pk=pk))


@shared_task
def finish_closing(pk: str) -> None:
    """Close the round if all answers are in, else look again soon."""
    _act(rounds.finish_closing, Round.objects.filter(pk=pk))
    if Round.objects.filter(pk=pk, state=Round.State.CLOSING).exists():
        timers.hasten(timers.FINISH, pk, timezone.now() + SOON)


@shared_task
def judge_round(pk: str) -> None:
    _act(judging.judge_round, Round.objects.filter(pk=pk))


@shared_task
def publish_round(pk: str) -> None:
    _act(rounds.publish_round, Round.objects.filter(pk=pk))


@shared_task
def sweep() -> None:
    at = timezone.now()
    do_due(at)
    note_sweep(at)


@shared_task
def take_in_games() -> None:
    """Take in the games of large files, a piece at a time."""
    imports.take_in_waiting(timezone.now)


@shared_task
def tidy() -> None:
    """Forget what became of files long ago."""
    imports.forget_old_imports(timezone.now())


def do_due(at: datetime) -> None:
    """Do all that was due by `at`, in the order of a round's life; what fails hinders nothing else.

    Web processes call it too, for what the worker leaves undone (`referee.timekeeper`).
    """
    setup, running = Game.State.SETUP, Game.State.RUNNING
    due_rounds = Round.objects.filter(game__state=running).select_related("game")
    over = due_rounds.filter(closes_at__lte=at)
    _act(games.start_game, Game.objects.filter(state=setup, starts_at__lte=at))
    _act(rounds.next_round, Game.objects.filter(state=running, next_round_at__lte=at))
    _act(rounds.begin_closing, over.filter(state=Round.State.OPEN))
    _act(rounds.finish_closing, over.filter(state=Round.State.CLOSING))
    _act(judging.judge_round, over.filter(state=Round.State.CLOSED))
    _act(rounds.publish_round, due_rounds.filter(state=Round.State.JUDGED, publish_at__lte=at))


def _act(action: Action[Row], rows: Iterable[Row]) -> None:
    """Do it to each of the rows. Another worker may have been faster: that is no fault."""
    for row in rows:
        try:
            action(row, timezone.now())
        except Refused as refusal:
            log.info("%s %s: %s %s", action.__name__, row.pk, refusal.code, refusal.detail)
        except Exception:
            log.exception("%s %s failed", action.__name__, row.pk)
