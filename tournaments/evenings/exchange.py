"""The standings of a club evening as a table for spreadsheets."""

from collections.abc import Iterable, Mapping

from referee.spreadsheets import write_table
from tournaments.standings.evening import EveningRow

HEAD = ("Platz", "Nummer", "Name", "Verein", "Punkte", "Partien", "Erste Plätze")


def evening_csv(rows: Iterable[EveningRow], games: Mapping[str, str]) -> str:
    """The players, in the order of `rows`, with a column of points for each of `games`.

    These are told by the names of `engine.games`, with what people call them. Who has not played
    something has nothing there, unlike somebody who got no points.
    """
    return write_table([*HEAD, *games.values()], (_line(row, games) for row in rows))


def _line(row: EveningRow, games: Iterable[str]) -> list[str | int | None]:
    points = {brought.game: brought.points for brought in row.by_game}
    return [
        row.rank,
        row.player.number,
        row.player.name,
        row.player.club,
        row.points,
        row.games,
        row.firsts,
        *(points.get(game) for game in games),
    ]
