"""What is to be seen of a game, as values: for the page, the API, the live view and the script.

Every game has a view of its own, with what all of them have. As JSON it is what `engine.shapes`
makes of it, and its description in OpenAPI and the script's types are made of these very classes:
what is changed here is changed everywhere, and mypy names the code that has to follow.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Literal

from engine.fields import Json
from engine.offers import Offer
from engine.rulesets import Ruleset
from engine.scoring import ScoredWord
from engine.shapes import INSIDE, omitted, to_json


@dataclass(frozen=True)
class Zone:
    """A part of a timer."""

    name: str
    #: It lasts until so much is used.
    until_ms: int


@dataclass(frozen=True)
class Timer:
    """Time that runs. Where it stands for a while and has the same key again, it goes on."""

    #: Another key is another timer.
    key: str
    limit_ms: int
    #: The action that is due when the time is over.
    then: Json = field(metadata=INSIDE)
    #: Parts of the time that mean something.
    zones: tuple[Zone, ...] = ()


@dataclass(frozen=True)
class Grid:
    """An open table without bounds, as far as something lies there."""

    #: Of the first cell.
    row: int
    column: int
    row_names: tuple[str, ...]
    column_names: tuple[str, ...]
    #: The cells, '.' for nothing.
    rows: tuple[str, ...]


@dataclass(frozen=True)
class Tray:
    """Open or own tiles and cards."""

    code: str
    #: Whose it is; null where it is nobody's own.
    player: int | None
    #: As far as they may be seen.
    tiles: str
    count: int
    #: What is struck letter by letter, and how it is shown now.
    word: str = omitted("")
    shown: str = omitted("")
    #: The code of the tray whose tiles strike it.
    struck_by: str = omitted("")


@dataclass(frozen=True)
class Fact:
    """Something else to be known."""

    code: str
    value: str | int
    player: int | None = omitted(None)
    #: The value is what is left in one's trays of this code.
    left_of: str = omitted("")


@dataclass(frozen=True)
class Note:
    """What is remarked on a turn: a code with what fills its text."""

    code: str


@dataclass(frozen=True)
class Drawn:
    """What a player drew to see who begins."""

    player: int
    tile: str


@dataclass(frozen=True)
class ChallengeView:
    """A challenge and its ruling."""

    by: int
    words: tuple[str, ...]
    inadmissible: tuple[str, ...]
    upheld: bool
    #: What the challenger lost.
    deducted: int


@dataclass(frozen=True)
class OpenWords:
    """The words that can be challenged now, and whose they are."""

    player: int
    words: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class TurnView:
    """A line of the score sheet."""

    player: int
    kind: str
    #: What it brings, even if it was taken back.
    points: int
    #: The player's points after it.
    total: int
    #: Where a word lies.
    coordinates: str = omitted("")
    #: The word that was laid; '' for none.
    word: str = omitted("")
    #: Laid, taken or given up, as far as they may be seen.
    tiles: str = omitted("")
    count: int = omitted(0)
    #: What was held before the turn, where it was told and may be seen.
    rack: str | None = omitted(None)
    challenges: tuple[ChallengeView, ...] = omitted(())
    taken_back: bool = omitted(False)
    notes: tuple[Note, ...] = omitted(())


@dataclass(frozen=True, kw_only=True)
class WordTurn(TurnView):
    """A turn in a game in which words are laid and challenged."""

    word: str
    tiles: str
    count: int
    #: All that were formed.
    words: tuple[ScoredWord, ...]
    #: What of the points is for the number of tiles.
    bonus: int
    challenges: tuple[ChallengeView, ...]
    taken_back: bool
    notes: tuple[Note, ...]


@dataclass(frozen=True, kw_only=True)
class Hint:
    """A good action with all its fields, and what it brings."""

    kind: str
    #: What it brings.
    points: int
    player: int | None
    #: Where a word is laid, which, and whose blanks are taken back for it.
    coordinates: str = omitted("")
    word: str = omitted("")
    blanks: tuple[str, ...] = omitted(())
    #: What is taken.
    squares: tuple[str, ...] = omitted(())


@dataclass(frozen=True, kw_only=True)
class EndingView:
    """How a game ended."""

    reason: str
    #: Who emptied the hand, where a game has that.
    finisher: int | None
    #: Why it was ended by word.
    because: str | None
    winners: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class SettledView:
    """What the end did to one player's points."""

    left: str
    deducted: int
    credited: int
    total: int


@dataclass(frozen=True, kw_only=True)
class Shown:
    """What of any game is the same for all who look at it. Players count from 0."""

    players: int = 0
    on_turn: int | None = None
    timer: Timer | None = None
    phase: str = "playing"
    #: Fifteen rows, '.' for nothing.
    board: tuple[str, ...] | None = None
    #: Squares are named row letter first, or column letter first.
    notation: Literal["rows", "columns"] = "rows"
    grid: Grid | None = None
    #: Squares with a meaning of their own: name to code.
    marks: Mapping[str, str] = field(default_factory=dict)
    trays: tuple[Tray, ...] = ()
    facts: tuple[Fact, ...] = ()
    #: The score sheet.
    turns: tuple[TurnView, ...] = ()
    challenge: OpenWords | None = None
    ending: EndingView | None = None
    settlement: tuple[SettledView, ...] | None = None


@dataclass(frozen=True, kw_only=True)
class View(Shown):
    """A game as one who looks at it sees it."""

    scores: tuple[int, ...] = ()
    #: Null before the end.
    places: tuple[int, ...] | None = None
    #: The actions that may be taken now; where each acts alone, those that the viewer can take.
    offers: tuple[Offer, ...] = ()

    @property
    def rules(self) -> Ruleset | None:
        """By which tiles count on a board; None where it is nobody's."""
        return None

    @property
    def counts(self) -> tuple[int, ...]:
        """How many tiles or cards each player has, as far as it is seen."""
        held = {tray.player: tray.count for tray in self.trays if tray.count}
        return tuple(held.get(player, 0) for player in range(self.players))

    @property
    def told_facts(self) -> tuple[Fact, ...]:
        """The facts, and what else is told among them."""
        return self.facts


@dataclass(frozen=True, kw_only=True)
class Glance(Shown):
    """What all are told of a game in which each acts alone: nothing of each."""

    #: Another one whenever more has changed than what lies open and the facts.
    pulse: str = ""


def pulse_of(shown: Shown) -> str:
    """The same for all that phones need not ask anew about."""
    beats = (
        shown.phase,
        shown.on_turn,
        shown.turns,
        shown.challenge,
        shown.ending,
        shown.settlement,
    )
    return sha256(json.dumps(to_json(beats)).encode()).hexdigest()[:16]
