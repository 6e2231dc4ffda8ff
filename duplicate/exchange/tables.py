"""Standings as tables that German spreadsheets open at once: semicolons, UTF-8 with a mark."""

import csv
from collections.abc import Iterable, Sequence
from decimal import Decimal
from io import StringIO

from duplicate.standings import Row, SeriesRow, Standings, TeamRow

_BYTE_ORDER_MARK = "\ufeff"
#: A cell that begins so would be a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")

Cell = str | int | Decimal | None


def standings_csv(standings: Standings, rows: Iterable[Row] | None = None) -> str:
    """The standings, or only these `rows` of them, with the points of every round."""
    head = ["Platz", "Nummer", "Name", "Verein", "Kategorie", "Punkte", "Prozent", "Abstand"]
    head += ["Tops", "Solos", *(f"Runde {number}" for number in standings.rounds)]
    return _table(
        head,
        (
            [
                row.rank,
                row.player.number,
                row.player.name,
                row.player.club,
                row.player.category,
                row.total,
                row.percent,
                row.distance,
                row.tops,
                row.solos,
                *row.points,
            ]
            for row in (standings.rows if rows is None else rows)
        ),
    )


def teams_csv(teams: Iterable[TeamRow]) -> str:
    """The clubs with the names of those who count."""
    head = ["Platz", "Verein", "Punkte", "Prozent", "Tops", "Gewertet"]
    return _table(
        head,
        (
            [
                team.rank,
                team.club,
                team.total,
                team.percent,
                team.tops,
                ", ".join(member.player.name for member in team.members),
            ]
            for team in teams
        ),
    )


def series_csv(rows: Iterable[SeriesRow], games: Sequence[str]) -> str:
    """The standings of a series, with what everybody reached in each of the `games` named."""
    return _table(
        ["Platz", "Name", "Verein", "Kategorie", "Gesamt", "Tops", *games],
        (
            [
                row.rank,
                row.player.name,
                row.player.club,
                row.player.category,
                row.total,
                row.tops,
                *row.results,
            ]
            for row in rows
        ),
    )


def _table(head: Sequence[Cell], rows: Iterable[Sequence[Cell]]) -> str:
    text = StringIO()
    writer = csv.writer(text, delimiter=";", lineterminator="\r\n")
    writer.writerow(map(_cell, head))
    writer.writerows(map(_cell, row) for row in rows)
    return _BYTE_ORDER_MARK + text.getvalue()


def _cell(value: Cell) -> str | int:
    """Decimals with a comma, and a text that would be a formula behind an apostrophe."""
    match value:
        case None:
            return ""
        case int():
            return value
        case Decimal():
            return str(value).replace(".", ",")
        case _:
            return f"'{value}" if value.startswith(_FORMULA) else value
