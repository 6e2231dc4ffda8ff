"""A game's own life: created, changed, staffed, started, ended."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from pytest_django import Settings

from duplicate.errors import (
    NotYetDue,
    WrongGameState,
    WrongRoundState,
)
from duplicate.models import Game, Round, Staff
from duplicate.options import Options, Variant
from duplicate.services.games import (
    change_game,
    create_game,
    end_game,
    start_game,
)
from engine.randomness import matches
from referee.errors import Invalid, Refused
from referee.lexicons import LexiconMissing
from referee.tokens import CODE_ALPHABET
from tests.duplicate.factories import NOON, SECOND, make_game, make_round, make_user
from tests.duplicate.logs import kinds_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]

HOUR = 3600 * SECOND


def test_a_new_game_promises_its_seed_and_has_a_director() -> None:
    director = make_user("irma")
    game = create_game(name="  Donnerstags\trunde ", by=director, at=NOON)
    assert (game.name, game.state) == ("Donnerstags runde", Game.State.SETUP)
    assert matches(bytes.fromhex(game.seed), game.commitment)
    assert len(game.join_code) == 6
    assert set(game.join_code) <= set(CODE_ALPHABET)
    assert [(s.user, s.role) for s in game.staff.all()] == [(director, Staff.Role.DIRECTOR)]
    (entry,) = game.log.all()
    assert (entry.kind, entry.by, entry.data["commitment"]) == ("created", "irma", game.commitment)
    assert game.seed not in str(entry.data)
    assert game.join_code not in str(entry.data)


def test_no_two_games_share_seed_or_code() -> None:
    games = [create_game(name="Spiel", by=make_user(), at=NOON) for _ in range(5)]
    assert len({game.seed for game in games}) == len({game.join_code for game in games}) == 5


@pytest.mark.parametrize("name", ["", " \n", "x" * 201, "a\0b"])
def test_a_game_needs_a_name_of_use(name: str) -> None:
    with pytest.raises(Invalid):
        create_game(name=name, by=make_user(), at=NOON)
    assert not Game.objects.exists()


def test_a_game_can_not_start_in_the_past() -> None:
    with pytest.raises(Invalid):
        create_game(name="Spiel", by=make_user(), at=NOON, starts_at=NOON)


def test_a_game_with_options_out_of_bounds_is_refused() -> None:
    with pytest.raises(Invalid):
        create_game(name="Spiel", by=make_user(), at=NOON, options=Options(limit_seconds=5))


def test_without_a_lexicon_there_is_no_game(settings: Settings) -> None:
    settings.LEXICON = settings.VAR / "missing.lexicon"
    with pytest.raises(LexiconMissing):
        create_game(name="Spiel", by=make_user(), at=NOON)


def test_only_what_is_given_is_changed_and_recorded() -> None:
    game = make_game(state=Game.State.SETUP)
    change_game(game, NOON, by=make_user(), name="Finale", starts_at=NOON + HOUR)
    game.refresh_from_db()
    assert (game.name, game.starts_at, game.is_listed) == ("Finale", NOON + HOUR, True)
    (entry,) = game.log.all()
    assert entry.data == {"name": "Finale", "starts_at": "2026-11-16T13:00:00.000000Z"}


def test_a_start_can_be_taken_away() -> None:
    game = make_game(state=Game.State.SETUP, starts_at=NOON + HOUR)
    assert change_game(game, NOON, by=make_user(), starts_at=None).starts_at is None


def test_a_change_of_nothing_is_not_recorded() -> None:
    game = make_game()
    change_game(game, NOON, by=make_user())
    assert kinds_of(game) == []


def test_once_started_only_name_and_listing_change() -> None:
    game = make_game(state=Game.State.RUNNING)
    change_game(game, NOON, by=make_user(), name="Finale", is_listed=False)
    with pytest.raises(WrongGameState):
        change_game(game, NOON, by=make_user(), options=Options(variant=Variant.SEVEN_OF_EIGHT))
    with pytest.raises(WrongGameState):
        change_game(game, NOON, by=make_user(), name="Anders", starts_at=NOON + HOUR)
    game.refresh_from_db()
    assert (game.name, game.is_listed, game.options) == ("Finale", False, Options())


TRANSITIONS: dict[str, tuple[Callable[[Game], object], set[Game.State]]] = {
    "start": (lambda game: start_game(game, NOON, by=make_user()), {Game.State.SETUP}),
    "end": (lambda game: end_game(game, NOON, by=make_user()), {Game.State.RUNNING}),
}


@pytest.mark.parametrize("state", Game.State)
@pytest.mark.parametrize("name", TRANSITIONS)
def test_a_game_moves_on_from_the_right_states_only(name: str, state: Game.State) -> None:
    act, allowed = TRANSITIONS[name]
    game = make_game(state=state)
    if state in allowed:
        act(game)
        assert len(kinds_of(game)) == 1
    else:
        with pytest.raises(WrongGameState):
            act(game)
        assert kinds_of(game) == []


@pytest.mark.parametrize(("late", "told"), [(4 * SECOND, NOON), (HOUR, NOON + HOUR)])
def test_the_clock_starts_a_game_at_its_time_or_if_nobody_was_there_when_it_comes(
    late: timedelta, told: datetime
) -> None:
    game = make_game(state=Game.State.SETUP, starts_at=NOON)
    with pytest.raises(NotYetDue):
        start_game(game, NOON - SECOND)
    game = start_game(game, NOON + late)
    assert (game.started_at, game.next_round_at) == (told, None)
    assert [(entry.at, entry.by) for entry in game.log.all()] == [(told, "clock")]


def test_the_clock_leaves_a_game_without_a_time_alone() -> None:
    with pytest.raises(NotYetDue):
        start_game(make_game(state=Game.State.SETUP), NOON)


def test_the_end_reveals_the_seed_and_puts_an_unopened_round_back() -> None:
    game = make_game()
    make_round(game, state=Round.State.DRAWN)
    game = end_game(game, NOON, by=make_user())
    assert (game.state, game.ending, game.finished_at) == ("finished", "by_director", NOON)
    assert kinds_of(game) == ["cancelled", "finished"]
    last = game.log.last()
    assert last is not None
    assert last.data == {"ending": "by_director", "seed": game.seed}


UNFINISHED = ["open", "paused", "closing", "closed", "judged"]


@pytest.mark.parametrize("state", UNFINISHED)
def test_a_game_does_not_end_in_mid_round(state: str) -> None:
    game = make_game()
    make_round(game, state=Round.State(state))
    with pytest.raises(WrongRoundState):
        end_game(game, NOON, by=make_user())
    game.refresh_from_db()
    assert game.state == Game.State.RUNNING


def test_a_refusal_has_a_code_and_a_sentence() -> None:
    with pytest.raises(Refused) as refusal:
        start_game(make_game(), NOON, by=make_user())
    assert refusal.value.code == "wrong_game_state"
    assert "läuft" in str(refusal.value)
