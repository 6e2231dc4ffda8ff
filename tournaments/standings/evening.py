"""A club evening: every game at a table brings points for its places, whatever was played there.

Values in, rows out (docs/evenings.md).
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from tournaments.standings.values import Player


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


def shares_of(table: EveningTable, place_points: Sequence[int]) -> tuple[Share, ...]:
    """What `table` brings to each of those who sat there; () for a game without places.

    Those who share a place all have its points, those of a team the team's. Places beyond
    `place_points` bring nothing.
    """
    if table.places is None:
        return ()
    found = [(player, table.places[number]) for number, player in table.seats]
    return tuple(
        Share(table.id, table.game, player, place, _points(place, place_points))
        for player, place in found
    )


def standings(
    players: Sequence[Player], tables: Sequence[EveningTable], place_points: Sequence[int]
) -> tuple[EveningRow, ...]:
    """Everybody, best first: by points, then first places, then fewer games.

    Equal ones share a rank and are listed by number. Who has no game that counts comes last,
    without a rank; of those nobody is listed who has withdrawn.
    """
    shares: dict[int, list[Share]] = {player.id: [] for player in players}
    for table in tables:
        for share in shares_of(table, place_points):
            shares[share.player].append(share)
    return _listed([_row(player, shares[player.id]) for player in players])


def history(
    players: Sequence[Player], tables: Sequence[EveningTable], place_points: Sequence[int]
) -> tuple[tuple[str, tuple[EveningRow, ...]], ...]:
    """The standings after each table that counts, by its id, in the order of `tables`."""
    rows, steps = {player.id: _row(player, ()) for player in players}, []
    for table in tables:
        if not (shares := shares_of(table, place_points)):
            continue
        for share in shares:
            row = rows[share.player]
            rows[share.player] = _row(row.player, (*row.shares, share))
        steps.append((table.id, _listed(rows.values())))
    return tuple(steps)


def _listed(rows: Collection[EveningRow]) -> tuple[EveningRow, ...]:
    """Those who have played by rank, then all others who are still there by number."""
    played = [row for row in rows if row.shares]
    waiting = [row for row in rows if not row.shares and not row.is_withdrawn]
    return (*_ranked(played), *sorted(waiting, key=lambda row: row.player.number))


def _points(place: int, place_points: Sequence[int]) -> int:
    return place_points[place - 1] if place <= len(place_points) else 0


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
    ordered = sorted(rows, key=lambda row: (_merit(row), row.player.number))
    first_of: dict[tuple[int, int, int], int] = {}
    for rank, row in enumerate(ordered, start=1):
        first_of.setdefault(_merit(row), rank)
    return [replace(row, rank=first_of[_merit(row)]) for row in ordered]


def _merit(row: EveningRow) -> tuple[int, int, int]:
    """The lower, the better."""
    return -row.points, -row.firsts, row.games
