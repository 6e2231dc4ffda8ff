"""What can happen in a game, kind by kind: each reads its fields, then changes or refuses."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from engine.actions import ActionKind, Actions, wrong_phase
from engine.cards.deck import DECK, FACTORS, missing_cards, read_cards, sort_cards
from engine.cards.endings import finish, note_points, stop, tell_left
from engine.cards.grid import name_move, name_square, nearest, read_place, read_square
from engine.cards.laying import judge
from engine.cards.piles import action_card, may_hold, next_action_card, start, with_seen
from engine.cards.scoring import Premium, score_cards
from engine.cards.turns import TurnFields, begin_turn, check_cards, known_with, read_told, with_turn
from engine.cards.values import (
    PASS_ROUNDS,
    CardGame,
    Kind,
    Pending,
    Phase,
    Played,
    Reason,
    Turn,
    Variant,
)
from engine.challenges import challenge_by, judge_challenge
from engine.endings import Ending, end_by_word
from engine.errors import Unreadable
from engine.fields import Fields, FromServer, Texts
from engine.notation import Move, read_word
from engine.players import add, check_player, next_player, put
from engine.refusals import Refusal
from engine.scoring import tiles_laid
from engine.settlement import who_begins
from engine.tiles import from_shown


def _draw(state: CardGame, fields: Fields) -> CardGame | Refusal:
    cards = tuple(map(read_cards, fields.texts("cards")))
    if any(len(card) != 1 for card in cards):
        raise Unreadable("action draw: each player draws one card")
    if state.phase is not Phase.DRAWING:
        return wrong_phase("draw", state.phase)
    if len(cards) != len(state.drawing):
        return Refusal("each_draws_one", {"players": len(state.drawing), "drawn": len(cards)})
    drawn = tuple(zip(state.drawing, cards, strict=True))
    standing = state.standing + tuple(pair for pair in drawn if pair[1] not in FACTORS)
    out = "".join(card for _, card in (*state.standing, *drawn))
    if lacking := missing_cards(DECK, out):
        return Refusal("tile_not_left", {"tiles": lacking})
    state = replace(state, drawn=state.drawn + drawn, standing=standing)
    if again := tuple(player for player, card in drawn if card in FACTORS):
        return replace(state, drawing=again)
    first = tuple(standing[at][0] for at in who_begins([card for _, card in standing]))
    if len(first) > 1:
        return replace(state, drawing=first, standing=())
    return start(state, first[0])


def _place(state: CardGame, fields: Fields) -> CardGame | Refusal:
    place, word = read_place(fields.text("coordinates")), read_word(fields.text("word"))
    chosen, announced = _read_premium(fields), fields.optional_number("points")
    removed = [read_square(name) for name in fields.texts("removed")]
    told = read_told(fields)
    noted = begin_turn(state, Kind.PLACE, told)
    if isinstance(noted, Refusal):
        return noted
    move = judge(noted.table, place, word)
    if isinstance(move, Refusal):
        return move
    premium = _tie(noted, move, chosen)
    if isinstance(premium, Refusal):
        return premium
    score = score_cards(noted.table, move, premium)
    used = from_shown(score.cards) + (str(premium.factor) if premium else "")
    player, size = told.player, noted.hand_sizes[told.player]
    if refusal := check_cards(noted, told, used):
        return refusal
    if announced is not None and announced != score.points:
        return Refusal("wrong_points", {"points": announced, "right": score.points})
    leaving = frozenset(nearest(square, noted.table.anchor) for square in removed)
    if staying := leaving - (score.table.cards.keys() - score.counted):
        return Refusal("must_stay", {"squares": ", ".join(map(name_square, sorted(staying)))})
    noted = with_seen(noted, told.hand or used)
    left = size - len(used) + min(len(used), noted.pile)
    turn = Turn(
        player,
        Kind.PLACE,
        total=noted.points[player] + score.points,
        coordinates=name_move(move),
        word=move.word,
        cards=score.cards,
        count=len(used),
        points=score.points,
        words=score.words,
        bonus=score.bonus,
        is_first_word=not noted.table.cards,
        premium=premium,
    )
    after = with_turn(noted, turn, told, used)
    return replace(
        after,
        table=score.table,
        hand_sizes=put(noted.hand_sizes, player, left),
        discarded=sort_cards(noted.discarded + used[len(score.cards) :]),
        on_turn=after.on_turn if left else None,
        pending=Pending(
            noted.table,
            noted.hand_sizes,
            known_with(noted, told),
            noted.discarded,
            open_words=tuple(dict.fromkeys(word for word, _ in score.words)),
            written=score.written,
            counted=score.counted,
            leaving=leaving,
        ),
    )


class _Chosen(NamedTuple):
    """The letter of the word that a premium card goes with, counted from 1, and its factor."""

    letter: int | None
    factor: int | None


def _read_premium(fields: Fields) -> _Chosen:
    letter, factor = (fields.optional_number(f"premium_{name}") for name in ("letter", "factor"))
    if factor is not None and str(factor) not in FACTORS:
        raise Unreadable(f"action place: 'premium_factor' is one of {', '.join(FACTORS)}")
    return _Chosen(letter, factor)


def _tie(state: CardGame, move: Move, chosen: _Chosen) -> Premium | Refusal | None:
    letter, factor = chosen
    if letter is None and factor is None:
        return None
    if letter is None or factor is None:
        return Refusal("premium_incomplete", {})
    if not state.table.cards:
        return Refusal("premium_on_first_word", {})
    laid = {square for square, _ in tiles_laid(state.table, move)}
    if not 1 <= letter <= len(move.word) or move.squares[letter - 1] not in laid:
        return Refusal("premium_not_on_laid", {"letter": letter, "word": move.word})
    return Premium(move.squares[letter - 1], factor)


class _GivenUp(NamedTuple):
    """The cards exchanged, as far as they are named, and whether the action card is too."""

    cards: str
    unnamed: int
    swaps_action: bool


def _exchange(state: CardGame, fields: Fields) -> CardGame | Refusal:
    given = _read_given_up(fields)
    told = read_told(fields)
    noted = begin_turn(state, Kind.EXCHANGE, told)
    if isinstance(noted, Refusal):
        return noted
    if refusal := _check_given_up(noted, told, given):
        return refusal
    cards, unnamed, swaps = given
    player, count = told.player, len(cards) + unnamed
    noted = with_seen(noted, told.hand or cards)
    total = noted.points[player]
    turn = Turn(player, Kind.EXCHANGE, total, cards=cards, count=count, swapped_action=swaps)
    # Of cards given up unseen nobody knows which stayed.
    gone = known_with(noted, told)[player] if unnamed else cards
    after = replace(
        with_turn(noted, turn, told, gone),
        given_up=sort_cards(noted.given_up + cards),
        unnamed=noted.unnamed + unnamed,
    )
    if swaps:
        after = next_action_card(after, player, noted.held[player])
    # An action card alone changes nothing on table and pile: such turns must not go on for ever.
    return after if count else _one_more_pass(after, noted.passes)


def _read_given_up(fields: Fields) -> _GivenUp:
    named, count = fields.optional_text("cards"), fields.optional_number("count")
    swaps = fields.flag("with_action")
    if named is None:
        return _GivenUp("", count or 0, swaps)
    if count is not None:
        raise Unreadable("action exchange: either 'cards' or their 'count' may be given")
    return _GivenUp(sort_cards(read_cards(named)), 0, swaps)


def _check_given_up(state: CardGame, told: TurnFields, given: _GivenUp) -> Refusal | None:
    count, size = len(given.cards) + given.unnamed, state.hand_sizes[told.player]
    if given.swaps_action and state.variant is not Variant.ACTION:
        return Refusal("no_action_cards", {})
    if not count and not given.swaps_action:
        return Refusal("nothing_exchanged", {})
    if count > size:
        return Refusal("more_than_rack", {"count": count, "size": size})
    if count > state.pile:
        return Refusal("bag_too_small", {"count": count, "bag": state.pile})
    return check_cards(state, told, given.cards)


def _pass(state: CardGame, fields: Fields) -> CardGame | Refusal:
    told = read_told(fields)
    noted = begin_turn(state, Kind.PASS, told)
    if isinstance(noted, Refusal):
        return noted
    noted = with_seen(noted, told.hand or "")
    turn = Turn(told.player, Kind.PASS, noted.points[told.player])
    return _one_more_pass(with_turn(noted, turn, told, ""), noted.passes)


def _one_more_pass(state: CardGame, passes: int) -> CardGame:
    passed = replace(state, passes=passes + 1)
    if passed.passes >= PASS_ROUNDS * passed.players:
        return finish(passed, Ending(Reason.PASSES))
    return passed


def _action(state: CardGame, fields: Fields) -> CardGame | Refusal:
    player, name = fields.number("player"), fields.text("card")
    if state.variant is not Variant.ACTION:
        return Refusal("no_action_cards", {})
    if state.pending is None:
        return Refusal("no_word_pending", {})
    if refusal := check_player(state, player):
        return refusal
    card, turn = action_card(state, name), state.turns[-1]
    if card is None:
        return Refusal("no_such_action_card", {"card": name})
    if any(played.by == player for played in turn.actions):
        return Refusal("action_played", {"player": player})
    if not may_hold(state, player, name):
        return Refusal("action_elsewhere", {"player": player, "card": name})
    points = card.points(state.pending.written, own_word=player == turn.player)
    if not points:
        return Refusal("action_not_fitting", {"card": name})
    turn = replace(
        turn,
        total=turn.total + points,
        actions=(*turn.actions, Played(player, name, points)),
    )
    state = next_action_card(state, player, name)
    return replace(
        state,
        points=add(state.points, turn.player, points),
        turns=(*state.turns[:-1], turn),
    )


def _challenge(state: CardGame, fields: Fields) -> CardGame | Refusal:
    ruling = judge_challenge(state, state.pending, fields)
    if isinstance(ruling, Refusal):
        return ruling
    turn = state.turns[-1]
    turn = replace(turn, challenges=(*turn.challenges, ruling.challenge))
    if turn.is_taken_back:
        return _taken_back(state, ruling.pending, turn)
    state = replace(
        state,
        turns=(*state.turns[:-1], turn),
        pending=replace(ruling.pending, open_words=ruling.open_words),
    )
    # An action card may still be played on words that nobody can challenge any more.
    return state if state.window or state.variant is Variant.ACTION else note_points(state)


def _taken_back(state: CardGame, pending: Pending, turn: Turn) -> CardGame:
    """The cards are back in the hand, where everybody has seen them, and the turn is lost.

    So are the points of the action cards played on it; the cards themselves stay played.
    """
    player = turn.player
    cards = from_shown(turn.cards) + (str(turn.premium.factor) if turn.premium else "")
    known = pending.known[player]
    turn = replace(turn, total=turn.total - turn.earned)
    return replace(
        state,
        table=pending.table,
        hand_sizes=pending.hand_sizes,
        known=put(pending.known, player, sort_cards(known + missing_cards(known, cards))),
        discarded=pending.discarded,
        points=put(state.points, player, turn.total),
        turns=(*state.turns[:-1], turn),
        pending=None,
        on_turn=next_player(state, player),
    )


def _note(state: CardGame, _fields: Fields) -> CardGame | Refusal:
    return Refusal("window_shut", {}) if state.pending is None else note_points(state)


def _left(state: CardGame, fields: Fields) -> CardGame | Refusal:
    hands = [
        None if text is None else sort_cards(read_cards(text))
        for text in fields.one_of_each("hands", state.players)
    ]
    if state.phase is not Phase.SETTLING:
        return wrong_phase("left", state.phase)
    return tell_left(state, hands)


ACTIONS: Actions[CardGame] = Actions(
    ActionKind("draw", _draw, cards=Texts),
    ActionKind(
        Kind.PLACE.value,
        _place,
        player=int,
        coordinates=str,
        word=str,
        premium_factor=int | None,
        premium_letter=int | None,
        points=int | None,
        hand=str | None,
        removed=FromServer[Texts],
    ),
    ActionKind(
        Kind.EXCHANGE.value,
        _exchange,
        player=int,
        cards=str | None,
        count=int | None,
        with_action=bool | None,
        hand=str | None,
    ),
    ActionKind(Kind.PASS.value, _pass, player=int, hand=str | None),
    ActionKind("action", _action, player=int, card=str),
    challenge_by(_challenge),
    ActionKind("note", _note),
    ActionKind("left", _left, hands=Sequence[str | None] | None),
    end_by_word(Reason.ENDED, stop),
)
