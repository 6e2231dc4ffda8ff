"""Timed turns: what overtime costs, and the time that stands still."""

from dataclasses import replace
from typing import Any

import pytest

from engine.match import MATCH
from engine.match.values import Kind, Match, Phase, Reason
from engine.refusals import Refusal
from engine.shapes import to_json
from tests.games.match import (
    NOTE,
    PAUSE,
    RESUME,
    after,
    begun,
    challenge,
    exchange,
    facts,
    may,
    pass_turn,
    place,
    refused,
    timed,
)
from tests.games.playing import Outside


def run_out(state: Match) -> Match:
    """The state after the time of the turn is over."""
    assert state.timer is not None
    return after(state, dict(state.timer.then))


def test_every_turn_has_its_time() -> None:
    state = timed()
    keys = []
    for action in [place(0, "H6", "HUND"), NOTE, pass_turn(1), exchange(0, count=1)]:
        timer = state.timer
        assert timer is not None
        assert timer.limit_ms == 180_000
        keys.append(timer.key)
        state = after(state, action)
    assert keys == ["turn-0", "turn-1", "turn-1", "turn-2"]
    assert to_json(MATCH.view(state))["timer"] == {
        "key": "turn-3",
        "limit_ms": 180_000,
        "zones": [],
    }
    assert begun().timer is None


def test_a_turn_out_of_time_is_lost_and_costs_what_was_agreed() -> None:
    state = run_out(timed())
    assert (state.on_turn, state.scores) == (1, (0, 0))
    state = run_out(timed(overtime_points=10))
    assert (state.on_turn, state.scores) == (1, (-10, 0))
    turn = state.turns[-1]
    assert (turn.kind, turn.points, turn.total) == (Kind.OVERTIME, -10, -10)


def test_a_turn_that_is_kept_has_new_time_and_costs_every_time() -> None:
    state = timed(overtime_turn_lost=False, overtime_points=5)
    state = run_out(state)
    assert state.timer is not None
    assert state.timer.key == "turn-1"
    state = after(run_out(state), RESUME)
    assert (state.on_turn, state.scores) == (0, (-10, 0))
    assert after(state, place(0, "H6", "HUND")).on_turn == 1


def test_overtime_counts_once() -> None:
    for is_lost in (True, False):
        state = timed(overtime_turn_lost=is_lost)
        assert state.timer is not None
        then = dict(state.timer.then)
        again = refused(after(state, then), then)
        assert again.code == ("not_on_turn" if is_lost else "turn_over")


def test_turns_lost_by_all_in_two_rounds_end_the_game_like_passes() -> None:
    state = timed(players=3)
    for _ in range(5):
        state = run_out(state)
    assert state.phase is Phase.PLAYING
    state = run_out(state)
    assert state.ending is not None
    assert state.ending.reason is Reason.PASSES
    assert state.timer is None


@pytest.mark.parametrize(
    ("rules", "overtimes"),
    [({"name": "reise"}, 2 * 3), ({"overtime_turn_lost": False}, 2)],
)
def test_where_nobody_is_left_the_time_stands_until_somebody_comes(
    rules: Any, overtimes: int
) -> None:
    state = timed(players=3, **rules)
    for _ in range(2):
        for _ in range(overtimes):
            assert not state.is_paused
            state = run_out(state)
        assert state.is_paused
        assert state.timer is None
        state = after(state, RESUME)


def test_whoever_does_something_is_there() -> None:
    state = run_out(timed(overtime_turn_lost=False))
    state = run_out(after(state, pass_turn(0)))
    assert not state.is_paused
    assert run_out(state).is_paused


def test_overtime_notes_the_points_before() -> None:
    state = run_out(after(timed(), place(0, "H6", "HUND")))
    assert state.pending is None
    assert (state.on_turn, state.board.tiles) == (0, "HUND")


def test_a_move_taken_back_gives_the_next_player_new_time() -> None:
    state = after(timed(), place(0, "H6", "HUND"))
    assert state.timer is not None
    running = state.timer.key
    state = after(state, challenge(1, inadmissible=("HUND",)))
    assert state.timer is not None
    assert state.timer.key != running
    assert state.timer.then["player"] == 1


def test_the_time_stands_still_and_goes_on_with_the_same_key() -> None:
    state = timed()
    stopped = after(state, PAUSE)
    assert stopped.timer is None
    assert facts(stopped)["turn_time"] == "stands"
    assert may(stopped) == {"table": ["resume", "end"], "0": [], "1": []}
    assert refused(stopped, place(0, "H6", "HUND")).code == "time_stands"
    assert refused(stopped, PAUSE).code == "time_stands"
    resumed = after(stopped, RESUME)
    assert resumed == state
    assert refused(resumed, RESUME).code == "time_runs"
    assert "pause" in may(resumed)["table"]


def test_a_word_can_be_challenged_while_the_time_stands() -> None:
    state = after(timed(), place(0, "H6", "HUND"), PAUSE)
    state = after(state, challenge(1, inadmissible=("HUND",)))
    assert state.board.is_empty
    assert state.is_paused


def test_overtime_is_granted_only_when_the_time_is_over() -> None:
    state = timed()
    assert state.timer is not None
    then = state.timer.then
    early = MATCH.complete(state, then, Outside(elapsed_ms=179_001))
    assert isinstance(early, Refusal)
    assert (early.code, early.detail) == ("time_not_over", {"seconds": 1})
    assert MATCH.complete(state, then, Outside(elapsed_ms=180_000)) == then


def test_a_last_move_that_waits_to_be_noted_has_no_time() -> None:
    state = after(timed(), place(0, "H6", "HUND"))
    assert replace(state, on_turn=None).timer is None


def test_a_turn_out_of_time_does_not_open_and_one_that_goes_on_may() -> None:
    lost = run_out(run_out(timed(jacks_to_open=True)))
    assert (lost.opening_letters, lost.passes) == (4, 0)
    kept = run_out(run_out(timed(jacks_to_open=True, overtime_turn_lost=False)))
    assert kept.opening_letters == 5
