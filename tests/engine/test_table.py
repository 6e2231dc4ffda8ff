"""What all games at the table share: found by name, replayed from their record."""

import pytest

from engine.errors import EngineError, Unreadable
from engine.fields import Fields
from engine.games import GAMES, game, replay
from engine.match import MATCH
from engine.offers import Asked, What
from engine.refusals import Refusal
from engine.table import places_by
from tests.games.match import challenge, pass_turn, place

SETUP = {"ruleset": "standard", "players": 2, "begins": 0}


def test_a_game_is_found_by_its_name() -> None:
    assert game("match") is MATCH
    assert {name: found.name for name, found in GAMES.items()} == {name: name for name in GAMES}


def test_an_unknown_game_is_refused_with_the_games_there_are() -> None:
    with pytest.raises(EngineError, match=r"'chess'.*match"):
        game("chess")


def test_a_record_is_replayed_action_by_action() -> None:
    state = replay(MATCH, SETUP, [place(0, "H4", "GRÜNDE"), challenge(1), pass_turn(1)])
    assert (state.scores, state.on_turn) == ((28, -5), 0)
    assert replay(MATCH, SETUP, []) == MATCH.begin(SETUP)


def test_a_record_against_the_rules_is_told_by_the_number_of_its_action() -> None:
    with pytest.raises(EngineError, match=r"action 2 is refused: not_on_turn, player 0"):
        replay(MATCH, SETUP, [pass_turn(0), pass_turn(0)])


def test_a_record_that_cannot_be_read_is_told_by_the_number_of_its_action() -> None:
    with pytest.raises(EngineError, match=r"action 1: .*'kind' is one of"):
        replay(MATCH, SETUP, [{}])


def test_a_refusal_says_its_code_and_what_it_tells() -> None:
    refusal = Refusal("not_on_turn", {"player": 1, "on_turn": 0})
    assert str(refusal) == "not_on_turn, player 1, on_turn 0"


@pytest.mark.parametrize(
    ("points", "places"),
    [((), ()), ((7,), (1,)), ((3, 9, 9, -1), (3, 1, 1, 4)), ((0, 0, 0), (1, 1, 1))],
)
def test_equals_share_the_better_place(points: tuple[int, ...], places: tuple[int, ...]) -> None:
    assert places_by(points) == places


def test_places_are_worked_out_by_sorting_not_by_comparing_each_with_each() -> None:
    class Counted(int):
        compared = 0

        def __lt__(self, other: int) -> bool:
            Counted.compared += 1
            return int(self) < int(other)

        def __gt__(self, other: int) -> bool:
            Counted.compared += 1
            return int(self) > int(other)

    assert len(places_by([Counted(number * 7919 % 500) for number in range(500)])) == 500
    assert Counted.compared < 10_000


def test_a_number_that_can_be_but_one_is_fixed() -> None:
    assert Asked("number", What.NUMBER, least=3, most=3).is_fixed
    assert not Asked("number", What.NUMBER, least=3, most=4).is_fixed
    assert not Asked("number", What.NUMBER).is_fixed
    assert not Asked("number", What.NUMBER, is_needed=False, least=3, most=3).is_fixed
    assert not Asked("words", What.WORD, is_many=True, least=2, most=2).is_fixed


@pytest.mark.parametrize("given", [None, [], "text", 5])
def test_fields_are_those_of_an_object(given: object) -> None:
    with pytest.raises(Unreadable, match="must be an object"):
        Fields("a thing", given, frozenset())


def test_a_field_nobody_knows_is_told_with_those_there_are() -> None:
    with pytest.raises(Unreadable, match=r"a thing: there is no field 'c'; the fields are a, b"):
        Fields("a thing", {"a": 1, "c": 2}, frozenset("ab"))


def test_null_is_absent() -> None:
    fields = Fields("a thing", {"a": None, "b": 0}, frozenset("ab"))
    assert "a" not in fields
    assert fields.optional_text("a") is None
    assert fields.optional_number("a") is None
    assert fields.optional_number("b") == 0
    with pytest.raises(Unreadable, match="'a' is missing"):
        fields.text("a")
