"""A round's time: opened, paused, extended, closed, reopened."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from duplicate.errors import (
    NotYetDue,
    TimeIsUp,
)
from duplicate.models import Round
from duplicate.options import WEEK
from duplicate.selectors.answers import summary_of
from duplicate.services.rounds import (
    begin_closing,
    extend_round,
    finish_closing,
    open_round,
    pause_round,
    reopen_round,
    resume_round,
)
from referee.errors import Invalid
from tests.duplicate.factories import (
    NOON,
    RACK,
    SECOND,
    make_answer,
    make_participant,
    make_receiver,
    make_user,
)
from tests.duplicate.logs import kinds_of, told_by
from tests.duplicate.round_states import (
    DEADLINE,
    EARLY,
    INSTANT,
    LATE,
    State,
    periods_of,
    round_in,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]


def test_opening_starts_the_game_s_time_and_shows_the_rack() -> None:
    round = open_round(round_in(State.DRAWN), NOON, by=make_user())
    assert (round.opened_at, round.closes_at) == (NOON, DEADLINE)
    assert periods_of(round) == [(NOON, DEADLINE)]
    (entry,) = round.game.log.all()
    assert told_by(entry) == {
        "round": 1,
        "attempt": 1,
        "rack": RACK,
        "closes_at": "2026-11-16T12:03:00.000000Z",
    }


def test_a_round_may_run_for_a_time_of_its_own_or_up_to_a_day_and_hour() -> None:
    monday = NOON + timedelta(days=7)
    assert open_round(round_in(State.DRAWN), NOON, closes_at=monday).closes_at == monday
    round = open_round(round_in(State.DRAWN), NOON, limit_seconds=30)
    assert round.closes_at == NOON + 30 * SECOND


@pytest.mark.parametrize(
    "time",
    [
        {"limit_seconds": 29},
        {"limit_seconds": 8 * WEEK + 1},
        {"limit_seconds": 10**30},
        {"limit_seconds": -180},
        {"closes_at": NOON + 29 * SECOND},
        {"closes_at": NOON - SECOND},
        {"closes_at": NOON + timedelta(weeks=8, seconds=1)},
        {"closes_at": DEADLINE, "limit_seconds": 180},
    ],
)
def test_a_time_out_of_bounds_opens_nothing(time: dict[str, Any]) -> None:
    round = round_in(State.DRAWN)
    with pytest.raises(Invalid):
        open_round(round, NOON, **time)
    round.refresh_from_db()
    assert (round.state, periods_of(round)) == (State.DRAWN, [])


def test_a_pause_stops_the_time_and_resuming_lets_the_rest_run() -> None:
    director = make_user()
    round = pause_round(round_in(State.OPEN), NOON + 100 * SECOND, by=director)
    assert round.closes_at == DEADLINE
    round = resume_round(round, NOON + 1000 * SECOND, by=director)
    assert round.closes_at == NOON + 1080 * SECOND
    assert periods_of(round) == [
        (NOON, NOON + 100 * SECOND),
        (NOON + 1000 * SECOND, NOON + 1080 * SECOND),
    ]


def test_an_extension_in_the_pause_is_there_after_it() -> None:
    director = make_user()
    round = extend_round(round_in(State.PAUSED), 60, NOON + 90 * SECOND, by=director)
    round = resume_round(round, NOON + 100 * SECOND, by=director)
    assert round.closes_at == NOON + (100 + 120 + 60) * SECOND


@pytest.mark.parametrize("late", [timedelta(0), SECOND])
def test_when_the_time_is_up_it_is_neither_paused_nor_extended(late: timedelta) -> None:
    round = round_in(State.OPEN)
    with pytest.raises(TimeIsUp):
        pause_round(round, DEADLINE + late, by=make_user())
    with pytest.raises(TimeIsUp):
        extend_round(round, 30, DEADLINE + late, by=make_user())
    assert (periods_of(round), kinds_of(round.game)) == ([(NOON, DEADLINE)], [])


@pytest.mark.parametrize("seconds", [0, -1, 8 * WEEK + 1, 8 * WEEK - 100, 10**30])
def test_an_extension_out_of_bounds_changes_nothing(seconds: int) -> None:
    round = round_in(State.OPEN)
    with pytest.raises(Invalid):
        extend_round(round, seconds, EARLY, by=make_user())
    round.refresh_from_db()
    assert (round.closes_at, periods_of(round)) == (DEADLINE, [(NOON, DEADLINE)])


def answered_at(received_at: datetime, state: Round.State = State.OPEN) -> Round:
    round = round_in(state)
    person, _ = make_participant(round.game)
    make_answer(round, person, "H4", "REGEN", received_at=received_at)
    make_answer(round, person, "H4", "REGEN", received_at=LATE, is_late=True)
    return round


@pytest.mark.parametrize("stop", [pause_round, begin_closing])
def test_an_answer_acknowledged_as_counting_goes_on_counting(
    stop: Callable[..., Round],
) -> None:
    received_at = NOON + 70 * SECOND
    round = stop(answered_at(received_at), NOON + 60 * SECOND, by=make_user())
    assert periods_of(round) == [(NOON, received_at + INSTANT)]


def test_closing_early_moves_the_deadline() -> None:
    round = begin_closing(round_in(State.OPEN), NOON + 60 * SECOND, by=make_user("irma"))
    assert round.closes_at == NOON + 60 * SECOND
    assert periods_of(round) == [(NOON, NOON + 60 * SECOND)]
    assert [(e.kind, e.at, e.by) for e in round.game.log.all()] == [
        ("closing", NOON + 60 * SECOND, "irma")
    ]


def test_a_director_who_closes_after_the_deadline_gives_nobody_more_time() -> None:
    round = begin_closing(round_in(State.OPEN), LATE, by=make_user())
    assert (round.closes_at, periods_of(round)) == (DEADLINE, [(NOON, DEADLINE)])


def test_a_paused_round_is_closed_where_it_stopped() -> None:
    round = begin_closing(round_in(State.PAUSED), NOON + 900 * SECOND, by=make_user())
    assert round.closes_at == NOON + 60 * SECOND


def test_the_clock_closes_at_the_deadline_and_not_before() -> None:
    round = round_in(State.OPEN)
    with pytest.raises(NotYetDue):
        begin_closing(round, DEADLINE - INSTANT)
    begin_closing(round, DEADLINE + 40 * SECOND)
    begin_closing(round, DEADLINE + 50 * SECOND)
    round = finish_closing(round, DEADLINE + 60 * SECOND)
    finish_closing(round, DEADLINE + 60 * SECOND)
    assert [(e.kind, e.at, e.by) for e in round.game.log.all()] == [
        ("closing", DEADLINE, "clock"),
        ("closed", DEADLINE, "clock"),
    ]


def test_the_log_vouches_for_every_answer_by_a_digest() -> None:
    round = finish_closing(answered_at(EARLY, State.CLOSING), LATE)
    (entry,) = round.game.log.all()
    summary = summary_of(round)
    assert told_by(entry) == {"round": 1, "attempt": 1, **summary}
    assert summary["answers"] == 2


SILENCES = {
    "nobody receives": (None, True),
    "all of its answers are written down": (DEADLINE, True),
    "it has not come to the deadline yet": (DEADLINE - INSTANT, False),
    "it is just alive": (DEADLINE - 5 * SECOND + INSTANT, False),
    "it fell silent before": (DEADLINE - 5 * SECOND, True),
}


@pytest.mark.parametrize("name", SILENCES)
def test_closing_waits_for_every_living_process(name: str) -> None:
    flushed_until, is_in = SILENCES[name]
    make_receiver("other", DEADLINE + SECOND)
    if flushed_until is not None:
        make_receiver("this", flushed_until)
    round = round_in(State.CLOSING)
    state = finish_closing(round, DEADLINE + SECOND).state
    assert state == (State.CLOSED if is_in else State.CLOSING)
    assert finish_closing(round, DEADLINE + 5 * SECOND).state == State.CLOSED


def test_a_reopened_round_takes_answers_again_and_forgets_its_judgement() -> None:
    round = round_in(State.JUDGED, publish_at=DEADLINE + 15 * SECOND, reference_chosen=True)
    round = reopen_round(round, 45, DEADLINE + 10 * SECOND, by=make_user())
    assert round.closes_at == DEADLINE + 55 * SECOND
    assert periods_of(round)[1:] == [(DEADLINE + 10 * SECOND, DEADLINE + 55 * SECOND)]
    assert (round.publish_at, round.reference, round.reference_chosen) == (None, None, False)


@pytest.mark.parametrize("seconds", [0, -5, 8 * WEEK + 1])
def test_reopening_needs_a_time_within_bounds(seconds: int) -> None:
    with pytest.raises(Invalid):
        reopen_round(round_in(State.CLOSED), seconds, LATE, by=make_user())
