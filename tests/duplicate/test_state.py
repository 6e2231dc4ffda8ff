"""What the public sees of a game, and when."""

import json
from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from duplicate.models import Game, Round, Ruling
from duplicate.selectors.plays import MOST_FOUND, best_found
from duplicate.selectors.standings import results_version
from duplicate.selectors.state import public_state
from duplicate.services.judging import judge_round
from duplicate.services.rounds import cancel_round, open_round, publish_round
from duplicate.services.rulings import revise_round, rule_on_play
from engine.board import Board
from engine.lexicon import Lexicon
from engine.notation import read_move
from engine.scoring import tiles_laid
from tests.duplicate.factories import (
    NOON,
    RACK,
    SECOND,
    make_answer,
    make_game,
    make_participant,
    make_round,
    make_user,
)
from tests.duplicate.round_states import LATE
from tests.duplicate.sample_games import director_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]
State = Round.State
EMPTY = ["." * 15] * 15
SECRET = {"rack", "leave", "reference", "top_points"}


def test_a_game_without_a_round_shows_an_empty_board() -> None:
    game = make_game(state=Game.State.SETUP, log_length=3)
    make_participant(game)
    make_participant(game, withdrawn_at=NOON)
    assert public_state(game) == {
        "game": str(game.pk),
        "name": "Donnerstagsrunde",
        "version": 3,
        "results": 0,
        "poll_seconds": 2,
        "state": "setup",
        "participants": 1,
        "hall_part": None,
        "next_round_at": None,
        "is_held": False,
        "lead_seconds": 5,
        "break_until": None,
        "notice": None,
        "gone_back": None,
        "hall_frozen": False,
        "round": None,
        "published": None,
        "board": EMPTY,
    }


@pytest.mark.parametrize(
    ("state", "secret"),
    [
        (State.DRAWN, SECRET),
        (State.OPEN, SECRET - {"rack", "leave"}),
        (State.PAUSED, SECRET - {"rack", "leave"}),
        (State.CLOSING, SECRET - {"rack", "leave"}),
        (State.CLOSED, SECRET - {"rack", "leave"}),
        (State.JUDGED, SECRET - {"rack", "leave"}),
        (State.PUBLISHED, set()),
    ],
)
def test_the_rack_shows_from_opening_on_and_the_best_move_from_publication_on(
    state: State, secret: set[str]
) -> None:
    game = make_game()
    round = make_round(game, state=state)
    round.reference = round.tops[0]
    round.save()
    shown = public_state(game)
    assert shown["round"]["state"] == (State.CLOSED if state == State.JUDGED else state)
    assert {name for name in SECRET if shown["round"][name] is None} == secret
    assert (shown["board"] == EMPTY) == (state != State.PUBLISHED)
    text = json.dumps(shown)
    assert (RACK in text) == ("rack" not in secret)
    assert game.seed not in text
    assert game.join_code not in text


def test_the_published_move_lies_on_the_board(lexicon: Lexicon) -> None:
    assert "REGSAMEN" in lexicon
    game = make_game()
    reference = {"coordinates": "H4-H8", "word": "MAGEN", "points": 22}
    make_round(game, state=State.PUBLISHED, reference=reference)
    shown = public_state(game)
    assert shown["board"][7] == "...MAGEN......."
    assert shown["round"]["reference"] == reference


def test_the_last_published_round_is_told_until_the_next_is_published() -> None:
    game = make_game()
    reference = {"coordinates": "H4-H8", "word": "MAGEN", "points": 22}
    make_round(game, state=State.PUBLISHED, reference=reference)
    published = public_state(game)["published"]
    assert published == {
        "number": 1,
        "reference": reference,
        "top_points": game.rounds.get().top_points,
        "laid": ["H4", "H5", "H6", "H7", "H8"],
        "tops": 4,
        "best": [
            {"coordinates": "H4-H9", "word": "MAGENS", "points": 24, "found": 0},
            {"coordinates": "8D-8I", "word": "MAGENS", "points": 24, "found": 0},
            {"coordinates": "H7-H12", "word": "REGSAM", "points": 24, "found": 0},
            {"coordinates": "8G-8L", "word": "REGSAM", "points": 24, "found": 0},
        ],
    }
    make_round(game, number=2)
    assert public_state(game)["published"] == published


def published_after(*answers: tuple[str, str]) -> tuple[Game, dict[str, Any]]:
    """The game, and what is told of a round: one handed in the first of these, two the second."""
    game = make_game()
    round = make_round(game, state=State.CLOSED)
    for given, (coordinates, word) in enumerate(answers, 1):
        for _ in range(given):
            make_answer(round, make_participant(game)[0], coordinates, word)
    publish_round(judge_round(round, LATE), LATE, by=make_user())
    game = Game.objects.get(pk=game.pk)
    return game, public_state(game)["published"]


