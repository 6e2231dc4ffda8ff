"""The columns of an evening's standings, for pages, spreadsheets and the API."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext_lazy as _

from referee.columns import Column, Shown, strong
from tournaments.standings.evening import EveningRow
from tournaments.tables.titles import game_name

CLUB = Column("club", "player.club", str, in_files="Verein")
COLUMNS = (
    Column(
        "rank",
        "rank",
        is_null=True,
        meaning="Null before the first game that counts.",
        in_files="Platz",
        page=Shown(10, _("Platz"), "number", "place", written="{}.".format),
    ),
    Column("number", "player.number", in_files="Nummer"),
    Column("name", "player.name", str, in_files="Name", page=Shown(20, _("Name"))),
    CLUB,
    Column(
        "points", "points", in_files="Punkte", page=Shown(60, _("Punkte"), "number", "", strong)
    ),
    Column(
        "games",
        "games",
        meaning="Those that count.",
        in_files="Partien",
        page=Shown(40, _("Spiele"), "number"),
    ),
    Column(
        "firsts",
        "firsts",
        meaning="How often they were first, alone or with others.",
        in_files="Erste Plätze",
        page=Shown(50, _("Erste Plätze"), "number wide-only", in_short=False),
    ),
)
#: A row in short, as the live state and webhooks have it.
PLACE = tuple(column for column in COLUMNS if column is not CLUB)


def place_json(row: EveningRow) -> dict[str, Any]:
    return {column.name: column.value(row) for column in PLACE}


def game_columns(games: Iterable[str]) -> list[Column]:
    """What each of `games` has brought, headed by what people call it.

    Who has not played one has nothing there, unlike somebody who got no points.
    """

    def column(game: str) -> Column:
        def points(row: EveningRow) -> int | None:
            return next((brought.points for brought in row.by_game if brought.game == game), None)

        title = game_name(game)
        shown = Shown(30, title, "number wide-only", in_short=False)
        return Column(game, points, in_files=title, page=shown)

    return [column(game) for game in games]
