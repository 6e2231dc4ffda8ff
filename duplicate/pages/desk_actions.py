"""What the staff do on the desk: one entry for each button, each calling one service."""

from collections.abc import Mapping

from duplicate.pages import (
    announce_actions,
    game_actions,
    keeping,
    people_actions,
    round_actions,
    ruling_actions,
    seat_actions,
)
from duplicate.pages.page_requests import Visit
from referee.events import staff_actions
from referee.events.desk import Action

ACTIONS: Mapping[str, Action[Visit]] = {
    **staff_actions.ACTIONS,
    **game_actions.ACTIONS,
    **keeping.ACTIONS,
    **announce_actions.ACTIONS,
    **round_actions.ACTIONS,
    **ruling_actions.ACTIONS,
    **people_actions.ACTIONS,
    **seat_actions.ACTIONS,
}
