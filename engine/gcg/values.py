"""A game record line by line, as it stands in the file: readable, but not yet replayed.

GCG names rows by numbers and columns by letters, and writes the number first for a word across:
our H4-H9 is 8D there, our 9E-9H is I5. Tiles lying there are written as dots.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from engine.board import Board
from engine.notation import Coordinates, CoordinateStyle, Move, name_square, read_coordinates

MOST_PLAYERS = 4
#: What stands for a lying tile.
LYING = "."


class EventKind(StrEnum):
    PLACE = "place"
    EXCHANGE = "exchange"
    PASS = "pass"  # noqa: S105
    #: The move before it, challenged and gone.
    TAKEN_BACK = "taken_back"
    #: A challenge rejected, and what it costs or brings.
    CHALLENGE = "challenge"
    TIME = "time"
    #: Tiles left on a rack at the end.
    LEFT = "left"


@dataclass(frozen=True)
class Event:
    """A line of a player's. What the file does not say is '' or None."""

    player: int
    kind: EventKind
    #: The rack before it; in some files only the tiles laid.
    rack: str = ""
    #: Of a move: where its word starts, and the word with its lying tiles as dots or as letters.
    place: Coordinates | None = None
    word: str = ""
    #: The tiles given up, or left on a rack: the player's own, or the others' that are credited.
    tiles: str = ""
    #: How many tiles were exchanged, where they are not named.
    count: int = 0
    points: int | None = None
    total: int | None = None
    note: str = ""
    #: Where it stands in the file, from 1.
    line: int = field(default=0, compare=False)

    @property
    def what(self) -> str:
        """What the line says besides rack and numbers: '8D GRÜNDE', '-AB', '--', '(time)'."""
        match self.kind:
            case EventKind.PLACE if self.place:
                return f"{gcg_coordinates(self.place)} {self.word}"
            case EventKind.EXCHANGE:
                return f"-{self.tiles or self.count}"
            case EventKind.TAKEN_BACK:
                return "--"
            case EventKind.LEFT:
                return f"({self.tiles})"
            case EventKind.CHALLENGE | EventKind.TIME:
                return f"({self.kind})"
        return "-"


@dataclass(frozen=True)
class Person:
    #: What the lines of this player begin with: one word, without a colon.
    nickname: str
    name: str


@dataclass(frozen=True)
class Record:
    people: tuple[Person, ...]
    events: tuple[Event, ...] = ()
    title: str = ""
    description: str = ""
    #: An authority and its number for the game.
    id: str = ""
    lexicon: str = ""
    #: What was noted before the first move.
    note: str = ""
    #: Where the record breaks off: the rack of each player, '' where it is not known.
    racks: tuple[str, ...] = ()
    is_incomplete: bool = False
    #: Pragmas we have no use for: keyword and text.
    others: tuple[tuple[str, str], ...] = ()


def gcg_coordinates(move: Move | Coordinates) -> str:
    """The start square as GCG names it: '8D' across, 'D8' down."""
    # In the other style the letter comes first across, and here it is to come first down.
    return name_square(move.start, move.direction.other, CoordinateStyle.COLUMN_LETTER)


def read_place(text: str) -> Coordinates:
    """Where a word starts, from '8D' or 'D8'. Raises Unreadable."""
    place = read_coordinates(text, CoordinateStyle.COLUMN_LETTER)
    return Coordinates(place.start, place.direction.other)


def through(board: Board, move: Move) -> str:
    """The word with dots for the tiles that lie there."""
    letters = zip(move.squares, move.word, strict=True)
    return "".join(LYING if board.at(square) else letter for square, letter in letters)


def tidy(text: str) -> str:
    """A text on one line, without needless space."""
    return " ".join(text.split())


def tidy_note(lines: Iterable[str]) -> str:
    """The lines of a note, without space around them, nor empty ones before or after."""
    return "\n".join(line.strip() for line in lines).strip("\n")
