"""What can happen in a Party game, kind by kind: each reads its fields, then changes or refuses.

Reading comes first and raises Unreadable whatever the state; everything else is a refusal. A word
whose points wait to be noted is noted by whatever comes next.
"""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from engine.actions import ActionKind, Actions, wrong_phase
from engine.challenges import challenge_by
from engine.endings import Ending, end_by_word
from engine.errors import Unreadable
from engine.fields import Fields, Texts
from engine.party.checks import after_noting, check_opponent, in_turn
from engine.party.course import begin_turn, end_without_word, stop, wait_for_word, with_window
from engine.party.notation import party_coordinates, read_party_move, refuse
from engine.party.setup import read_letter
from engine.party.values import (
    MOST_ROLLS,
    TEAMS,
    TIMEOUT_POINTS,
    ZONE_NAMES,
    ZONES,
    Current,
    Face,
    Kind,
    Owed,
    Party,
    Pending,
    Phase,
    Reason,
    Source,
    Turn,
)
from engine.party.window import challenge, choose, note, roll_bonus
from engine.players import check_on_turn, check_player, put
from engine.refusals import Refusal
from engine.settlement import who_begins
from engine.tiles import from_shown, missing_tiles
from engine.verdicts import judge


def may_tell_fault(state: Party, kind: str) -> tuple[int, ...]:
    """The teams of which a false start, or stop, can be told now.

    It costs a team one turn only, but a timer that stands must go on each time.
    """
    now = state.current
    if now is None or state.rules.timer is Source.NONE or state.phase not in _FAULTS[kind]:
        return ()
    if kind == "false_stop" and state.phase is Phase.LAYING:
        return tuple(range(TEAMS))
    return tuple(team for team in range(TEAMS) if (kind, team) not in now.faults)


def may_be_stuck(state: Party) -> bool:
    """Whether the teams may agree now that there is no room for a word."""
    return state.phase in (Phase.ROLLING, Phase.READY, Phase.RUNNING, Phase.LAYING)


def _roll(state: Party, fields: Fields) -> Party | Refusal:
    team, letter = fields.number("player"), read_letter(fields.text("letter"))
    noted = after_noting(state)
    if isinstance(noted, Refusal):
        return noted
    if noted.phase not in (Phase.BEGINNING, Phase.ROLLING):
        return wrong_phase("roll", noted.phase)
    if refusal := check_on_turn(noted, team):
        return refusal
    if noted.rules.dice is Source.SERVER and letter not in noted.rules.faces:
        return Refusal("no_such_face", {"face": letter})
    rolled = replace(noted, letter_rolls=noted.letter_rolls + 1)
    if noted.current is None or noted.phase is Phase.BEGINNING:
        return _roll_to_begin(rolled, letter)
    current = replace(noted.current, rolled=(*noted.current.rolled, letter))
    if letter in noted.tray:
        return wait_for_word(rolled, replace(current, letter=letter))
    if len(current.rolled) < MOST_ROLLS:
        return replace(rolled, current=current)
    turn = Turn(team, Kind.VAIN, total=noted.points[team], rolled=current.rolled)
    return end_without_word(rolled, turn)


def _roll_to_begin(state: Party, letter: str) -> Party:
    letters = (*state.begin_rolls, letter)
    if len(letters) % TEAMS:
        return replace(state, begin_rolls=letters, on_turn=1)
    state = replace(state, begin_rolls=letters)
    first = who_begins(letters[-TEAMS:])
    return begin_turn(state, first[0]) if len(first) == 1 else replace(state, on_turn=0)


def _start(state: Party, fields: Fields) -> Party | Refusal:
    now = in_turn(state, "start", (Phase.READY,), check_opponent, fields.number("player"))
    return now if isinstance(now, Refusal) else _running(*now)


