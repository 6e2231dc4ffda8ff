"""Standings of games and series, read from the results of published rounds."""

from collections import defaultdict
from functools import lru_cache
from threading import Lock
from uuid import UUID

from duplicate.errors import RoundMissing
from duplicate.models import Game, LogEntry, Participant, Result, Round, Series
from duplicate.standings import Player, RoundScores, SeriesRow, Standings, series_of, standings_of

#: When a round is published, everybody asks at once: one thread counts, the others take it over.
_counting = Lock()


#: What the log tells after which somebody's published results, rank or place in the game differ.
_RESULTS_CHANGE = (
    *(LogEntry.Kind.PUBLISHED, LogEntry.Kind.RETRACTED, LogEntry.Kind.REVISED),
    *(LogEntry.Kind.WITHDRAWN, LogEntry.Kind.READMITTED, LogEntry.Kind.IMPORTED),
)


def results_version(game: Game) -> int:
    """The version of `game`, as it was read, by which results last changed; 0 for never."""
    changes = game.log.filter(kind__in=_RESULTS_CHANGE, sequence__lte=game.log_length)
    return changes.order_by("-sequence").values_list("sequence", flat=True).first() or 0


def game_standings(game: Game, *, after_round: int | None = None) -> Standings:
    """The standings after the last published round, or after the one of that number.

    Remembered by the version of the game, so asking again costs nothing. Raises RoundMissing for
    a round that is not published.
    """
    if after_round is not None:
        demand_published_round(game, after_round)
    with _counting:
        return _standings(game.pk, game.log_length, after_round)


def demand_published_round(game: Game, number: int) -> None:
    """Raises RoundMissing unless the round of that number is published."""
    if not game.rounds.filter(state=Round.State.PUBLISHED, number=number).exists():
        raise RoundMissing(number=number)


def series_standings(series: Series) -> tuple[SeriesRow, ...]:
    """The standings over all games of the series, in their order, by what is published so far."""
    games = series.games.order_by("series_entries__place")
    return series_of(
        [game_standings(game) for game in games],
        by_percent=series.counted_by == Series.CountedBy.PERCENT,
        dropped=series.dropped,
    )


@lru_cache(maxsize=16)
def _standings(game: UUID, _version: int, after_round: int | None) -> Standings:
    published = Round.objects.filter(game=game, state=Round.State.PUBLISHED).order_by("number")
    if after_round is not None:
        published = published.filter(number__lte=after_round)
    rounds = list(published.values_list("pk", "number", "top_points"))
    players = {
        participant.pk: Player(
            participant.number,
            participant.name,
            participant.club,
            participant.category,
            participant.member_id,
            is_withdrawn=participant.withdrawn_at is not None,
        )
        for participant in Participant.objects.filter(game=game)
    }
    points: defaultdict[int, dict[int, int]] = defaultdict(dict)
    tops: defaultdict[int, set[int]] = defaultdict(set)
    solos: defaultdict[int, set[int]] = defaultdict(set)
    results = Result.objects.filter(round__in=[pk for pk, *_ in rounds])
    for round, participant, credited, is_top, is_solo in results.values_list(
        "round_id", "participant_id", "points", "is_top", "is_solo"
    ).iterator(chunk_size=10_000):
        number = players[participant].number
        points[round][number] = credited
        if is_top:
            tops[round].add(number)
        if is_solo:
            solos[round].add(number)
    scores = [
        RoundScores(number, top_points, points[pk], tops[pk], solos[pk])
        for pk, number, top_points in rounds
    ]
    return standings_of(players.values(), scores)
