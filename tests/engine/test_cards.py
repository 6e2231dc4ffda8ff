"""The card game's booklet examples, and the clearing of its table."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.board import Square
from engine.cards import Action, Premium, Table, Turn, action_points, lay_word
from engine.errors import EngineError
from engine.notation import Direction, Move
from engine.tiles import STANDARD

DATA = Path(__file__).parents[1] / "data"
LEXICON = frozenset((DATA / "words.txt").read_text(encoding="utf-8").split())
GOLDEN = json.loads((DATA / "golden" / "kartenspiel_examples.json").read_text(encoding="utf-8"))


def play(*words: tuple[str, int, int, str], premium: Premium | None = None) -> Turn:
    """Lay one word after the other, the premium with the last."""
    table = Table()
    for direction, row, column, word in words[:-1]:
        move = Move(Square(row, column), Direction(direction), word)
        table = lay_word(table, move, LEXICON).table
    direction, row, column, word = words[-1]
    move = Move(Square(row, column), Direction(direction), word)
    return lay_word(table, move, LEXICON, premium)


@pytest.mark.parametrize("example", GOLDEN["examples"], ids=lambda case: case["lay"][-1][-1])
def test_the_booklets_card_examples_come_out_as_printed(example: dict[str, Any]) -> None:
    turn = play(*example["lay"])
    assert turn.points == example["points"]
    assert dict(turn.words) == example["words"]
    assert turn.removed == example.get("removed", "")


def test_the_booklets_action_card_gives_nine_points_or_takes_seven() -> None:
    example = GOLDEN["action"]
    five = Action(lambda word: len(word) == 5, example["own_card"], -example["opponents_card"])
    laid = [example["lay"]]
    assert STANDARD.value_of(example["lay"]) == example["base"]
    assert action_points([five], laid, own_word=True) == 9
    assert action_points([five], laid, own_word=False) == -7
    assert action_points([five], ["MAMBAS"], own_word=True) == 0


def test_the_higher_of_two_fitting_actions_counts_once() -> None:
    card = [Action(lambda word: "M" in word, 4, 3), Action(lambda word: len(word) == 5, 9, 7)]
    assert action_points(card, ["MAMBA", "DATIV"], own_word=True) == 9
    assert action_points(card, ["MAMBA", "DATIV"], own_word=False) == -7
    assert action_points(card, ["IM"], own_word=True) == 4


def test_cards_that_did_not_count_have_left_the_table() -> None:
    turn = play(("across", 0, 0, "MAMBA"), ("down", -1, 4, "DATIV"))
    assert "".join(turn.table.cards[Square(row, 4)] for row in range(-1, 4)) == "DATIV"
    assert len(turn.table.cards) == 5


def test_cards_may_leave_when_a_complete_word_remains() -> None:
    # Of MAIBAUM only MAI counts, in cross words; MAI is a word, so BAUM leaves.
    table = play(("across", 0, 0, "MAIBAUM")).table
    move = Move(Square(-1, -1), Direction.ACROSS, "VIDE")
    turn = lay_word(table, move, LEXICON | {"MAI"})
    assert [word for word, _ in turn.words] == ["VIDE", "IM", "DA", "EI"]
    assert turn.removed == "BAUM"
    assert lay_word(table, move, LEXICON - {"MAI"}).removed == ""


def test_a_premium_counts_in_every_word_that_holds_its_card() -> None:
    mamba, desto = ("across", 0, 0, "MAMBA"), ("down", -2, 5, "DESTO")
    assert play(mamba, desto, premium=Premium(Square(0, 5), 3)).points == 54
    assert play(mamba, desto, premium=Premium(Square(-2, 5), 2)).points == 24


def test_a_premium_is_one_of_the_seven_cards_of_the_bonus() -> None:
    lay = ("across", 0, 0, "AN"), ("across", 0, 0, "ANRUFENS")
    assert play(*lay).bonus == 0
    assert play(*lay, premium=Premium(Square(0, 2), 2)).bonus == 50


@pytest.mark.parametrize(
    "words",
    [[("across", 0, 0, "MAMBA")], [("across", 0, 0, "MAMBA"), ("across", 0, 0, "MAMBAS")]],
)
def test_a_premium_needs_a_later_word_and_a_card_laid_with_it(
    words: list[tuple[str, int, int, str]],
) -> None:
    with pytest.raises(EngineError):
        play(*words, premium=Premium(Square(0, 0), 2))


def test_a_blank_card_is_worth_nothing() -> None:
    assert play(("across", 0, 0, "mAMBA")).points == 16