def _stop(state: Party, fields: Fields) -> Party | Refusal:
    team, told = fields.number("player"), _read_time(state, fields)
    now = in_turn(state, "stop", (Phase.RUNNING,), check_opponent, team)
    if isinstance(now, Refusal):
        return now
    noted, current = now
    stopped = _stopped(noted, current, told)
    if isinstance(stopped, Refusal):
        return stopped
    return replace(noted, phase=Phase.LAYING, current=stopped)


def _place(state: Party, fields: Fields) -> Party | Refusal:
    written = read_party_move(fields.text("coordinates"), fields.text("word"))
    announced, team = fields.optional_number("points"), fields.number("player")
    now = in_turn(state, "place", (Phase.LAYING,), check_on_turn, team)
    if isinstance(now, Refusal):
        return now
    noted, current = now
    rules = noted.rules
    verdict = judge(noted.board, written, ruleset=rules.board_rules)
    if verdict.move is None or verdict.score is None or not verdict.is_valid:
        return refuse(written, verdict)
    score, tiles = verdict.score, verdict.tiles
    if refusal := _check_tiles(noted.tray, current.letter, tiles):
        return refusal
    if announced is not None and announced != score.points:
        return Refusal("wrong_points", {"points": announced, "right": score.points})

    squares = tuple(square for square, _ in score.laid)
    rolls_bonus = rules.dice is not Source.NONE and not rules.bonus_squares.isdisjoint(squares)
    turn = Turn(
        team,
        Kind.PLACE,
        total=noted.points[team],
        coordinates=party_coordinates(verdict.move),
        word=verdict.move.word,
        tiles=tiles,
        squares=squares,
        words=score.words,
        bonus=score.bonus,
        rolled=current.rolled,
        zone=current.zone,
    )
    formed = tuple(dict.fromkeys(word for word, _ in score.words))
    pending = Pending(noted.board, formed, Owed.ROLL if rolls_bonus else None)
    laid = replace(noted, board=noted.board.lay(score.laid), turns=(*noted.turns, turn))
    return with_window(laid, turn, pending)


def _pass(state: Party, fields: Fields) -> Party | Refusal:
    team, told = fields.number("player"), _read_time(state, fields)
    now = in_turn(state, "pass", (Phase.RUNNING, Phase.LAYING), check_on_turn, team)
    if isinstance(now, Refusal):
        return now
    noted, current = now
    if noted.phase is Phase.RUNNING:
        stopped = _stopped(noted, current, told)
        if isinstance(stopped, Refusal):
            return stopped
        current = stopped
    elif isinstance(told, str) and told != current.zone:
        return Refusal("zone_past", {"zone": told, "first": str(current.zone)})
    _, points = (1, 0) if current.zone is None else ZONES[current.zone]
    turn = Turn(
        team,
        Kind.PASS,
        total=noted.points[team] + points,
        points=points,
        rolled=current.rolled,
        zone=current.zone,
    )
    return end_without_word(noted, turn)


def _timeout(state: Party, fields: Fields) -> Party | Refusal:
    team = fields.number("player")
    now = in_turn(state, "timeout", (Phase.RUNNING,), check_on_turn, team)
    if isinstance(now, Refusal):
        return now
    noted, current = now
    total = noted.points[team] + TIMEOUT_POINTS
    turn = Turn(team, Kind.TIMEOUT, total, points=TIMEOUT_POINTS, rolled=current.rolled)
    return end_without_word(noted, turn)


def _false_start(state: Party, fields: Fields) -> Party | Refusal:
    return _fault(state, "false_start", fields.number("player"))


def _false_stop(state: Party, fields: Fields) -> Party | Refusal:
    told = _fault(state, "false_stop", fields.number("player"))
    if isinstance(told, Refusal) or told.phase is Phase.RUNNING or told.current is None:
        return told
    # It had been taken for a stop: the timer goes on from there.
    return _running(told, told.current)


