"""Where everybody of a club evening stands; remembered by the version of the tournament.

Services don't ask for what is remembered: what a transaction has changed but not yet recorded has
no version.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from threading import Lock
from uuid import UUID

from django.conf import settings
from django.db.models import Max, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils.translation import override

from engine.games import GAMES
from tournaments.exchange.evening import evening_csv
from tournaments.games import texts_of
from tournaments.models import Entry, Table, TableEntry, Tournament
from tournaments.selectors.fields import player_of
from tournaments.standings import Player, evening
from tournaments.standings.evening import EveningRow, EveningTable, Share

#: When a game ends everybody asks at once: one thread counts, the others take it over.
_counting = Lock()


@dataclass(frozen=True)
class Ended:
    """A table whose game is over, and what it brings."""

    id: UUID
    game: str
    names: tuple[str, ...]
    scores: tuple[int, ...]
    #: None where the game ended without any.
    places: tuple[int, ...] | None
    ended_at: datetime
    #: Whether the director has not left it out.
    counts: bool
    #: Those of the evening who sat there, in the order of the names; () where it brings nothing.
    shares: tuple[Share, ...]


@dataclass(frozen=True)
class EveningStandings:
    """The table of an evening. Players are named by the key of their entry (`row.player.id`)."""

    #: Best first.
    rows: tuple[EveningRow, ...]
    #: What was played that counts, by the names of `engine.games` and in their order.
    games: tuple[str, ...]
    #: What the places bring.
    place_points: tuple[int, ...]
    #: All that are over, in the order in which they ended.
    ended: tuple[Ended, ...]
    #: So many are still played.
    running: int

    def row_of(self, player: int) -> EveningRow | None:
        """Where the player stands, by the key of the entry."""
        return next((row for row in self.rows if row.player.id == player), None)

    def numbers(self) -> dict[int, int]:
        """The players' numbers by the keys of their entries."""
        return {row.player.id: row.player.number for row in self.rows}


History = tuple[tuple[str, tuple[EveningRow, ...]], ...]


def evening_standings(tournament: Tournament) -> EveningStandings:
    """The standings by all tables that are over and count.

    Asking again costs nothing until something happens in the tournament.
    """
    with _counting:
        return _standings(tournament.pk, tournament.log_length)


def evening_history(tournament: Tournament) -> History:
    """The standings after each table that counts, by its id, in the order in which they ended."""
    with _counting:
        return _history(tournament.pk, tournament.log_length)


def evening_table(standings: EveningStandings) -> str:
    """The standings for a spreadsheet, whose heads are German whoever asks."""
    with override(settings.LANGUAGE_CODE):
        return evening_csv(standings.rows, {game: game_name(game) for game in standings.games})


def game_name(game: str) -> str:
    """What people call a game of `engine.games`."""
    return str(texts_of(game).name) or game


def evening_players(tournament: Tournament) -> tuple[Player, ...]:
    """Everybody who was entered, by number."""
    return tuple(map(player_of, tournament.entries.order_by("number")))


def own_tables(player: Entry) -> QuerySet[Table]:
    """Where the player sits or sat: tables still played at, then the others, the newest first."""
    # The states are sorted by their names: 'running' comes after 'over'.
    return Table.objects.filter(seats__entry=player).order_by("-state", "-created_at")


def ended_tables(tournament: Tournament) -> QuerySet[Table]:
    """The tables that are over, in the order in which they ended; each with its `ended_at`."""
    acted = Max("log__at", filter=Q(log__kind=TableEntry.Kind.ACTED))
    over = tournament.tables.filter(state=Table.State.OVER).prefetch_related("seats")
    return over.annotate(ended_at=Coalesce(acted, "created_at")).order_by(
        "ended_at", "created_at", "pk"
    )


def counted(tables: Iterable[Table]) -> tuple[EveningTable, ...]:
    """Those of `tables`, all of them over, that are not left out, as standings look at them."""
    return tuple(map(_value, (table for table in tables if table.counts)))


def _value(table: Table) -> EveningTable:
    return EveningTable(
        id=str(table.pk),
        game=table.game,
        places=_places(table),
        seats=tuple((seat.number, seat.entry_id) for seat in table.seats.all()),
    )


def _places(table: Table) -> tuple[int, ...] | None:
    return None if table.places is None else tuple(table.places)


@lru_cache(maxsize=16)
def _standings(pk: UUID, _version: int) -> EveningStandings:
    tournament = Tournament.objects.get(pk=pk)
    place_points = tournament.options.place_points
    over = list(ended_tables(tournament))
    rows = evening.standings(evening_players(tournament), counted(over), place_points)
    ended = tuple(_ended(table, place_points) for table in over)
    played = {share.game for table in ended for share in table.shares}
    return EveningStandings(
        rows=rows,
        games=tuple(name for name in GAMES if name in played),
        place_points=place_points,
        ended=ended,
        running=tournament.tables.filter(state=Table.State.RUNNING).count(),
    )


@lru_cache(maxsize=8)
def _history(pk: UUID, _version: int) -> History:
    tournament = Tournament.objects.get(pk=pk)
    tables = counted(ended_tables(tournament))
    return evening.history(evening_players(tournament), tables, tournament.options.place_points)


def _ended(table: Table, place_points: tuple[int, ...]) -> Ended:
    ended_at: datetime = table.ended_at  # type: ignore[attr-defined]
    return Ended(
        id=table.pk,
        game=table.game,
        names=tuple(table.names),
        scores=tuple(table.scores),
        places=_places(table),
        ended_at=ended_at,
        counts=table.counts,
        shares=evening.shares_of(_value(table), place_points) if table.counts else (),
    )
