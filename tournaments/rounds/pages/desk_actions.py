"""What the staff do on the desk: one entry for each button, each calling one service."""

from collections.abc import Mapping

from referee.events import staff_actions
from referee.events.desk import Action
from tournaments.entries import pages as desk_entries
from tournaments.evenings.pages import desk_actions as evening_actions
from tournaments.events.pages import desk_actions as desk_tournament
from tournaments.events.pages import keeping
from tournaments.events.pages.page_requests import Visit
from tournaments.rounds.pages import result_actions as desk_results
from tournaments.rounds.pages import round_actions as desk_rounds
from tournaments.tables.pages import desk_actions as desk_tables

ACTIONS: Mapping[str, Action[Visit]] = {
    **staff_actions.ACTIONS,
    **desk_tournament.ACTIONS,
    **keeping.ACTIONS,
    **desk_entries.ACTIONS,
    **desk_rounds.ACTIONS,
    **desk_results.ACTIONS,
    **desk_tables.ACTIONS,
    **evening_actions.ACTIONS,
}
