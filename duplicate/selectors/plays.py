"""The different moves of a round, as they are judged: in order, and only those looked for."""

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple
from uuid import UUID

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from duplicate.models import Participant, Play, Result, Round, Ruling
from duplicate.selectors.judging import WORD_KINDS
from engine.verdicts import Code


class Verdict(StrEnum):
    """By which plays are looked for; a doubtful one is not among the invalid."""

    DOUBTFUL = "doubtful"
    VALID = "valid"
    INVALID = "invalid"


#: So many of the best moves of a round everybody is told.
MOST_FOUND = 6


class FoundMove(NamedTuple):
    """A move of a published round, and how many handed it in."""

    coordinates: str
    word: str
    points: int
    found: int


@dataclass(frozen=True)
class PlayFilter:
    """Which plays are looked for; what is None or '' leaves out none."""

    verdict: Verdict | None = None
    #: Part of a word that the play forms, in any case.
    word: str = ""
    #: Who gave it.
    participants: QuerySet[Participant] | None = None


#: Leaves out none.
EVERY = PlayFilter()


def word_rulings(round: Round) -> QuerySet[Ruling]:
    """The decisions on words that hold in the round, oldest first."""
    return Ruling.objects.filter(
        round__game=round.game_id,
        round__number__lte=round.number,
        kind__in=WORD_KINDS,
        revoked_at=None,
    ).select_related("round", "by")


def plays_of(
    round: Round, only: PlayFilter = EVERY, *, doubtful_first: bool = False
) -> QuerySet[Play]:
    """The plays, best first, with `given_by` (how many gave it, no names) and `is_doubtful`.

    Doubtful is what only words make inadmissible on which nobody has decided.
    """
    given = Result.objects.filter(play=OuterRef("pk")).order_by().values("play")
    plays = round.plays.annotate(
        given_by=Coalesce(Subquery(given.annotate(count=Count("pk")).values("count")), Value(0)),
        is_doubtful=Q(code=Code.WORD_NOT_ADMISSIBLE) & ~Q(pk__in=_decided(round)),
    )
    match only.verdict:
        case Verdict.DOUBTFUL:
            plays = plays.filter(is_doubtful=True)
        case Verdict.VALID:
            plays = plays.filter(code=Code.VALID)
        case Verdict.INVALID:
            plays = plays.filter(is_doubtful=False).exclude(code=Code.VALID)
    if only.word:
        plays = plays.filter(pk__in=_forming(round, only.word))
    if only.participants is not None:
        given_by_them = Result.objects.filter(round=round, participant__in=only.participants)
        plays = plays.filter(pk__in=given_by_them.values("play"))
    by_face = F("face_points").desc(nulls_last=True)
    first = ("-is_doubtful",) if doubtful_first else ()
    return plays.order_by(*first, "-points", by_face, "coordinates", "word")


@lru_cache(maxsize=64)
def best_found(_game: UUID, pk: int, _results: int) -> tuple[FoundMove, ...]:
    """The best moves of the round of that key, the tops first, in the order of the rules.

    Remembered by the version of the game's results: a round is read once when it is published, for
    all who follow.
    """
    round = Round.objects.get(pk=pk)
    given = round.plays.filter(points__gt=0).annotate(found=Count("results")).filter(found__gt=0)
    # The order of the model does not hold where rows are counted.
    best = given.order_by("-points", "-found", "coordinates", "word")
    rows = best.values_list("coordinates", "word", "points", "found")[:MOST_FOUND]
    found = {row[:2]: FoundMove(*row) for row in rows}
    tops = {(top["coordinates"], top["word"]): FoundMove(**top, found=0) for top in round.tops}
    moves = [found.get(key, top) for key, top in tops.items()]
    moves += [move for key, move in found.items() if key not in tops]
    return tuple(sorted(moves, key=lambda move: -move.points)[:MOST_FOUND])


def undecided_plays(round: Round) -> QuerySet[Play]:
    """The doubtful ones, without what is counted of them."""
    inadmissible = round.plays.filter(code=Code.WORD_NOT_ADMISSIBLE)
    return inadmissible.exclude(pk__in=_decided(round))


def are_named(round: Round) -> bool:
    """Whether the staff may know who gave what: nobody judges by the name.

    That is once nothing is doubtful any more, or the round is published.
    """
    if round.state != Round.State.JUDGED:
        return round.state == Round.State.PUBLISHED
    return not undecided_plays(round).exists()


def _decided(round: Round) -> list[int]:
    """The inadmissible plays on each of whose inadmissible words somebody has decided."""
    decided = set(word_rulings(round).values_list("word", flat=True))
    if not decided:
        return []
    inadmissible = round.plays.filter(code=Code.WORD_NOT_ADMISSIBLE)
    rows = inadmissible.values_list("pk", "inadmissible")
    return [pk for pk, words in rows if decided.issuperset(words)]


def _forming(round: Round, text: str) -> list[int]:
    """The plays in one of whose words the text occurs; one that lies wrong has none but its own."""
    part = text.upper()
    rows = round.plays.values_list("pk", "word", "words")
    return [
        pk
        for pk, written, formed in rows
        if part in written.upper() or any(part in word for word, _points in formed)
    ]
