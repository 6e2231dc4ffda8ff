"""From one turn to the next, from one round to the next, and to the end."""

from dataclasses import replace

from engine.cards.deck import HAND_SIZE, value_of
from engine.endings import Ending, leaders
from engine.players import next_player, put
from engine.refusals import Refusal
from engine.rummy.values import ROUNDS, Kind, Phase, Reason, Round, Rummy, Step, Turn


def open_round(state: Rummy, task: str) -> Rummy:
    """Fill the hands up and let the player begin whose turn it is."""
    filled = replace(state, sizes=(HAND_SIZE,) * state.players)
    if filled.pile < 0:  # as many as there were have been taken, the rest comes from the new pile
        filled = reshuffle(filled)
    return replace(
        filled,
        phase=Phase.PLAYING,
        on_turn=state.begins,
        step=Step.DRAW,
        task_code=task,
        turns_taken=0,
        left=(None,) * state.players,
    )


def reshuffle(state: Rummy) -> Rummy:
    """All discards but the open one are the new draw pile."""
    return replace(state, discard=state.discard[-1:])


def shut_window(state: Rummy) -> Rummy:
    """The words laid last stand; where the round waited for that alone, it is over."""
    shut = replace(state, open_words=None)
    return shut if state.on_turn is not None else _close(shut)


def after_turn(state: Rummy, player: int) -> Rummy:
    """The turn of `player` is over: the next one's comes, or the round is over."""
    following = next_player(state, player)
    if state.first is None:
        is_last = state.turns_taken >= state.turn_limit * state.players
    else:
        is_last = following == state.first
    ended = replace(state, begins=following)
    if not is_last:
        return replace(ended, on_turn=following, step=Step.DRAW)
    waiting = replace(ended, on_turn=None)
    return waiting if state.window else _close(waiting)


def give_up(state: Rummy, player: int) -> Rummy:
    """The round is over and nobody has met its task; `player` begins the next."""
    return _close(replace(state, begins=player))


def count(state: Rummy, player: int, value: int, cards: str = "") -> Rummy:
    """Subtract what is left on a hand; when the last one is counted the round is scored."""
    total = state.points[player] - value
    turn = Turn(
        player,
        Kind.COUNT,
        state.round_number,
        state.task_code,
        points=-value,
        total=total,
        count=state.sizes[player],
        cards=cards,
    )
    state = replace(
        state,
        left=put(state.left, player, value),
        points=put(state.points, player, total),
        turns=(*state.turns, turn),
    )
    return state if uncounted(state) else _score(state)


def uncounted(state: Rummy) -> tuple[int, ...]:
    """Those who met the task and whose hand is not counted yet."""
    if state.phase is not Phase.COUNTING:
        return ()
    return tuple(
        player
        for player in range(state.players)
        if state.laid[player] is not None and state.left[player] is None
    )


def finish(state: Rummy, ending: Ending) -> Rummy:
    return replace(state, phase=Phase.OVER, on_turn=None, open_words=None, ending=ending)


def check_value(state: Rummy, player: int, value: int) -> Refusal | None:
    """Refuse what the cards on a hand can't be worth together."""
    known = state.known[player]
    hidden = state.sizes[player] - len(known)
    values = sorted(value_of(card) for card in state.unseen)
    least, most = (value_of(known) + sum(part) for part in _ends(values, hidden))
    if least <= value <= most:
        return None
    detail = {"player": player, "count": state.sizes[player], "points": value}
    return Refusal("wrong_hand_value", {**detail, "least": least, "most": most})


def _ends(values: list[int], count: int) -> tuple[list[int], list[int]]:
    """The `count` lowest and the `count` highest of sorted values."""
    return values[:count], values[len(values) - count :]


def _close(state: Rummy) -> Rummy:
    """No more turns in this round: hands that are known are counted, the others must be told."""
    state = replace(state, phase=Phase.COUNTING, on_turn=None)
    if not uncounted(state):
        return _score(state)
    for player in uncounted(state):
        if len(known := state.known[player]) == state.sizes[player]:
            state = count(state, player, value_of(known), known)
    return state


def _score(state: Rummy) -> Rummy:
    """Everybody's points of the round; what was laid goes to the discards."""
    number, task = state.round_number, state.task_code
    missed = tuple(
        Turn(player, Kind.MISSED, number, task, points=0, total=state.points[player])
        for player in range(state.players)
        if state.laid[player] is None
    )
    order = state.from_player(state.begins if state.first is None else state.first)
    lays, left = state.laid, state.left
    earned = tuple(
        0 if lay is None else lay.points - (value or 0)
        for lay, value in zip(lays, left, strict=True)
    )
    met = tuple(player for player in order if lays[player] is not None)
    state = replace(
        state,
        phase=Phase.TASK,
        discard=state.discard + state.laid_cards,
        laid=(None,) * state.players,
        first=None,
        turns=(*state.turns, *missed),
        rounds=(*state.rounds, Round(task, earned, met)),
    )
    if len(state.rounds) < ROUNDS:
        return state
    if len(state.rounds) == ROUNDS and len(leaders(state.points)) > 1:
        return replace(state, phase=Phase.TIED)
    return finish(state, Ending(Reason.ROUNDS))
