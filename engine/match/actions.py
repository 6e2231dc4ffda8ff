"""What can happen in a game, kind by kind: each reads its fields, then changes or refuses.

Reading comes first and raises Unreadable whatever the state; everything else is a refusal.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from engine.alphabet import spell
from engine.errors import Unreadable
from engine.fields import Fields, Json
from engine.match.endings import (
    check_rack_size,
    finish,
    note_points,
    stop,
    tell_left,
    unseen_tiles,
)
from engine.match.values import (
    Because,
    Challenge,
    Ending,
    Kind,
    Match,
    Pending,
    Phase,
    Reason,
    Turn,
)
from engine.notation import read_move
from engine.refusals import Refusal
from engine.settlement import who_begins
from engine.tiles import from_shown, missing_tiles, read_tiles, sort_tiles
from engine.verdicts import judge


def act(state: Match, action: Json) -> Match | Refusal:
    """The state after `action`, or why it is refused. Raises Unreadable."""
    kind = action.get("kind") if isinstance(action, Mapping) else None
    if not isinstance(kind, str) or kind not in ACTIONS:
        kinds = ", ".join(ACTIONS)
        raise Unreadable(f"an action is an object whose 'kind' is one of {kinds}")
    does, fields = ACTIONS[kind]
    return does(state, Fields(f"action {kind}", action, fields))


def start(state: Match, player: int) -> Match:
    """Fill the racks and let `player` begin."""
    sizes = (state.ruleset.rack_size,) * state.players
    return replace(state, phase=Phase.PLAYING, on_turn=player, drawing=(), rack_sizes=sizes)


def may_exchange(state: Match) -> bool:
    """Whether the bag allows an exchange of at least one tile."""
    return state.bag >= max(state.ruleset.exchange_needs, 1)


def may_be_stuck(state: Match) -> bool:
    """Whether the game ends now if nobody has a move."""
    rules = state.ruleset
    return rules.ends_without_moves and not (rules.plays_bag_empty and state.bag)


def may_set_clock(state: Match) -> bool:
    """Whether a clock counts now. Clocks are often read last, so it does after a settlement too."""
    if state.ruleset.clock is None or state.phase is Phase.DRAWING:
        return False
    return not state.is_over or state.left is not None


def _draw(state: Match, fields: Fields) -> Match | Refusal:
    tiles = tuple(read_tiles(text) for text in fields.texts("tiles"))
    if any(len(tile) != 1 for tile in tiles):
        raise Unreadable("action draw: each player draws one tile")
    if state.phase is not Phase.DRAWING:
        return _wrong_phase("draw", state)
    if len(tiles) != len(state.drawing):
        detail = {"players": len(state.drawing), "drawn": len(tiles)}
        return Refusal("each_draws_one", detail)
    if lacking := missing_tiles(state.ruleset.tile_set.all_tiles, "".join(tiles)):
        return Refusal("tile_not_left", {"tiles": lacking})
    first = tuple(state.drawing[place] for place in who_begins(tiles))
    drawn = state.drawn + tuple(zip(state.drawing, tiles, strict=True))
    state = replace(state, drawing=first, drawn=drawn)
    return state if len(first) > 1 else start(state, first[0])


def _place(state: Match, fields: Fields) -> Match | Refusal:
    written = read_move(fields.text("coordinates"), fields.text("word"))
    announced = fields.optional_number("points")
    told = _read_told(fields)
    noted = _on_turn(state, Kind.PLACE, told)
    if isinstance(noted, Refusal):
        return noted
    player, size = told.player, noted.rack_sizes[told.player]
    verdict = judge(noted.board, written, rack=told.rack, ruleset=noted.ruleset)
    if verdict.move is None or verdict.score is None or not verdict.is_valid:
        return Refusal(verdict.code.value, verdict.detail)
    score, used = verdict.score, from_shown(verdict.tiles)
    if refusal := _check_tiles(noted, used, size):
        return refusal
    if announced is not None and announced != score.points:
        return Refusal("wrong_points", {"points": announced, "right": score.points})

    after = replace(noted, board=noted.board.lay(score.laid))
    drawn = min(len(used), noted.bag)
    left = size - len(used) + drawn
    turn = Turn(
        player,
        Kind.PLACE,
        total=noted.points[player] + score.points,
        coordinates=verdict.move.coordinates,
        word=verdict.move.word,
        tiles=verdict.tiles,
        count=len(used),
        points=score.points,
        words=score.words,
        bonus=score.bonus,
    )
    after = _with_turn(after, turn, told, used)
    formed = tuple(dict.fromkeys(word for word, _ in score.words))
    return replace(
        after,
        rack_sizes=_put(noted.rack_sizes, player, left),
        on_turn=after.on_turn if left else None,
        pending=Pending(noted.board, noted.rack_sizes, _known(noted, told), formed),
    )


def _exchange(state: Match, fields: Fields) -> Match | Refusal:
    tiles, count = fields.optional_text("tiles"), fields.optional_number("count")
    if (tiles is None) == (count is None):
        raise Unreadable("action exchange: either 'tiles' or their 'count' must be given")
    tiles = None if tiles is None else sort_tiles(read_tiles(tiles))
    count = len(tiles) if tiles is not None else count or 0
    told = _read_told(fields)
    noted = _on_turn(state, Kind.EXCHANGE, told)
    if isinstance(noted, Refusal):
        return noted
    rules, size = noted.ruleset, noted.rack_sizes[told.player]
    if tiles is None and rules.exchange_shown:
        return Refusal("tiles_not_shown", {"ruleset": rules.name})
    if not count:
        return Refusal("nothing_exchanged", {})
    if count > size:
        return Refusal("more_than_rack", {"count": count, "size": size})
    if noted.bag < rules.exchange_needs:
        return Refusal("exchange_too_late", {"bag": noted.bag, "needs": rules.exchange_needs})
    if count > noted.bag:  # the new tiles are drawn before the old ones go into the bag
        return Refusal("bag_too_small", {"count": count, "bag": noted.bag})
    if tiles is not None:
        if refusal := _check_tiles(noted, tiles, size):
            return refusal
        if told.rack is not None and (lacking := missing_tiles(told.rack, tiles)):
            return Refusal("not_on_rack", {"rack": told.rack, "missing": lacking})
    total = noted.points[told.player]
    turn = Turn(told.player, Kind.EXCHANGE, total, tiles=tiles or "", count=count)
    # Of tiles given up unseen nobody knows which stayed.
    return _with_turn(
        noted, turn, told, _known(noted, told)[told.player] if tiles is None else tiles
    )


def _pass(state: Match, fields: Fields) -> Match | Refusal:
    told = _read_told(fields)
    noted = _on_turn(state, Kind.PASS, told)
    if isinstance(noted, Refusal):
        return noted
    turn = Turn(told.player, Kind.PASS, noted.points[told.player])
    passed = replace(_with_turn(noted, turn, told, ""), passes=noted.passes + 1)
    rounds = passed.ruleset.pass_rounds
    if rounds is not None and passed.passes >= rounds * passed.players:
        return finish(passed, Ending(Reason.PASSES))
    return passed


def _challenge(state: Match, fields: Fields) -> Match | Refusal:
    by = fields.number("by")
    words = tuple(dict.fromkeys(spell(word) for word in fields.texts("words")))
    inadmissible = tuple(dict.fromkeys(spell(word) for word in fields.texts("inadmissible")))
    pending = state.pending
    if pending is None:
        return Refusal("window_shut", {})
    turn = state.turns[-1]
    if refusal := _check_player(state, by):
        return refusal
    if by == turn.player:
        return Refusal("own_move", {"player": by})
    formed = {word for word, _ in turn.words}
    if foreign := [word for word in words if word not in formed]:
        return Refusal("not_formed", {"words": ", ".join(foreign)})
    if ruled := [word for word in words if word not in pending.open_words]:
        return Refusal("already_ruled", {"words": ", ".join(ruled)})
    words = words or pending.open_words
    if others := [word for word in inadmissible if word not in words]:
        return Refusal("not_challenged", {"words": ", ".join(others)})

    if inadmissible:
        turn = replace(turn, total=turn.total - turn.points)
        deducted, points = 0, _add(state.points, turn.player, -turn.points)
        state = _taken_back(state, pending, turn)
    else:
        deducted = state.ruleset.wrong_challenge
        points = _add(state.points, by, -deducted)
        still_open = tuple(word for word in pending.open_words if word not in words)
        state = replace(state, pending=replace(pending, open_words=still_open))
    challenges = (*turn.challenges, Challenge(by, words, inadmissible, deducted))
    turns = (*state.turns[:-1], replace(turn, challenges=challenges))
    state = replace(state, points=points, turns=turns)
    return note_points(state) if state.pending and not state.pending.open_words else state


def _taken_back(state: Match, pending: Pending, turn: Turn) -> Match:
    """The tiles are back on the rack, which everybody has seen, and the turn is lost."""
    tiles = Counter(pending.known[turn.player]) | Counter(from_shown(turn.tiles))
    return replace(
        state,
        board=pending.board,
        rack_sizes=pending.rack_sizes,
        known=_put(pending.known, turn.player, sort_tiles("".join(tiles.elements()))),
        pending=None,
        on_turn=_next(state, turn.player),
    )


def _note(state: Match, _fields: Fields) -> Match | Refusal:
    return Refusal("window_shut", {}) if state.pending is None else note_points(state)


def _clock(state: Match, fields: Fields) -> Match | Refusal:
    player, seconds = fields.number("player"), fields.number("seconds")
    if state.ruleset.clock is None:
        return Refusal("no_clock", {"ruleset": state.ruleset.name})
    if not may_set_clock(state):
        return _wrong_phase("clock", state)
    if refusal := _check_player(state, player):
        return refusal
    state = replace(state, clocks=_put(state.clocks, player, seconds))
    if state.phase is not Phase.PLAYING or not state.lost_on_time:
        return state
    # Time lost in the middle of a game ends it; after the last move the tiles are settled first.
    noted = note_points(state)
    return stop(noted, Ending(Reason.TIME)) if noted.phase is Phase.PLAYING else noted


def _stuck(state: Match, _fields: Fields) -> Match | Refusal:
    noted = note_points(state)
    if noted.phase is not Phase.PLAYING:
        return _wrong_phase("stuck", noted)
    if not noted.ruleset.ends_without_moves:
        return Refusal("passes_end_it", {"ruleset": noted.ruleset.name})
    if not may_be_stuck(noted):
        return Refusal("bag_not_empty", {"ruleset": noted.ruleset.name, "bag": noted.bag})
    return finish(noted, Ending(Reason.STUCK))


def _left(state: Match, fields: Fields) -> Match | Refusal:
    racks = [
        None if text is None else sort_tiles(read_tiles(text))
        for text in fields.optional_texts("racks")
    ]
    if len(racks) != state.players:
        raise Unreadable(f"action left: 'racks' lists one of each of {state.players} players")
    noted = note_points(state)
    if noted.phase is not Phase.SETTLING and noted.left is None:
        return _wrong_phase("left", noted)
    return tell_left(noted, racks)


def _end(state: Match, fields: Fields) -> Match | Refusal:
    winner, because = fields.optional_number("winner"), fields.text("because")
    if because not in list(Because):
        raise Unreadable(f"action end: 'because' must be one of {', '.join(Because)}")
    if winner is not None and (refusal := _check_player(state, winner)):
        return refusal
    if state.is_over:
        return _wrong_phase("end", state)
    return stop(state, Ending(Reason.ENDED, winner=winner, because=Because(because)))


Action = Callable[[Match, Fields], Match | Refusal]

#: What each kind does, and the fields it knows.
ACTIONS: Mapping[str, tuple[Action, frozenset[str]]] = MappingProxyType(
    {
        kind: (does, frozenset({"kind", *fields.split()}))
        for kind, does, fields in (
            ("draw", _draw, "tiles"),
            (Kind.PLACE.value, _place, "player coordinates word rack points seconds"),
            (Kind.EXCHANGE.value, _exchange, "player tiles count rack seconds"),
            (Kind.PASS.value, _pass, "player rack seconds"),
            ("challenge", _challenge, "by words inadmissible"),
            ("note", _note, ""),
            ("clock", _clock, "player seconds"),
            ("stuck", _stuck, ""),
            ("left", _left, "racks"),
            ("end", _end, "winner because"),
        )
    }
)


class _Told(NamedTuple):
    """What may be told with any turn."""

    player: int
    rack: str | None
    seconds: int | None


def _read_told(fields: Fields) -> _Told:
    rack = fields.optional_text("rack")
    return _Told(
        fields.number("player"),
        None if rack is None else sort_tiles(read_tiles(rack)),
        fields.optional_number("seconds"),
    )


def _on_turn(state: Match, kind: Kind, told: _Told) -> Match | Refusal:
    """The state with the points of the last move noted, if the player may now take a turn."""
    noted = note_points(state)
    if noted.phase is not Phase.PLAYING or noted.on_turn is None:
        return _wrong_phase(kind.value, noted)
    if refusal := _check_player(noted, told.player):
        return refusal
    if told.player != noted.on_turn:
        return Refusal("not_on_turn", {"player": told.player, "on_turn": noted.on_turn})
    if told.rack is not None:
        size = noted.rack_sizes[told.player]
        refusal = check_rack_size(told.player, told.rack, size) or _check_tiles(
            noted, told.rack, size
        )
        if refusal:
            return refusal
    return noted


def _check_player(state: Match, player: int) -> Refusal | None:
    if player < state.players:
        return None
    return Refusal("no_such_player", {"player": player, "players": state.players})


def _check_tiles(state: Match, tiles: str, size: int) -> Refusal | None:
    """Refuse more tiles than the rack has, and tiles that lie on the board already."""
    if len(tiles) > size:
        return Refusal("more_than_rack", {"count": len(tiles), "size": size})
    if lacking := missing_tiles(unseen_tiles(state), tiles):
        return Refusal("tile_not_left", {"tiles": lacking})
    return None


def _wrong_phase(kind: str, state: Match) -> Refusal:
    return Refusal("wrong_phase", {"kind": kind, "phase": state.phase.value})


def _with_turn(state: Match, turn: Turn, told: _Told, used: str) -> Match:
    """The turn on the score sheet, its points counted, and the next player on turn."""
    player = turn.player
    known = _known(state, told)
    lacks = "" if told.rack is None else missing_tiles(told.rack, state.known[player])
    turn = replace(turn, rack=told.rack, rack_lacks=lacks, seconds=told.seconds)
    leave = sort_tiles("".join((Counter(known[player]) - Counter(used)).elements()))
    return replace(
        state,
        known=_put(known, player, leave),
        points=_put(state.points, player, turn.total),
        turns=(*state.turns, turn),
        passes=0,
        on_turn=_next(state, player),
    )


def _known(state: Match, told: _Told) -> tuple[str, ...]:
    """The tiles known of every rack, with the one just told."""
    return state.known if told.rack is None else _put(state.known, told.player, told.rack)


def _next(state: Match, player: int) -> int:
    return (player + 1) % state.players


T = TypeVar("T")


def _put(values: tuple[T, ...], player: int, value: T) -> tuple[T, ...]:
    return (*values[:player], value, *values[player + 1 :])


def _add(values: tuple[int, ...], player: int, points: int) -> tuple[int, ...]:
    return _put(values, player, values[player] + points)
