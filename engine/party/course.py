"""From turn to turn: who plays next and how, and what ends the game."""

from dataclasses import replace

from engine.endings import Ending
from engine.party.values import (
    FIRST_ZONES,
    TEAMS,
    Current,
    Face,
    Kind,
    Party,
    Pending,
    Phase,
    Reason,
    Source,
    Turn,
    other,
    worth,
)
from engine.players import put


def begin_turn(state: Party, team: int) -> Party:
    """Let `team` play, or miss its turn, with what was laid up for it."""
    while state.misses[team]:
        missed = Turn(team, Kind.MISSED, total=state.points[team])
        turns = (*state.turns, missed)
        state = replace(state, misses=put(state.misses, team, False), turns=turns)
        team = other(team)
    number = 1 if state.current is None else state.current.number + 1
    current = Current(team, number, first_zone=state.first_zones[team])
    is_free = state.is_free[team] or state.rules.dice is Source.NONE
    state = replace(
        state,
        phase=Phase.ROLLING,
        current=current,
        pending=None,
        is_free=put(state.is_free, team, False),
        first_zones=put(state.first_zones, team, 0),
        on_turn=team,
    )
    return wait_for_word(state, current) if is_free else state


def wait_for_word(state: Party, current: Current) -> Party:
    """The letter is known, or none is needed: on to the timer, or to the word if there is none.

    So it is too when a word was taken back and there is time left. A timer of their own people
    start without telling.
    """
    phases = {Source.SERVER: Phase.READY, Source.TYPED: Phase.RUNNING, Source.NONE: Phase.LAYING}
    phase = phases[state.rules.timer]
    return replace(state, phase=phase, current=current, pending=None, on_turn=current.team)


def end_without_word(state: Party, turn: Turn) -> Party:
    """Note a turn in which no word came to lie, and go on, or end a game that does not go on."""
    team, is_vain = turn.player, turn.kind is Kind.VAIN
    in_vain = put(state.in_vain, team, True) if is_vain else (False,) * TEAMS
    points = put(state.points, team, turn.total)
    turns = (*state.turns, turn)
    state = replace(state, turns=turns, points=points, in_vain=in_vain, idle=state.idle + 1)
    if all(in_vain):
        return stop(state, Ending(Reason.VAIN))
    if state.idle >= state.rules.idle_rounds * TEAMS:
        return stop(state, Ending(Reason.IDLE))
    return begin_turn(state, other(team))


def with_window(state: Party, turn: Turn, pending: Pending) -> Party:
    """The last turn as it now is, its points counted, as long as it can be challenged.

    What nobody can challenge any more, and no die can change, is noted.
    """
    points = worth(turn, state.rules.board_rules.tile_set.values)
    before = turn.total - turn.points
    turn = replace(turn, points=points, total=before + points)
    state = replace(
        state,
        phase=Phase.CHECKING,
        turns=(*state.turns[:-1], turn),
        points=put(state.points, turn.player, turn.total),
        pending=pending,
        on_turn=turn.player,
    )
    if pending.owed:
        return state
    noted = note_points(state)
    return replace(state, on_turn=noted.on_turn) if pending.open_words else noted


def note_points(state: Party) -> Party:
    """Shut the challenge window over a word whose points are known, and go on or end."""
    turn = state.turns[-1]
    team, opponent, face = turn.player, other(turn.player), turn.face
    state = replace(state, in_vain=(False,) * TEAMS, idle=0, pending=None)
    if not state.tray:
        return stop(state, Ending(Reason.OUT))
    if face is Face.FREE_LETTER:
        state = replace(state, is_free=put(state.is_free, team, True))
    elif face is not None and face in FIRST_ZONES and state.rules.timer is not Source.NONE:
        # Of two such rolls before the turn they are for, the worse one counts.
        zone = max(state.first_zones[opponent], FIRST_ZONES[face])
        state = replace(state, first_zones=put(state.first_zones, opponent, zone))
    return begin_turn(state, team if face is Face.AGAIN else opponent)


def stop(state: Party, ending: Ending) -> Party:
    """End the game; the points stand as they are."""
    return replace(state, phase=Phase.OVER, pending=None, on_turn=None, ending=ending)
