"""An automatic game is held, has a break, and begins with a lead-in; everybody is told."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from duplicate.errors import NotAutomatic, WrongGameState
from duplicate.models import Game, Round
from duplicate.options import Options
from duplicate.selectors.state import public_state
from duplicate.services.games import end_game, start_game
from duplicate.services.notices import begin_break, end_break, take_back_notice, write_notice
from duplicate.services.pace import hold_game, release_game
from duplicate.services.rounds import (
    cancel_round,
    draw_round,
    next_round,
    open_round,
    publish_round,
)
from referee.errors import Invalid
from tests.duplicate.factories import NOON, SECOND, make_game, make_round, make_user
from tests.duplicate.logs import kinds_of
from tests.duplicate.sample_games import director_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]

OPTIONS = Options(automatic=True, next_after_seconds=30, lead_seconds=10)
MINUTE = 60 * SECOND


def published(options: Options = OPTIONS, *, at: datetime = NOON) -> Game:
    """A game whose first round was published at `at`."""
    round = make_round(make_game(options=options), state=Round.State.JUDGED)
    Round.objects.filter(pk=round.pk).update(reference=round.tops[0])
    return publish_round(round, at, by=director_of(round.game)).game


def due(game: Game) -> datetime | None:
    game.refresh_from_db()
    return game.next_round_at


def test_a_game_begins_with_a_lead_in_and_nobody_is_sent_the_rack_before_it_opens() -> None:
    game = start_game(make_game(state=Game.State.SETUP, options=OPTIONS), NOON, by=make_user())
    shown = public_state(game)
    assert (shown["next_round_at"], shown["lead_seconds"]) == ("2026-11-16T12:00:10.000000Z", 10)
    assert next_round(game, NOON + 9 * SECOND) is None
    assert (shown["round"], game.rounds.count()) == (None, 0)  # not even drawn
    opened = next_round(game, NOON + 10 * SECOND)
    assert opened is not None
    assert (opened.state, opened.opened_at) == (Round.State.OPEN, NOON + 10 * SECOND)


@pytest.mark.parametrize(("pause", "lead", "after"), [(30, 10, 30), (30, 0, 30), (0, 10, 10)])
def test_between_rounds_the_lead_in_is_part_of_the_time_to_look(
    pause: int, lead: int, after: int
) -> None:
    options = Options(automatic=True, next_after_seconds=pause, lead_seconds=lead)
    assert due(published(options)) == NOON + after * SECOND


def test_a_held_game_draws_no_round_until_it_is_released() -> None:
    game = published()
    by = director_of(game)
    hold_game(game, NOON + 5 * SECOND, by=by)
    hold_game(game, NOON + 6 * SECOND, by=by)
    assert due(game) is None
    shown = public_state(game)
    assert (shown["is_held"], shown["next_round_at"]) == (True, None)
    assert next_round(game, NOON + MINUTE) is None
    release_game(game, NOON + 5 * MINUTE, by=by)
    release_game(game, NOON + 6 * MINUTE, by=by)
    assert due(game) == NOON + 5 * MINUTE + 10 * SECOND  # with its lead-in
    assert kinds_of(game) == ["published", "held", "released"]


def test_who_is_released_at_once_loses_no_time_to_look_at_the_result() -> None:
    game = published()
    hold_game(game, NOON + SECOND, by=director_of(game))
    release_game(game, NOON + 2 * SECOND, by=director_of(game))
    assert due(game) == NOON + 30 * SECOND


def test_a_round_that_is_played_when_the_game_is_held_is_played_to_its_end() -> None:
    round = make_round(make_game(options=OPTIONS), state=Round.State.JUDGED)
    Round.objects.filter(pk=round.pk).update(reference=round.tops[0])
    by = director_of(round.game)
    hold_game(round.game, NOON, by=by)
    game = publish_round(round, NOON + SECOND, by=by).game
    assert due(game) is None
    release_game(game, NOON + MINUTE, by=by)
    assert due(game) == NOON + 70 * SECOND


def test_a_misdraw_does_not_set_a_held_game_going() -> None:
    round = make_round(make_game(options=OPTIONS))
    hold_game(round.game, NOON, by=director_of(round.game))
    cancel_round(round, NOON + SECOND, by=director_of(round.game))
    assert due(round.game) is None


def test_a_director_may_draw_in_a_held_game_and_it_stays_held() -> None:
    game = published()
    by = director_of(game)
    hold_game(game, NOON, by=by)
    drawn = draw_round(game, NOON + SECOND, by=by)
    assert drawn is not None
    open_round(drawn, NOON + SECOND, by=by)
    release_game(game, NOON + 2 * SECOND, by=by)
    assert due(game) is None  # a round is played


@pytest.mark.parametrize("act", [hold_game, release_game])
def test_only_a_game_that_runs_by_itself_can_be_held(act: Callable[..., Game]) -> None:
    with pytest.raises(NotAutomatic):
        act(make_game(), NOON, by=make_user())
    with pytest.raises(WrongGameState):
        act(make_game(options=OPTIONS, state=Game.State.SETUP), NOON, by=make_user())


# Breaks


def test_a_break_holds_an_automatic_game_until_its_end() -> None:
    game = published()
    by = director_of(game)
    begin_break(game, NOON + SECOND, by=by, seconds=600)
    end = NOON + 601 * SECOND
    assert due(game) == end
    assert public_state(game)["break_until"] == "2026-11-16T12:10:01.000000Z"
    begin_break(game, NOON + MINUTE, by=by, until=NOON + 5 * MINUTE)
    assert due(game) == NOON + 5 * MINUTE
    opened = next_round(game, NOON + 5 * MINUTE)
    assert opened is not None
    assert public_state(opened.game)["break_until"] is None
    kinds = ["published", "break_begun", "break_begun", "drawn", "opened"]
    assert kinds_of(game) == kinds


def test_a_break_that_is_told_while_a_round_is_played_comes_after_it() -> None:
    round = make_round(make_game(options=OPTIONS), state=Round.State.JUDGED)
    Round.objects.filter(pk=round.pk).update(reference=round.tops[0])
    by = director_of(round.game)
    begin_break(round.game, NOON, by=by, until=NOON + 20 * MINUTE)
    assert due(round.game) is None
    assert due(publish_round(round, NOON + SECOND, by=by).game) == NOON + 20 * MINUTE


def test_a_break_can_be_ended_and_the_game_goes_on_with_its_lead_in() -> None:
    game = published()
    by = director_of(game)
    begin_break(game, NOON, by=by, seconds=3600)
    end_break(game, NOON + 10 * MINUTE, by=by)
    end_break(game, NOON + 11 * MINUTE, by=by)
    assert due(game) == NOON + 10 * MINUTE + 10 * SECOND
    assert kinds_of(game) == ["published", "break_begun", "break_ended"]


def test_a_held_game_stays_held_when_its_break_is_over() -> None:
    game = published()
    by = director_of(game)
    hold_game(game, NOON, by=by)
    begin_break(game, NOON, by=by, seconds=60)
    assert due(game) is None
    release_game(game, NOON + 10 * SECOND, by=by)
    assert due(game) == NOON + MINUTE


def test_a_game_led_by_hand_has_breaks_too() -> None:
    game = published(Options())
    begin_break(game, NOON, by=director_of(game), seconds=600)
    assert due(game) is None
    assert public_state(game)["break_until"] is not None
    ended = end_game(game, NOON + MINUTE, by=director_of(game))
    assert ended.break_until is None


@pytest.mark.parametrize(
    ("when", "field"),
    [
        ({}, "seconds"),
        ({"seconds": 60, "until": NOON + MINUTE}, "seconds"),
        ({"seconds": 9}, "seconds"),
        ({"seconds": 86_401}, "seconds"),
        ({"seconds": 10**30}, "seconds"),
        ({"seconds": -(10**30)}, "seconds"),
        ({"until": NOON - SECOND}, "until"),
        ({"until": NOON + timedelta(days=2)}, "until"),
    ],
)
def test_a_break_needs_an_end_within_a_day(when: dict[str, object], field: str) -> None:
    game = published()
    with pytest.raises(Invalid) as refused:
        begin_break(game, NOON, by=director_of(game), **when)  # type: ignore[arg-type]
    assert refused.value.detail["field"] == field
    assert kinds_of(game) == ["published"]


# Notices


def test_a_notice_is_told_in_place_of_the_one_before_until_it_is_taken_back() -> None:
    game = make_game()
    by = director_of(game)
    write_notice(game, "Kaffee\n ist fertig.", NOON, by=by)
    game = write_notice(game, "Nächste Runde um 20 Uhr.", NOON + SECOND, by=by)
    told = {"text": "Nächste Runde um 20 Uhr.", "at": "2026-11-16T12:00:01.000000Z"}
    assert public_state(game)["notice"] == told
    take_back_notice(game, NOON + 2 * SECOND, by=by)
    game = take_back_notice(game, NOON + 3 * SECOND, by=by)
    assert public_state(game)["notice"] is None
    assert kinds_of(game) == ["notice_written", "notice_written", "notice_taken_back"]
    assert [entry.data for entry in game.log.all()[:1]] == [{"text": "Kaffee ist fertig."}]


@pytest.mark.parametrize("text", ["", " \n", "x" * 201, "un\x00sichtbar"])
def test_a_notice_is_bounded(text: str) -> None:
    game = make_game()
    with pytest.raises(Invalid):
        write_notice(game, text, NOON, by=director_of(game))


@pytest.mark.parametrize("state", Game.State)
def test_a_notice_may_be_written_before_during_and_after_a_game(state: Game.State) -> None:
    game = make_game(state=state)
    assert write_notice(game, "Danke!", NOON, by=director_of(game)).notice == "Danke!"
