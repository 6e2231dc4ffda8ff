"""The columns of a division's standings, for pages, spreadsheets and the API.

Wins are doubled throughout, so that a draw is 1; see docs/standings.md.
"""

from collections.abc import Callable, Mapping, Sequence

from django.utils.translation import gettext_lazy as _

from referee.columns import CLUB, NAME, NUMBER, RANK, WIDE, Column, Shown, on_page, strong
from tournaments.options import METRIC_NAMES
from tournaments.rounds.reasons import tell_quarters, tell_spread, tell_wins
from tournaments.standings import Metric, Row

RATING = Column(
    "rating",
    "Wertung",
    Shown(90, _("Wertungszahl"), WIDE, in_short=False),
    "player.rating",
    is_null=True,
)


def _strong_wins(wins2: int) -> str:
    return strong(tell_wins(wins2))


def _metric(metric: Metric, written: Callable[[int], str]) -> Shown:
    return Shown(80, METRIC_NAMES[metric], NUMBER, written=written, in_short=False)


#: Wins and spread have their columns anyway, and the others say nothing that a reader can use.
EXTRA: Mapping[Metric, Column] = {
    Metric.POINTS_FOR: Column("points_for", "Punkte", _metric(Metric.POINTS_FOR, str)),
    Metric.BUCHHOLZ: Column("buchholz2", "Buchholz", _metric(Metric.BUCHHOLZ, tell_wins), parts=2),
    Metric.SONNEBORN_BERGER: Column(
        "sonneborn_berger4",
        "Sonneborn-Berger",
        _metric(Metric.SONNEBORN_BERGER, tell_quarters),
        parts=4,
    ),
}
WINS = Column("wins2", "Siege", Shown(50, _("Siege"), NUMBER, written=_strong_wins), parts=2)
SPREAD = Column("spread", "Differenz", Shown(70, _("Differenz"), NUMBER, written=tell_spread))
COLUMNS = (
    RANK,
    Column("number", "Nummer", Shown(20, _("Nr."), WIDE, "muted", in_short=False), "player.number"),
    NAME,
    CLUB,
    Column("category", "Kategorie", source="player.category", kind=str),
    Column("team", "Team", source="player.team", kind=str),
    RATING,
    Column("is_withdrawn", kind=bool),
    WINS,
    Column(
        "losses2",
        "Niederlagen",
        Shown(60, _("Niederlagen"), WIDE, written=tell_wins, in_short=False),
        parts=2,
    ),
    Column("draws"),
    SPREAD,
    EXTRA[Metric.POINTS_FOR],
    Column("points_against", "Gegenpunkte"),
    Column("games", "Partien", meaning="Those at the board."),
    Column("firsts", "Begonnen"),
    Column("seconds"),
    Column("byes", "Spielfrei"),
    Column("set_byes", "Spielfrei auf Wunsch"),
    EXTRA[Metric.BUCHHOLZ],
    EXTRA[Metric.SONNEBORN_BERGER],
)
#: Of clubs or teams.
GROUP = (
    RANK,
    Column("name", "Name", Shown(40, _("Mannschaft")), kind=str),
    WINS,
    SPREAD,
    EXTRA[Metric.POINTS_FOR],
)
SHORT = on_page(COLUMNS, is_short=True)


def page_columns(rows: Sequence[Row], metrics: Sequence[Metric]) -> list[Column]:
    """Those of a page: of the further metrics the ones that rank, and ratings if there are any."""
    has_ratings = any(row.player.rating is not None for row in rows)
    hidden = {*EXTRA.values()} | (set() if has_ratings else {RATING})
    extras = [EXTRA[metric] for metric in metrics if metric in EXTRA]
    return on_page([*(column for column in COLUMNS if column not in hidden), *extras])
