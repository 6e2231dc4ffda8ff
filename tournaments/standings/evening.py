"""A club evening: every game at a table brings points for its places, whatever was played there.

Values in, rows out (docs/evenings.md).
"""

from bisect import bisect_left, insort
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from tournaments.standings.values import Player

#: What ranks are by; the lower, the better.
Merit = tuple[int, int, int]


@dataclass(frozen=True)
class EveningTable:
    """A game that is over."""

    id: str
    #: Which one was played, by its name in `engine.games`.
    game: str
    #: Everybody's place in the order of the game's numbers; None where it ended without any.
    places: tuple[int, ...] | None
    #: Who sat there: the number in the game and the player's id. A team shares a number.
    seats: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Share:
    """What a player has of one table."""

    table: str
    game: str
    player: int
    place: int
    points: int


@dataclass(frozen=True)
class GameSum:
    """What all tables with the same game have brought somebody."""

    game: str
    points: int
    games: int
    #: How often they were first, alone or with others.
    firsts: int


@dataclass(frozen=True)
class EveningRow:
    """Where somebody stands. Ranks are shared by those whom nothing tells apart."""

    #: None before the first game that counts.
    rank: int | None
    player: Player
    points: int
    games: int
    #: How often they were first, alone or with others.
    firsts: int
    #: By the names of the games.
    by_game: tuple[GameSum, ...]
    #: Table by table, in order.
    shares: tuple[Share, ...]

    @property
    def is_withdrawn(self) -> bool:
        return self.player.withdrawn

    @property
    def merit(self) -> Merit:
        return -self.points, -self.firsts, self.games


@dataclass(frozen=True)
class Moment:
    """What a table has changed."""

    table: str
    #: Of those who sat there, as they stood then, best first.
    rows: tuple[EveningRow, ...]


def points_for(place: int, place_points: Sequence[int]) -> int:
    """What a place brings; nothing beyond the last of `place_points`."""
    return place_points[place - 1] if place <= len(place_points) else 0


def shares_of(table: EveningTable, place_points: Sequence[int]) -> tuple[Share, ...]:
    """What `table` brings to each of those who sat there; () for a game without places.

    Those who share a place all have its points, those of a team the team's.
    """
    if table.places is None:
        return ()
    found = [(player, table.places[number]) for number, player in table.seats]
    return tuple(
        Share(table.id, table.game, player, place, points_for(place, place_points))
        for player, place in found
    )


def standings(
    players: Sequence[Player], brought: Iterable[Sequence[Share]]
) -> tuple[EveningRow, ...]:
    """Everybody, best first: by points, then first places, then fewer games.

    `brought` has the shares of one table after the other.
    Equal ones share a rank and are listed by number. Who has no game that counts comes last,
    without a rank; of those nobody is listed who has withdrawn.
    """
    shares: dict[int, list[Share]] = {player.id: [] for player in players}
    for table in brought:
        for share in table:
            shares[share.player].append(share)
    return _listed([_row(player, shares[player.id]) for player in players])


def history(players: Iterable[Player], brought: Iterable[Sequence[Share]]) -> tuple[Moment, ...]:
    """What each table has changed, of those whose shares `standings` takes.

    Tables that brought nothing are passed over. All who did not sit there keep what they have, but
    for the rank, so that the last rows of everybody up to a table tell the standings after it.
    """
    rows, moments = {player.id: _row(player, ()) for player in players}, []
    merits: list[Merit] = []
    for shares in brought:
        if not shares:
            continue
        changed = []
        for share in shares:
            before = rows[share.player]
            if before.shares:
                del merits[bisect_left(merits, before.merit)]
            after = _row(before.player, (*before.shares, share))
            insort(merits, after.merit)
            rows[share.player] = after
            changed.append(after)
        ranked = [replace(row, rank=bisect_left(merits, row.merit) + 1) for row in changed]
        moments.append(Moment(shares[0].table, tuple(sorted(ranked, key=_place))))
    return tuple(moments)


def _listed(rows: Collection[EveningRow]) -> tuple[EveningRow, ...]:
    """Those who have played by rank, then all others who are still there by number."""
    played = [row for row in rows if row.shares]
    waiting = [row for row in rows if not row.shares and not row.is_withdrawn]
    return (*_ranked(played), *sorted(waiting, key=lambda row: row.player.number))


def _row(player: Player, shares: Sequence[Share]) -> EveningRow:
    total = _sum("", shares)
    games = sorted({share.game for share in shares})
    return EveningRow(
        rank=None,
        player=player,
        points=total.points,
        games=total.games,
        firsts=total.firsts,
        by_game=tuple(
            _sum(game, [share for share in shares if share.game == game]) for game in games
        ),
        shares=tuple(shares),
    )


def _sum(game: str, shares: Sequence[Share]) -> GameSum:
    return GameSum(
        game=game,
        points=sum(share.points for share in shares),
        games=len(shares),
        firsts=sum(share.place == 1 for share in shares),
    )


def _ranked(rows: Sequence[EveningRow]) -> list[EveningRow]:
    ordered = sorted(rows, key=_place)
    first_of: dict[Merit, int] = {}
    for rank, row in enumerate(ordered, start=1):
        first_of.setdefault(row.merit, rank)
    return [replace(row, rank=first_of[row.merit]) for row in ordered]


def _place(row: EveningRow) -> tuple[Merit, int]:
    """Where those who have played are listed."""
    return row.merit, row.player.number
