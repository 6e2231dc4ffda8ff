"""What holds for every card game beside the contract of all games."""

from collections.abc import Callable
from typing import Any

from hypothesis import given, settings

from engine.cards.action_cards import USUAL
from tests.drivers.cards import CARDS_DRIVER, RandomCardGame
from tests.lexicons import WORDS


def test_letters_that_stand_are_not_drawn_again() -> None:
    *_, last = RandomCardGame({"variant": "classic", "players": 4}, 1567)
    assert last.is_over


@settings(max_examples=6)
@given(CARDS_DRIVER.games)
def test_the_scores_are_those_of_a_plain_recount(game: RandomCardGame) -> None:
    states = list(game)
    scores, table = recount(game.setup, states[1].on_turn or 0, game.actions, game.hands)
    assert list(states[-1].scores) == scores
    assert {tuple(at): card for at, card in states[-1].table.cards.items()} == table


def test_the_recount_knows_the_usual_action_cards() -> None:
    assert list(PRINTED) == [card.name for card in USUAL]


# The recount: from the record alone, with nothing of the engine.

VALUES = {
    **dict.fromkeys("ADEINRSTU", 1),
    **dict.fromkeys("GHLO", 2),
    **dict.fromkeys("BMWZ", 3),
    **dict.fromkeys("CFKP", 4),
    **dict.fromkeys("ÄJÜV", 6),
    **dict.fromkeys("ÖX", 8),
    **dict.fromkeys("QY", 10),
}
Grid = dict[tuple[int, int], str]
Rule = tuple[Callable[[str], bool], int, int]


def vowels(word: str) -> int:
    return sum(word.count(vowel) for vowel in "AEIOUÄÖÜ")


def has_blank(word: str) -> bool:
    return any(letter.islower() for letter in word)


#: What the usual action cards say, written down once more.
PRINTED: dict[str, tuple[Rule, Rule]] = {
    "five_or_double": (
        (lambda w: len(w) == 5, 9, 7),
        (lambda w: any(w[n] == w[n + 1] for n in range(len(w) - 1)), 7, 5),
    ),
    "two_or_umlaut": ((lambda w: len(w) == 2, 4, 3), (lambda w: bool(set(w) & set("ÄÖÜ")), 10, 8)),
    "three_or_n_last": ((lambda w: len(w) == 3, 5, 4), (lambda w: w[-1] == "N", 5, 4)),
    "four_or_s_first": ((lambda w: len(w) == 4, 6, 5), (lambda w: w[0] == "S", 6, 5)),
    "six_or_m": ((lambda w: len(w) == 6, 10, 8), (lambda w: "M" in w, 5, 4)),
    "seven_or_blank": ((lambda w: len(w) > 6, 14, 11), (has_blank, 8, 6)),
    "three_vowels_or_a_first": ((lambda w: vowels(w) > 2, 6, 5), (lambda w: w[0] == "A", 6, 5)),
    "four_vowels_or_k": ((lambda w: vowels(w) > 3, 10, 8), (lambda w: "K" in w, 7, 5)),
    "vowel_first_or_t_last": (
        (lambda w: vowels(w[0]) == 1, 5, 4),
        (lambda w: w[-1] == "T", 6, 5),
    ),
    "e_last_or_g": ((lambda w: w[-1] == "E", 4, 3), (lambda w: "G" in w, 6, 5)),
    "r_last_or_u": ((lambda w: w[-1] == "R", 5, 4), (lambda w: "U" in w, 4, 3)),
    "same_ends_or_h": ((lambda w: w[0] == w[-1], 8, 6), (lambda w: "H" in w, 5, 4)),
    "b_first_or_o": ((lambda w: w[0] == "B", 8, 6), (lambda w: "O" in w, 5, 4)),
    "vowel_last_or_z": ((lambda w: vowels(w[-1]) == 1, 5, 4), (lambda w: "Z" in w, 9, 7)),
}


