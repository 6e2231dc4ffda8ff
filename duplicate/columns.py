"""The columns of a game's standings, for pages, spreadsheets and the API."""

from decimal import Decimal

from django.utils.translation import gettext_lazy as _

from duplicate.standings import Row, Standings
from referee.columns import Column, Shown, strong

PLAYER = (
    Column(
        "rank",
        "rank",
        in_files="Platz",
        page=Shown(10, _("Platz"), "number", "place", written="{}.".format),
    ),
    Column(
        "number",
        "player.number",
        in_files="Nummer",
        page=Shown(20, _("Nr."), "number wide-only", "muted"),
    ),
    Column("name", "player.name", str, in_files="Name", page=Shown(30, _("Name"))),
    Column(
        "club",
        "player.club",
        str,
        in_files="Verein",
        page=Shown(40, _("Verein"), "wide-only", "muted", in_short=False),
    ),
    Column("category", "player.category", str, in_files="Kategorie"),
    Column("is_withdrawn", "player.is_withdrawn", bool),
)
COLUMNS = (
    *PLAYER,
    Column(
        "points", "total", in_files="Punkte", page=Shown(90, _("Punkte"), "number", written=strong)
    ),
    Column(
        "percent", "percent", Decimal, in_files="Prozent", page=Shown(80, "%", "number wide-only")
    ),
    Column(
        "distance",
        "distance",
        in_files="Abstand",
        page=Shown(70, _("Abstand"), "number wide-only", "muted"),
    ),
    Column("tops", "tops", in_files="Tops", page=Shown(50, _("Tops"), "number")),
    Column(
        "solos",
        "solos",
        in_files="Solos",
        page=Shown(60, _("Solos"), "number wide-only", in_short=False),
    ),
)


def round_columns(standings: Standings) -> list[Column]:
    """A column for each round, behind the sums, which must be in sight."""

    def column(place: int, number: int) -> Column:
        def points(row: Row) -> int | None:
            return row.points[place]

        shown = Shown(100 + place, str(number), "number each")
        return Column(f"round_{number}", points, in_files=f"Runde {number}", page=shown)

    return [column(place, number) for place, number in enumerate(standings.rounds)]


def tops_of(standings: Standings) -> dict[str, int]:
    """What the tops bring, by the names of the columns."""
    names = [f"round_{number}" for number in standings.rounds]
    return {"points": standings.top_total} | dict(zip(names, standings.tops, strict=True))
