"""What pages tell of published rounds: the move laid, who found it, everybody's sheet."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import accumulate

from django.db.models import Count, Q, QuerySet

from duplicate.messages import tell_play
from duplicate.models import Game, Participant, Result, Round
from duplicate.selectors.rounds import position_after, reference_of
from duplicate.selectors.standings import game_standings
from duplicate.standings import Row, percent_of
from engine.scoring import LaidTile, tiles_laid
from engine.verdicts import Code
from referee.events.selectors import find_people

#: Of how many the names are told who had the best move.
MOST_NAMES = 12


@dataclass(frozen=True)
class Best:
    """The most points that anybody got out of a round, and who did."""

    points: int
    names: tuple[str, ...]
    #: How many more did than are named.
    more: int
    is_top: bool
    is_solo: bool

    @property
    def count(self) -> int:
        return len(self.names) + self.more


@dataclass(frozen=True)
class SheetLine:
    """A published round as one participant had it; no result where they took no part."""

    round: Round
    result: Result | None
    #: Why the move earned nothing; '' where it was valid.
    sentence: str
    #: All of it up to this round: the points, their share of the tops, the rank by them alone.
    total: int
    percent: Decimal
    rank: int


@dataclass(frozen=True)
class Sheet:
    participant: Participant
    row: Row
    lines: tuple[SheetLine, ...]


def published_rounds(game: Game) -> QuerySet[Round]:
    """In order, with `answered` and `found_by`: how many handed in a move, and the top."""
    return (
        game.rounds.filter(state=Round.State.PUBLISHED)
        .annotate(
            answered=Count("results", filter=Q(results__answer__isnull=False)),
            found_by=Count("results", filter=Q(results__is_top=True)),
        )
        .order_by("number")
    )


def tiles_of_reference(round: Round) -> tuple[LaidTile, ...]:
    """The tiles that the published move laid, as they lie there afterwards."""
    after = position_after(round).board
    laid = tiles_laid(round.board, reference_of(round).move)
    return tuple(LaidTile(square, after.at(square)) for square, _ in laid)


def best_of(round: Round) -> Best | None:
    """Who got the most out of the published round; None if nobody got anything."""
    results = round.results.filter(play__isnull=False, move_points__gt=0)
    best = results.order_by("-move_points").first()
    if best is None:
        return None
    found = results.filter(move_points=best.move_points).order_by("participant__name")
    names = tuple(found.values_list("participant__name", flat=True)[:MOST_NAMES])
    more = found.count() - len(names)
    return Best(best.move_points, names, more, best.is_top, best.is_solo)


def results_in_order(round: Round, text: str = "") -> QuerySet[Result]:
    """Everybody's, or those of whom the text names, the most points first."""
    results = round.results.select_related("participant", "play")
    if text:
        people = Participant.objects.filter(game=round.game_id)
        results = results.filter(participant__in=find_people(people, text))
    return results.order_by("-points", "participant__number")


def place_among(results: QuerySet[Result], number: int) -> int | None:
    """How many stand before the participant of that number; None if they are not among them."""
    own = results.filter(participant__number=number).first()
    if own is None:
        return None
    is_before = Q(points__gt=own.points) | Q(points=own.points, participant__number__lt=number)
    return results.filter(is_before).count()


def ranks_in(round: Round) -> dict[int, int]:
    """The rank that so many points have in the round."""
    tally = round.results.order_by("-points").values_list("points").annotate(count=Count("pk"))
    ranks, rank = {}, 1
    for points, count in tally:
        ranks[points] = rank
        rank += count
    return ranks


def sheets_of(game: Game, participants: Sequence[Participant]) -> list[Sheet]:
    """The sheets of these participants, in their order, by what is published."""
    standings = game_standings(game)
    rows, ranks = standings.by_number, standings.ranks_by_round
    rounds = list(published_rounds(game))
    results = {
        (result.participant_id, result.round_id): result
        for result in Result.objects.filter(
            participant__in=participants, round__state=Round.State.PUBLISHED
        ).select_related("answer", "play")
    }
    tops = list(accumulate(standings.tops))
    sheets = []
    for participant in participants:
        number = participant.number
        totals = accumulate(points or 0 for points in rows[number].points)
        lines = tuple(
            SheetLine(
                round,
                result := results.get((participant.pk, round.pk)),
                _sentence(result),
                total,
                percent_of(total, top),
                rank[number],
            )
            for round, total, top, rank in zip(rounds, totals, tops, ranks, strict=True)
        )
        sheets.append(Sheet(participant, rows[number], lines))
    return sheets


def _sentence(result: Result | None) -> str:
    play = result.play if result else None
    return tell_play(play) if play and play.code != Code.VALID else ""
