"""What a pairing is made from, and what comes out. Wins are doubled, so a draw is 1."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

#: The place of an opponent who is not there.
BYE: None = None

#: A coded remark or reason, as it is stored: `code` says what, the rest is its detail.
Coded = Mapping[str, str | int]

#: What a method that spans several rounds fixed at its first: lists of player ids, None for a seat
#: that nobody has. The caller keeps it (it is JSON) and hands it to the next round of the block.
Seating = tuple[tuple[int | None, ...], ...]


class CantPair(ValueError):
    """The user's mistake: a method that does not fit the field. `code` is stable, and
    `detail` fills the braces of what `tournaments.labels` says to people."""

    def __init__(self, code: str, **detail: str | int) -> None:
        super().__init__(code, detail)
        self.code = code
        self.detail: Mapping[str, str | int] = detail


@dataclass(frozen=True)
class Player:
    """Somebody to be paired in this round, with what the rounds before have brought.

    Raises ValueError when `began` is neither empty nor as long as `opponents`.
    """

    id: int
    #: 1 is the best, by the standings now (by rating before the first round). Shared ranks are
    #: told apart by id.
    rank: int
    wins2: int = 0
    spread: int = 0
    rating: int = 0
    club: str = ""
    #: Byes that the pairing gave; those that the director gave don't count.
    byes: int = 0
    #: Games begun, and games in which the opponent began.
    firsts: int = 0
    seconds: int = 0
    #: In the order of the rounds, named again when met again.
    opponents: tuple[int, ...] = ()
    #: Whether this player began, for each of the opponents; empty when that is not known.
    began: tuple[bool, ...] = ()

    def __post_init__(self) -> None:
        if self.began and len(self.began) != len(self.opponents):
            raise ValueError(f"{len(self.began)} starts of {len(self.opponents)} games")

    @property
    def balance(self) -> int:
        """Games begun above those not begun."""
        return self.firsts - self.seconds

    def times_met(self, other: "Player") -> int:
        return self.opponents.count(other.id)


@dataclass(frozen=True)
class Played:
    """A game of a knock-out as far as it matters there; a double forfeit has no wins at all."""

    first: int
    second: int
    first_wins2: int
    second_wins2: int
    #: By how much the first player is ahead: theirs less the other's.
    spread: int = 0


@dataclass(frozen=True)
class Paired:
    """Two who meet; `first` begins. `second` is None for a bye."""

    first: int
    second: int | None
    reason: Coded = field(default_factory=dict)

    @property
    def ids(self) -> tuple[int, ...]:
        return (self.first,) if self.second is None else (self.first, self.second)


@dataclass(frozen=True)
class Pairing:
    """A round in the order of the tables: the best first unless a hand made it, byes last."""

    pairs: tuple[Paired, ...]
    #: The pairs (lower id first) who have met before.
    repeats: tuple[tuple[int, int], ...] = ()
    notes: tuple[Coded, ...] = ()
    #: For the next round of the block; empty when the method needs none.
    seating: Seating = ()
    #: Those of the field who neither play nor have a bye: out of a knock-out, or through already.
    idle: tuple[int, ...] = ()


def in_order(players: Sequence[Player]) -> tuple[Player, ...]:
    """From the best to the last, however they came. Raises CantPair for somebody there twice."""
    ordered = tuple(sorted(players, key=lambda player: (player.rank, player.id)))
    seen: set[int] = set()
    for player in ordered:
        if player.id in seen:
            raise CantPair("same_player_twice", player=player.id)
        seen.add(player.id)
    return ordered


def read_seating(data: Any) -> Seating:
    """A seating from its JSON, None for none. Raises CantPair for anything else."""
    if data is None:
        return ()
    if not isinstance(data, list | tuple):
        raise CantPair("bad_seating", method="?")
    for row in data:
        if not isinstance(row, list | tuple) or not all(
            seat is None or (isinstance(seat, int) and not isinstance(seat, bool)) for seat in row
        ):
            raise CantPair("bad_seating", method="?")
    return tuple(tuple(row) for row in data)
