"""The scores of matches are those of a plain recount, with house rules and without."""

import json
from typing import Any

import pytest
from hypothesis import given, settings

from engine.board import LETTER_FACTORS, WORD_FACTORS
from engine.match import MATCH
from engine.rulesets import ruleset
from engine.shapes import to_json
from tests.drivers.driver import Driver
from tests.drivers.match import HOUSE_RULES_DRIVER, MATCH_DRIVER, RandomMatch


@pytest.mark.parametrize("driver", [MATCH_DRIVER, HOUSE_RULES_DRIVER], ids=str)
def test_the_scores_are_those_of_a_plain_recount(driver: Driver) -> None:
    @settings(max_examples=driver.examples)
    @given(driver.games)
    def check(game: RandomMatch) -> None:
        *_, state = game
        seen = json.loads(json.dumps(to_json(MATCH.view(state))))
        assert seen["scores"] == recount(seen, [sorted(rack) for rack in game.racks])
        assert seen["board"] == laid_again(seen)

    check()


def test_the_recount_has_its_premiums_where_the_board_has_them() -> None:
    squares = [(row, column) for row in range(15) for column in range(15)]
    assert tuple(word_factor(*square) for square in squares) == WORD_FACTORS
    assert tuple(letter_factor(*square) for square in squares) == LETTER_FACTORS


# The recount: from the score sheet alone, with nothing of the engine but the values of the tiles.

_EDGE, _LAST = {0, 7, 14}, 14
_DOUBLE_LETTERS = [(0, 3), (2, 6), (3, 0), (3, 7), (6, 2), (6, 6), (7, 3)]


def mirrored(row: int, column: int) -> tuple[int, int]:
    return min(row, _LAST - row), min(column, _LAST - column)


def word_factor(row: int, column: int) -> int:
    if row in _EDGE and column in _EDGE and (row, column) != (7, 7):
        return 3
    high, wide = mirrored(row, column)
    return 2 if high == wide and high in {1, 2, 3, 4, 7} else 1


def letter_factor(row: int, column: int) -> int:
    if mirrored(row, column) in _DOUBLE_LETTERS:
        return 2
    return 3 if mirrored(row, column) in {(1, 5), (5, 1), (5, 5)} else 1


def squares_of(turn: dict[str, Any]) -> list[tuple[int, int]]:
    start, _ = turn["coordinates"].split("-")
    is_across = start[0].isalpha()
    letter, number = (start[0], start[1:]) if is_across else (start[-1], start[:-1])
    row, column = "ABCDEFGHIJKLMNO".index(letter), int(number) - 1
    return [
        (row, column + step) if is_across else (row + step, column)
        for step in range(len(turn["word"]))
    ]


def laid_again(seen: dict[str, Any]) -> list[str]:
    grid: dict[tuple[int, int], str] = {}
    for turn in seen["turns"]:
        if turn["kind"] == "place" and not turn["taken_back"]:
            swap_blanks(grid, turn)
            grid |= dict(zip(squares_of(turn), turn["word"], strict=True))
    return ["".join(grid.get((row, column), ".") for column in range(15)) for row in range(15)]


def swap_blanks(grid: dict[tuple[int, int], str], turn: dict[str, Any]) -> None:
    """Real letters where blanks were taken back."""
    for name in turn["blanks"]:
        square = "ABCDEFGHIJKLMNO".index(name[0]), int(name[1:]) - 1
        assert grid[square].islower()
        grid[square] = grid[square].upper()


def recount(seen: dict[str, Any], racks: list[list[str]]) -> list[int]:
    rules = ruleset(seen["ruleset"])
    values = rules.tile_set.values
    deduction = {"standard": 5, "kompakt": 10, "reise": 0, "tournament": 10}[rules.name]
    scores = [0] * seen["players"]
    facts = {fact["code"]: fact["value"] for fact in seen["facts"]}
    grid: dict[tuple[int, int], str] = {}
    for turn in seen["turns"]:
        for ruled in turn["challenges"]:
            if not ruled["upheld"]:
                scores[ruled["by"]] -= deduction
        if turn["kind"] == "overtime":
            scores[turn["player"]] -= facts["overtime_points"]
        if turn["kind"] != "place" or turn["taken_back"]:
            continue
        swap_blanks(grid, turn)
        squares = squares_of(turn)
        fresh = [square for square in squares if square not in grid]
        grid |= dict(zip(squares, turn["word"], strict=True))
        is_down = turn["coordinates"][0].isdigit()
        lines = [line(grid, squares[0], is_down=is_down)]
        lines += [line(grid, square, is_down=not is_down) for square in fresh]
        for word in lines:
            if len(word) < 2:
                continue
            spelled = "".join(grid[square] for square in word).upper()
            if spelled in turn["theme_words"]:
                scores[turn["player"]] += facts["theme_bonus"]
            points, factor = 0, 1
            for square in word:
                value = 0 if grid[square].islower() else values[grid[square]]
                points += value * (letter_factor(*square) if square in fresh else 1)
                factor *= word_factor(*square) if square in fresh else 1
            scores[turn["player"]] += points * factor
        scores[turn["player"]] += 50 if len(fresh) == rules.rack_size else 0
    if seen["settlement"]:
        left = [sum(values[tile] for tile in rack) for rack in racks]
        scores = [score - lost for score, lost in zip(scores, left, strict=True)]
        if seen["ending"]["reason"] == "out":
            scores[racks.index([])] += sum(left)
        for player, seconds in enumerate(seen["clocks"]):
            over = max(0, (seconds or 0) - 1800)
            scores[player] -= 10 * (over // 60 + (1 if over % 60 else 0))
    return scores


def line(
    grid: dict[tuple[int, int], str], square: tuple[int, int], *, is_down: bool
) -> list[tuple[int, int]]:
    high, wide = (1, 0) if is_down else (0, 1)
    row, column = square
    while (row - high, column - wide) in grid:
        row, column = row - high, column - wide
    found = []
    while (row, column) in grid:
        found.append((row, column))
        row, column = row + high, column + wide
    return found
