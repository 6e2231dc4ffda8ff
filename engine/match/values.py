"""A game at a moment: score sheet, board, racks as far as known."""

from collections import Counter
from dataclasses import dataclass, field, replace
from enum import StrEnum

from engine.alphabet import BLANK
from engine.board import Board
from engine.challenges import PendingState, WordTurn
from engine.endings import Ending, SettlingState
from engine.match.house_rules import OPENING_LETTERS, HouseRules, count_vowels
from engine.rulesets import Clock, Ruleset
from engine.settlement import settle, time_deduction
from engine.tiles import from_shown
from engine.views import Timer

FEWEST_PLAYERS, MOST_PLAYERS = 2, 4


class Phase(StrEnum):
    #: Tiles are drawn to see who begins.
    DRAWING = "drawing"
    #: Racks are filled before the first turn, where somebody has to say with what.
    DEALING = "dealing"
    PLAYING = "playing"
    #: Play is over, but not every rack is known.
    SETTLING = "settling"
    OVER = "over"


class Kind(StrEnum):
    """What a player does with a turn."""

    PLACE = "place"
    EXCHANGE = "exchange"
    PASS = "pass"  # noqa: S105
    #: Nothing until the time of the turn was over.
    OVERTIME = "overtime"


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


@dataclass(frozen=True)
class Turn(WordTurn):
    """A line of the score sheet; overtime scores less than nothing."""

    kind: Kind
    #: The tiles laid (blanks as lower-case letters), or given up in an exchange where known.
    tiles: str = ""
    #: How many tiles were laid or given up.
    count: int = 0
    #: The rack before the turn, where it was told.
    rack: str | None = None
    #: Tiles which that rack should show by what was told before, but does not: a slip somewhere.
    rack_lacks: str = ""
    #: The thinking time told with the turn.
    seconds: int | None = None
    #: Words that fit the theme, and what of the points is for them.
    theme_words: tuple[str, ...] = ()
    theme_bonus: int = 0
    #: Squares whose blanks were taken back first, and the letters that lie there instead.
    blanks: tuple[str, ...] = ()
    swapped: str = ""
    #: New tiles: with two bags how many of them are vowels, and all of them where they are open.
    vowels: int | None = None
    drawn: str = ""

    @property
    def from_rack(self) -> str:
        """The tiles that a move took from the rack, where blanks taken back were not."""
        tiles = Counter(self.swapped + from_shown(self.tiles))
        return "".join((tiles - Counter(BLANK * len(self.blanks))).elements())


@dataclass(frozen=True)
class Pending:
    """The last move while its points are not noted: it can be challenged, then this comes back."""

    board: Board
    rack_sizes: tuple[int, ...]
    rack_vowels: tuple[int, ...]
    known: tuple[str, ...]
    #: Words formed that have not been ruled admissible yet.
    open_words: tuple[str, ...]


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
class Match(PendingState, SettlingState):
    """Where a game stands. The racks themselves need not be known: their sizes follow from play."""

    ruleset: Ruleset
    players: int
    house: HouseRules = field(default_factory=HouseRules)
    phase: Phase = Phase.DRAWING
    #: None before the start, after the end, and while a move that may end the game is pending.
    on_turn: int | None = None
    #: Those who draw next to see who begins, and the tiles drawn so far as (player, tile).
    drawing: tuple[int, ...] = ()
    drawn: tuple[tuple[int, str], ...] = ()
    board: Board = field(default_factory=Board)
    rack_sizes: tuple[int, ...] = ()
    #: With two bags: how many tiles of each rack came from the bag of vowels.
    rack_vowels: tuple[int, ...] = ()
    #: Tiles known to be on each rack, by what was told: all of it, a part, or nothing.
    known: tuple[str, ...] = ()
    #: Points by play and challenges, a pending move's among them, before any settlement.
    points: tuple[int, ...] = ()
    turns: tuple[Turn, ...] = ()
    #: Passes in succession.
    passes: int = 0
    pending: Pending | None = None
    #: Whether the time of the turn stands still, and overtimes in succession since it last did.
    is_paused: bool = False
    overtimes: int = 0
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
    def vowel_bag(self) -> int:
        """How many of them are in the bag of vowels, where there are two bags."""
        lying = count_vowels(self.board.tiles)
        return count_vowels(self.ruleset.tile_set.all_tiles) - lying - sum(self.rack_vowels)

    @property
    def opening_letters(self) -> int | None:
        """Letters the first word must have by 'jacks to open'; None once it is as usual."""
        if not self.house.jacks_to_open or not self.board.is_empty:
            return None
        # Nothing lies there, so whoever has had a turn has not opened.
        failed = sum(not self.is_turn_kept(turn) for turn in self.turns) // self.players
        return OPENING_LETTERS[failed] if failed < len(OPENING_LETTERS) else None

    @property
    def rules_now(self) -> Ruleset:
        """The ruleset as it holds for the next move."""
        least = self.opening_letters
        return self.ruleset if least is None else replace(self.ruleset, first_word_letters=least)

    def is_turn_kept(self, turn: Turn) -> bool:
        """Whether it was overtime after which the same player went on."""
        return turn.kind is Kind.OVERTIME and not self.house.overtime_turn_lost

    @property
    def timer(self) -> Timer | None:
        """The time of the turn, unless it stands still; new after a move that was taken back."""
        seconds, number = self.house.turn_seconds, len(self.turns)
        if seconds is None or self.phase is not Phase.PLAYING or self.is_paused:
            return None
        if self.on_turn is None:
            return None
        again = "-again" if self.turns and self.turns[-1].is_taken_back else ""
        then = {"kind": Kind.OVERTIME.value, "player": self.on_turn, "turn": number}
        return Timer(f"turn-{number}{again}", seconds * 1000, then)

    @property
    def is_alone(self) -> bool:
        """With two racks as well."""
        return self.house.solitaire is not None

    @property
    def is_dictionary_open(self) -> bool:
        return self.house.open_dictionary or self.house.solitaire is not None

    @property
    def is_over(self) -> bool:
        return self.phase is Phase.OVER

    @property
    def time_limit(self) -> Clock | None:
        return self.ruleset.clock

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
    def winners(self) -> tuple[int, ...]:
        """As in every game, but by points nobody wins who has lost on time."""
        winners, lost = super().winners, self.lost_on_time
        if not winners or not lost or self.ending is None or self.ending.is_by_word:
            return winners
        in_time = [player for player in range(self.players) if player not in lost]
        best = max((self.scores[player] for player in in_time), default=0)
        return tuple(player for player in in_time if self.scores[player] == best)

    @property
    def _time_deductions(self) -> tuple[int | None, ...]:
        clock = self.ruleset.clock
        if clock is None:
            return (0,) * self.players
        return tuple(time_deduction(seconds or 0, clock) for seconds in self.clocks)
