"""The card game in rummy rounds, refereed action by action (docs/rummy.md)."""

from dataclasses import dataclass

from engine.cards.deck import HAND_SIZE
from engine.challenges import rule_challenge
from engine.fields import Fields, Json
from engine.offers import Asked, Offer, What
from engine.refusals import Refusal
from engine.rummy.actions import ACTIONS
from engine.rummy.offers import offers
from engine.rummy.values import FEWEST_PLAYERS, MOST_PLAYERS, Phase, Rummy, Source
from engine.rummy.view import RummyView, view
from engine.shapes import names_of, omitted
from engine.table import Chance, Outside, TableGame

USUAL_TURN_LIMIT, MOST_TURN_LIMIT = 30, 99


@dataclass(frozen=True, kw_only=True)
class RummySetup:
    players: int
    with_premiums: bool | None = omitted(None)
    #: Who turns up the task cards.
    tasks: Source | None = omitted(None)
    begins: int | None = omitted(None)
    #: So many turns has each in a round which nobody meets.
    turn_limit: int | None = omitted(None)


class RummyGame(TableGame[Rummy, RummyView]):
    """The rules as `engine.table` wants them."""

    name = "rummy"
    actions = ACTIONS
    setup_type = RummySetup
    view_type = RummyView
    fewest_players, most_players = FEWEST_PLAYERS, MOST_PLAYERS
    settings = (
        Asked("with_premiums", What.FLAG, is_needed=False, usual=True),
        Asked(
            "tasks",
            What.CHOICE,
            is_needed=False,
            choices=tuple(source.value for source in Source),
            usual=Source.SERVER.value,
        ),
        Asked("begins", What.PLAYER, is_needed=False, usual=0),
        Asked(
            "turn_limit",
            What.NUMBER,
            is_needed=False,
            least=1,
            most=MOST_TURN_LIMIT,
            usual=USUAL_TURN_LIMIT,
        ),
    )

    def begin(self, setup: Json) -> Rummy:
        """Seven cards on each hand, the first card still to be turned up.

        Raises Unreadable for a set-up that is none.
        """
        fields = Fields("set-up of rummy rounds", setup, names_of(RummySetup))
        players = fields.bounded("players", FEWEST_PLAYERS, MOST_PLAYERS)
        return Rummy(
            players,
            has_premiums=fields.flag("with_premiums", usual=True),
            draws_tasks=fields.choice("tasks", Source, Source.SERVER) is Source.SERVER,
            turn_limit=fields.bounded("turn_limit", 1, MOST_TURN_LIMIT, USUAL_TURN_LIMIT),
            begins=fields.optional_player("begins", players) or 0,
            sizes=(HAND_SIZE,) * players,
            known=("",) * players,
            points=(0,) * players,
            laid=(None,) * players,
            left=(None,) * players,
        )

    def complete(self, state: Rummy, action: Json, outside: Outside) -> Json | Refusal:
        """A challenge with its ruling; a task with the card drawn, where the server draws it.

        The rules come first: what is refused anyway is neither ruled on nor drawn.
        """
        if ACTIONS.kind_of(action) != "task" or not state.draws_tasks:
            return rule_challenge(self, state, action, outside)
        task = _drawn_task(state, outside.random)
        tried = ACTIONS.attempt(state, action, task=task)
        return tried if isinstance(tried, Refusal) else {**action, "task": task}

    def shown(self, state: Rummy, *, seat: int | None, sees_all: bool) -> RummyView:
        """All there is to be seen of a game; hands are secret while it is played."""
        return view(state, seat=seat, sees_all=sees_all)

    def offers(self, state: Rummy) -> tuple[Offer, ...]:
        """The actions that may be taken now."""
        return offers(state)

    def tells_secret(self, _setup: Json, action: Json) -> bool:
        """Whether it tells which cards are left on a hand: they stay there for the next round."""
        return action.get("kind") == "count" and "cards" in action

    def is_drawn_by(self, state: Rummy, action: Json, random: Chance) -> bool:
        """Whether a task drawn by the server is the one that the seed brings."""
        is_task = ACTIONS.kind_of(action) == "task"
        if not is_task or not state.draws_tasks or state.phase is not Phase.TASK:
            return True
        return bool(action.get("task") == _drawn_task(state, random))


def _drawn_task(state: Rummy, random: Chance) -> str:
    """One of the task cards left, each as likely as the others, counted in their usual order."""
    left = state.tasks_left
    return left[random(f"rummy task {state.round_number}").below(len(left))]


RUMMY = RummyGame()
