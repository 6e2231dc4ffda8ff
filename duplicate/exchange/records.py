"""A game as other programs know it: racks, the moves laid, what everybody played and was credited.

Only published rounds are part of it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, overload

from duplicate.adjudication import WITHOUT_MOVE
from duplicate.models import Game, Round
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
    rounds: Sequence[RoundRecord]
    is_joker: bool = False
    is_seven_of_eight: bool = False
    lexicon_name: str = ""
    #: 0 where the lexicon is not known.
    lexicon_words: int = 0


def record_of(game: Game, *, with_moves: bool = True) -> GameRecord:
    """What is published of the game, or only the moves laid of it; its rounds are read one by one.

    A lexicon that is not here any more stays nameless.
    """
    options = game.options
    try:
        info = kept_lexicon(game.lexicon_sha256).info
        lexicon_name, lexicon_words = info.name, info.words
    except LexiconMissing:
        lexicon_name, lexicon_words = "", 0
    players = game.participants.values_list("number", "name")
    return GameRecord(
        players=tuple(PlayerRecord(number, name) for number, name in players),
        rounds=PublishedRounds(game, with_moves=with_moves),
        is_joker=options.joker,
        is_seven_of_eight=options.variant is Variant.SEVEN_OF_EIGHT,
        lexicon_name=lexicon_name,
        lexicon_words=lexicon_words,
    )


class PublishedRounds(Sequence[RoundRecord]):
    """The published rounds of a game, each read when it is asked for: of thousands of players not
    all moves of all rounds are in memory."""

    def __init__(self, game: Game, *, with_moves: bool) -> None:
        published = game.rounds.filter(state=Round.State.PUBLISHED)
        self._rounds = list(published.order_by("number"))
        self._with_moves = with_moves

    def __len__(self) -> int:
        return len(self._rounds)

    @overload
    def __getitem__(self, place: int) -> RoundRecord: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[RoundRecord]: ...
    def __getitem__(self, place: int | slice) -> RoundRecord | Sequence[RoundRecord]:
        if isinstance(place, slice):
            return [self[number] for number in range(*place.indices(len(self)))]
        round = self._rounds[place]
        return _round(round, _credits(round) if self._with_moves else ())


class _Credit(NamedTuple):
    move: PlayedMove
    warnings: list[str]
    deduction: int
    bonus: int


def _round(round: Round, credited: Iterable[_Credit]) -> RoundRecord:
    credited = list(credited)
    leave = "" if round.rejected else round.leave
    return RoundRecord(
        leave=leave,
        drawn=without(round.rack, leave),
        reference=reference_of(round),
        is_redrawn=bool(round.rejected or round.attempt > 1),
        moves=tuple(credit.move for credit in credited),
        warnings=tuple(credit.move.player for credit in credited for _ in credit.warnings),
        penalties=tuple(
            (credit.move.player, credit.deduction) for credit in credited if credit.deduction
        ),
        solos=tuple((credit.move.player, credit.bonus) for credit in credited if credit.bonus),
    )


def _credits(round: Round) -> Iterable[_Credit]:
    # Plain columns, and every play read once however many gave it: rows of the models take five
    # times as long.
    plays = {
        pk: _written(coordinates, word, code, points)
        for pk, coordinates, word, code, points in round.plays.values_list(
            "pk", "coordinates", "word", "code", "points"
        )
    }
    results = round.results.order_by("participant__number").values_list(
        "participant__number", "play_id", "warnings", "deduction", "bonus"
    )
    for number, play, *credited in results.iterator():
        move = PlayedMove(number, *plays[play]) if play else PlayedMove(number)
        yield _Credit(move, *credited)


def _written(
    coordinates: str, word: str, code: str, points: int
) -> tuple[MoveKind, int, str, str] | tuple[()]:
    """A play as a move has it after its player; nothing where nobody could read it."""
    if code in WITHOUT_MOVE:
        return ()
    place = read_coordinates(coordinates)
    kind = MoveKind.VALID if code == Code.VALID else MoveKind.INVALID
    return kind, points, name_square(place.start, place.direction), word
