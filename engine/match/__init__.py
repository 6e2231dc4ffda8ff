"""The board game for two to four players, refereed action by action, and its house rules.

docs/match.md says what the booklets leave open.
"""

from collections.abc import Container
from dataclasses import dataclass

from engine.challenges import rule_challenge
from engine.fields import Fields, Json
from engine.match.actions import ACTIONS, start
from engine.match.house_rules import SETTINGS, HouseRulesSetup, read_house_rules
from engine.match.offers import offers
from engine.match.solitaire import FILLING, best_moves, complete_alone, draws, with_drawn
from engine.match.values import FEWEST_PLAYERS, MOST_PLAYERS, Kind, Match
from engine.match.view import MatchView, view
from engine.offers import Asked, Offer, What
from engine.refusals import Contradiction, Refusal
from engine.rulesets import RULESETS, ruleset
from engine.shapes import names_of, omitted
from engine.table import Chance, Outside, TableGame
from engine.views import Hint


@dataclass(frozen=True, kw_only=True)
class MatchSetup(HouseRulesSetup):
    ruleset: str
    players: int
    #: Drawn unless it is said.
    begins: int | None = omitted(None)


class MatchGame(TableGame[Match, MatchView]):
    """The rules as `engine.table` wants them."""

    name = "match"
    actions = ACTIONS
    setup_type = MatchSetup
    view_type = MatchView
    fewest_players, most_players = 1, MOST_PLAYERS
    settings = (
        Asked("ruleset", What.CHOICE, choices=tuple(RULESETS), usual="standard"),
        Asked("begins", What.PLAYER, is_needed=False),
        *SETTINGS,
    )
    is_analysed = True

    def begin(self, setup: Json) -> Match:
        """A game by `ruleset` for so many `players`; who `begins` is drawn unless it is said.

        Who plays alone begins with the first rack. Raises EngineError for an unknown ruleset,
        Contradiction for house rules that do not go together, Unreadable for anything else that
        is none.
        """
        fields = Fields("set-up of a match", setup, names_of(MatchSetup))
        rules = ruleset(fields.text("ruleset"))
        players = fields.bounded("players", self.fewest_players, self.most_players)
        begins = fields.optional_player("begins", players)
        rules, house = read_house_rules(fields, rules, players)
        if house.solitaire:
            begins = begins or 0
        elif players < FEWEST_PLAYERS:
            raise Contradiction("nobody_else", least=FEWEST_PLAYERS, most=MOST_PLAYERS)
        state = Match(
            rules,
            players,
            house,
            drawing=tuple(range(players)),
            rack_sizes=(0,) * players,
            rack_vowels=(0,) * players if house.two_bags else (),
            known=("",) * players,
            points=(0,) * players,
            clocks=(None,) * players,
        )
        return state if begins is None else start(state, begins)

    def complete(self, state: Match, action: Json, outside: Outside) -> Json | Refusal:
        """A challenge with its ruling, overtime only once it is, and for one alone tiles drawn.

        The rules come first: what they refuse is neither ruled on nor drawn for.
        """
        kind = ACTIONS.kind_of(action)
        if state.house.solitaire and kind in FILLING:
            return complete_alone(state, action, outside)
        if kind == Kind.OVERTIME and (timer := state.timer):
            after = self.act(state, action)
            if isinstance(after, Refusal):
                return after
            if outside.elapsed_ms < timer.limit_ms:
                left = -(-(timer.limit_ms - outside.elapsed_ms) // 1000)
                return Refusal("time_not_over", {"seconds": left})
        return rule_challenge(self, state, action, outside)

    def shown(self, state: Match, *, seat: int | None, sees_all: bool) -> MatchView:
        """All there is to be seen of a game; racks are secret while it is played against others."""
        return view(state, seat=seat, sees_all=sees_all)

    def offers(self, state: Match) -> tuple[Offer, ...]:
        """The actions that may be taken now."""
        return offers(state)

    def tells_secret(self, setup: Json, action: Json) -> bool:
        """Whether it tells of a rack; who plays alone has open tiles."""
        if setup.get("solitaire"):
            return False
        is_exchange = action.get("kind") == Kind.EXCHANGE and "tiles" in action
        is_hidden = is_exchange and not ruleset(setup["ruleset"]).exchange_shown
        return "rack" in action or is_hidden

    def gives_hints(self, state: Match) -> bool:
        """To who plays alone."""
        return bool(state.house.solitaire)

    def hints(self, state: Match, lexicon: Container[str]) -> list[Hint] | None:
        """The moves that score best, for who plays alone."""
        return best_moves(state, lexicon) if self.gives_hints(state) else None

    def is_drawn_by(self, state: Match, action: Json, random: Chance) -> bool:
        """Whether the tiles drawn by one alone are those that chance brings."""
        if not draws(state, action):
            return True
        asked = {name: value for name, value in action.items() if name != "new_tiles"}
        return with_drawn(state, asked, random) == action


MATCH = MatchGame()
