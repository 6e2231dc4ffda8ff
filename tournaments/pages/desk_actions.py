"""What the staff do on the desk: one entry for each button, each calling one service."""

from collections.abc import Mapping

from tournaments.pages import (
    desk_entries,
    desk_results,
    desk_rounds,
    desk_tables,
    desk_tournament,
    evening_actions,
)
from tournaments.pages.desk_registry import Action

ACTIONS: Mapping[str, Action] = {
    **desk_tournament.ACTIONS,
    **desk_entries.ACTIONS,
    **desk_rounds.ACTIONS,
    **desk_results.ACTIONS,
    **desk_tables.ACTIONS,
    **evening_actions.ACTIONS,
}
