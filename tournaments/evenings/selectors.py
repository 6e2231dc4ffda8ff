"""Where everybody of a club evening stands; remembered by the version of the tournament.

Services don't ask for what is remembered: what a transaction has changed but not yet recorded has
no version.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, lru_cache
from threading import Lock
from uuid import UUID

from django.conf import settings
from django.db.models import Max, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils.translation import override

from engine.games import GAMES
from referee.columns import columns_csv
from tournaments.evenings.columns import COLUMNS, game_columns
from tournaments.models import Entry, LogEntry, Table, TableLogEntry, Tournament
from tournaments.rounds.selectors.player_field import player_of
from tournaments.standings import Player, evening
from tournaments.standings.evening import EveningRow, EveningTable, Moment, Share

#: What changes tables that are over, or what they bring.
CHANGING = (LogEntry.Kind.TABLE_FINISHED, LogEntry.Kind.CHANGED)

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

    @cached_property
    def ranked(self) -> int:
        """So many have a rank: they are the first ones."""
        return sum(row.rank is not None for row in self.rows)

    @cached_property
    def history(self) -> tuple[Moment, ...]:
        """What each table that counts has changed, in the order in which they ended."""
        players = (row.player for row in self.rows)
        return evening.history(players, (table.shares for table in self.ended))

    def place_of(self, player: int) -> int | None:
        """Where the player is listed, from 0, by the key of the entry."""
        return self._places.get(player)

    def row_of(self, player: int) -> EveningRow | None:
        """Where the player stands, by the key of the entry."""
        place = self.place_of(player)
        return None if place is None else self.rows[place]

    def ended_at(self, table: UUID) -> Ended | None:
        """What came of the table; None while it is played."""
        return self._by_table.get(table)

    @cached_property
    def _places(self) -> dict[int, int]:
        return {row.player.id: place for place, row in enumerate(self.rows)}

    @cached_property
    def _by_table(self) -> dict[UUID, Ended]:
        return {table.id: table for table in self.ended}


def evening_standings(tournament: Tournament) -> EveningStandings:
    """The standings by all tables that are over and count.

    Asking again costs nothing until something happens in the tournament.
    """
    with _counting:
        return _standings(tournament.pk, tournament.log_length)


def evening_table(standings: EveningStandings) -> str:
    """The standings for a spreadsheet, whose heads are German whoever asks."""
    with override(settings.LANGUAGE_CODE):
        return columns_csv((*COLUMNS, *game_columns(standings.games)), standings.rows)


def evening_players(tournament: Tournament) -> tuple[Player, ...]:
    """Everybody who was entered, by number."""
    return tuple(map(player_of, tournament.entries.order_by("number")))


def own_tables(player: Entry) -> QuerySet[Table]:
    """Where the player sits or sat: tables still played at, then the others, the newest first."""
    # The states are sorted by their names: 'running' comes after 'over'.
    return Table.objects.filter(seats__entry=player).order_by("-state", "-created_at")


def ended_tables(tournament: Tournament) -> QuerySet[Table]:
    """The tables that are over, in the order in which they ended; each with its `ended_at`."""
    acted = Max("log__at", filter=Q(log__kind=TableLogEntry.Kind.ACTED))
    over = tournament.tables.filter(state=Table.State.OVER).prefetch_related("seats")
    return over.annotate(ended_at=Coalesce(acted, "created_at")).order_by(
        "ended_at", "created_at", "pk"
    )


def shares_at(table: Table, place_points: Sequence[int]) -> tuple[Share, ...]:
    """What a table that is over brings; () for one that is left out."""
    if not table.counts:
        return ()
    value = EveningTable(
        id=str(table.pk),
        game=table.game,
        places=_places(table),
        seats=tuple((seat.number, seat.entry_id) for seat in table.seats.all()),
    )
    return evening.shares_of(value, place_points)


def _places(table: Table) -> tuple[int, ...] | None:
    return None if table.places is None else tuple(table.places)


@lru_cache(maxsize=16)
def _standings(pk: UUID, _version: int) -> EveningStandings:
    tournament = Tournament.objects.get(pk=pk)
    changing = tournament.log.filter(kind__in=CHANGING).order_by("-sequence")
    ended = _all_ended(pk, changing.values_list("sequence", flat=True).first())
    played = {share.game for table in ended for share in table.shares}
    return EveningStandings(
        rows=evening.standings(evening_players(tournament), (table.shares for table in ended)),
        games=tuple(name for name in GAMES if name in played),
        place_points=tournament.options.place_points,
        ended=ended,
        running=tournament.tables.filter(state=Table.State.RUNNING).count(),
    )


@lru_cache(maxsize=16)
def _all_ended(pk: UUID, _version: int | None) -> tuple[Ended, ...]:
    """By the last entry of the log that may have changed them: who comes changes none."""
    tournament = Tournament.objects.get(pk=pk)
    place_points = tournament.options.place_points
    return tuple(_ended(table, place_points) for table in ended_tables(tournament))


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
        shares=shares_at(table, place_points),
    )
