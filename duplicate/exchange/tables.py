"""Standings as tables for spreadsheets."""

from collections.abc import Iterable, Sequence

from duplicate.standings import Row, SeriesRow, Standings, TeamRow
from referee.spreadsheets import write_table


def standings_csv(standings: Standings, rows: Iterable[Row] | None = None) -> str:
    """The standings, or only these `rows` of them, with the points of every round."""
    head = ["Platz", "Nummer", "Name", "Verein", "Kategorie", "Punkte", "Prozent", "Abstand"]
    head += ["Tops", "Solos", *(f"Runde {number}" for number in standings.rounds)]
    return write_table(
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
    return write_table(
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
