"""A card game at a moment: score sheet, table, piles, and hands as far as they are known."""

from dataclasses import dataclass, field
from enum import StrEnum

from engine.board import Square
from engine.cards.action_cards import ActionCard
from engine.cards.deck import DECK, value_of
from engine.cards.grid import Table
from engine.cards.scoring import Premium
from engine.challenges import PendingState, WordTurn
from engine.endings import Ending, SettlingState

FEWEST_PLAYERS, MOST_PLAYERS = 2, 4
#: After so many successive rounds in which all passed the game ends.
PASS_ROUNDS = 2


class Variant(StrEnum):
    CLASSIC = "classic"
    #: Everybody holds an action card besides.
    ACTION = "action"


class Phase(StrEnum):
    #: Cards are drawn to see who begins.
    DRAWING = "drawing"
    PLAYING = "playing"
    #: Play is over, but not every hand is known.
    SETTLING = "settling"
    OVER = "over"


class Kind(StrEnum):
    """What a player does with a turn."""

    PLACE = "place"
    EXCHANGE = "exchange"
    PASS = "pass"  # noqa: S105


class Reason(StrEnum):
    """Why a game ended."""

    #: The draw pile was empty, and a hand too.
    OUT = "out"
    PASSES = "passes"
    #: By word of the players or the director, without settlement.
    ENDED = "ended"


@dataclass(frozen=True)
class Played:
    """An action card played on a word: what it gives to whoever laid it, or takes."""

    by: int
    card: str
    points: int


@dataclass(frozen=True)
class Turn(WordTurn):
    """A line of the score sheet, its points and words without action cards."""

    kind: Kind
    #: The cards laid (blanks as lower-case letters), or given up in an exchange where known.
    cards: str = ""
    #: How many cards were laid or given up, action cards apart.
    count: int = 0
    is_first_word: bool = False
    premium: Premium | None = None
    #: The cards that left the table after it, once they have.
    removed: str = ""
    actions: tuple[Played, ...] = ()
    #: Whether the action card was exchanged.
    swapped_action: bool = False
    #: The hand before the turn, where it was told.
    hand: str | None = None
    #: Cards which that hand should show by what was told before, but does not: a slip somewhere.
    hand_lacks: str = ""

    @property
    def earned(self) -> int:
        """Its points with those of the action cards played on it."""
        return self.points + sum(played.points for played in self.actions)


@dataclass(frozen=True)
class Pending:
    """The last word while the next player has not begun: it can be challenged.

    Then table and hands are as before; else the cards that did not count leave the table.
    """

    table: Table
    hand_sizes: tuple[int, ...]
    known: tuple[str, ...]
    discarded: str
    #: Words formed that have not been ruled admissible yet.
    open_words: tuple[str, ...]
    #: Every word formed as it lies, blanks in lower case.
    written: tuple[str, ...]
    counted: frozenset[Square]
    leaving: frozenset[Square]


@dataclass(frozen=True)
class Settled:
    """What the end of the game did to one player's points."""

    left: str
    deducted: int
    credited: int
    total: int


@dataclass(frozen=True)
class CardGame(PendingState, SettlingState):
    """Where a game stands. The hands need not be known: their sizes follow from play."""

    variant: Variant
    players: int
    #: All action cards; none in the classic variant.
    action_cards: tuple[ActionCard, ...] = ()
    phase: Phase = Phase.DRAWING
    #: None before the start, after the end, and while a word that may end the game is pending.
    on_turn: int | None = None
    #: Those who draw next to see who begins, the letters that stand against each other until all
    #: have one, and all cards drawn so far as (player, card).
    drawing: tuple[int, ...] = ()
    standing: tuple[tuple[int, str], ...] = ()
    drawn: tuple[tuple[int, str], ...] = ()
    table: Table = field(default_factory=Table)
    hand_sizes: tuple[int, ...] = ()
    #: Cards known to be in each hand, by what was told: all of it, a part, or nothing.
    known: tuple[str, ...] = ()
    #: The discard pile: cards that lay open, cards given up face down but named, and how many
    #: were not named.
    discarded: str = ""
    given_up: str = ""
    unnamed: int = 0
    #: The action card in each hand and those in their pile from the top, None where not known.
    held: tuple[str | None, ...] = ()
    action_pile: tuple[str | None, ...] = ()
    #: Points by play, a pending word's among them, before any settlement.
    points: tuple[int, ...] = ()
    turns: tuple[Turn, ...] = ()
    #: Passes in succession.
    passes: int = 0
    pending: Pending | None = None
    ending: Ending | None = None
    #: Everybody's cards at the end, once known.
    left: tuple[str, ...] | None = None

    @property
    def discards(self) -> int:
        """How many cards are on the discard pile."""
        return len(self.discarded) + len(self.given_up) + self.unnamed

    @property
    def pile(self) -> int:
        """How many cards are on the draw pile."""
        return len(DECK) - len(self.table.cards) - sum(self.hand_sizes) - self.discards

    @property
    def is_over(self) -> bool:
        return self.phase is Phase.OVER

    @property
    def settlement(self) -> tuple[Settled, ...] | None:
        """The end worked out for each player; None where there is none, or not yet."""
        if self.left is None or self.ending is None:
            return None
        values = [value_of(cards) for cards in self.left]
        settled = []
        for player, (cards, value) in enumerate(zip(self.left, values, strict=True)):
            credited = sum(values) if player == self.ending.finisher else 0
            total = self.points[player] - value + credited
            settled.append(Settled(cards, value, credited, total))
        return tuple(settled)
