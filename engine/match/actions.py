"""What can happen in a game, kind by kind: each reads its fields, then changes or refuses.

Reading comes first and raises Unreadable whatever the state; everything else is a refusal. Turns
are in `engine.match.turns`.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from engine.actions import ActionKind, Actions, wrong_phase
from engine.challenges import challenge_by, judge_challenge
from engine.endings import Ending, end_by_word
from engine.errors import Unreadable
from engine.fields import Fields, Texts
from engine.match.endings import finish, note_points, stop, tell_left
from engine.match.racks import draw_tiles, read_filling
from engine.match.turns import exchange, overtime, pass_turn, place
from engine.match.values import Kind, Match, Pending, Phase, Reason, Turn
from engine.players import add, check_on_turn, check_player, next_player, put
from engine.refusals import Refusal
from engine.settlement import who_begins
from engine.tiles import missing_tiles, read_tiles, sort_tiles


def start(state: Match, player: int) -> Match:
    """Let `player` begin: with a full rack, unless somebody has to say what comes on it."""
    if state.house.two_bags or state.house.solitaire:
        return replace(state, phase=Phase.DEALING, on_turn=player, drawing=())
    sizes = (state.ruleset.rack_size,) * state.players
    return replace(state, phase=Phase.PLAYING, on_turn=player, drawing=(), rack_sizes=sizes)


def may_exchange(state: Match) -> bool:
    """Whether the bag allows an exchange of at least one tile."""
    return state.bag >= max(state.ruleset.exchange_needs, 1)


def may_be_stuck(state: Match) -> bool:
    """Whether the game ends now if nobody has a move."""
    rules = state.ruleset
    if state.phase is not Phase.PLAYING or state.on_turn is None or state.opening_letters:
        return False
    return rules.ends_without_moves and not (rules.plays_bag_empty and state.bag)


def may_set_clock(state: Match) -> bool:
    """Whether a clock counts now. Clocks are often read last, so it does after a settlement too."""
    if state.ruleset.clock is None or state.phase in (Phase.DRAWING, Phase.DEALING):
        return False
    return not state.is_over or state.left is not None


def may_pause(state: Match) -> bool:
    """Whether there is a time of the turn that can stand still, or go on."""
    return state.house.turn_seconds is not None and state.phase is Phase.PLAYING


def _draw(state: Match, fields: Fields) -> Match | Refusal:
    tiles = tuple(read_tiles(text) for text in fields.texts("tiles"))
    if any(len(tile) != 1 for tile in tiles):
        raise Unreadable("action draw: each player draws one tile")
    if state.phase is not Phase.DRAWING:
        return wrong_phase("draw", state.phase)
    if len(tiles) != len(state.drawing):
        detail = {"players": len(state.drawing), "drawn": len(tiles)}
        return Refusal("each_draws_one", detail)
    if lacking := missing_tiles(state.ruleset.tile_set.all_tiles, "".join(tiles)):
        return Refusal("tile_not_left", {"tiles": lacking})
    first = tuple(state.drawing[place] for place in who_begins(tiles))
    drawn = state.drawn + tuple(zip(state.drawing, tiles, strict=True))
    state = replace(state, drawing=first, drawn=drawn)
    return state if len(first) > 1 else start(state, first[0])


def _fill(state: Match, fields: Fields) -> Match | Refusal:
    player, filling = fields.number("player"), read_filling(fields)
    if state.phase is not Phase.DEALING or state.on_turn is None:
        return wrong_phase("fill", state.phase)
    if refusal := check_on_turn(state, player):
        return refusal
    filled = draw_tiles(state, player, state.ruleset.rack_size, filling)
    if isinstance(filled, Refusal):
        return filled
    # The one who begins fills first and is on turn again when the round is done.
    after = replace(filled.state, on_turn=next_player(state, player))
    return replace(after, phase=Phase.PLAYING) if all(after.rack_sizes) else after


def _challenge(state: Match, fields: Fields) -> Match | Refusal:
    costs = state.ruleset.wrong_challenge
    ruling = judge_challenge(state, state.pending, fields, costs=costs)
    if isinstance(ruling, Refusal):
        return ruling
    challenge, turn = ruling.challenge, state.turns[-1]
    turn = replace(turn, challenges=(*turn.challenges, challenge))
    if turn.is_taken_back:
        return _taken_back(state, ruling.pending, turn)
    state = replace(
        state,
        points=add(state.points, challenge.by, -challenge.deducted),
        turns=(*state.turns[:-1], turn),
        pending=replace(ruling.pending, open_words=ruling.open_words),
    )
    return state if state.window else note_points(state)


def _taken_back(state: Match, pending: Pending, turn: Turn) -> Match:
    """The tiles are back on the rack, which everybody has seen, and the turn is lost."""
    player, tiles = turn.player, Counter(pending.known[turn.player]) | Counter(turn.from_rack)
    turn = replace(turn, total=turn.total - turn.points)
    return replace(
        state,
        board=pending.board,
        rack_sizes=pending.rack_sizes,
        rack_vowels=pending.rack_vowels,
        known=put(pending.known, player, sort_tiles("".join(tiles.elements()))),
        points=put(state.points, player, turn.total),
        turns=(*state.turns[:-1], turn),
        pending=None,
        on_turn=next_player(state, player),
    )


def _note(state: Match, _fields: Fields) -> Match | Refusal:
    return Refusal("window_shut", {}) if state.pending is None else note_points(state)


def _clock(state: Match, fields: Fields) -> Match | Refusal:
    player, seconds = fields.number("player"), fields.number("seconds")
    if state.ruleset.clock is None:
        return Refusal("no_clock", {"ruleset": state.ruleset.name})
    if not may_set_clock(state):
        return wrong_phase("clock", state.phase)
    if refusal := check_player(state, player):
        return refusal
    state = replace(state, clocks=put(state.clocks, player, seconds))
    if state.phase is not Phase.PLAYING or not state.lost_on_time:
        return state
    # Time lost in the middle of a game ends it; after the last move the tiles are settled first.
    noted = note_points(state)
    return stop(noted, Ending(Reason.TIME)) if noted.phase is Phase.PLAYING else noted


def _pause(state: Match, _fields: Fields) -> Match | Refusal:
    return _set_paused(state, "pause", is_paused=True)


def _resume(state: Match, _fields: Fields) -> Match | Refusal:
    return _set_paused(state, "resume", is_paused=False)


def _set_paused(state: Match, kind: str, *, is_paused: bool) -> Match | Refusal:
    if state.house.turn_seconds is None:
        return Refusal("turns_not_timed", {})
    if not may_pause(state):
        return wrong_phase(kind, state.phase)
    if state.is_paused == is_paused:
        return Refusal("time_stands", {}) if is_paused else Refusal("time_runs", {})
    return replace(state, is_paused=is_paused, overtimes=0)


def _stuck(state: Match, _fields: Fields) -> Match | Refusal:
    noted = note_points(state)
    if noted.phase is not Phase.PLAYING:
        return wrong_phase("stuck", noted.phase)
    if not noted.ruleset.ends_without_moves:
        return Refusal("passes_end_it", {"ruleset": noted.ruleset.name})
    if noted.opening_letters:
        return Refusal("opening_first", {"letters": noted.opening_letters})
    if not may_be_stuck(noted):
        return Refusal("bag_not_empty", {"ruleset": noted.ruleset.name, "bag": noted.bag})
    return finish(noted, Ending(Reason.STUCK))


def _left(state: Match, fields: Fields) -> Match | Refusal:
    racks = [
        None if text is None else sort_tiles(read_tiles(text))
        for text in fields.one_of_each("racks", state.players)
    ]
    if state.phase is not Phase.SETTLING:
        return wrong_phase("left", state.phase)
    return tell_left(state, racks)


_FILLING = {"vowels": int | None, "new_tiles": str | None}
_TURN = {"player": int, "rack": str | None, "seconds": int | None}

ACTIONS: Actions[Match] = Actions(
    ActionKind("draw", _draw, tiles=Texts),
    ActionKind("fill", _fill, player=int, **_FILLING),
    ActionKind(
        Kind.PLACE.value,
        place,
        coordinates=str,
        word=str,
        points=int | None,
        blanks=Texts | None,
        theme_words=Texts | None,
        **_TURN,
        **_FILLING,
    ),
    ActionKind(
        Kind.EXCHANGE.value,
        exchange,
        tiles=str | None,
        count=int | None,
        vowels_given=int | None,
        **_TURN,
        **_FILLING,
    ),
    ActionKind(Kind.PASS.value, pass_turn, **_TURN),
    challenge_by(_challenge),
    ActionKind("note", _note),
    ActionKind("clock", _clock, player=int, seconds=int),
    ActionKind("pause", _pause),
    ActionKind("resume", _resume),
    ActionKind(Kind.OVERTIME.value, overtime, player=int, turn=int),
    ActionKind("stuck", _stuck),
    ActionKind("left", _left, racks=Sequence[str | None] | None),
    end_by_word(Reason.ENDED, stop),
)
