"""Bingo: two words of each player, struck letter by letter as tiles are called (docs/bingo.md)."""

from dataclasses import dataclass
from hashlib import sha256

from engine.alphabet import BLANK, spell
from engine.bingo.actions import ACTIONS
from engine.bingo.values import FEWEST_PLAYERS, FULL, MOST_PLAYERS, WORDS, Bingo, Phase
from engine.bingo.view import BingoGlance, BingoView, glance, view
from engine.endings import END
from engine.fields import Fields, Json
from engine.offers import Asked, Offer, What
from engine.refusals import Refusal
from engine.shapes import names_of, omitted
from engine.table import Chance, Outside, TableGame

__all__ = ["BINGO", "Bingo", "BingoGame"]


@dataclass(frozen=True, kw_only=True)
class BingoSetup:
    players: int
    #: The player who calls; null: somebody who does not play.
    caller: int | None = omitted(None)


class BingoGame(TableGame[Bingo, BingoView]):
    """The rules as `engine.table` wants them."""

    name = "bingo"
    actions = ACTIONS
    setup_type = BingoSetup
    view_type, glance_type = BingoView, BingoGlance
    fewest_players, most_players = FEWEST_PLAYERS, MOST_PLAYERS
    settings = (Asked("caller", What.PLAYER, is_needed=False),)
    acts_alone = True
    host_setting = "caller"

    def begin(self, setup: Json) -> Bingo:
        """A game for so many `players`; one of them is the `caller`, or somebody else.

        Raises Unreadable for anything that is none.
        """
        fields = Fields("set-up of a bingo", setup, names_of(BingoSetup))
        players = fields.bounded("players", FEWEST_PLAYERS, MOST_PLAYERS)
        caller = fields.optional_player("caller", players)
        return Bingo(players, caller, cards=((),) * players)

    def complete(self, state: Bingo, action: Json, outside: Outside) -> Json | Refusal:
        """`card` with those of its words that are not admissible, `call` with its tile.

        The rules come first: what they refuse is neither looked up nor drawn. Who calls says the
        `number` of the call, as it is offered: so one that is sent twice is refused.
        """
        kind = ACTIONS.kind_of(action)
        if kind == "card":
            tried = ACTIONS.attempt(state, action, inadmissible=[])
            if isinstance(tried, Refusal):
                return tried
            words = dict.fromkeys(map(spell, action["words"]))
            return {**action, "inadmissible": [w for w in words if w not in outside.lexicon]}
        if kind == "call":
            # Any tile will do to learn whether one may be called now.
            tried = ACTIONS.attempt(state, action, tile=state.bag[:1] or BLANK)
            if isinstance(tried, Refusal):
                return tried
            return {**action, "tile": _drawn(state, outside.random)}
        return action

    def is_drawn_by(self, state: Bingo, action: Json, random: Chance) -> bool:
        """Whether the tile called is the one that the seed brings."""
        if ACTIONS.kind_of(action) != "call" or not state.bag:
            return True
        return bool(action.get("tile") == _drawn(state, random))

    def tells_secret(self, _setup: Json, action: Json) -> bool:
        """Whether it tells somebody's words."""
        return action.get("kind") == "card"

    def offers(self, state: Bingo) -> tuple[Offer, ...]:
        """The actions that may be taken now; a claim only by those who have a full card."""
        if state.is_over:
            return ()
        found = []
        if state.phase is Phase.WRITING:
            words = Asked("words", What.WORD, is_many=True, least=WORDS, most=WORDS)
            found += [Offer("card", player, (words,)) for player in range(state.players)]
        if state.bag and not state.claims and state.written >= FEWEST_PLAYERS:
            number = len(state.called) + 1
            asked = Asked("number", What.NUMBER, least=number, most=number, usual=number)
            found.append(Offer("call", state.caller, (asked,)))
        if state.phase is not Phase.WRITING:
            found += [
                Offer("claim", player)
                for player, struck in enumerate(state.scores)
                if struck == FULL and player not in state.claims
            ]
        if state.claims or not state.bag:
            found.append(Offer("note", state.caller))
        return (*found, END)

    def shown(self, state: Bingo, *, seat: int | None, sees_all: bool) -> BingoView:
        """What was called, and the cards that may be seen: while it is played, one's own."""
        return view(state, seat, sees_all=sees_all)

    def glance(self, state: Bingo) -> BingoGlance:
        """What was called, who has claimed and how it ended."""
        return glance(state)


def _drawn(state: Bingo, random: Chance) -> str:
    """The next tile out of the bag, which must not be empty.

    With other cards it is another: whoever writes anew after a call was undone knows nothing of it.
    The same words the other way round are no other card.
    """
    lines = "\n".join(" ".join(sorted(card)) for card in state.cards)
    cards = sha256(lines.encode()).hexdigest()
    return random(f"call {len(state.called) + 1} {cards}").sample(state.bag, 1)


BINGO = BingoGame()
