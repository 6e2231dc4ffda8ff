"""A tournament as one of its players sees it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from tournaments.models import Entry, Pairing, Report
from tournaments.rounds.selectors.player_field import adjustments_of, published_pairings


@dataclass(frozen=True)
class OwnReport:
    outcome: str
    own_points: int | None
    opponent_points: int | None
    received_at: datetime


@dataclass(frozen=True)
class OwnGame:
    """One published round of a player; points and outcome are those that count now."""

    round: int
    #: Whether every game of the round has its result.
    is_round_complete: bool
    pairing: int
    table: int | None
    kind: str
    begins: bool
    opponent: Entry | None
    standing: str
    outcome: str | None
    own_points: int | None
    opponent_points: int | None
    #: Points taken off, positive.
    own_penalty: int
    opponent_penalty: int
    #: What the player has reported last, or None.
    own_report: OwnReport | None


def own_games(entry: Entry) -> list[OwnGame]:
    """The player's published rounds, in order."""
    rows = published_pairings(entry.division).filter(Q(first=entry) | Q(second=entry))
    rows = rows.select_related("round", "first__division", "second__division")
    reports = {
        report.pairing_id: report
        for report in Report.objects.filter(pairing__in=rows, entry=entry).order_by("sequence")
    }
    return [_own_game(entry, row, reports.get(row.pk)) for row in rows]


def current_game(entry: Entry, games: Sequence[OwnGame]) -> OwnGame | None:
    """The one of `games` that is in the last published round of the division, if any is."""
    last = entry.division.rounds.filter(state="published").last()
    return next((game for game in games if last and game.round == last.number), None)


def _own_game(entry: Entry, row: Pairing, report: Report | None) -> OwnGame:
    begins = row.first_id == entry.pk
    points = _own_first(begins, row.first_points, row.second_points)
    first_penalty, second_penalty = adjustments_of(row)
    penalties = (-first_penalty, -second_penalty)
    own_penalty, opponent_penalty = penalties if begins else reversed(penalties)
    return OwnGame(
        round=row.round.number,
        is_round_complete=row.round.completed_at is not None,
        pairing=row.pk,
        table=row.table,
        kind=row.kind,
        begins=begins and row.second_id is not None,
        opponent=row.second if begins else row.first,
        standing=row.standing,
        outcome=row.outcome or None,
        own_points=points[0],
        opponent_points=points[1],
        own_penalty=own_penalty,
        opponent_penalty=opponent_penalty,
        own_report=None if report is None else _own_report(begins, report),
    )


def _own_report(begins: bool, report: Report) -> OwnReport:
    own, opponents = _own_first(begins, report.first_points, report.second_points)
    return OwnReport(report.outcome, own, opponents, report.received_at)


def _own_first(
    begins: bool, first: int | None, second: int | None
) -> tuple[int | None, int | None]:
    return (first, second) if begins else (second, first)
