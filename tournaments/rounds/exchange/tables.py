"""Standings as tables for spreadsheets."""

from collections.abc import Iterable

from referee.columns import part
from referee.spreadsheets import write_table
from tournaments.standings import GroupRow


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
