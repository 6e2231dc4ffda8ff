"""A Party game at its table: the server's dice and its timer, through stop, challenge and undo."""

from datetime import timedelta
from typing import Any

import pytest

from engine.games import first_not_drawn
from engine.party import PARTY
from engine.party.values import Party
from tests.duplicate.factories import NOON, SECOND
from tests.tournaments.free_tables import director_of, make_free_table
from tournaments.models import Table
from tournaments.tables.selectors.tables import record_of, state_of, timer_of
from tournaments.tables.services.tables import act, expire, undo

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]


def play(table: Table, seconds: int, kind: str, **fields: Any) -> Table:
    director = director_of(table.tournament)
    return act(table, {"kind": kind, **fields}, NOON + seconds * SECOND, by=director)


def running() -> Table:
    """Team 0 has a letter, and its time runs from noon: zones of ten seconds."""
    table = make_free_table(game="party", begins=0, zone_seconds=10)
    table = play(table, 0, "roll", player=0)
    return play(table, 0, "start", player=1)


def party_at(table: Table) -> Party:
    state = state_of(table)
    assert isinstance(state, Party)
    return state


def letter_of(table: Table) -> str:
    current = party_at(table).current
    assert current is not None
    return current.letter


def test_a_word_in_time_scores_by_the_zone_and_the_seed_brings_the_roll() -> None:
    table = running()
    assert table.due_at == NOON + 60 * SECOND
    table = play(table, 25, "stop", player=1)
    assert table.due_at is None
    table = play(table, 300, "place", player=0, coordinates="G8-H8", word=f"{letter_of(table)}E")
    turn = party_at(table).turns[-1]
    assert turn.zone == "2x"
    assert table.scores == [2 * turn.words[0].points, 0]
    actions = record_of(table).actions
    assert first_not_drawn(PARTY, table.setup, actions, bytes.fromhex(table.seed)) is None


def test_time_that_runs_out_costs_five_points_at_the_moment_it_was_due() -> None:
    table = expire(running(), NOON + 75 * SECOND)
    assert table.scores == [-5, 0]
    assert record_of(table).steps[-1].at == NOON + 60 * SECOND
    assert state_of(table).on_turn == 1


def test_after_an_upheld_challenge_the_timer_has_what_was_left() -> None:
    table = play(running(), 25, "stop", player=1)
    table = play(table, 30, "place", player=0, coordinates="G8-I8", word=f"{letter_of(table)}QX")
    table = play(table, 40, "challenge", by=1)
    assert table.scores == [0, 0]
    table = play(table, 100, "start", player=1)
    assert table.due_at == NOON + (100 + 35) * SECOND
    assert expire(table, NOON + 135 * SECOND).scores == [-5, 0]


def test_a_stop_taken_back_lets_the_time_go_on_from_there() -> None:
    table = play(running(), 25, "stop", player=1)
    table = undo(table, NOON + 85 * SECOND, by=director_of(table.tournament))
    assert table.due_at == NOON + (85 + 35) * SECOND
    timer = timer_of(table)
    assert timer is not None
    assert timer.used_ms == timedelta(seconds=25) // timedelta(milliseconds=1)
