"""The examples on the rules pages, played: they bring the points that the pages say."""

import re
from html import unescape
from typing import Any

from django.template.loader import get_template
from django.utils.translation import override

from engine.games import GAMES
from engine.refusals import Refusal
from tests.games import cards, match, party
from tests.games.playing import Outside
from tests.games.ungame import rows

LEXICON = frozenset({"HAUS", "SO", "AM", "WIESEN", "QUALLE", "TISCH", "HUT", "TANTE"})


def example_of(name: str) -> str:
    """The example on the German rules page of a game."""
    with override("de"):
        page = get_template(f"tournaments/tables/rules/{name}.html").render()
    (_, found) = re.findall(r"(?s)<h(\d)>\s*Ein Beispiel\s*</h\1>(.*?)(?=<h\d|\Z)", page)[0]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", found)).split())


def scores(name: str, setup: dict[str, Any], *actions: dict[str, Any]) -> tuple[int, ...]:
    """The points after actions, none of which may be refused but the last: then there are none."""
    game = GAMES[name]
    state = game.begin({"players": 2, "begins": 0, **setup})
    for action in actions:
        complete = game.complete(state, action, Outside(LEXICON, has_judge=False, has_chance=False))
        after = complete if isinstance(complete, Refusal) else game.act(state, complete)
        if isinstance(after, Refusal):
            assert action is actions[-1], after
            return ()
        state = after
    points: tuple[int, ...] = state.scores
    return points


def test_two_moves_of_a_match() -> None:
    first, second = match.place(0, "H5-H9", "WOLKE"), match.place(1, "9H-9K", "ESEL")
    rules = {"ruleset": "standard"}
    anna, bert = scores("match", rules, first, cards.NOTE, second)
    example = example_of("match")
    assert f"zusammen {anna // 2}. Das Feld" in example
    assert f"also {anna} Punkte" in example
    assert example.endswith(f"L 2: {bert} Punkte.")


def test_tiles_taken_off_a_board() -> None:
    def take(player: int, *squares: str) -> dict[str, Any]:
        return {"kind": "take", "player": player, "squares": [*squares]}

    setup = {"ruleset": "standard", "board": rows("H4 HAUS", "5H AM", "7H SO")}
    first, second, last = take(0, "I5"), take(1, "I7"), take(0, "H4", "H5", "H6", "H7")
    assert scores("ungame", setup, first, take(1, "H4", "H6")) == ()
    gained, _ = scores("ungame", setup, first)
    anna, ben = scores("ungame", setup, first, second, last)
    example = example_of("ungame")
    assert f"Anna nimmt das M: {gained} Punkte" in example
    assert f"Er nimmt das O: {ben} Punkte" in example
    assert f"= {anna - gained} Punkte" in example
    assert f"Anna gewinnt {anna} zu {ben}." in example


def test_a_turn_of_party() -> None:
    setup = {"dice": "typed", "timer": "typed", "bonus_squares": ["G8"]}

    def points(zone: str) -> int:
        turn = [party.roll(0, "R"), party.stop(1, zone), party.place(0, "D8-I8", "RUCKEN")]
        return scores(
            "party", setup, *turn, party.bonus(0, "triple"), party.choose(0, "G8"), party.NOTE
        )[0]

    board = points("1x")
    example = example_of("party")
    assert f"= {board}. Der Timer steht bei 3×: {board}·3 = {points('3x')} Punkte." in example
    assert f"Bei −5 wären es {points('-5')} gewesen." in example


def test_three_turns_of_the_card_game() -> None:
    first = [cards.place(0, "M20", "TISCH"), cards.NOTE]
    hut = cards.place(1, "24M", "HUT", premium_factor=2, premium_letter=3)
    second, third = [hut, cards.NOTE], cards.place(0, "O24", "TANTE")
    before, ben = scores("cards", {"variant": "action"}, *first, *second)
    plain, own, others = (
        scores("cards", {"variant": "action"}, *first, *second, third, *action)[0] - before
        for action in (
            [],
            [cards.play_action(0, "five_or_double")],
            [cards.play_action(1, "five_or_double")],
        )
    )
    example = example_of("cards")
    assert f"als erstes Wort doppelt: {before}." in example
    assert f"verdoppelt {ben} Punkte" in example
    assert f"TANTE, {plain} Punkte" in example
    assert f"verliert Anna {plain - others} und hat mit diesem Zug −{-others}." in example
    assert f"wären es {plain} + {own - plain} = {own}." in example


def test_a_round_of_rummy() -> None:
    def turn(player: int, discarded: str, *words: str, **told: list[str]) -> list[dict[str, Any]]:
        lay = {"kind": "lay", "player": player, "words": [*words], **told}
        return [
            {"kind": "draw", "player": player, "from": "pile"},
            *([lay] if words else []),
            {"kind": "discard", "player": player, "card": discarded},
        ]

    anna, ben, cem = scores(
        "rummy",
        {"players": 3, "tasks": "typed"},
        {"kind": "turn_up", "card": "E"},
        {"kind": "task", "task": "six"},
        *turn(0, "A", "WIESEN", doubled=["WIESEN"]),
        *turn(1, "N", "QUALLE"),
        *turn(2, "S"),
        {"kind": "count", "player": 1, "points": 3},
    )
    example = example_of("rummy")
    assert f"sind {anna // 2} Punkte, verdoppelt {anna}." in example
    assert f"Er bekommt {ben} Punkte." in example
    assert cem == 0
