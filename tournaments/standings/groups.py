"""Standings of categories, clubs and teams."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import attrgetter
from typing import Literal

from tournaments.standings.values import Row

GroupBy = Literal["category", "club", "team"]


@dataclass(frozen=True)
class GroupRow:
    rank: int
    name: str
    #: Sums over those who count.
    wins2: int
    spread: int
    points_for: int
    #: Those who count, best first, with their ranks in the whole field.
    members: tuple[Row, ...]


def within(rows: Sequence[Row], by: GroupBy) -> dict[str, tuple[Row, ...]]:
    """The rows of each group with their ranks in it; groups by name, '' for those without one.

    The order is that of the whole field: direct encounters are not looked at anew.
    """
    groups = _members(rows, by)
    tables = {}
    for name in sorted(groups):
        table: list[Row] = []
        for _, equal in groupby(groups[name], attrgetter("rank")):
            rank = len(table) + 1
            table += [replace(row, rank=rank) for row in equal]
        tables[name] = tuple(table)
    return tables


def group(rows: Sequence[Row], by: GroupBy, best_of: int | None = None) -> tuple[GroupRow, ...]:
    """Groups by the wins of their `best_of` best players (None: all), then spread, then points.

    A group with fewer players counts with those it has; players without a group are left out.
    Equal ones share a rank and are listed by name.
    """
    found = []
    for name, everybody in sorted(_members(rows, by).items()):
        members = tuple(everybody[:best_of])
        if name:
            found.append(
                GroupRow(
                    rank=0,
                    name=name,
                    wins2=sum(row.wins2 for row in members),
                    spread=sum(row.spread for row in members),
                    points_for=sum(row.points_for for row in members),
                    members=members,
                )
            )
    found.sort(key=_order)
    ranked: list[GroupRow] = []
    for _, equal in groupby(found, _order):
        rank = len(ranked) + 1
        ranked += [replace(row, rank=rank) for row in equal]
    return tuple(ranked)


def _members(rows: Sequence[Row], by: GroupBy) -> dict[str, list[Row]]:
    groups = defaultdict(list)
    for row in rows:
        groups[getattr(row.player, by)].append(row)
    return groups


def _order(row: GroupRow) -> tuple[int, int, int]:
    return -row.wins2, -row.spread, -row.points_for
