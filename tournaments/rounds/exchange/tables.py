"""Standings as tables for spreadsheets."""

from collections.abc import Iterable
from decimal import Decimal

from referee.spreadsheets import write_table
from tournaments.standings import GroupRow, Row

HEAD = (
    "Platz",
    "Nummer",
    "Name",
    "Verein",
    "Kategorie",
    "Team",
    "Wertung",
    "Siege",
    "Niederlagen",
    "Differenz",
    "Punkte",
    "Gegenpunkte",
    "Partien",
    "Begonnen",
    "Spielfrei",
    "Spielfrei auf Wunsch",
    "Buchholz",
    "Sonneborn-Berger",
)


def standings_csv(rows: Iterable[Row]) -> str:
    """The players, in the order of `rows`."""
    return write_table(
        HEAD,
        (
            [
                row.rank,
                row.player.number,
                row.player.name,
                row.player.club,
                row.player.category,
                row.player.team,
                row.player.rating,
                part(row.wins2, 2),
                part(row.losses2, 2),
                row.spread,
                row.points_for,
                row.points_against,
                row.games,
                row.firsts,
                row.byes,
                row.set_byes,
                part(row.buchholz2, 2),
                part(row.sonneborn_berger4, 4),
            ]
            for row in rows
        ),
    )


def groups_csv(groups: Iterable[GroupRow]) -> str:
    """The clubs or teams with the names of those who count."""
    return write_table(
        ["Platz", "Name", "Siege", "Differenz", "Punkte", "Gewertet"],
        (
            [
                group.rank,
                group.name,
                part(group.wins2, 2),
                group.spread,
                group.points_for,
                ", ".join(row.player.name for row in group.members),
            ]
            for group in groups
        ),
    )


def part(value: int, of: int) -> int | Decimal:
    """`value` counted in halves or quarters, as people write it."""
    return value // of if value % of == 0 else Decimal(value) / of
