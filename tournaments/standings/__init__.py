"""Who stands where in a division, as plain functions of values (docs/standings.md)."""

from tournaments.standings.groups import GroupBy, GroupRow, group, within
from tournaments.standings.outcomes import Outcome, outcome_of
from tournaments.standings.places import clinched, rounds_left, safe_places
from tournaments.standings.table import history, standings
from tournaments.standings.values import Award, Game, Kind, Metric, Player, Row, Scoring

__all__ = [
    "Award",
    "Game",
    "GroupBy",
    "GroupRow",
    "Kind",
    "Metric",
    "Outcome",
    "Player",
    "Row",
    "Scoring",
    "clinched",
    "group",
    "history",
    "outcome_of",
    "rounds_left",
    "safe_places",
    "standings",
    "within",
]
