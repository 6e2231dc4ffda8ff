"""What happens once a word lies: bonus die, the tile chosen, challenges, points noted."""

from dataclasses import replace

from engine.challenges import judge_challenge
from engine.errors import Unreadable
from engine.fields import Fields
from engine.party.checks import after_noting
from engine.party.course import end_without_word, wait_for_word, with_window
from engine.party.notation import party_square, read_party_square
from engine.party.setup import read_face
from engine.party.values import TILE_FACTORS, Owed, Party, Pending, Source, Turn
from engine.players import check_on_turn, put
from engine.refusals import Refusal


def roll_bonus(state: Party, fields: Fields) -> Party | Refusal:
    """Take what the bonus die shows; refused unless the team owes a roll."""
    team, face = fields.number("player"), read_face(fields.text("face"))
    pending = state.pending
    if pending is None or pending.owed is not Owed.ROLL:
        return Refusal("no_bonus_due", {})
    if refusal := check_on_turn(state, team):
        return refusal
    if face not in state.rules.bonus_faces:
        return Refusal("no_such_face", {"face": face.value})
    rolled = replace(state, bonus_rolls=state.bonus_rolls + 1)
    owed = Owed.CHOICE if face in TILE_FACTORS else None
    return with_window(rolled, replace(state.turns[-1], face=face), replace(pending, owed=owed))


def choose(state: Party, fields: Fields) -> Party | Refusal:
    """Let one tile laid in this turn count for more; refused unless a choice is owed."""
    team = fields.number("player")
    squares = [read_party_square(name) for name in fields.texts("squares")]
    if len(squares) != 1:
        raise Unreadable("action choose: 'squares' names the one square of the tile")
    pending = state.pending
    if pending is None or pending.owed is not Owed.CHOICE:
        return Refusal("nothing_to_choose", {})
    if refusal := check_on_turn(state, team):
        return refusal
    turn = state.turns[-1]
    if squares[0] not in turn.squares:
        return Refusal("not_laid_now", {"square": party_square(squares[0])})
    return with_window(state, replace(turn, chosen=squares[0]), replace(pending, owed=None))


def challenge(state: Party, fields: Fields) -> Party | Refusal:
    """Rule on words of the last move, by the other team, as long as the window is open."""
    ruling = judge_challenge(state, state.pending, fields)
    if isinstance(ruling, Refusal):
        return ruling
    turn = state.turns[-1]
    turn = replace(turn, challenges=(*turn.challenges, ruling.challenge))
    if turn.is_taken_back:
        return _taken_back(state, ruling.pending, turn)
    return with_window(state, turn, replace(ruling.pending, open_words=ruling.open_words))


def _taken_back(state: Party, pending: Pending, turn: Turn) -> Party:
    """The tiles are back in the tray; the team tries again if there is a timer with time left."""
    turn = replace(turn, total=turn.total - turn.points)
    current = state.current
    state = replace(state, board=pending.board, turns=state.turns[:-1], pending=None)
    if state.rules.timer is Source.NONE or current is None:
        return end_without_word(state, turn)
    points = put(state.points, turn.player, turn.total)
    state = replace(state, points=points, turns=(*state.turns, turn))
    return wait_for_word(state, replace(current, zone=None))


def note(state: Party, _fields: Fields) -> Party | Refusal:
    """Shut the window; refused as long as the bonus die is owed."""
    return Refusal("window_shut", {}) if state.pending is None else after_noting(state)
