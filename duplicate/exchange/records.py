"""A game as other programs know it: racks, the moves laid, what everybody played and was credited.

Only published rounds are part of it.
"""

from dataclasses import dataclass
from enum import StrEnum

from duplicate.models import Game, Result, Round
from duplicate.options import Variant
from duplicate.selectors.rounds import reference_of
from engine.notation import name_square, read_coordinates
from engine.scoring import ScoredMove
from engine.tiles import without
from engine.verdicts import Code
from referee.lexicons import LexiconMissing, kept_lexicon


class MoveKind(StrEnum):
    VALID = "valid"
    INVALID = "invalid"
    #: Nothing handed in, or nothing that could be read.
    NONE = "none"


@dataclass(frozen=True)
class PlayerRecord:
    number: int
    name: str


@dataclass(frozen=True)
class PlayedMove:
    """What a player handed in; `coordinates` name the start square alone."""

    player: int
    kind: MoveKind = MoveKind.NONE
    points: int = 0
    coordinates: str = ""
    word: str = ""


@dataclass(frozen=True)
class RoundRecord:
    #: What lay on the rack before, and what was drawn.
    leave: str
    drawn: str
    reference: ScoredMove
    #: Whether the leave went back before this rack was drawn.
    is_redrawn: bool = False
    moves: tuple[PlayedMove, ...] = ()
    #: The players warned, once for each warning.
    warnings: tuple[int, ...] = ()
    #: By player: the points lost, and the points for a solo.
    penalties: tuple[tuple[int, int], ...] = ()
    solos: tuple[tuple[int, int], ...] = ()

    @property
    def rack(self) -> str:
        return self.leave + self.drawn


@dataclass(frozen=True)
class GameRecord:
    players: tuple[PlayerRecord, ...]
    rounds: tuple[RoundRecord, ...]
    is_joker: bool = False
    is_seven_of_eight: bool = False
    lexicon_name: str = ""
    #: 0 where the lexicon is not known.
    lexicon_words: int = 0


def record_of(game: Game) -> GameRecord:
    """What is published of the game; a lexicon that is not here any more stays nameless."""
    options = game.options
    try:
        info = kept_lexicon(game.lexicon_sha256).info
        lexicon_name, lexicon_words = info.name, info.words
    except LexiconMissing:
        lexicon_name, lexicon_words = "", 0
    players = game.participants.values_list("number", "name")
    published = game.rounds.filter(state=Round.State.PUBLISHED).order_by("number")
    return GameRecord(
        players=tuple(PlayerRecord(number, name) for number, name in players),
        rounds=tuple(map(_round, published)),
        is_joker=options.joker,
        is_seven_of_eight=options.variant is Variant.SEVEN_OF_EIGHT,
        lexicon_name=lexicon_name,
        lexicon_words=lexicon_words,
    )


def _round(round: Round) -> RoundRecord:
    results = list(
        round.results.select_related("participant", "play").order_by("participant__number")
    )
    credited = [(result.participant.number, result) for result in results]
    leave = "" if round.rejected else round.leave
    return RoundRecord(
        leave=leave,
        drawn=without(round.rack, leave),
        reference=reference_of(round),
        is_redrawn=bool(round.rejected or round.attempt > 1),
        moves=tuple(_move(number, result) for number, result in credited),
        warnings=tuple(number for number, result in credited for _ in result.warnings),
        penalties=tuple(
            (number, result.deduction) for number, result in credited if result.deduction
        ),
        solos=tuple((number, result.bonus) for number, result in credited if result.bonus),
    )


def _move(number: int, result: Result) -> PlayedMove:
    play = result.play
    if play is None or not play.coordinates:
        return PlayedMove(number)
    place = read_coordinates(play.coordinates)
    kind = MoveKind.VALID if play.code == Code.VALID else MoveKind.INVALID
    start = name_square(place.start, place.direction)
    return PlayedMove(number, kind, play.points, start, play.word)
