"""Standings as tables for spreadsheets."""

from collections.abc import Iterable, Iterator, Sequence

from duplicate.columns import COLUMNS, TEAM, round_columns
from duplicate.standings import Row, SeriesRow, Standings, TeamRow
from referee.columns import MEMBERS, columns_lines
from referee.spreadsheets import write_table


def standings_csv(standings: Standings, rows: Iterable[Row] | None = None) -> Iterator[str]:
    """The standings, or only these `rows` of them, with the points of every round, in lines."""
    columns = (*COLUMNS, *round_columns(standings))
    return columns_lines(columns, standings.rows if rows is None else rows)


def teams_csv(teams: Iterable[TeamRow]) -> Iterator[str]:
    """The clubs with the names of those who count, in lines."""
    return columns_lines((*TEAM, MEMBERS), teams)


def series_csv(rows: Iterable[SeriesRow], games: Sequence[str]) -> str:
    """The standings of a series, with what everybody reached in each of the `games` named."""
    return write_table(
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
