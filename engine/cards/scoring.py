"""What a word on the open table is worth, and which cards leave the table after it.

Whether a word may be laid is asked elsewhere (`engine.cards.laying`).
"""

from collections.abc import Container, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from engine.board import Square
from engine.cards.deck import HAND_SIZE
from engine.cards.grid import Table
from engine.errors import EngineError
from engine.notation import Direction, Move
from engine.scoring import (
    Cell,
    LaidTile,
    ScoredWord,
    line_through,
    lines_formed,
    read_line,
    score_word,
    tiles_laid,
)
from engine.tiles import STANDARD, from_shown

ALL_CARDS_BONUS = 50
FIRST_WORD_FACTOR = 2


class Premium(NamedTuple):
    """A premium card, tied to a card laid in the same turn."""

    square: Square
    factor: int


@dataclass(frozen=True)
class Score:
    """A word laid and scored: the cards laid, and the table with them."""

    laid: tuple[LaidTile, ...]
    #: The main word and then the cross words along it.
    words: tuple[ScoredWord, ...]
    #: The same words as they lie, blanks in lower case.
    written: tuple[str, ...]
    bonus: int
    table: Table
    #: The squares of all these words.
    counted: frozenset[Square]

    @property
    def points(self) -> int:
        return sum(word.points for word in self.words) + self.bonus

    @property
    def cards(self) -> str:
        """The cards laid, in order, blanks as lower-case letters."""
        return "".join(card for _, card in self.laid)


def score_cards(table: Table, move: Move, premium: Premium | None = None) -> Score:
    """Lay and score `move`.

    The first word counts twice. A premium counts in every word that holds its card, and is
    itself one of the seven cards whose playing at once earns the bonus. Raises EngineError for
    a premium on the first word or on a card not laid in this turn.
    """
    laid = tiles_laid(table, move)
    factors = {premium.square: premium.factor} if premium else {}
    if premium and not table.cards:
        raise EngineError("the first word counts twice already and takes no premium card")
    if not factors.keys() <= {square for square, _ in laid}:
        raise EngineError("a premium card goes with a card laid in the same turn")
    if not table.cards:
        factors = {move.start: FIRST_WORD_FACTOR}

    after = Table({**table.cards, **dict(laid)})
    lines = lines_formed(after, move, laid)
    written = tuple(read_line(after, line) for line in lines)
    words = tuple(
        ScoredWord(
            word.upper(),
            score_word([_cell(after.at(square), factors.get(square, 1)) for square in line]),
        )
        for word, line in zip(written, lines, strict=True)
    )
    played = len(laid) + (premium is not None)
    bonus = ALL_CARDS_BONUS if played == HAND_SIZE else 0
    counted = frozenset(square for line in lines for square in line)
    return Score(laid, words, written, bonus, after, counted)


def leaving(table: Table, counted: frozenset[Square], lexicon: Container[str]) -> frozenset[Square]:
    """The cards to remove: those that did not count, unless an incomplete word would remain.

    Where it would, the whole word the remnant came from stays; its cards may complete others,
    so this is repeated until nothing changes.
    """
    removed = frozenset(table.cards) - counted
    while True:
        rest = table.without(removed)
        staying = {
            square
            for remnant, direction in _lines(rest)
            if len(whole := line_through(table, remnant[0], direction)) > len(remnant)
            and read_line(rest, remnant).upper() not in lexicon
            for square in whole
        }
        if not staying & removed:
            return removed
        removed = removed - staying


def _cell(card: str, word_factor: int) -> Cell:
    return Cell(STANDARD.values[from_shown(card)], word_factor=word_factor)


def _lines(table: Table) -> Iterable[tuple[list[Square], Direction]]:
    """Every line of two or more cards."""
    for square in table.cards:
        for direction in Direction:
            line = line_through(table, square, direction)
            if line[0] == square and len(line) > 1:
                yield line, direction
