"""What can happen in a game, kind by kind: each reads its fields, then changes or refuses."""

from dataclasses import replace

from engine.actions import ActionKind, Actions, wrong_phase
from engine.alphabet import spell
from engine.cards.deck import missing_cards, read_cards, sort_cards, value_of, without_cards
from engine.challenges import challenge_by, judge_challenge
from engine.endings import Ending, end_by_word
from engine.errors import Unreadable
from engine.fields import Fields, Texts
from engine.notation import read_word
from engine.players import add, check_on_turn, check_player, put
from engine.refusals import Refusal
from engine.rummy.rounds import (
    after_turn,
    check_value,
    count,
    finish,
    give_up,
    open_round,
    reshuffle,
    shut_window,
    uncounted,
)
from engine.rummy.tasks import TASKS, Wanted, judge_lay
from engine.rummy.values import Kind, Phase, Pile, Reason, Rummy, Step, Turn


def may_skip(state: Rummy) -> bool:
    """Whether the round may be given up: between two turns, while nobody has met the task."""
    return state.phase is Phase.PLAYING and state.step is Step.DRAW and state.first is None


def _turn_up(state: Rummy, fields: Fields) -> Rummy | Refusal:
    card = _read_card(fields)
    if state.phase is not Phase.TURNING:
        return wrong_phase("turn_up", state.phase)
    if lacking := missing_cards(state.deck, card):
        return Refusal("tile_not_left", {"tiles": lacking})
    return replace(state, phase=Phase.TASK, discard=card)


def _task(state: Rummy, fields: Fields) -> Rummy | Refusal:
    task = fields.text("task")
    if task not in TASKS:
        raise Unreadable(f"action task: 'task' must be one of {', '.join(TASKS)}")
    if state.phase is not Phase.TASK:
        return wrong_phase("task", state.phase)
    if task not in state.tasks_left:
        return Refusal("task_played", {"task": task})
    return open_round(state, task)


def _draw(state: Rummy, fields: Fields) -> Rummy | Refusal:
    player, source = fields.number("player"), fields.choice("from", Pile)
    if refusal := _check_turn(state, "draw", player):
        return refusal
    if state.step is not Step.DRAW:
        return Refusal("already_drawn", {"player": player})
    noted = shut_window(state)
    if source is Pile.DISCARD:
        taken = noted.discard[-1]
        known = sort_cards(noted.known[player] + taken)
        noted = replace(noted, discard=noted.discard[:-1], known=put(noted.known, player, known))
    elif not noted.pile:
        noted = reshuffle(noted)
    return replace(noted, sizes=add(noted.sizes, player, 1), step=Step.LAY)


def _lay(state: Rummy, fields: Fields) -> Rummy | Refusal:
    player = fields.number("player")
    quadrupled = fields.optional_text("quadrupled")
    wanted = Wanted(
        words=tuple(read_word(word) for word in fields.texts("words")),
        doubled=_spelled(fields, "doubled"),
        tripled=_spelled(fields, "tripled"),
        quadrupled=None if quadrupled is None else spell(quadrupled),
    )
    if not wanted.words:
        raise Unreadable("action lay: at least one word is needed")
    announced = fields.optional_number("points")
    if refusal := _check_turn(state, "lay", player):
        return refusal
    if state.step is Step.DRAW:
        return Refusal("draw_first", {"player": player})
    if state.step is Step.DISCARD or state.task is None:
        return Refusal("already_laid", {"player": player})
    lay = judge_lay(state.task, wanted)
    if isinstance(lay, Refusal):
        return lay
    played = _played(state, player, lay.cards)
    if isinstance(played, Refusal):
        return played
    if announced is not None and announced != lay.points:
        return Refusal("wrong_points", {"points": announced, "right": lay.points})
    total = state.points[player] + lay.points
    turn = Turn(
        player, Kind.LAY, state.round_number, state.task_code, lay.points, total=total, lay=lay
    )
    return replace(
        played,
        step=Step.DISCARD,
        laid=put(state.laid, player, lay),
        first=player if state.first is None else state.first,
        points=put(state.points, player, total),
        turns=(*state.turns, turn),
        open_words=lay.formed,
    )


def _discard(state: Rummy, fields: Fields) -> Rummy | Refusal:
    player, card = fields.number("player"), _read_card(fields)
    if refusal := _check_turn(state, "discard", player):
        return refusal
    if state.step is Step.DRAW:
        return Refusal("draw_first", {"player": player})
    played = _played(state, player, card)
    if isinstance(played, Refusal):
        return played
    taken = state.turns_taken + 1
    return after_turn(replace(played, discard=state.discard + card, turns_taken=taken), player)


def _challenge(state: Rummy, fields: Fields) -> Rummy | Refusal:
    ruling = judge_challenge(state, state.open_words, fields)
    if isinstance(ruling, Refusal):
        return ruling
    turn = state.turns[-1]
    turn = replace(turn, challenges=(*turn.challenges, ruling.challenge))
    if turn.is_taken_back:
        return _taken_back(state, replace(turn, total=turn.total - turn.points))
    state = replace(state, turns=(*state.turns[:-1], turn), open_words=ruling.open_words)
    return state if state.window else shut_window(state)


