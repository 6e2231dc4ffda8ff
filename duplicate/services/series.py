"""Series: several games that count together. They have no log: what counts is in the games'."""

from collections.abc import Callable, Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from duplicate.models import Game, Series, SeriesGame
from referee.errors import Forbidden, Invalid
from referee.models import User
from referee.texts import read_number, read_text

MOST_GAMES = 100
LONGEST_NAME = 200


@transaction.atomic
def create_series(
    *,
    name: str,
    by: User,
    at: datetime,
    counted_by: str = Series.CountedBy.POINTS,
    dropped: int = 0,
) -> Series:
    """A new series without games, owned by who made it. Raises Invalid."""
    series = Series(owner=by, created_at=at)
    _put(series, name, counted_by, dropped)
    series.save()
    return series


@transaction.atomic
def change_series(
    series: Series,
    at: datetime,  # noqa: ARG001 - services take the time, and a series keeps no log
    *,
    by: User,
    name: str | None = None,
    counted_by: str | None = None,
    dropped: int | None = None,
    is_archived: bool | None = None,
) -> Series:
    """Change what is given. Raises Invalid, and Forbidden unless `by` may change the series."""
    series = _lock(series, by)
    _put(
        series,
        series.name if name is None else name,
        series.counted_by if counted_by is None else counted_by,
        series.dropped if dropped is None else dropped,
    )
    if is_archived is not None:
        series.is_archived = is_archived
    series.save()
    return series


def put_games(series: Series, games: Sequence[Game], at: datetime, *, by: User) -> Series:
    """Let exactly these games count, in this order. Raises as `change_games` does."""
    return change_games(series, lambda _before: games, at, by=by)


@transaction.atomic
def change_games(
    series: Series,
    change: Callable[[list[Game]], Sequence[Game]],
    at: datetime,  # noqa: ARG001 - as above
    *,
    by: User,
) -> Series:
    """Let those games count, in that order, which `change` makes of the present ones.

    Raises Invalid for a game named twice and for too many, Forbidden unless `by` may change the
    series.
    """
    series = _lock(series, by)
    games = change(list(series.games.order_by("series_entries__place")))
    if len({game.pk for game in games}) < len(games):
        raise Invalid(field="games", problem=_("Ein Spiel zählt in einer Serie nur einmal."))
    if len(games) > MOST_GAMES:
        problem = _("Eine Serie hat höchstens {most} Spiele.").format(most=MOST_GAMES)
        raise Invalid(field="games", problem=problem)
    series.entries.all().delete()
    SeriesGame.objects.bulk_create(
        SeriesGame(series=series, game=game, place=place)
        for place, game in enumerate(games, start=1)
    )
    return series


def _lock(series: Series, by: User) -> Series:
    series = Series.objects.select_for_update().get(pk=series.pk)
    if series.owner_id != by.pk and not by.is_superuser:
        raise Forbidden
    return series


def _put(series: Series, name: str, counted_by: str, dropped: int) -> None:
    name = read_text("name", name, LONGEST_NAME, least=1)
    if counted_by not in Series.CountedBy.values:
        problem = _("Richtig ist: {choices}.").format(choices=", ".join(Series.CountedBy.values))
        raise Invalid(field="counted_by", problem=problem)
    read_number("dropped", dropped, 0, MOST_GAMES - 1)
    series.name, series.counted_by, series.dropped = name, counted_by, dropped
