"""The card game: no board but an open table, on which cards come and go.

Cards are worth what the tiles of the standard set are. A table square may have any row and
column, negative ones too. Whether a word may be laid is asked elsewhere; here it is scored and
the table is cleared after it.
"""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.board import Square
from engine.errors import EngineError
from engine.notation import Direction, Move
from engine.scoring import (
    Cell,
    ScoredWord,
    line_through,
    lines_formed,
    read_line,
    score_word,
    tiles_laid,
)
from engine.tiles import STANDARD, from_shown

HAND_SIZE = 7
ALL_CARDS_BONUS = 50
FIRST_WORD_FACTOR = 2


@dataclass(frozen=True)
class Table:
    """The cards on the table by square; a lower-case letter is a blank standing for it."""

    cards: Mapping[Square, str] = field(default_factory=dict)

    def at(self, square: Square, /) -> str:
        return self.cards.get(square, "")


class Premium(NamedTuple):
    """A premium card, tied to a card laid in the same turn."""

    square: Square
    factor: int


@dataclass(frozen=True)
class Turn:
    """A word laid: what it earned, and the table after the cards that did not count left it."""

    words: tuple[ScoredWord, ...]
    bonus: int
    table: Table
    #: In reading order, row after row.
    removed: str

    @property
    def points(self) -> int:
        return sum(word.points for word in self.words) + self.bonus


def lay_word(
    table: Table, move: Move, lexicon: Container[str], premium: Premium | None = None
) -> Turn:
    """Lay and score `move`, then clear the table of cards that did not count.

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
    words = tuple(
        ScoredWord(
            read_line(after, line).upper(),
            score_word([_cell(after.at(square), factors.get(square, 1)) for square in line]),
        )
        for line in lines
    )
    played = len(laid) + (premium is not None)
    bonus = ALL_CARDS_BONUS if played == HAND_SIZE else 0
    counted = {square for line in lines for square in line}
    leaving = _leaving(after, counted, lexicon)
    rest = {square: card for square, card in after.cards.items() if square not in leaving}
    return Turn(words, bonus, Table(rest), read_line(after, sorted(leaving)))


def _cell(card: str, word_factor: int) -> Cell:
    return Cell(STANDARD.values[from_shown(card)], word_factor=word_factor)


def _leaving(table: Table, counted: set[Square], lexicon: Container[str]) -> set[Square]:
    """The cards to remove: those that did not count, unless an incomplete word would remain.

    Where it would, the whole word the remnant came from stays; its cards may complete others,
    so this is repeated until nothing changes.
    """
    leaving = table.cards.keys() - counted
    while True:
        rest = Table({square: table.cards[square] for square in table.cards.keys() - leaving})
        staying = {
            square
            for remnant, direction in _lines(rest)
            if len(whole := line_through(table, remnant[0], direction)) > len(remnant)
            and read_line(rest, remnant).upper() not in lexicon
            for square in whole
        }
        if not staying & leaving:
            return leaving
        leaving = leaving - staying


def _lines(table: Table) -> Iterable[tuple[list[Square], Direction]]:
    """Every line of two or more cards."""
    for square in table.cards:
        for direction in Direction:
            line = line_through(table, square, direction)
            if line[0] == square and len(line) > 1:
                yield line, direction


class Action(NamedTuple):
    """One of the two actions of an action card: the words it fits, and what it then does."""

    fits: Callable[[str], bool]
    #: Points for the player who lays such a word and plays the card too.
    gain: int
    #: Points taken from a player who lays such a word when another plays the card.
    loss: int


def action_points(card: Sequence[Action], words: Iterable[str], *, own_word: bool) -> int:
    """What playing an action card adds to the points of the words just laid, 0 if it does not fit.

    A card counts once a turn and by one of its actions: the higher where several fit.
    """
    formed = list(words)
    fitting = [action for action in card if any(map(action.fits, formed))]
    if own_word:
        return max((action.gain for action in fitting), default=0)
    return -max((action.loss for action in fitting), default=0)