def test_the_best_moves_are_told_with_how_many_found_each() -> None:
    _game, published = published_after(("H4", "MAGEN"), ("8G", "regsam"), ("H4", "QUATSCH"))
    assert published["tops"] == 4
    assert [(move["coordinates"], move["found"]) for move in published["best"]] == [
        ("H4-H9", 0),
        ("8D-8I", 0),
        ("H7-H12", 0),
        ("8G-8L", 2),
        ("H4-H8", 1),
    ]


def test_no_more_moves_are_told_than_a_phone_has_rows_for() -> None:
    words = ("MAGEN", "MAGE", "SAGEN", "SAGE")
    _game, published = published_after(*(("H4", word) for word in words))
    assert len(published["best"]) == MOST_FOUND
    assert published["best"][4]["word"] == "MAGEN"


def test_of_more_moves_than_are_told_none_is_left_out_that_is_better() -> None:
    places = ("8D", "8E", "8F", "8G", "8H", "H4")
    _game, published = published_after(*((place, "MAGEN") for place in places), ("H7", "REGSAM"))
    told = {(move["coordinates"], move["word"]): move["found"] for move in published["best"]}
    assert told["H7-H12", "REGSAM"] == 7


def test_the_best_moves_are_read_once_for_everybody_until_results_change(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    game, published = published_after(("H4", "MAGEN"))
    round = game.rounds.get()
    with django_assert_num_queries(0):
        best_found(game.pk, round.pk, results_version(game))
    play = round.plays.get()
    rule_on_play(play, 30, LATE, by=make_user(), reason=Ruling.Reason.OTHER)
    revise_round(round, LATE, by=make_user())
    revised = public_state(Game.objects.get(pk=game.pk))["published"]["best"]
    assert revised[0] == {"coordinates": "H4-H8", "word": "MAGEN", "points": 30, "found": 1}
    assert published["best"][0]["points"] == 24


def test_what_the_move_found_on_the_board_is_not_newly_laid() -> None:
    game = make_game()
    reference = {"coordinates": "H5-H8", "word": "RASE", "points": 4}
    cells = Board().lay(tiles_laid(Board(), read_move("H6", "A").move)).cells
    make_round(game, state=State.PUBLISHED, cells=cells, reference=reference)
    assert public_state(game)["published"]["laid"] == ["H5", "H7", "H8"]


def test_a_paused_round_has_time_left_and_no_deadline() -> None:
    game = make_game()
    round = make_round(game, state=State.PAUSED)
    round.periods.update(ends_at=NOON + 60 * SECOND)
    shown = public_state(game)["round"]
    assert (shown["closes_at"], shown["remaining_seconds"]) == (None, 120)
    round.state = State.OPEN
    round.save()
    shown = public_state(game)["round"]
    assert (shown["closes_at"], shown["remaining_seconds"]) == ("2026-11-16T12:03:00.000000Z", None)


def test_a_draw_that_went_back_is_told_until_the_next_round_opens() -> None:
    game = make_game()
    round = make_round(game, rack="AEGMNRS")
    cancel_round(round, NOON, by=director_of(game), text="Ein Stein lag daneben.")
    gone_back = {
        "number": 1,
        "attempt": 1,
        "was_opened": True,
        "reason": "misdraw",
        "text": "Ein Stein lag daneben.",
    }
    shown = public_state(game)
    assert (shown["round"], shown["gone_back"]) == (None, gone_back)
    again = make_round(game, attempt=2, state=State.DRAWN)
    shown = public_state(game)
    assert (shown["round"]["attempt"], shown["gone_back"]) == (2, gone_back)
    open_round(again, NOON, by=director_of(game))
    assert public_state(game)["gone_back"] is None


def test_a_draw_that_nobody_saw_went_back_without_having_been_played() -> None:
    game = make_game()
    reference = {"coordinates": "H4-H8", "word": "MAGEN", "points": 22}
    make_round(game, state=State.PUBLISHED, reference=reference)
    cancel_round(make_round(game, number=2, state=State.DRAWN), NOON, by=director_of(game))
    shown = public_state(Game.objects.get(pk=game.pk))["gone_back"]
    assert (shown["number"], shown["was_opened"], shown["text"]) == (2, False, "")


def test_what_is_long_is_told_shortly_and_the_state_stays_small() -> None:
    game = make_game(notice="Ä" * 200, notice_at=NOON, break_until=NOON)
    cancel_round(make_round(game), NOON, by=director_of(game), text="ü" * 500)
    shown = public_state(game)
    assert shown["gone_back"]["text"] == "ü" * 200
    assert len(json.dumps(shown, ensure_ascii=False).encode()) < 2_200
