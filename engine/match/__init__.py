"""The board game for two to four players, refereed action by action (docs/match.md)."""

from typing import Any

from engine.errors import Unreadable
from engine.fields import Fields, Json
from engine.match.actions import act, start
from engine.match.values import FEWEST_PLAYERS, MOST_PLAYERS, Match
from engine.match.view import view
from engine.refusals import Refusal
from engine.rulesets import ruleset

_SETUP = frozenset({"ruleset", "players", "begins"})


class MatchGame:
    """The rules as `engine.table` wants them."""

    name = "match"

    def begin(self, setup: Json) -> Match:
        """A game by `ruleset` for so many `players`; who `begins` is drawn unless it is said.

        Raises EngineError for an unknown ruleset, Unreadable for anything else that is none.
        """
        fields = Fields("set-up of a match", setup, _SETUP)
        rules, players = ruleset(fields.text("ruleset")), fields.number("players")
        if not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
            raise Unreadable(f"a match has {FEWEST_PLAYERS} to {MOST_PLAYERS} players")
        begins = fields.optional_number("begins")
        if begins is not None and begins >= players:
            raise Unreadable(f"player {begins} can't begin: the players are counted from 0")
        state = Match(
            rules,
            players,
            drawing=tuple(range(players)),
            rack_sizes=(0,) * players,
            known=("",) * players,
            points=(0,) * players,
            clocks=(None,) * players,
        )
        return state if begins is None else start(state, begins)

    def act(self, state: Match, action: Json) -> Match | Refusal:
        """The state after `action`, or why it is refused. Raises Unreadable."""
        return act(state, action)

    def view(self, state: Match) -> dict[str, Any]:
        """All there is to be seen of a game, as JSON."""
        return view(state)


MATCH = MatchGame()