def recount(
    setup: dict[str, Any], begins: int, actions: list[dict[str, Any]], hands: list[list[str]]
) -> tuple[list[int], Grid]:
    """The scores of a game that was settled, and the table at its end."""
    players = setup["players"]
    scores, passes = [0] * players, 0
    grid: Grid = {}
    before: Grid = {}
    gone: set[tuple[int, int]] = set()
    last, earned, words = begins, 0, [""]
    for action in actions:
        kind = action["kind"]
        if kind == "challenge" and action["inadmissible"]:
            grid, gone = before, set()
            scores[last] -= earned
        elif kind == "action":
            own = action["player"] == last
            fitting = [
                gain if own else loss
                for fits, gain, loss in PRINTED[action["card"]]
                if any(seen_by(word, fits) for word in words)
            ]
            change = max(fitting) if own else -max(fitting)
            scores[last] += change
            earned += change
        elif kind in ("place", "exchange", "pass"):
            grid, gone = {at: card for at, card in grid.items() if at not in gone}, set()
            passes = passes + 1 if kind == "pass" or not exchanged(action) else 0
        if kind == "place":
            before, last = grid, action["player"]
            earned, words, grid, gone = lay(grid, action)
            scores[last] += earned
            assert action.get("points", earned) == earned
            assert {name_of(at) for at in gone} == set(action["removed"])
    grid = {at: card for at, card in grid.items() if at not in gone}
    lost = [sum(VALUES.get(card, 0) for card in hand) for hand in hands]
    scores = [score - value for score, value in zip(scores, lost, strict=True)]
    if passes < 2 * players:
        scores[hands.index([])] += sum(lost)
    return scores, grid


def exchanged(action: dict[str, Any]) -> bool:
    return action["kind"] == "place" or bool(action.get("count") or action.get("cards"))


def seen_by(word: str, fits: Callable[[str], bool]) -> bool:
    """Whether a condition holds; all but the one about blanks take them for their letters."""
    return fits(word if fits is has_blank else word.upper())


def lay(grid: Grid, action: dict[str, Any]) -> tuple[int, list[str], Grid, set[tuple[int, int]]]:
    start, is_across = place_of(action["coordinates"].split("-")[0], grid)
    high, wide = (0, 1) if is_across else (1, 0)
    word = action["word"]
    squares = [(start[0] + high * step, start[1] + wide * step) for step in range(len(word))]
    fresh = [square for square in squares if square not in grid]
    after = {**{square: word[squares.index(square)] for square in fresh}, **grid}
    lines = [line(after, squares[0], high, wide)]
    lines += [line(after, square, wide, high) for square in fresh]
    lines = [found for found in lines if len(found) > 1]
    points = 0
    for found in lines:
        factor = 1 if grid else 2
        if "premium_letter" in action and squares[action["premium_letter"] - 1] in found:
            factor = action["premium_factor"]
        points += factor * sum(VALUES.get(after[square], 0) for square in found)
    if len(fresh) + ("premium_letter" in action) == 7:
        points += 50
    counted = {square for found in lines for square in found}
    stays = counted
    while (more := completing(after, stays)) != stays:
        stays = more
    written = ["".join(after[square] for square in found) for found in lines]
    return points, written, after, after.keys() - stays


def completing(grid: Grid, stays: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """`stays` with all cards of every line of which less than a word would be left."""
    rest = {square: grid[square] for square in stays}
    more = set(stays)
    for square in stays:
        for high, wide in ((0, 1), (1, 0)):
            part, whole = line(rest, square, high, wide), line(grid, square, high, wide)
            word = "".join(rest[at] for at in part).upper()
            if 1 < len(part) < len(whole) and word not in WORDS:
                more |= set(whole)
    return more


def line(grid: Grid, square: tuple[int, int], high: int, wide: int) -> list[tuple[int, int]]:
    row, column = square
    while (row - high, column - wide) in grid:
        row, column = row - high, column - wide
    found = []
    while (row, column) in grid:
        found.append((row, column))
        row, column = row + high, column + wide
    return found


LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
ROWS: list[str] = [*LETTERS, *(first + second for first in LETTERS for second in LETTERS)]


def place_of(name: str, grid: Grid) -> tuple[tuple[int, int], bool]:
    """The square of that name which is nearest to the cards, and whether the word lies across."""
    is_across = name[0].isalpha()
    row, column = name.strip("0123456789"), name.strip(LETTERS)
    near = next(iter(grid), (12, 19))
    found = [
        (ROWS.index(row) + 702 * down, int(column) - 1 + 999 * right)
        for down in (-2, -1, 0, 1, 2)
        for right in (-2, -1, 0, 1, 2)
    ]
    return min(found, key=lambda at: abs(at[0] - near[0]) + abs(at[1] - near[1])), is_across


def name_of(square: tuple[int, int]) -> str:
    return ROWS[square[0] % 702] + str(square[1] % 999 + 1)
