"""The columns of a division's standings, for pages, spreadsheets and the API.

Wins are doubled throughout, so that a draw is 1; see docs/standings.md.
"""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext_lazy as _

from referee.columns import Column, Shown, on_page, strong
from tournaments.options import METRIC_NAMES
from tournaments.rounds.reasons import tell_quarters, tell_spread, tell_wins
from tournaments.standings import Metric, Row

RATING = Column(
    "rating",
    "player.rating",
    is_null=True,
    in_files="Wertung",
    page=Shown(90, _("Wertungszahl"), "number wide-only", in_short=False),
)
POINTS_FOR = Column(
    "points_for",
    "points_for",
    in_files="Punkte",
    page=Shown(80, METRIC_NAMES[Metric.POINTS_FOR], "number", in_short=False),
)
BUCHHOLZ = Column(
    "buchholz2",
    "buchholz2",
    in_files="Buchholz",
    parts=2,
    page=Shown(80, METRIC_NAMES[Metric.BUCHHOLZ], "number", written=tell_wins, in_short=False),
)
SONNEBORN_BERGER = Column(
    "sonneborn_berger4",
    "sonneborn_berger4",
    in_files="Sonneborn-Berger",
    parts=4,
    page=Shown(
        80,
        METRIC_NAMES[Metric.SONNEBORN_BERGER],
        "number",
        written=tell_quarters,
        in_short=False,
    ),
)
#: Wins and spread have their columns anyway, and the others say nothing that a reader can use.
EXTRA: Mapping[Metric, Column] = {
    Metric.POINTS_FOR: POINTS_FOR,
    Metric.BUCHHOLZ: BUCHHOLZ,
    Metric.SONNEBORN_BERGER: SONNEBORN_BERGER,
}
COLUMNS = (
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
        page=Shown(20, _("Nr."), "number wide-only", "muted", in_short=False),
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
    Column("team", "player.team", str, in_files="Team"),
    RATING,
    Column("is_withdrawn", "is_withdrawn", bool),
    Column(
        "wins2",
        "wins2",
        in_files="Siege",
        parts=2,
        page=Shown(50, _("Siege"), "number", written=lambda wins2: strong(tell_wins(wins2))),
    ),
    Column(
        "losses2",
        "losses2",
        in_files="Niederlagen",
        parts=2,
        page=Shown(60, _("Niederlagen"), "number wide-only", written=tell_wins, in_short=False),
    ),
    Column("draws", "draws"),
    Column(
        "spread",
        "spread",
        in_files="Differenz",
        page=Shown(70, _("Differenz"), "number", written=tell_spread),
    ),
    POINTS_FOR,
    Column("points_against", "points_against", in_files="Gegenpunkte"),
    Column("games", "games", meaning="Those at the board.", in_files="Partien"),
    Column("firsts", "firsts", in_files="Begonnen"),
    Column("seconds", "seconds"),
    Column("byes", "byes", in_files="Spielfrei"),
    Column("set_byes", "set_byes", in_files="Spielfrei auf Wunsch"),
    BUCHHOLZ,
    SONNEBORN_BERGER,
)
SHORT = on_page(COLUMNS, is_short=True)


def page_columns(rows: Sequence[Row], metrics: Sequence[Metric]) -> list[Column]:
    """Those of a page: of the further metrics the ones that rank, and ratings if there are any."""
    has_ratings = any(row.player.rating is not None for row in rows)
    hidden = {*EXTRA.values()} | (set() if has_ratings else {RATING})
    extras = [EXTRA[metric] for metric in metrics if metric in EXTRA]
    return on_page([*(column for column in COLUMNS if column not in hidden), *extras])
