"""Standings of games and series, read from the results of published rounds.

With thousands of players over many rounds that is work, so a process remembers what it has read and
worked out: the scores of a round until that is revised, the standings until results or people
change. Whoever follows a game has them worked out with everybody's own results
(`referee.followed`), beside all requests.
"""

from array import array
from functools import lru_cache
from threading import Lock
from typing import NamedTuple
from uuid import UUID

from django.db.models import Max, Q

from duplicate.errors import RoundMissing
from duplicate.models import Game, LogEntry, Participant, Result, Round, Series
from duplicate.models.log import RESULTS_CHANGE
from duplicate.standings import Player, RoundScores, SeriesRow, Standings, series_of, standings_of

Kind = LogEntry.Kind
#: After which somebody is new, or called otherwise.
_PEOPLE_CHANGE = (Kind.JOINED, Kind.PARTICIPANT_CHANGED, Kind.MERGED, Kind.ERASED)

#: When a round is published, everybody asks at once: one thread counts, the others take it over.
_counting = Lock()


def results_version(game: Game) -> int:
    """The version of `game`, as it was read, by which results last changed; 0 for never."""
    return _last_version(game.pk, game.log_length, RESULTS_CHANGE)


def game_standings(game: Game, *, after_round: int | None = None) -> Standings:
    """The standings after the last published round, or after the one of that number.

    Remembered until something of them changes, so asking again costs nothing. Raises RoundMissing
    for a round that is not published.
    """
    if after_round is not None:
        demand_published_round(game, after_round)
    with _counting:
        people = _last_version(game.pk, game.log_length, _PEOPLE_CHANGE)
        return _standings(game.pk, results_version(game), people, after_round)


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


@lru_cache(maxsize=64)
def _last_version(game: UUID, length: int, kinds: tuple[str, ...]) -> int:
    """The number of the last entry of these kinds in the log of that length; 0 for none."""
    entries = LogEntry.objects.filter(game=game, kind__in=kinds, sequence__lte=length)
    return entries.order_by("-sequence").values_list("sequence", flat=True).first() or 0


@lru_cache(maxsize=8)
def _standings(game: UUID, _results: int, _people: int, after_round: int | None) -> Standings:
    published = Round.objects.filter(game=game, state=Round.State.PUBLISHED)
    if after_round is not None:
        published = published.filter(number__lte=after_round)
    told = Max("log__sequence", filter=Q(log__kind__in=(Kind.PUBLISHED, Kind.REVISED)))
    rounds = published.annotate(told=told).order_by("number")
    scores = []
    for pk, number, top_points, version in rounds.values_list("pk", "number", "top_points", "told"):
        credited = _credited(game, pk, version)
        points = dict(zip(credited.numbers, credited.points, strict=True))
        scores.append(RoundScores(number, top_points, points, credited.tops, credited.solos))
    people = Participant.objects.filter(game=game, merged_into=None).order_by("number")
    players = [
        Player(number, name, club, category, member_id, withdrawn_at is not None)
        for number, name, club, category, member_id, withdrawn_at in people.values_list(
            "number", "name", "club", "category", "member_id", "withdrawn_at"
        )
    ]
    return standings_of(players, scores)


class _Credited(NamedTuple):
    """What a round brought everybody, in few bytes: there may be many rounds of many people."""

    numbers: "array[int]"
    points: "array[int]"
    tops: frozenset[int]
    solos: frozenset[int]


@lru_cache(maxsize=64)
def _credited(_game: UUID, round: int, _version: int | None) -> _Credited:
    """The round by its key, which a rolled back transaction may have left to another game's."""
    results = Result.objects.filter(round=round).values_list(
        "participant__number", "points", "is_top", "is_solo"
    )
    rows = list(results.iterator(chunk_size=10_000))
    return _Credited(
        array("i", [row[0] for row in rows]),
        array("i", [row[1] for row in rows]),
        frozenset(row[0] for row in rows if row[2]),
        frozenset(row[0] for row in rows if row[3]),
    )
