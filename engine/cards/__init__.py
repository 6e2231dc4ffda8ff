"""The card game on an open table, classic and with action cards (docs/cards.md)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.cards.action_cards import USUAL, read_action_cards
from engine.cards.actions import ACTIONS
from engine.cards.grid import name_square
from engine.cards.offers import offers
from engine.cards.piles import start
from engine.cards.scoring import leaving
from engine.cards.values import FEWEST_PLAYERS, MOST_PLAYERS, CardGame, Variant
from engine.cards.view import CardsView, view
from engine.challenges import rule_challenge
from engine.fields import Fields, Json
from engine.offers import Asked, Offer, What
from engine.refusals import Contradiction, Refusal
from engine.shapes import names_of, omitted
from engine.table import Outside, TableGame


@dataclass(frozen=True, kw_only=True)
class CardsSetup:
    players: int
    variant: Variant
    #: Drawn unless it is said.
    begins: int | None = omitted(None)
    #: Others than the usual ones: each its name, or an object with its `name` and two `actions`.
    action_cards: Sequence[Any] | None = omitted(None)


class CardsGame(TableGame[CardGame, CardsView]):
    """The rules as `engine.table` wants them."""

    name = "cards"
    actions = ACTIONS
    setup_type = CardsSetup
    view_type = CardsView
    fewest_players, most_players = FEWEST_PLAYERS, MOST_PLAYERS
    settings = (
        Asked(
            "variant",
            What.CHOICE,
            choices=tuple(variant.value for variant in Variant),
            usual=Variant.CLASSIC.value,
        ),
        Asked("begins", What.PLAYER, is_needed=False),
        Asked("action_cards", What.TEXT, is_needed=False, is_many=True),
    )

    def begin(self, setup: Json) -> CardGame:
        """A game of a `variant` for so many `players`; who `begins` is drawn unless it is said.

        The `action_cards` of the action variant are the usual ones unless others are told.
        Raises Contradiction for such cards in another variant, Unreadable for anything that is
        none.
        """
        fields = Fields("set-up of a card game", setup, names_of(CardsSetup))
        variant, cards = fields.choice("variant", Variant), USUAL
        players = fields.bounded("players", FEWEST_PLAYERS, MOST_PLAYERS)
        begins = fields.optional_player("begins", players)
        if "action_cards" in fields:
            if variant is not Variant.ACTION:
                raise Contradiction("action_cards_in_classic")
            with fields.reading("action_cards"):
                cards = read_action_cards(fields.items("action_cards"))
        state = CardGame(
            variant,
            players,
            action_cards=cards if variant is Variant.ACTION else (),
            drawing=tuple(range(players)),
            hand_sizes=(0,) * players,
            known=("",) * players,
            points=(0,) * players,
        )
        return state if begins is None else start(state, begins)

    def complete(self, state: CardGame, action: Json, outside: Outside) -> Json | Refusal:
        """A word laid with the cards that leave the table after it, a challenge with its ruling.

        The rules come first: what can't be laid or challenged is asked of no lexicon, and a word
        after which no card could leave is not either.
        """
        if ACTIONS.kind_of(action) != "place":
            return rule_challenge(self, state, action, outside)
        laid = ACTIONS.attempt(state, action, removed=[])
        if isinstance(laid, Refusal):
            return laid
        table, pending = laid.table, laid.pending
        if pending is None or pending.counted >= table.cards.keys():
            return {**action, "removed": []}
        squares = sorted(leaving(table, pending.counted, outside.lexicon))
        return {**action, "removed": [name_square(square) for square in squares]}

    def shown(self, state: CardGame, *, seat: int | None, sees_all: bool) -> CardsView:
        """All there is to be seen of a game; hands are secret while it is played."""
        return view(state, seat=seat, sees_all=sees_all)

    def offers(self, state: CardGame) -> tuple[Offer, ...]:
        """The actions that may be taken now."""
        return offers(state)

    def tells_secret(self, _setup: Json, action: Json) -> bool:
        """Whether it tells of a hand."""
        return "hand" in action or (action.get("kind") == "exchange" and "cards" in action)


CARDS = CardsGame()
