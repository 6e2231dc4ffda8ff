"""What a crowd will do in a round, decided before it opens: who hands in what, and when.

Nothing here knows a network or a clock, and the same seed plans the same round.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random

from engine.alphabet import LETTERS
from engine.scoring import ScoredMove

#: No answer that is meant to be in time is sent later than this before the end.
LAST_MOMENT = 0.3


class Pace(StrEnum):
    """When people answer, and what happens between the rounds."""

    #: Over the whole time, half of them in the last seconds; rounds follow at once.
    HUMAN = "human"
    #: Everybody in the last five seconds: the hardest a round can be.
    RUSH = "rush"
    #: As people do, with time between the rounds to look at the results.
    WATCH = "watch"


class Intent(StrEnum):
    #: A legal move.
    MOVE = "move"
    #: Readable, but hardly legal: letters turned round, or one not on the rack.
    WRONG = "wrong"
    #: To be refused at once: no coordinates, no word, or a word that can't lie there.
    UNREADABLE = "unreadable"


@dataclass(frozen=True)
class Player:
    name: str
    #: From 0, who lays anything, to 1, who always finds a top.
    strength: float


@dataclass(frozen=True)
class Habits:
    """What share of the players does what in a round, and in how many last seconds they rush."""

    absent: float = 0.03
    changes: float = 0.2
    late: float = 0.04
    wrong: float = 0.08
    unreadable: float = 0.03
    misdeclared: float = 0.1
    in_the_rush: float = 0.5
    rush_seconds: float = 10


HABITS = {
    Pace.HUMAN: Habits(),
    Pace.WATCH: Habits(),
    Pace.RUSH: Habits(absent=0, in_the_rush=1, rush_seconds=5),
}
_UNREADABLE = (
    ("H8 quer", "ODE"),
    ("", "ODE"),
    ("H8-H10", "ОДЕ"),
    ("H8-H10", "O-E"),
    ("H8-H11", "ODE"),
    ("H15", "ODE"),
)


@dataclass(frozen=True)
class Attempt:
    """An answer to be sent so many seconds after the opening; late if that is past the limit."""

    after_seconds: float
    coordinates: str
    word: str
    declared_points: int | None
    intent: Intent


def gather(count: int, rng: Random) -> list[Player]:
    """So many players of differing strength: many middling ones, few of the very best."""
    return [Player(f"Spieler {n}", rng.betavariate(2, 1.5)) for n in range(1, count + 1)]


def plan_round(
    players: Sequence[Player],
    moves: Sequence[ScoredMove],
    limit_seconds: float,
    habits: Habits,
    rng: Random,
) -> list[list[Attempt]]:
    """What each player will hand in, in order. `moves` are the legal ones, best first, not none."""
    return [list(_plan(player, moves, limit_seconds, habits, rng)) for player in players]


def choose_move(player: Player, moves: Sequence[ScoredMove], rng: Random) -> ScoredMove:
    """The stronger the player, the closer to the top; the weakest know all moves equally little."""
    return moves[int(len(moves) ** ((1 - player.strength) * rng.random())) - 1]


def _plan(
    player: Player, moves: Sequence[ScoredMove], limit: float, habits: Habits, rng: Random
) -> Iterator[Attempt]:
    if rng.random() < habits.absent:
        return
    is_late = rng.random() < habits.late
    times: list[float] = []
    if not is_late or rng.random() < 0.5:  # some of the late had nothing better before
        times.append(_moment(limit, habits, rng))
        if rng.random() < habits.changes:
            times.append(rng.uniform(times[0], limit - LAST_MOMENT))
    if is_late:
        times.append(limit + rng.uniform(LAST_MOMENT, 2))
    for time in times:
        yield _attempt(time, choose_move(player, moves, rng), habits, rng)


def _moment(limit: float, habits: Habits, rng: Random) -> float:
    rush = min(habits.rush_seconds, limit / 3)
    if rng.random() < habits.in_the_rush:
        return limit - rng.uniform(LAST_MOMENT, rush)
    return rng.uniform(limit / 10, limit - rush)


def _attempt(time: float, scored: ScoredMove, habits: Habits, rng: Random) -> Attempt:
    move, chance = scored.move, rng.random()
    if chance < habits.unreadable:
        coordinates, word = rng.choice(_UNREADABLE)
        return Attempt(time, coordinates, word, None, Intent.UNREADABLE)
    if chance < habits.unreadable + habits.wrong:
        coordinates, word = _spoilt(scored, rng)
        return Attempt(time, coordinates, word, scored.points, Intent.WRONG)
    points = scored.points
    if rng.random() < habits.misdeclared:
        points = max(0, points + rng.choice((-10, -2, -1, 1, 2, 10)))
    return Attempt(time, move.coordinates, move.word, points, Intent.MOVE)


def _spoilt(scored: ScoredMove, rng: Random) -> tuple[str, str]:
    """The move with its letters turned round, or with a foreign one among them."""
    move = scored.move
    if rng.random() < 0.5:
        return move.coordinates, move.word[::-1]
    place = rng.randrange(len(move.word))
    return move.coordinates, move.word[:place] + rng.choice(LETTERS) + move.word[place + 1 :]
