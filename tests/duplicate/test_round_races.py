"""Races of transitions, on PostgreSQL: however many try, one effect and one log entry."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connection, transaction

from duplicate.errors import WrongRoundState
from duplicate.models import Game, Round
from duplicate.services.participants import join_game
from duplicate.services.rounds import (
    begin_closing,
    draw_round,
    finish_closing,
    next_round,
    publish_round,
)
from referee.journals import first_fault
from referee.tokens import digest
from tests.duplicate.factories import NOON, SECOND, make_game, make_round
from tests.duplicate.logs import kinds_of

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("lexicon"),
    pytest.mark.skipif(
        connection.vendor != "postgresql", reason="SQLite lets one writer at a time in anyway"
    ),
]
LATE = NOON + 200 * SECOND
THREADS = 6


def at_once(action: Callable[[Barrier], object], threads: int = THREADS) -> list[object]:
    """What the action brings in each thread, a refusal included."""
    barrier = Barrier(threads, timeout=30)

    def run(_number: int) -> object:
        try:
            return action(barrier)
        except WrongRoundState as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(run, range(threads)))


def after_barrier(action: Callable[[], object]) -> Callable[[Barrier], object]:
    def run(barrier: Barrier) -> object:
        barrier.wait()
        return action()

    return run


def test_a_round_is_closed_once() -> None:
    round = make_round(make_game())
    at_once(after_barrier(lambda: finish_closing(begin_closing(round, LATE), LATE)))
    assert kinds_of(round.game) == ["closing", "closed"]


def test_without_the_lock_everybody_would_close_it() -> None:
    round = make_round(make_game())

    def close_unlocked(barrier: Barrier) -> bool:
        with transaction.atomic():
            seen = Round.objects.get(pk=round.pk)
            barrier.wait()
            return seen.state == Round.State.OPEN

    assert at_once(close_unlocked) == [True] * THREADS


def test_a_round_is_published_once() -> None:
    round = make_round(make_game(), state=Round.State.JUDGED, publish_at=NOON)
    Round.objects.filter(pk=round.pk).update(reference=round.tops[0])
    at_once(after_barrier(lambda: publish_round(round, LATE)))
    assert kinds_of(round.game) == ["published"]


def test_a_rack_is_drawn_once() -> None:
    game = make_game()
    results = at_once(after_barrier(lambda: draw_round(game, NOON)))
    assert sum(isinstance(result, Round) for result in results) == 1
    assert sum(isinstance(result, WrongRoundState) for result in results) == THREADS - 1
    assert kinds_of(game) == ["drawn"]


def test_the_next_round_begins_once() -> None:
    game = make_game(next_round_at=NOON)
    results = at_once(after_barrier(lambda: next_round(game, NOON)))
    assert sum(result is not None for result in results) == 1
    assert kinds_of(game) == ["drawn", "opened"]


def test_everybody_who_joins_at_once_gets_a_number_of_their_own() -> None:
    game = make_game(state=Game.State.SETUP)
    joined: list[Any] = at_once(
        after_barrier(lambda: join_game(game.join_code, name="Ada", at=NOON, is_new=True))
    )
    numbers = game.participants.values_list("number", flat=True)
    assert list(numbers) == list(range(1, THREADS + 1))
    assert {digest(token): person.number for person, token in joined} == dict(
        game.participants.values_list("token_digest", "number")
    )
    assert kinds_of(game) == ["joined"] * THREADS
    game.refresh_from_db()
    assert first_fault(game) is None