def _taken_back(state: Rummy, turn: Turn) -> Rummy:
    """The cards, which everybody has seen, are on the hand again; a card is discarded all the same.

    Nobody has had a turn since: if the task was met first by these words, it is not met now.
    """
    player = turn.player
    cards = turn.lay.cards if turn.lay else ""
    state = replace(
        state,
        sizes=add(state.sizes, player, len(cards)),
        known=put(state.known, player, sort_cards(state.known[player] + cards)),
        laid=put(state.laid, player, None),
        first=None if state.first == player else state.first,
        points=put(state.points, player, turn.total),
        turns=(*state.turns[:-1], turn),
        open_words=None,
    )
    return state if state.on_turn == player else after_turn(state, player)


def _note(state: Rummy, _fields: Fields) -> Rummy | Refusal:
    return Refusal("window_shut", {}) if state.window is None else shut_window(state)


def _skip(state: Rummy, _fields: Fields) -> Rummy | Refusal:
    if state.phase is not Phase.PLAYING or state.on_turn is None:
        return wrong_phase("skip", state.phase)
    if state.first is not None:
        return Refusal("task_met", {"player": state.first})
    if not may_skip(state):
        return Refusal("discard_first", {"player": state.on_turn})
    return give_up(state, state.on_turn)


def _count(state: Rummy, fields: Fields) -> Rummy | Refusal:
    player, value = fields.number("player"), fields.optional_number("points")
    told = fields.optional_text("cards")
    if told is None and value is None:
        raise Unreadable("action count: 'points' or the 'cards' must be given")
    cards = None if told is None else sort_cards(read_cards(told))
    if state.phase is not Phase.COUNTING:
        return wrong_phase("count", state.phase)
    if refusal := check_player(state, player):
        return refusal
    if player not in uncounted(state):
        return Refusal("nothing_to_count", {"player": player})
    if cards is None:
        value = value or 0
        return check_value(state, player, value) or count(state, player, value)
    size, known = state.sizes[player], state.known[player]
    if len(cards) != size:
        detail: dict[str, str | int] = {"player": player, "cards": cards, "size": size}
        return Refusal("wrong_hand_size", {**detail, "count": len(cards)})
    if missing_cards(cards, known):
        return Refusal("hand_differs", {"player": player})
    if lacking := missing_cards(state.unseen, without_cards(cards, known)):
        return Refusal("tile_not_left", {"tiles": lacking})
    right = value_of(cards)
    if value is not None and value != right:
        return Refusal("wrong_points", {"points": value, "right": right})
    # They are not known from now on: by what is refused later, others would learn of them.
    return count(state, player, right, cards)


def _tiebreak(state: Rummy, _fields: Fields) -> Rummy | Refusal:
    if state.phase is not Phase.TIED:
        return wrong_phase("tiebreak", state.phase)
    return replace(state, phase=Phase.TASK)


def _share(state: Rummy, _fields: Fields) -> Rummy | Refusal:
    if state.phase is not Phase.TIED:
        return wrong_phase("share", state.phase)
    return finish(state, Ending(Reason.ROUNDS))


ACTIONS: Actions[Rummy] = Actions(
    ActionKind("turn_up", _turn_up, card=str),
    ActionKind("task", _task, task=str | None),
    ActionKind("draw", _draw, player=int, **{"from": Pile}),
    ActionKind(
        "lay",
        _lay,
        player=int,
        words=Texts,
        doubled=Texts | None,
        tripled=Texts | None,
        quadrupled=str | None,
        points=int | None,
    ),
    ActionKind("discard", _discard, player=int, card=str),
    challenge_by(_challenge),
    ActionKind("note", _note),
    ActionKind("skip", _skip),
    ActionKind("count", _count, player=int, cards=str | None, points=int | None),
    ActionKind("tiebreak", _tiebreak),
    ActionKind("share", _share),
    end_by_word(Reason.ENDED, finish),
)


def _read_card(fields: Fields) -> str:
    card = read_cards(fields.text("card"))
    if len(card) != 1:
        raise fields.wrong("card", "one card")
    return card


def _spelled(fields: Fields, name: str) -> tuple[str, ...]:
    return tuple(spell(word) for word in fields.texts(name)) if name in fields else ()


def _check_turn(state: Rummy, kind: str, player: int) -> Refusal | None:
    if state.phase is not Phase.PLAYING or state.on_turn is None:
        return wrong_phase(kind, state.phase)
    return check_on_turn(state, player)


def _played(state: Rummy, player: int, cards: str) -> Rummy | Refusal:
    """The state without `cards` on the hand, which must be able to hold them."""
    size, known = state.sizes[player], state.known[player]
    guessed = missing_cards(known, cards)
    if lacking := missing_cards(state.unseen, guessed):
        return Refusal("tile_not_left", {"tiles": lacking})
    if len(guessed) > size - len(known):
        return Refusal("not_on_hand", {"player": player, "cards": guessed})
    return replace(
        state,
        sizes=add(state.sizes, player, -len(cards)),
        known=put(state.known, player, missing_cards(cards, known)),
    )
