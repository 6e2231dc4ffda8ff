"""The result of a round is told to everybody: its reference is laid, the points are credited."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from duplicate.errors import NotAmongTheBest, NothingToLay, SlipsDiffer
from duplicate.models import LogEntry, Round
from duplicate.moves import move_json
from duplicate.selectors.answers import summary_of
from duplicate.selectors.rounds import best_moves, living_rounds, position_after
from duplicate.selectors.slips import differing_slips
from duplicate.services import judging
from duplicate.services.pace import draw_again, pause_of
from duplicate.services.transitions import (
    lock_running_round,
    put_back,
    record_round,
    require_due,
    require_round_state,
)
from engine.errors import Unreadable
from engine.notation import read_move
from referee.errors import Invalid
from referee.events.log import Actor
from referee.models import User


@transaction.atomic
def choose_reference(round: Round, coordinates: str, word: str, at: datetime, *, by: User) -> Round:
    """Lay another of the equal best moves, blanks written in lower case.

    Raises WrongRoundState unless judged, NotAmongTheBest, Invalid for what can't be read.
    """
    round = lock_running_round(round, Round.State.JUDGED)
    try:
        wanted = read_move(coordinates, word).move
    except Unreadable:
        problem = _("Richtig sind Koordinaten und Wort, etwa H4-H9 und GRÜNDE.")
        raise Invalid(field="coordinates", problem=problem) from None
    best = best_moves(round)
    chosen = next((scored for scored in best if scored.move == wanted), None)
    if chosen is None:
        raise NotAmongTheBest(
            coordinates=wanted.coordinates, word=wanted.word, best=list(map(move_json, best))
        )
    round.reference = move_json(chosen)
    round.reference_chosen = True
    round.save(update_fields=["reference", "reference_chosen"])
    record_round(round, LogEntry.Kind.REFERENCE_CHOSEN, at, by=by, reference=round.reference)
    return round


@transaction.atomic
def publish_round(round: Round, at: datetime, *, by: Actor = None) -> Round:
    """Tell the result and lay the reference; an automatic game draws again after a while.

    The clock (None) acts at `publish_at`; the time to look at the result begins when it is really
    told. Publishing again changes nothing.
    Raises WrongRoundState unless judged, NotYetDue, NothingToLay, and SlipsDiffer with double
    entry, until a director has decided between what two people typed.
    """
    round = lock_running_round(round, Round.State.JUDGED, Round.State.PUBLISHED)
    if round.state == Round.State.PUBLISHED:
        return round
    game = round.game
    told_at = at
    if by is None:
        at = require_due(round.publish_at, at)
    if round.reference is None:
        raise NothingToLay(number=round.number)
    if numbers := differing_slips(round):
        raise SlipsDiffer(numbers)
    position_after(round)  # raises if the reference could not be laid
    round.state = Round.State.PUBLISHED
    round.published_at = at
    round.save(update_fields=["state", "published_at"])
    draw_again(game, told_at + pause_of(game))
    record_round(
        round,
        LogEntry.Kind.PUBLISHED,
        at,
        by=by,
        reference=round.reference,
        top_points=round.top_points,
        **summary_of(round),
    )
    return round


@transaction.atomic
def retract_publication(round: Round, at: datetime, *, by: User) -> Round:
    """Take the last publication back; a round drawn since goes back into the bag.

    It is judged anew, so that rulings that waited take effect, and published again only by a
    director. Raises WrongRoundState unless published, and if a later round was opened.
    """
    round = lock_running_round(round, Round.State.PUBLISHED)
    game = round.game
    for later in living_rounds(game).filter(number__gt=round.number):
        require_round_state(later, Round.State.DRAWN)
        later.game = game
        put_back(later, Round.Cancelled.WITHDRAWN, at, by=by)
    game.next_round_at = None
    game.save(update_fields=["next_round_at"])
    round.state = Round.State.JUDGED
    round.publish_at = round.published_at = None
    round.save(update_fields=["state", "publish_at", "published_at"])
    record_round(round, LogEntry.Kind.RETRACTED, at, by=by)
    judging.find_tops_anew(round)
    judging.settle(round, at)
    return round
