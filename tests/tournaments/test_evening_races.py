"""Everybody joins an evening at once, on PostgreSQL: each has a number of their own.

The control is the same story without the lock.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier

import pytest
from django.conf import settings
from django.db import IntegrityError, connection

from referee.events.locking import lock_unfinished
from referee.journals import first_fault
from tests.duplicate.factories import NOON, make_user
from tests.tournaments.factories import make_evening
from tournaments.errors import TablesRunning, WrongTournamentState
from tournaments.evenings.services import join_evening
from tournaments.events.services import finish_tournament
from tournaments.models import Tournament
from tournaments.tables.services.tables import act, open_table, undo

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("lexicon"),
    pytest.mark.skipif(
        not settings.DATABASE_URL, reason="SQLite lets one writer at a time in anyway"
    ),
]
PHONES = 4
PATIENCE_SECONDS = 20


def look_at(tournament: Tournament) -> Tournament:
    """The control: the evening is read as it is, and nobody is kept from changing it."""
    return Tournament.objects.get(pk=tournament.pk)


def at_once(*acts: Callable[[], object]) -> list[type[Exception] | None]:
    """What each is refused with, if anything, each in a thread with a connection of its own."""
    together = Barrier(len(acts), timeout=PATIENCE_SECONDS)

    def run(act: Callable[[], object]) -> type[Exception] | None:
        try:
            together.wait()
            act()
        except (IntegrityError, TablesRunning, WrongTournamentState) as failure:
            return type(failure)
        finally:
            connection.close()
        return None

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))


@pytest.mark.parametrize("is_locked", [True, False], ids=["locked", "control"])
def test_those_who_join_at_once_have_different_numbers(is_locked: bool) -> None:
    evening = make_evening()
    all_have_read = Barrier(PHONES, timeout=PATIENCE_SECONDS)

    def lock(tournament: Tournament) -> Tournament:
        if is_locked:
            return lock_unfinished(tournament)
        found = look_at(tournament)
        all_have_read.wait()
        return found

    def join() -> None:
        assert evening.join_code is not None
        join_evening(evening.join_code, name="Anna", at=NOON, lock=lock)

    refused = at_once(*[join] * PHONES)
    numbers = list(evening.entries.values_list("number", flat=True))
    evening.refresh_from_db()
    assert first_fault(evening) is None
    if is_locked:
        assert refused == [None] * PHONES
        assert numbers == [1, 2, 3, 4]
    else:
        assert IntegrityError in refused
        assert len(numbers) < PHONES


def test_a_game_taken_back_while_the_evening_ends_leaves_no_game_open() -> None:
    director = make_user()
    for _attempt in range(3):
        evening = make_evening(director=director)
        assert evening.join_code is not None
        for name in ("Anna", "Ben"):
            join_evening(evening.join_code, name=name, at=NOON)
        table = open_table(evening, NOON, by=director, seats=[[1], [2]])
        table = act(table, {"kind": "end", "because": "resigned", "winner": 1}, NOON, by=director)
        refused = at_once(
            partial(finish_tournament, evening, NOON, by=director),
            partial(undo, table, NOON, by=director),
        )
        assert refused.count(None) == 1
        evening.refresh_from_db()
        is_running = evening.tables.filter(state="running").exists()
        assert is_running == (evening.state == Tournament.State.RUNNING)
