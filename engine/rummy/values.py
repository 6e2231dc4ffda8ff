"""A game in rummy rounds at a moment: piles, hands as far as known, words laid, score sheet."""

from dataclasses import dataclass
from enum import StrEnum

from engine.cards.deck import DECK, LETTERS, without_cards
from engine.challenges import Challenge, Challengeable, Window, window_over
from engine.endings import Ending, EndingState
from engine.rummy.tasks import TASK_CARDS, TASKS, Lay, Task

FEWEST_PLAYERS, MOST_PLAYERS = 2, 4
ROUNDS = len(TASK_CARDS)


class Source(StrEnum):
    """Who turns up the task cards."""

    SERVER = "server"
    #: People at the table do, and tell it.
    TYPED = "typed"


class Pile(StrEnum):
    """Where a card may be taken from."""

    DRAW = "pile"
    DISCARD = "discard"


class Phase(StrEnum):
    #: The first card of the discard pile is to be turned up.
    TURNING = "turning"
    #: The next task card is to be turned up.
    TASK = "task"
    PLAYING = "playing"
    #: Those who met the task count what is left on their hands.
    COUNTING = "counting"
    #: Several lead after the last round: another one may decide.
    TIED = "tied"
    OVER = "over"


class Step(StrEnum):
    """What the player on turn does next."""

    DRAW = "draw"
    #: Words may be laid, or a card is discarded at once.
    LAY = "lay"
    DISCARD = "discard"


class Kind(StrEnum):
    """A line of the score sheet."""

    LAY = "lay"
    #: The hand after a lay, subtracted.
    COUNT = "count"
    #: A round in which somebody did not meet the task.
    MISSED = "missed"


class Reason(StrEnum):
    """Why a game ended."""

    #: All rounds were played.
    ROUNDS = "rounds"
    #: By word of the players or the director.
    ENDED = "ended"


@dataclass(frozen=True)
class Turn(Challengeable):
    """A line of the score sheet."""

    player: int
    kind: Kind
    #: Counted from 1.
    round: int
    task: str
    #: What it brings or costs, even if it was taken back.
    points: int
    #: The player's points after it.
    total: int
    lay: Lay | None = None
    #: Of a count: how many cards were left, and which, where told.
    count: int = 0
    cards: str = ""
    challenges: tuple[Challenge, ...] = ()


@dataclass(frozen=True)
class Round:
    """A round that has been played, and what it brought each."""

    task: str
    points: tuple[int, ...]
    #: Who met the task, in the order of laying.
    met: tuple[int, ...]


@dataclass(frozen=True)
class Rummy(EndingState):
    """Where a game stands. Hands need not be known: their sizes follow from play."""

    players: int
    has_premiums: bool
    #: Whether the next task comes from the table's seed and not from the cards on the table.
    draws_tasks: bool
    #: So many turns has each in a round which nobody meets.
    turn_limit: int
    #: Who begins the round.
    begins: int
    sizes: tuple[int, ...]
    #: Cards known to be on each hand, for everybody has seen them: all of it, a part, or nothing.
    known: tuple[str, ...]
    points: tuple[int, ...]
    #: What each has laid in this round.
    laid: tuple[Lay | None, ...]
    #: What is left on each hand in points, once counted.
    left: tuple[int | None, ...]
    phase: Phase = Phase.TURNING
    #: None but in a round, and while the last words of it may be challenged.
    on_turn: int | None = None
    step: Step = Step.DRAW
    #: From the bottom to the open card.
    discard: str = ""
    #: The code of the task that is played or was played last.
    task_code: str = ""
    #: Who met the task first: the others have one turn more.
    first: int | None = None
    #: Turns that are over in this round.
    turns_taken: int = 0
    #: Words laid last that can be challenged; None when nothing can.
    open_words: tuple[str, ...] | None = None
    turns: tuple[Turn, ...] = ()
    rounds: tuple[Round, ...] = ()
    ending: Ending | None = None

    @property
    def deck(self) -> str:
        return DECK if self.has_premiums else LETTERS

    @property
    def laid_cards(self) -> str:
        """All that lies before the players, in the order of laying."""
        order = range(self.players) if self.first is None else self.from_player(self.first)
        return "".join(lay.cards for player in order if (lay := self.laid[player]))

    @property
    def pile(self) -> int:
        """How many cards are on the draw pile."""
        return len(self.deck) - sum(self.sizes) - len(self.discard) - len(self.laid_cards)

    @property
    def unseen(self) -> str:
        """The cards of which nobody knows whether they are on the pile or on which hand."""
        return without_cards(self.deck, self.discard + self.laid_cards + "".join(self.known))

    @property
    def task(self) -> Task | None:
        """What is to be laid; None while there is no task."""
        in_round = self.phase in (Phase.PLAYING, Phase.COUNTING)
        return TASKS[self.task_code] if in_round else None

    @property
    def round_number(self) -> int:
        """The round that is played or comes next, counted from 1; after the end the last."""
        return len(self.rounds) + (self.phase not in (Phase.TIED, Phase.OVER))

    @property
    def tasks_left(self) -> tuple[str, ...]:
        """The task cards that may come next; an extra round has all of them again."""
        if len(self.rounds) >= ROUNDS:
            return TASK_CARDS
        left = list(TASK_CARDS)
        for played in self.rounds:
            left.remove(played.task)
        return tuple(left)

    @property
    def window(self) -> Window | None:
        """What can be challenged now."""
        if self.open_words is None:
            return None
        turn = self.turns[-1]
        return window_over(turn.player, turn.lay.formed if turn.lay else (), self.open_words)

    @property
    def scores(self) -> tuple[int, ...]:
        return self.points

    @property
    def is_over(self) -> bool:
        return self.phase is Phase.OVER

    def from_player(self, player: int) -> list[int]:
        """Everybody clockwise, beginning with `player`."""
        return [(player + step) % self.players for step in range(self.players)]
