"""A game of two to four players at a moment: score sheet, board, racks as far as known."""

from dataclasses import dataclass, field
from enum import StrEnum

from engine.board import Board
from engine.rulesets import Ruleset
from engine.scoring import ScoredWord
from engine.settlement import settle, time_deduction

FEWEST_PLAYERS, MOST_PLAYERS = 2, 4


class Phase(StrEnum):
    #: Tiles are drawn to see who begins.
    DRAWING = "drawing"
    PLAYING = "playing"
    #: Play is over, but not every rack is known.
    SETTLING = "settling"
    OVER = "over"


class Kind(StrEnum):
    """What a player does with a turn."""

    PLACE = "place"
    EXCHANGE = "exchange"
    PASS = "pass"  # noqa: S105


class Reason(StrEnum):
    """Why a game ended."""

    #: The bag was empty, and a rack too.
    OUT = "out"
    PASSES = "passes"
    #: Everybody agreed that no move is possible.
    STUCK = "stuck"
    #: A clock ran out for good.
    TIME = "time"
    #: By word of the players or the director, without settlement.
    ENDED = "ended"


class Because(StrEnum):
    """Why a game was ended by word."""

    RESIGNED = "resigned"
    TIME = "time"
    DIRECTOR = "director"


@dataclass(frozen=True)
class Challenge:
    """A challenge and its ruling, which is about all the words challenged together."""

    by: int
    words: tuple[str, ...]
    #: Those of the words that are not admissible; none where the challenge was rejected.
    inadmissible: tuple[str, ...]
    #: What the challenger lost.
    deducted: int

    @property
    def is_upheld(self) -> bool:
        return bool(self.inadmissible)


@dataclass(frozen=True)
class Turn:
    """A line of the score sheet."""

    player: int
    kind: Kind
    #: The player's points after it, a move taken back counting nothing.
    total: int
    #: Of a move: the long form, and the whole main word with its lying tiles.
    coordinates: str = ""
    word: str = ""
    #: The tiles laid (blanks as lower-case letters), or given up in an exchange where known.
    tiles: str = ""
    #: How many tiles were laid or given up.
    count: int = 0
    #: What the move scores, even if it was taken back.
    points: int = 0
    #: Every word formed, the main word first.
    words: tuple[ScoredWord, ...] = ()
    #: What of the points is for the number of tiles laid.
    bonus: int = 0
    #: The rack before the turn, where it was told.
    rack: str | None = None
    #: Tiles which that rack should show by what was told before, but does not: a slip somewhere.
    rack_lacks: str = ""
    #: The thinking time told with the turn.
    seconds: int | None = None
    challenges: tuple[Challenge, ...] = ()

    @property
    def is_taken_back(self) -> bool:
        return any(challenge.is_upheld for challenge in self.challenges)


@dataclass(frozen=True)
class Pending:
    """The last move while its points are not noted: it can be challenged, then this comes back."""

    board: Board
    rack_sizes: tuple[int, ...]
    known: tuple[str, ...]
    #: Words formed that have not been ruled admissible yet.
    open_words: tuple[str, ...]


@dataclass(frozen=True)
class Ending:
    reason: Reason
    #: Who emptied the rack and is credited the others' tiles.
    finisher: int | None = None
    #: Of a game ended by word: who was said to win, and why.
    winner: int | None = None
    because: Because | None = None


@dataclass(frozen=True)
class Settled:
    """What the end of the game did to one player's points."""

    tiles_left: str
    deducted: int
    credited: int
    #: None: so much over the time that the game is lost, whatever the points.
    time_deduction: int | None
    total: int


@dataclass(frozen=True)
class Match:
    """Where a game stands. The racks themselves need not be known: their sizes follow from play."""

    ruleset: Ruleset
    players: int
    phase: Phase = Phase.DRAWING
    #: None before the start, after the end, and while a move that may end the game is pending.
    on_turn: int | None = None
    #: Those who draw next to see who begins, and the tiles drawn so far as (player, tile).
    drawing: tuple[int, ...] = ()
    drawn: tuple[tuple[int, str], ...] = ()
    board: Board = field(default_factory=Board)
    rack_sizes: tuple[int, ...] = ()
    #: Tiles known to be on each rack, by what was told: all of it, a part, or nothing.
    known: tuple[str, ...] = ()
    #: Points by play and challenges, a pending move's among them, before any settlement.
    points: tuple[int, ...] = ()
    turns: tuple[Turn, ...] = ()
    #: Passes in succession.
    passes: int = 0
    pending: Pending | None = None
    #: Seconds each player has used in all, where told.
    clocks: tuple[int | None, ...] = ()
    ending: Ending | None = None
    #: Everybody's tiles at the end, once known.
    left: tuple[str, ...] | None = None

    @property
    def bag(self) -> int:
        """How many tiles are in the bag."""
        tiles = len(self.ruleset.tile_set.all_tiles)
        return tiles - len(self.board.tiles) - sum(self.rack_sizes)

    @property
    def is_over(self) -> bool:
        return self.phase is Phase.OVER

    @property
    def lost_on_time(self) -> tuple[int, ...]:
        """Those who have used so much time that the game is lost for them."""
        return tuple(player for player, cost in enumerate(self._time_deductions) if cost is None)

    @property
    def settlement(self) -> tuple[Settled, ...] | None:
        """The end worked out for each player; None where there is none, or not yet."""
        if self.left is None or self.ending is None:
            return None
        tile_set = self.ruleset.tile_set
        final = settle(self.points, self.left, tile_set, self.ending.finisher)
        settled = []
        for player, tiles in enumerate(self.left):
            deducted, time = tile_set.value_of(tiles), self._time_deductions[player]
            credited = final[player] - self.points[player] + deducted
            settled.append(Settled(tiles, deducted, credited, time, final[player] - (time or 0)))
        return tuple(settled)

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of each player, final ones once the game is over."""
        if settlement := self.settlement:
            return tuple(settled.total for settled in settlement)
        return self.points

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has won: several after a draw, nobody before the end or by word of the director."""
        if not self.is_over or self.ending is None:
            return ()
        if self.ending.reason is Reason.ENDED:
            return () if self.ending.winner is None else (self.ending.winner,)
        scores, lost = self.scores, self.lost_on_time
        best = max(
            (scores[player] for player in range(self.players) if player not in lost), default=0
        )
        return tuple(
            player
            for player in range(self.players)
            if player not in lost and scores[player] == best
        )

    @property
    def _time_deductions(self) -> tuple[int | None, ...]:
        clock = self.ruleset.clock
        if clock is None:
            return (0,) * self.players
        return tuple(time_deduction(seconds or 0, clock) for seconds in self.clocks)
