"""The columns of an evening's standings, for pages, spreadsheets and the API."""

from collections.abc import Iterable
from dataclasses import replace

from django.utils.translation import gettext_lazy as _

from referee.columns import NAME, NUMBER, RANK, WIDE, Column, Shown, strong
from tournaments.standings.evening import EveningRow
from tournaments.tables.titles import game_name

#: Pages have no room for it.
CLUB = Column("club", "Verein", source="player.club", kind=str)
COLUMNS = (
    replace(RANK, is_null=True, meaning="Null before the first game that counts."),
    Column("number", "Nummer", source="player.number"),
    NAME,
    CLUB,
    Column("points", "Punkte", Shown(90, _("Punkte"), NUMBER, written=strong)),
    Column("games", "Partien", Shown(70, _("Spiele"), NUMBER), meaning="Those that count."),
    Column(
        "firsts",
        "Erste Plätze",
        Shown(80, _("Erste Plätze"), WIDE, in_short=False),
        meaning="How often they were first, alone or with others.",
    ),
)
#: A row in short, as the live state and webhooks have it.
PLACE = tuple(column for column in COLUMNS if column is not CLUB)


def place_json(row: EveningRow) -> dict[str, object]:
    return {column.name: column.value(row) for column in PLACE}


def game_columns(games: Iterable[str]) -> list[Column]:
    """What each of `games` has brought, headed by what people call it.

    Who has not played one has nothing there, unlike somebody who got no points.
    """

    def column(game: str) -> Column:
        def points(row: EveningRow) -> int | None:
            return next((brought.points for brought in row.by_game if brought.game == game), None)

        title = game_name(game)
        return Column(game, title, Shown(50, title, WIDE, in_short=False), points)

    return [column(game) for game in games]
