"""What the confirmed games of a division do to the ratings."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from uuid import UUID

from tournaments.models import Division
from tournaments.ratings import Change, Rated, rate
from tournaments.rounds.selectors.standings import field_values, standings_of
from tournaments.standings import Row

_rating = Lock()


@dataclass(frozen=True)
class RatingRow:
    """Where somebody stands, and what that does to their rating."""

    row: Row
    change: Change


def ratings_of(division: Division) -> tuple[RatingRow, ...]:
    """Everybody's rating before and after, in the order of the standings.

    By the formula that the tournament's options name. Asking again costs nothing until something
    happens in the tournament.
    """
    tournament = division.tournament
    with _rating:
        changes = _changes(tournament.pk, tournament.log_length, division.pk)
    return tuple(RatingRow(row, changes[row.player.id]) for row in standings_of(division).rows)


@lru_cache(maxsize=16)
def _changes(_tournament: UUID, _version: int, division: int) -> Mapping[int, Change]:
    found = Division.objects.select_related("tournament").get(pk=division)
    field = field_values(found)
    rated = [Rated(player.id, player.rating) for player in field.players]
    formula = found.tournament.options.formula
    return {change.player: change for change in rate(rated, field.games, formula)}
