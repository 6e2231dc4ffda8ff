"""What may be done in a game now, and what has to be said with it."""

from engine.cards.deck import FACTORS, HAND_SIZE
from engine.cards.endings import note_points
from engine.cards.piles import covered_cards, may_hold
from engine.cards.values import CardGame, Phase, Variant
from engine.challenges import challenge_offers
from engine.endings import END
from engine.offers import Asked, Offer, What

#: More points no word announces, and no word has more letters.
_MOST_POINTS = 9999
_MOST_LETTERS = 99
_HAND = Asked("hand", What.TILES, is_needed=False, most=HAND_SIZE)


def offers(state: CardGame) -> tuple[Offer, ...]:
    """The actions that may be taken now."""
    return (*_turn(state), *_window(state), *_about(state))


def _turn(state: CardGame) -> list[Offer]:
    player = state.on_turn
    if player is None:
        return []
    found = [
        Offer(
            "place",
            player,
            (
                Asked("coordinates", What.COORDINATES),
                Asked("word", What.WORD),
                *_premium(state),
                Asked("points", What.NUMBER, is_needed=False, least=0, most=_MOST_POINTS),
                _HAND,
            ),
        )
    ]
    most, swaps = min(state.hand_sizes[player], state.pile), state.variant is Variant.ACTION
    cards = (
        Asked("count", What.NUMBER, is_needed=False, least=1, most=most),
        Asked("cards", What.TILES, is_needed=False, most=most),
    )
    swap = (Asked("with_action", What.FLAG, is_needed=False),)
    if most or swaps:
        asked = (*(cards if most else ()), *(swap if swaps else ()), _HAND)
        found.append(Offer("exchange", player, asked))
    found.append(Offer("pass", player, (_HAND,)))
    return found


def _premium(state: CardGame) -> tuple[Asked, ...]:
    noted = note_points(state)
    left = tuple(FACTORS[card] for card in FACTORS if card in covered_cards(noted))
    if not noted.table.cards or not left:
        return ()
    return (
        Asked("premium_factor", What.CHOICE, is_needed=False, choices=left),
        Asked("premium_letter", What.NUMBER, is_needed=False, least=1, most=_MOST_LETTERS),
    )


def _window(state: CardGame) -> list[Offer]:
    if state.pending is None:
        return []
    actions = (
        Offer("action", player, (Asked("card", What.CHOICE, choices=fitting),))
        for player in range(state.players)
        if (fitting := _fitting(state, player))
    )
    return [*challenge_offers(state, state.window), *actions, Offer("note")]


def _fitting(state: CardGame, player: int) -> tuple[str, ...]:
    """The action cards the player may hold that fit the word pending."""
    turn = state.turns[-1]
    if state.pending is None or any(played.by == player for played in turn.actions):
        return ()
    words, is_own = state.pending.written, player == turn.player
    return tuple(
        card.name
        for card in state.action_cards
        if may_hold(state, player, card.name) and card.points(words, own_word=is_own)
    )


def _about(state: CardGame) -> list[Offer]:
    players = tuple(range(state.players))
    found = []
    if state.phase is Phase.DRAWING:
        drawn = Asked("cards", What.TILES, is_many=True, choices=state.drawing, most=1)
        found.append(Offer("draw", asked=(drawn,)))
    if state.phase is Phase.SETTLING:
        hands = Asked("hands", What.TILES, is_needed=False, is_many=True, choices=players)
        found.append(Offer("left", asked=(hands,)))
    if not state.is_over:
        found.append(END)
    return found
