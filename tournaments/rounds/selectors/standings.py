"""Where everybody stands by the published rounds; remembered by the version of the tournament.

Services don't ask here: what a transaction has changed but not yet recorded has no version.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from uuid import UUID

from tournaments import standings
from tournaments.errors import RoundMissing
from tournaments.models import Division, Round, Tournament
from tournaments.rounds.selectors.player_field import games_of, players_of
from tournaments.standings import Game, GroupBy, GroupRow, Metric, Player, Row
from tournaments.standings.values import AT_THE_BOARD

#: When the last result comes in everybody asks at once: one thread counts, the others take it over.
_counting = Lock()


@dataclass(frozen=True)
class Standings:
    """The table of a division. Players are named by the key of their entry (`row.player.id`)."""

    #: Best first.
    rows: tuple[Row, ...]
    #: What ranks them, in the order of each row's `metrics`.
    metrics: tuple[Metric, ...]
    #: The published rounds that are counted.
    rounds: tuple[int, ...]
    #: So many rounds are planned in all.
    planned: int
    #: Games in these rounds that don't count yet, as their result is missing or not confirmed.
    open_games: int
    #: The worst place at which each player can still end; empty where nothing can be said.
    safe_places: Mapping[int, int]
    #: Those whose present place nobody can take any more.
    clinched: frozenset[int]

    def is_clinched(self, row: Row) -> bool:
        return row.player.id in self.clinched

    def row_of(self, player: int) -> Row | None:
        """Where the player stands, by the key of the entry."""
        return next((row for row in self.rows if row.player.id == player), None)


@dataclass(frozen=True)
class Field:
    """Who plays and what was played in the published rounds of a division."""

    players: tuple[Player, ...]
    games: tuple[Game, ...]
    #: The published rounds.
    rounds: tuple[int, ...]


def standings_of(
    division: Division, after: int | None = None, *, with_unconfirmed: bool = False
) -> Standings:
    """The standings after the last published round, or as they were after that of number `after`.

    Only confirmed results count, unless what would be is asked for. Asking again costs nothing
    until something happens in the tournament. Raises RoundMissing for a round not published.
    """
    if after is not None and after not in published_rounds(division):
        raise RoundMissing(number=after)
    with _counting:
        return _standings(*_versioned(division), after, with_unconfirmed)


def history_of(division: Division) -> Mapping[int, tuple[Row, ...]]:
    """The standings after each round that has results, by its number, in order."""
    with _counting:
        return _history(*_versioned(division))


def groups_of(division: Division, by: GroupBy, table: Standings) -> tuple[GroupRow, ...]:
    """The clubs, teams or categories against each other, by as many of their best as count."""
    best_of = division.tournament.options.team_best_of or None
    return standings.group(table.rows, by, best_of)


def within_groups(table: Standings, by: GroupBy) -> dict[str, tuple[Row, ...]]:
    """Each group's own table, by its name; '' for those without one."""
    return standings.within(table.rows, by)


def field_values(division: Division) -> Field:
    """Who plays and what was played in the published rounds."""
    with _counting:
        return _field(*_versioned(division))


def published_rounds(division: Division) -> tuple[int, ...]:
    """The numbers of the published rounds, in order."""
    published = division.rounds.filter(state=Round.State.PUBLISHED).order_by("number")
    return tuple(published.values_list("number", flat=True))


def _versioned(division: Division) -> tuple[UUID, int, int]:
    tournament = division.tournament
    return tournament.pk, tournament.log_length, division.pk


@lru_cache(maxsize=16)
def _field(_tournament: UUID, _version: int, division: int) -> Field:
    found = _division(division)
    return Field(players_of(found), games_of(found), published_rounds(found))


@lru_cache(maxsize=32)
def _standings(
    tournament: UUID, version: int, division: int, after: int | None, with_unconfirmed: bool
) -> Standings:
    field, found = _field(tournament, version, division), _division(division)
    rounds = tuple(number for number in field.rounds if after is None or number <= after)
    games = [game for game in field.games if game.round in rounds]
    scoring = found.tournament.options.scoring
    rows = standings.standings(field.players, games, scoring, with_unconfirmed=with_unconfirmed)
    if found.tournament.state == Tournament.State.FINISHED and after is None:
        left = dict.fromkeys((player.id for player in field.players), 0)
    else:
        left = standings.rounds_left(
            field.players,
            games,
            scoring,
            rounds=len(found.schedule),
            with_unconfirmed=with_unconfirmed,
        )
        missed = _missed(field.players, games, rounds)
        left = {
            player.id: left[player.id]
            if player.withdrawn
            else max(0, left[player.id] - missed[player.id])
            for player in field.players
        }
    safe = standings.safe_places(rows, left, scoring)
    return Standings(
        rows=rows,
        metrics=scoring.metrics,
        rounds=rounds,
        planned=len(found.schedule),
        open_games=sum(
            not _counts(game, with_unconfirmed) for game in games if game.second is not None
        ),
        safe_places=safe,
        clinched=frozenset(player for player, _place in standings.clinched(rows, left, scoring)),
    )


@lru_cache(maxsize=16)
def _history(tournament: UUID, version: int, division: int) -> Mapping[int, tuple[Row, ...]]:
    field, found = _field(tournament, version, division), _division(division)
    return standings.history(field.players, field.games, found.tournament.options.scoring)


def _missed(
    players: Iterable[Player], games: Iterable[Game], rounds: tuple[int, ...]
) -> Mapping[int, int]:
    """In how many of the published `rounds` each has no place: entered late, or came back.

    Nothing will come to them from these.
    """
    placed = Counter(
        player for game in games for player in (game.first, game.second) if player is not None
    )
    return {player.id: len(rounds) - placed[player.id] for player in players}


def _counts(game: Game, with_unconfirmed: bool) -> bool:
    """Whether there is a result that counts; one of a game not yet reported has no points."""
    if game.is_confirmed:
        return True
    is_reported = game.first_points is not None or game.kind not in AT_THE_BOARD
    return with_unconfirmed and is_reported


def _division(pk: int) -> Division:
    return Division.objects.select_related("tournament").get(pk=pk)
