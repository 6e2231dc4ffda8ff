"""What a game asks and offers: fields to be filled in, and actions that may be taken now."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class What(StrEnum):
    """How a field of a set-up or an action is filled in."""

    TEXT = "text"
    NUMBER = "number"
    #: Minutes and seconds; the field itself holds seconds.
    SECONDS = "seconds"
    FLAG = "flag"
    #: One of `choices`, or several of them where it says `is_many`.
    CHOICE = "choice"
    #: A player's number; of `choices` where there are any. Several where it says `is_many`.
    PLAYER = "player"
    #: Tiles or cards as a text, '?' for a blank; one text of each player where `is_many`.
    TILES = "tiles"
    #: A word, a blank in lower case; several where `is_many`.
    WORD = "word"
    #: Where a word lies.
    COORDINATES = "coordinates"
    #: Names of squares, picked one after the other on what lies there.
    SQUARES = "squares"


@dataclass(frozen=True)
class Asked:
    """A field that has to be filled in, or may be."""

    name: str
    what: What
    is_needed: bool = True
    is_many: bool = False
    #: Of a number its bounds, of texts and lists their length. A number that has to be told and
    #: can be but one is not asked for: it says what its sender has seen, such as the number of the
    #: call that is next, so that an action sent twice is not taken for another.
    least: int | None = None
    most: int | None = None
    #: Texts or numbers to choose from.
    choices: tuple[str | int, ...] = ()
    #: What is filled in already.
    usual: Any = None

    @property
    def is_fixed(self) -> bool:
        """Whether it is a number that can be but one."""
        is_one = self.least is not None and self.least == self.most
        return is_one and self.is_needed and self.what is What.NUMBER


@dataclass(frozen=True)
class Offer:
    """An action that may be taken now; whether it is granted still depends on what it says."""

    kind: str
    #: Whose action it is, told as its field `player`; None where it is nobody's own.
    player: int | None = None
    asked: tuple[Asked, ...] = ()
