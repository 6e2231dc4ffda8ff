"""Who stands where: over a game, by category and club, and over several games.

Values in, values out. Equal ones share a rank, and the next rank is as many further.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, TypeVar

Item = TypeVar("Item")
#: How many of a club count together unless said otherwise.
TEAM_SIZE = 3


@dataclass(frozen=True)
class Player:
    number: int
    name: str
    club: str = ""
    category: str = ""
    member_id: str = ""
    is_withdrawn: bool = False


@dataclass(frozen=True)
class RoundScores:
    """A round as the standings see it; players by their numbers."""

    number: int
    top_points: int
    points: Mapping[int, int]
    #: Who found the top, and who was the only one with the best score.
    tops: AbstractSet[int] = frozenset()
    solos: AbstractSet[int] = frozenset()


@dataclass(frozen=True)
class Row:
    rank: int
    player: Player
    total: int
    #: Of the sum of all tops, to two decimals.
    percent: Decimal
    #: What is missing to that sum.
    distance: int
    tops: int
    solos: int
    #: Round by round; None where the player was credited nothing, not even 0.
    points: tuple[int | None, ...]
    #: The rank in each round, by its points alone.
    ranks: tuple[int | None, ...]


@dataclass(frozen=True)
class TeamRow:
    rank: int
    club: str
    total: int
    percent: Decimal
    tops: int
    #: Those who count, best first.
    members: tuple[Row, ...]


@dataclass(frozen=True)
class Standings:
    #: The rounds counted, by number, and what their tops bring.
    rounds: tuple[int, ...]
    tops: tuple[int, ...]
    rows: tuple[Row, ...]

    @property
    def top_total(self) -> int:
        return sum(self.tops)


def standings_of(players: Iterable[Player], rounds: Sequence[RoundScores]) -> Standings:
    """The standings after `rounds`, given in order.

    The higher total is first, then who found more tops, then who has more points in the last
    round, in the one before it, and so on.
    """
    top_total = sum(scores.top_points for scores in rounds)
    places = [_places(scores.points) for scores in rounds]
    rows = []
    for player in players:
        number = player.number
        points = tuple(scores.points.get(number) for scores in rounds)
        total = sum(filter(None, points))
        rows.append(
            Row(
                rank=0,
                player=player,
                total=total,
                percent=percent_of(total, top_total),
                distance=top_total - total,
                tops=sum(number in scores.tops for scores in rounds),
                solos=sum(number in scores.solos for scores in rounds),
                points=points,
                ranks=tuple(place.get(number) for place in places),
            )
        )
    return Standings(
        tuple(scores.number for scores in rounds),
        tuple(scores.top_points for scores in rounds),
        _ranked_rows(rows),
    )


def by_category(rows: Iterable[Row]) -> dict[str, tuple[Row, ...]]:
    """The rows of each category with their ranks in it; categories in alphabetical order."""
    groups = defaultdict(list)
    for row in rows:
        groups[row.player.category].append(row)
    return {category: _ranked_rows(groups[category]) for category in sorted(groups)}


def by_club(standings: Standings, team_size: int = TEAM_SIZE) -> tuple[TeamRow, ...]:
    """Clubs by the sum of their best `team_size` players; equal totals by tops found.

    A club with fewer players counts with those it has; players without a club are left out.
    """
    clubs: defaultdict[str, list[Row]] = defaultdict(list)
    for row in standings.rows:
        if row.player.club and len(clubs[row.player.club]) < team_size:
            clubs[row.player.club].append(row)
    teams = [
        TeamRow(
            rank=0,
            club=club,
            total=(total := sum(row.total for row in members)),
            percent=percent_of(total, team_size * standings.top_total),
            tops=sum(row.tops for row in members),
            members=tuple(members),
        )
        for club, members in sorted(clubs.items())
    ]
    ranked = rank_by(teams, lambda team: (-team.total, -team.tops))
    return tuple(replace(team, rank=rank) for rank, team in ranked)


@dataclass(frozen=True)
class SeriesRow:
    rank: int
    player: Player
    total: int | Decimal
    #: Game by game, in points or percent; None where the player took no part.
    results: tuple[int | Decimal | None, ...]
    #: Which of them count.
    counted: tuple[bool, ...]
    #: Tops found in the games that count.
    tops: int


def series_of(
    games: Sequence[Standings], *, by_percent: bool = False, dropped: int = 0
) -> tuple[SeriesRow, ...]:
    """The standings over several games, without everybody's `dropped` worst results.

    A game missed counts nothing and is dropped first; at least one game counts. Players are the
    same by member number, else by name and club in any case; the last game says how they are
    called. Equal totals are told apart by the tops found in the games that count, then by the
    best single result, the second best, and so on.
    """
    found: dict[tuple[str, ...], list[Row | None]] = {}
    players = {}
    for place, standings in enumerate(games):
        for row in standings.rows:
            key = _person(row.player)
            rows = found.setdefault(key, [None] * len(games))
            if rows[place] is None:  # two of one name and club: the better one
                rows[place] = row
                players[key] = row.player
    kept = max(1, len(games) - dropped)
    series = [_series_row(players[key], rows, kept, by_percent) for key, rows in found.items()]
    series.sort(key=lambda row: row.player.name)
    ranked = rank_by(series, _series_order)
    return tuple(replace(row, rank=rank) for rank, row in ranked)


def percent_of(total: int, top_total: int) -> Decimal:
    """The share in percent with two decimals, halves rounded up; 0 of nothing."""
    if not top_total:
        return Decimal("0.00")
    return Decimal((2 * 10_000 * total + top_total) // (2 * top_total)).scaleb(-2)


def rank_by(items: Iterable[Item], key: Callable[[Item], Any]) -> list[tuple[int, Item]]:
    """The items in order of `key`, with their ranks."""
    ranked: list[tuple[int, Item]] = []
    last_rank, last_key = 0, object()
    for number, (item_key, item) in enumerate(
        sorted(((key(item), item) for item in items), key=lambda pair: pair[0]), start=1
    ):
        if item_key != last_key:
            last_rank, last_key = number, item_key
        ranked.append((last_rank, item))
    return ranked


def _ranked_rows(rows: Iterable[Row]) -> tuple[Row, ...]:
    return tuple(replace(row, rank=rank) for rank, row in rank_by(rows, _order))


def _order(row: Row) -> tuple[int, int, tuple[int, ...]]:
    return -row.total, -row.tops, tuple(-(points or 0) for points in reversed(row.points))


def _places(points: Mapping[int, int]) -> dict[int, int]:
    ranked = rank_by(points.items(), lambda item: -item[1])
    return {number: rank for rank, (number, _) in ranked}


def _person(player: Player) -> tuple[str, ...]:
    if player.member_id:
        return (player.member_id,)
    return player.name.casefold(), player.club.casefold()


def _series_row(
    player: Player, rows: Sequence[Row | None], kept: int, by_percent: bool
) -> SeriesRow:
    results = tuple(None if row is None else _result(row, by_percent) for row in rows)
    best_first = sorted(
        range(len(rows)),
        key=lambda place: (results[place] is None, -(results[place] or 0)),
    )
    counting = set(best_first[:kept])
    return SeriesRow(
        rank=0,
        player=player,
        total=sum(results[place] or 0 for place in counting),
        results=results,
        counted=tuple(place in counting for place in range(len(rows))),
        tops=sum(row.tops for place, row in enumerate(rows) if row and place in counting),
    )


def _result(row: Row, by_percent: bool) -> int | Decimal:
    return row.percent if by_percent else row.total


def _series_order(row: SeriesRow) -> tuple[int | Decimal, int, list[int | Decimal]]:
    results = zip(row.results, row.counted, strict=True)
    return -row.total, -row.tops, sorted(-(result or 0) for result, counts in results if counts)
