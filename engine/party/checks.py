"""What many actions of a Party game ask before anything else."""

from collections.abc import Callable

from engine.actions import wrong_phase
from engine.party.course import note_points
from engine.party.values import Current, Party, Phase, other
from engine.players import check_player
from engine.refusals import Refusal


def after_noting(state: Party) -> Party | Refusal:
    """The state with the points of the last word noted; refused while the bonus die is owed."""
    if state.pending is None:
        return state
    return Refusal("bonus_owed", {}) if state.pending.owed else note_points(state)


def check_opponent(state: Party, team: int) -> Refusal | None:
    """Refuse the timer to the team whose time it is."""
    if refusal := check_player(state, team):
        return refusal
    if state.current is None or team == other(state.current.team):
        return None
    return Refusal("others_timer", {"player": team})


def in_turn(
    state: Party,
    kind: str,
    phases: tuple[Phase, ...],
    check: Callable[[Party, int], Refusal | None],
    team: int,
) -> tuple[Party, Current] | Refusal:
    """The state with the last word noted, and its turn, if it is time for that and `team` may."""
    noted = after_noting(state)
    if isinstance(noted, Refusal):
        return noted
    if noted.phase not in phases or noted.current is None:
        return wrong_phase(kind, noted.phase)
    return check(noted, team) or (noted, noted.current)
