"""Party: two teams, an open tray, a letter die, a bonus die and a timer (docs/party.md)."""

from engine.actions import refuse_told
from engine.challenges import rule_challenge
from engine.fields import Json
from engine.offers import Asked, Offer, What
from engine.party.actions import ACTIONS
from engine.party.course import begin_turn
from engine.party.offers import offers
from engine.party.setup import (
    BONUS_SQUARES,
    FACES,
    IDLE_ROUNDS,
    LEAST_SECONDS,
    MANY_BONUS,
    MOST_BONUS,
    MOST_IDLE_ROUNDS,
    MOST_SECONDS,
    SIDES,
    ZONE_SECONDS,
    PartySetup,
    read_setup,
)
from engine.party.values import TEAMS, Party, Source
from engine.party.view import PartyView, view
from engine.refusals import Refusal
from engine.table import Chance, Outside, TableGame

_SOURCES = tuple(source.value for source in Source)
#: The field in which an action says what its die brought.
_DICE = {"roll": "letter", "bonus": "face"}
#: The actions that stop the timer.
_STOPS = frozenset({"stop", "pass"})


class PartyGame(TableGame[Party, PartyView]):
    """The rules as `engine.table` wants them."""

    name = "party"
    actions = ACTIONS
    setup_type = PartySetup
    view_type = PartyView
    fewest_players = most_players = TEAMS
    has_teams = True
    settings = (
        Asked("dice", What.CHOICE, choices=_SOURCES, usual=Source.SERVER.value),
        Asked("timer", What.CHOICE, choices=_SOURCES, usual=Source.SERVER.value),
        Asked(
            "zone_seconds",
            What.NUMBER,
            is_needed=False,
            least=LEAST_SECONDS,
            most=MOST_SECONDS,
            usual=ZONE_SECONDS,
        ),
        Asked("begins", What.PLAYER, is_needed=False),
        Asked("faces", What.TEXT, is_needed=False, most=SIDES, usual=FACES),
        Asked("bonus_squares", What.SQUARES, is_needed=False, usual=BONUS_SQUARES),
        Asked(
            "many_bonus", What.NUMBER, is_needed=False, least=0, most=MOST_BONUS, usual=MANY_BONUS
        ),
        Asked(
            "idle_rounds",
            What.NUMBER,
            is_needed=False,
            least=1,
            most=MOST_IDLE_ROUNDS,
            usual=IDLE_ROUNDS,
        ),
    )

    def begin(self, setup: Json) -> Party:
        """A game of two teams. Who `begins` is rolled unless it is said; without dice, team 0.

        Raises Unreadable for a set-up that is none (docs/party.md has its fields).
        """
        rules, begins = read_setup(setup)
        if begins is None and rules.dice is Source.NONE:
            begins = 0
        state = Party(rules)
        return state if begins is None else begin_turn(state, begins)

    def complete(self, state: Party, action: Json, outside: Outside) -> Json | Refusal:
        """What the dice brought, how long the timer ran, how words challenged were ruled on.

        That somebody's time is over is refused while there is some left.
        """
        kind = self.actions.kind_of(action)
        if kind in _DICE and state.rules.dice is Source.SERVER:
            refuse_told(action, _DICE[kind])
            return {**action, _DICE[kind]: _rolled(state, kind, outside.random)}
        if state.rules.timer is Source.SERVER:
            if kind in _STOPS:
                refuse_told(action, "elapsed_ms")
                return {**action, "elapsed_ms": outside.elapsed_ms}
            timer = state.timer
            if kind == "timeout" and timer:
                after = self.act(state, action)
                if isinstance(after, Refusal):
                    return after
                if (left := timer.limit_ms - outside.elapsed_ms) > 0:
                    return Refusal("time_left", {"milliseconds": left})
        return rule_challenge(self, state, action, outside)

    def shown(self, state: Party, *, seat: int | None, sees_all: bool) -> PartyView:  # noqa: ARG002
        """All there is to be seen: everything lies open."""
        return view(state)

    def offers(self, state: Party) -> tuple[Offer, ...]:
        """The actions that may be taken now."""
        return offers(state)

    def is_drawn_by(self, state: Party, action: Json, random: Chance) -> bool:
        """Whether the die shows what it must; one that people rolled shows what it shows."""
        kind = self.actions.kind_of(action)
        if kind not in _DICE or state.rules.dice is not Source.SERVER:
            return True
        return bool(action.get(_DICE[kind]) == _rolled(state, kind, random))


def _rolled(state: Party, kind: str, random: Chance) -> str:
    """The side of the die that comes up next in this game."""
    rules = state.rules
    if kind == "roll":
        chosen = random(f"letter die {state.letter_rolls + 1}").below(len(rules.faces))
        return rules.faces[chosen]
    chosen = random(f"bonus die {state.bonus_rolls + 1}").below(len(rules.bonus_faces))
    return rules.bonus_faces[chosen].value


PARTY = PartyGame()
