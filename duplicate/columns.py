"""The columns of a game's standings, for pages, spreadsheets and the API."""

from decimal import Decimal

from django.utils.translation import gettext_lazy as _

from duplicate.standings import Row, Standings
from referee.columns import CLUB, NAME, NUMBER, RANK, WIDE, Column, Shown, strong

PLAYER = (
    RANK,
    Column("number", "Nummer", Shown(20, _("Nr."), WIDE, "muted"), "player.number"),
    NAME,
    CLUB,
    Column("category", "Kategorie", source="player.category", kind=str),
    Column("is_withdrawn", source="player.is_withdrawn", kind=bool),
)
POINTS = Column("points", "Punkte", Shown(90, _("Punkte"), NUMBER, written=strong), "total")
TOPS = Column("tops", "Tops", Shown(50, _("Tops"), NUMBER))
COLUMNS = (
    *PLAYER,
    POINTS,
    Column("percent", "Prozent", Shown(80, "%", WIDE), kind=Decimal),
    Column("distance", "Abstand", Shown(70, _("Abstand"), WIDE, "muted")),
    TOPS,
    Column("solos", "Solos", Shown(60, _("Solos"), WIDE, in_short=False)),
)
#: Of clubs.
TEAM = (
    RANK,
    Column("club", "Verein", Shown(40, _("Verein")), kind=str),
    POINTS,
    Column("percent", "Prozent", Shown(80, "%", NUMBER), kind=Decimal),
    TOPS,
)


def round_columns(standings: Standings) -> list[Column]:
    """A column for each round, behind the sums, which must be in sight."""

    def column(place: int, number: int) -> Column:
        def points(row: Row) -> int | None:
            return row.points[place]

        shown = Shown(100 + place, str(number), "number each")
        return Column(f"round_{number}", f"Runde {number}", shown, points)

    return [column(place, number) for place, number in enumerate(standings.rounds)]


def tops_of(standings: Standings) -> dict[str, int]:
    """What the tops bring, by the names of the columns."""
    names = [f"round_{number}" for number in standings.rounds]
    return {"points": standings.top_total} | dict(zip(names, standings.tops, strict=True))
