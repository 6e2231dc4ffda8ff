"""Who stands where: over a game, by category and club, and over several games.

Values in, values out. Equal ones share a rank, and the next rank is as many further.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from itertools import accumulate, chain
from typing import Any, TypeVar

Item = TypeVar("Item")
#: How many of a club count together unless said otherwise.
TEAM_SIZE = 3


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
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

    @cached_property
    def by_number(self) -> dict[int, Row]:
        """The rows by the numbers of their players."""
        return {row.player.number: row for row in self.rows}

    @cached_property
    def categories(self) -> dict[str, tuple[Row, ...]]:
        """The rows of each category with their ranks in it; categories in alphabetical order."""
        groups = defaultdict(list)
        for row in self.rows:
            groups[row.player.category].append(row)
        return {category: _ranked_rows(groups[category]) for category in sorted(groups)}

    @cached_property
    def ranks_by_round(self) -> tuple[Mapping[int, int], ...]:
        """After each round, everybody's rank by points alone; after the last the one that counts.

        By the numbers of the players.
        """
        totals = [tuple(accumulate(points or 0 for points in row.points)) for row in self.rows]
        ranks: list[Mapping[int, int]] = []
        for so_far in tuple(zip(*totals, strict=True))[:-1]:
            places = _places(so_far)
            ranks.append(dict(zip(self.by_number, map(places.__getitem__, so_far), strict=True)))
        if self.rounds:
            ranks.append({number: row.rank for number, row in self.by_number.items()})
        return tuple(ranks)


def standings_of(players: Iterable[Player], rounds: Sequence[RoundScores]) -> Standings:
    """The standings after `rounds`, given in order.

    The higher total is first, then who found more tops, then who has more points in the last
    round, in the one before it, and so on.
    """
    players = tuple(players)
    # Column by column: with thousands of players over many rounds this is several times quicker.
    numbers = [player.number for player in players]
    columns = [tuple(map(scores.points.get, numbers)) for scores in rounds]
    points = list(zip(*columns, strict=True)) if columns else [()] * len(players)
    ranks = _ranks(columns, len(players))
    tops = Counter(chain.from_iterable(scores.tops for scores in rounds))
    solos = Counter(chain.from_iterable(scores.solos for scores in rounds))
    totals = [sum(filter(None, credited)) for credited in points]
    top_total = sum(scores.top_points for scores in rounds)

    def order(place: int) -> tuple[int, int, tuple[int, ...]]:
        credited = tuple([-(one or 0) for one in reversed(points[place])])
        return -totals[place], -tops[numbers[place]], credited

    rows = tuple(
        Row(
            rank=rank,
            player=players[place],
            total=totals[place],
            percent=percent_of(totals[place], top_total),
            distance=top_total - totals[place],
            tops=tops[numbers[place]],
            solos=solos[numbers[place]],
            points=points[place],
            ranks=ranks[place],
        )
        for rank, place in rank_by(range(len(players)), order)
    )
    return Standings(
        tuple(scores.number for scores in rounds),
        tuple(scores.top_points for scores in rounds),
        rows,
    )


def _ranks(columns: Sequence[Sequence[int | None]], players: int) -> list[tuple[int | None, ...]]:
    """Everybody's rank in each round, by its points alone; None without any."""
    ranked = []
    for column in columns:
        places = _places(points for points in column if points is not None)
        ranked.append([None if points is None else places[points] for points in column])
    return list(zip(*ranked, strict=True)) if ranked else [()] * players


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


def _places(points: Iterable[int]) -> dict[int, int]:
    """The rank of each number of points among these."""
    places, rank = {}, 1
    for value, count in sorted(Counter(points).items(), reverse=True):
        places[value] = rank
        rank += count
    return places


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
