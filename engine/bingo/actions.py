"""What can happen in a bingo, kind by kind: each reads its fields, then changes or refuses."""

from dataclasses import replace

from engine.actions import ActionKind, Actions, wrong_phase
from engine.alphabet import BLANK, spell
from engine.bingo.values import FEWEST_PLAYERS, FULL, LETTERS, WORDS, Bingo, Phase, Reason
from engine.endings import Ending, end_by_word
from engine.errors import Unreadable
from engine.fields import Fields, FromServer, Texts
from engine.players import check_player, put
from engine.refusals import Refusal
from engine.tiles import STANDARD, missing_tiles, read_tiles

#: Cards are written in real letters: a blank strikes nothing when it is called.
_CARD_TILES = STANDARD.all_tiles.replace(BLANK, "")


def _card(state: Bingo, fields: Fields) -> Bingo | Refusal:
    player = fields.number("player")
    words = tuple(spell(word) for word in fields.texts("words"))
    inadmissible = tuple(spell(word) for word in fields.texts("inadmissible"))
    if refusal := check_player(state, player):
        return refusal
    if state.phase is not Phase.WRITING:
        return wrong_phase("card", state.phase)
    if len(words) != WORDS:
        return Refusal("wrong_number_of_words", {"count": len(words), "right": WORDS})
    for word in words:
        if len(word) != LETTERS:
            detail: dict[str, str | int] = {"word": word, "letters": len(word), "right": LETTERS}
            return Refusal("wrong_word_length", detail)
    if len(set(words)) < WORDS:
        return Refusal("same_word_twice", {"word": words[0]})
    if lacking := missing_tiles(_CARD_TILES, "".join(words)):
        return Refusal("tile_not_left", {"tiles": lacking})
    if inadmissible:
        return Refusal("word_not_admissible", {"words": ", ".join(inadmissible)})
    if sorted(words) == sorted(state.cards[player]):
        return Refusal("same_card", {"player": player})
    return replace(state, cards=put(state.cards, player, words))


def _call(state: Bingo, fields: Fields) -> Bingo | Refusal:
    player = fields.optional_number("player")
    number, tile = fields.number("number"), read_tiles(fields.text("tile"))
    if len(tile) != 1:
        raise Unreadable("action call: one 'tile' is called at a time")
    if refusal := _check_caller(state, player):
        return refusal
    if state.is_over:
        return wrong_phase("call", state.phase)
    if state.claims:
        return Refusal("bingo_first", {"player": state.claims[0]})
    if state.written < FEWEST_PLAYERS:
        return Refusal("no_cards", {"cards": state.written, "needed": FEWEST_PLAYERS})
    if not state.bag:
        return Refusal("all_called", {})
    if number != len(state.called) + 1:
        return Refusal("called_already", {"number": number, "calls": len(state.called)})
    if lacking := missing_tiles(state.bag, tile):
        return Refusal("tile_not_left", {"tiles": lacking})
    return replace(state, called=state.called + tile)


def _claim(state: Bingo, fields: Fields) -> Bingo | Refusal:
    player = fields.number("player")
    if refusal := check_player(state, player):
        return refusal
    if state.phase not in (Phase.CALLING, Phase.CLAIMED):
        return wrong_phase("claim", state.phase)
    if player in state.claims:
        return Refusal("already_claimed", {"player": player})
    if left := FULL - state.scores[player]:
        return Refusal("not_all_struck", {"player": player, "left": left})
    return replace(state, claims=(*state.claims, player))


def _note(state: Bingo, fields: Fields) -> Bingo | Refusal:
    player = fields.optional_number("player")
    if refusal := _check_caller(state, player):
        return refusal
    if state.is_over:
        return wrong_phase("note", state.phase)
    if state.claims:
        return _over(state, Ending(Reason.BINGO))
    if state.bag:
        return Refusal("nobody_claimed", {})
    return _over(state, Ending(Reason.TILES))


def _over(state: Bingo, ending: Ending) -> Bingo:
    return replace(state, ending=ending)


def _check_caller(state: Bingo, player: int | None) -> Refusal | None:
    """Whoever calls is the player named at the beginning, or nobody of them."""
    if player is not None and (refusal := check_player(state, player)):
        return refusal
    if player == state.caller:
        return None
    if state.caller is None:
        return Refusal("neutral_caller", {})
    return Refusal("not_caller", {"player": state.caller})


ACTIONS: Actions[Bingo] = Actions(
    ActionKind("card", _card, player=int, words=Texts, inadmissible=FromServer[Texts]),
    ActionKind("call", _call, player=int | None, number=int, tile=FromServer[str]),
    ActionKind("claim", _claim, player=int),
    ActionKind("note", _note, player=int | None),
    end_by_word(Reason.ENDED, _over),
)