def _fault(state: Party, kind: str, team: int) -> Party | Refusal:
    if state.rules.timer is Source.NONE:
        return Refusal("no_timer", {})
    now = in_turn(state, kind, _FAULTS[kind], check_player, team)
    if isinstance(now, Refusal):
        return now
    noted, current = now
    if team not in may_tell_fault(noted, kind):
        return Refusal("fault_told", {"player": team})
    current = replace(current, faults=current.faults | {(kind, team)})
    return replace(noted, current=current, misses=put(noted.misses, team, True))


def _stuck(state: Party, _fields: Fields) -> Party | Refusal:
    noted = after_noting(state)
    if isinstance(noted, Refusal):
        return noted
    if not may_be_stuck(noted):
        return wrong_phase("stuck", noted.phase)
    return stop(noted, Ending(Reason.STUCK))


ACTIONS: Actions[Party] = Actions(
    ActionKind("roll", _roll, player=int, letter=str | None),
    ActionKind("start", _start, player=int),
    ActionKind("stop", _stop, player=int, zone=str | None, elapsed_ms=int | None),
    ActionKind("place", _place, player=int, coordinates=str, word=str, points=int | None),
    ActionKind("bonus", roll_bonus, player=int, face=Face | None),
    ActionKind("choose", choose, player=int, squares=Texts),
    ActionKind("pass", _pass, player=int, zone=str | None, elapsed_ms=int | None),
    ActionKind("timeout", _timeout, player=int),
    ActionKind("false_start", _false_start, player=int),
    ActionKind("false_stop", _false_stop, player=int),
    challenge_by(challenge),
    ActionKind("note", note),
    ActionKind("stuck", _stuck),
    end_by_word(Reason.ENDED, stop),
)


def _running(state: Party, current: Current) -> Party:
    """The timer started, or started again."""
    current = replace(current, runs=current.runs + 1, zone=None)
    return replace(state, phase=Phase.RUNNING, current=current)


#: When a false start or stop may be told: before the timer stands, before the word.
_FAULTS: Mapping[str, tuple[Phase, ...]] = MappingProxyType(
    {
        "false_start": (Phase.ROLLING, Phase.READY, Phase.RUNNING),
        "false_stop": (Phase.RUNNING, Phase.LAYING),
    }
)


def _read_time(state: Party, fields: Fields) -> str | int | None:
    """The zone told, where people have the timer, or the milliseconds measured."""
    zone, timer = fields.optional_text("zone"), state.rules.timer
    if zone is not None and zone not in ZONES:
        raise fields.wrong("zone", f"one of {', '.join(ZONES)}")
    if zone is not None and timer is not Source.TYPED:
        raise Unreadable(f"{fields.what}: no 'zone' is told unless people have the timer")
    if timer is Source.SERVER:
        return fields.number("elapsed_ms")
    if "elapsed_ms" in fields:
        raise Unreadable(f"{fields.what}: no 'elapsed_ms' unless the server has the timer")
    return zone


def _stopped(state: Party, current: Current, told: str | int | None) -> Current | Refusal:
    """The turn with the timer standing where it was stopped."""
    if told is None:
        return Refusal("zone_missing", {})
    if isinstance(told, int):
        zone = state.rules.zone_at(state.begun_ms + told)
        if zone is None:
            return Refusal("time_is_up", {})
        return replace(current, used_ms=current.used_ms + told, zone=zone)
    if (place := ZONE_NAMES.index(told)) < current.first_zone:
        return Refusal("zone_past", {"zone": told, "first": ZONE_NAMES[current.first_zone]})
    return replace(current, first_zone=place, zone=told)


def _check_tiles(tray: str, letter: str, tiles: str) -> Refusal | None:
    """Refuse tiles that are not in the tray, and a word without the letter rolled."""
    if lacking := missing_tiles(tray, from_shown(tiles)):
        return Refusal("tile_not_left", {"tiles": lacking})
    if letter and letter.lower() in tiles:
        return Refusal("letter_by_blank", {"letter": letter})
    if letter not in tiles:
        return Refusal("letter_not_laid", {"letter": letter, "tiles": tiles})
    return None
