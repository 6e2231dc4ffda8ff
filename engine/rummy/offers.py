"""What may be done in a game now, and what has to be said with it."""

from engine.cards.deck import HAND_SIZE
from engine.challenges import challenge_offers
from engine.endings import END
from engine.offers import Asked, Offer, What
from engine.rummy.actions import may_skip
from engine.rummy.rounds import uncounted
from engine.rummy.tasks import Task
from engine.rummy.values import Phase, Pile, Rummy, Step

#: More points nobody announces, and no hand is worth.
_MOST_POINTS = 999
_CARD = Asked("card", What.TILES, least=1, most=1)


def offers(state: Rummy) -> tuple[Offer, ...]:
    """The actions that may be taken now."""
    return (*_turn(state), *_window(state), *_about(state))


def _turn(state: Rummy) -> list[Offer]:
    player, task = state.on_turn, state.task
    if player is None or task is None:
        return []
    if state.step is Step.DRAW:
        piles = tuple(pile.value for pile in Pile)
        source = Asked("from", What.CHOICE, choices=piles, usual=Pile.DRAW.value)
        return [Offer("draw", player, (source,))]
    discard = Offer("discard", player, (_CARD,))
    return [_lay(state, task, player), discard] if state.step is Step.LAY else [discard]


def _lay(state: Rummy, task: Task, player: int) -> Offer:
    asked = [Asked("words", What.WORD, is_many=True, least=1, most=task.most_words)]
    if state.has_premiums and (most := task.most_premiums):
        asked += [
            Asked(name, What.WORD, is_needed=False, is_many=True, most=most)
            for name in ("doubled", "tripled")
        ]
    if task.quadruples is not None:
        asked.append(Asked("quadrupled", What.WORD, is_needed=False))
    asked.append(Asked("points", What.NUMBER, is_needed=False, least=0, most=_MOST_POINTS))
    return Offer("lay", player, tuple(asked))


def _window(state: Rummy) -> list[Offer]:
    if state.window is None:
        return []
    return [*challenge_offers(state, state.window), Offer("note")]


def _about(state: Rummy) -> list[Offer]:
    found = []
    if state.phase is Phase.TURNING:
        found.append(Offer("turn_up", asked=(_CARD,)))
    if state.phase is Phase.TASK:
        left = tuple(dict.fromkeys(state.tasks_left))
        told = () if state.draws_tasks else (Asked("task", What.CHOICE, choices=left),)
        found.append(Offer("task", asked=told))
    # Which cards they are need not be told; who tells them may leave out what they are worth.
    counted = (
        Asked("points", What.NUMBER, least=0, most=_MOST_POINTS),
        Asked("cards", What.TILES, is_needed=False, most=HAND_SIZE),
    )
    found += [Offer("count", player, counted) for player in uncounted(state)]
    if may_skip(state):
        found.append(Offer("skip"))
    if state.phase is Phase.TIED:
        found += [Offer("tiebreak"), Offer("share")]
    if not state.is_over:
        found.append(END)
    return found
