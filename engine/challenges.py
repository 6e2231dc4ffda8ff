"""Words just laid can be challenged, in every game alike; the ruling comes from outside."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from engine.actions import ActionKind, Does
from engine.alphabet import spell
from engine.fields import Fields, FromServer, Json, Texts
from engine.offers import Asked, Offer, What
from engine.players import check_player
from engine.refusals import Refusal
from engine.scoring import ScoredWord
from engine.table import Outside, State, TableGame
from engine.views import ChallengeView, OpenWords

S = TypeVar("S")


def challenge_by(does: Does[S]) -> ActionKind[S]:
    """The action `challenge`; without words it is about all that are open."""
    return ActionKind("challenge", does, by=int, words=Texts | None, inadmissible=FromServer[Texts])


@dataclass(frozen=True)
class Challenge:
    """A challenge and its ruling, which is about all the words challenged together."""

    by: int
    words: tuple[str, ...]
    #: Those of the words that are not admissible; none where the challenge was rejected.
    inadmissible: tuple[str, ...]
    #: What the challenger lost.
    deducted: int = 0

    @property
    def is_upheld(self) -> bool:
        return bool(self.inadmissible)

    @property
    def view(self) -> ChallengeView:
        return ChallengeView(self.by, self.words, self.inadmissible, self.is_upheld, self.deducted)


class Window(NamedTuple):
    """Words that can be challenged now."""

    #: Who laid them.
    player: int
    #: All that were formed, and those of them not ruled admissible yet.
    formed: tuple[str, ...]
    open_words: tuple[str, ...]

    @property
    def view(self) -> OpenWords:
        return OpenWords(self.player, self.open_words)


def window_over(player: int, formed: Iterable[str], open_words: Iterable[str]) -> Window | None:
    """The window over words laid; None, for it is shut, where none of them is open."""
    still_open = tuple(open_words)
    return Window(player, tuple(formed), still_open) if still_open else None


class Challenged(State, Protocol):
    """A state in which words can be challenged."""

    @property
    def window(self) -> Window | None: ...


C = TypeVar("C", bound=Challenged)
P = TypeVar("P")


class Challengeable:
    """A line of the score sheet whose words can be challenged."""

    challenges: tuple[Challenge, ...]

    @property
    def is_taken_back(self) -> bool:
        return any(challenge.is_upheld for challenge in self.challenges)

    @property
    def challenge_views(self) -> tuple[ChallengeView, ...]:
        return tuple(challenge.view for challenge in self.challenges)


@dataclass(frozen=True)
class WordTurn(Challengeable):
    """A line of the score sheet of a game whose turns lay words."""

    player: int
    kind: StrEnum
    #: The player's points after it, a word taken back counting nothing.
    total: int
    #: Of a word: where it begins, as the game writes it, and the whole of it with what lay there.
    coordinates: str = ""
    word: str = ""
    #: What it scores, even if it was taken back.
    points: int = 0
    #: Every word formed, the main word first.
    words: tuple[ScoredWord, ...] = ()
    #: What of the points is for how much was laid.
    bonus: int = 0
    challenges: tuple[Challenge, ...] = ()


class _Laid(Protocol):
    @property
    def player(self) -> int: ...
    @property
    def words(self) -> tuple[ScoredWord, ...]: ...


class _Open(Protocol):
    @property
    def open_words(self) -> tuple[str, ...]: ...


class _Waiting(Protocol):
    @property
    def turns(self) -> Sequence[_Laid]: ...
    @property
    def pending(self) -> _Open | None: ...


class PendingState:
    """A state whose last turn waits, while it can be challenged."""

    @property
    def window(self: _Waiting) -> Window | None:
        """The words that can be challenged now."""
        if self.pending is None:
            return None
        turn = self.turns[-1]
        return window_over(turn.player, (word for word, _ in turn.words), self.pending.open_words)


@dataclass(frozen=True)
class Ruling(Generic[P]):
    """A challenge of what was pending, and the words open after it."""

    challenge: Challenge
    pending: P
    open_words: tuple[str, ...]


def judge_challenge(
    state: Challenged, pending: P | None, fields: Fields, *, costs: int = 0
) -> Ruling[P] | Refusal:
    """The challenge that `fields` tell, or why there can be none; a rejected one `costs` points.

    Without words it is about all that are open. Raises Unreadable.
    """
    by, words = fields.number("by"), _read(fields, "words")
    inadmissible = _read(fields, "inadmissible")
    window = state.window
    if window is None or pending is None:
        return Refusal("window_shut", {})
    if refusal := check_player(state, by):
        return refusal
    if by == window.player:
        return Refusal("own_move", {"player": by})
    if foreign := _others(words, window.formed):
        return Refusal("not_formed", {"words": ", ".join(foreign)})
    if ruled := _others(words, window.open_words):
        return Refusal("already_ruled", {"words": ", ".join(ruled)})
    words = words or window.open_words
    if others := _others(inadmissible, words):
        return Refusal("not_challenged", {"words": ", ".join(others)})
    challenge = Challenge(by, words, inadmissible, 0 if inadmissible else costs)
    return Ruling(challenge, pending, tuple(_others(window.open_words, words)))


def rule_challenge(
    game: TableGame[C, Any], state: C, action: Json, outside: Outside
) -> Json | Refusal:
    """A `challenge` with its ruling: all its `words` are admissible, or none is taken for it.

    Without words, or with none of them, it is about all that are still open. The rules come first:
    what can't be challenged is not ruled on. Any other action stays as it is. Raises Unreadable.
    """
    if game.actions.kind_of(action) != "challenge":
        return action
    told = action.get("words")
    asked = {**action, "words": [] if told is None else told}
    tried = game.actions.attempt(state, asked, inadmissible=[])
    if isinstance(tried, Refusal):
        return tried
    still_open = () if state.window is None else state.window.open_words
    words = list(dict.fromkeys(map(spell, asked["words"])) or still_open)
    return {**asked, "words": words, "inadmissible": [] if outside.judge(words) else words}


def challenge_offers(state: State, window: Window | None) -> tuple[Offer, ...]:
    """Everybody but who laid the words may challenge them."""
    if window is None:
        return ()
    others = tuple(player for player in range(state.players) if player != window.player)
    by = Asked("by", What.PLAYER, choices=others)
    words = Asked("words", What.CHOICE, is_many=True, choices=window.open_words)
    return (Offer("challenge", asked=(by, words)),)


def _read(fields: Fields, name: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(spell(word) for word in fields.texts(name)))


def _others(words: Iterable[str], known: tuple[str, ...]) -> list[str]:
    """Those of `words` that are not among the known ones."""
    return [word for word in words if word not in known]
