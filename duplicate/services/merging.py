"""Somebody who is entered twice becomes one again: answers, warnings, penalties and seat.

One of the two stays. The other keeps number and name, out of the game, so that the log stays true;
what they achieved is the first one's, and published rounds are revised by it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from duplicate.errors import (
    ForeignParticipant,
    MergedWithItself,
    MergeUndecided,
)
from duplicate.models import Answer, Game, LogEntry, Participant, Round, Ruling
from duplicate.selectors.merging import conflicts_of
from duplicate.services import judging
from duplicate.services.participants import current_participant
from duplicate.services.rulings import move_ruling, revise_round
from referee.errors import AlreadyWithdrawn
from referee.events.locking import lock_event
from referee.events.log import record
from referee.models import User


@dataclass(frozen=True)
class Choices:
    """What a director says where two who are merged have both; numbers of participants."""

    #: Whose phone has the seat; None where not both have one.
    phone: int | None = None
    #: By the round's number, whose answers count there.
    answers: Mapping[int, int] | None = None


@transaction.atomic
def merge_participants(
    gone: Participant, kept: Participant, at: datetime, *, by: User, choices: Choices
) -> Participant:
    """Give `kept` all that `gone` has; it can't be undone.

    In rounds that are being played, what arrived last counts, as ever. Those published are revised
    with all that waits to be applied to them. Raises MergeUndecided where both have a phone, or an
    answer in a round that is over, and the choices don't say which; MergedWithItself,
    ForeignParticipant, AlreadyMerged, and AlreadyWithdrawn if `kept` is.
    """
    game = lock_event(gone.game)
    gone, kept = _both(game, gone, kept)
    # No answer is written down while these are locked, and those that wait find the new owner.
    list(game.rounds.exclude(state__in=Round.OVER).select_for_update())
    whose = _decided(gone, kept, choices)
    moved = _move_answers(gone, kept, whose)
    revised = moved | set(gone.results.values_list("round", flat=True))
    gone.seat_requests.update(participant=kept)
    _move_seat(gone, kept, choices, at)
    told = {
        "participant": gone.number,
        "into": kept.number,
        "is_online": kept.is_online,
        "answers": [[number, whose[number]] for number in sorted(whose)],
    }
    record(game, LogEntry.Kind.MERGED, at, by=by, data=told)
    for ruling in Ruling.objects.filter(participant=gone, revoked_at=None).select_related("round"):
        if _may_move(ruling, kept):
            ruling.round.game = game
            move_ruling(ruling, kept, at, by=by)
            revised.add(ruling.round_id)
    _follow(game, revised, moved, at, by=by)
    return Participant.objects.get(pk=kept.pk)


def _both(game: Game, gone: Participant, kept: Participant) -> tuple[Participant, Participant]:
    """The two as they are now, in the locked game."""
    if gone.pk == kept.pk:
        raise MergedWithItself(number=gone.number)
    found = []
    for person in (gone, kept):
        person = current_participant(person)
        if person.game_id != game.pk:
            raise ForeignParticipant(name=person.name)
        person.game = game
        found.append(person)
    if found[1].withdrawn_at:
        raise AlreadyWithdrawn(name=kept.name)
    return found[0], found[1]


def _decided(gone: Participant, kept: Participant, choices: Choices) -> dict[int, int]:
    """Whose answers count in each round that is over and where both have some."""
    numbers = {gone.number, kept.number}
    rounds = [conflict.number for conflict in conflicts_of(gone, kept)]
    said = choices.answers or {}
    undecided = [number for number in rounds if said.get(number) not in numbers]
    has_two_phones = gone.token_digest is not None and kept.token_digest is not None
    is_phone_open = has_two_phones and choices.phone not in numbers
    if undecided or is_phone_open:
        raise MergeUndecided(rounds=undecided, is_phone_undecided=is_phone_open)
    return {number: said[number] for number in rounds}


def _move_answers(gone: Participant, kept: Participant, whose: Mapping[int, int]) -> set[int]:
    """Answers that don't count stay with `gone`, or go there; the rounds where any moved."""
    held = Answer.objects.filter(participant=gone)
    coming = held.exclude(
        round__number__in=[number for number, owner in whose.items() if owner == kept.number]
    )
    leaving = Answer.objects.filter(
        participant=kept,
        round__number__in=[number for number, owner in whose.items() if owner == gone.number],
    )
    theirs, ours = list(coming.values_list("pk", "round")), list(leaving.values_list("pk"))
    # A key is one participant's own.
    keys = Answer.objects.filter(participant=kept).exclude(key="").values("key")
    held.filter(key__in=list(keys.values_list("key", flat=True))).update(key="")
    Answer.objects.filter(pk__in=[pk for (pk,) in ours]).update(participant=gone)
    Answer.objects.filter(pk__in=[pk for pk, _round in theirs]).update(participant=kept)
    return {round for _pk, round in theirs}


def _move_seat(gone: Participant, kept: Participant, choices: Choices, at: datetime) -> None:
    """The phone that is chosen, or the only one, has the seat of `kept`; `gone` is out."""
    token, is_theirs = gone.token_digest, choices.phone != kept.number
    gone.token_digest = gone.code_digest = gone.code_expires_at = gone.claimed_at = None
    gone.withdrawn_at, gone.merged_into = gone.withdrawn_at or at, kept
    gone.save()
    gone.merged.update(merged_into=kept)
    if token is not None and (kept.token_digest is None or is_theirs):
        kept.token_digest, kept.is_online = token, True
        kept.save(update_fields=["token_digest", "is_online"])


def _may_move(ruling: Ruling, kept: Participant) -> bool:
    """A credit takes the place of an answer or another credit only where there is none."""
    if ruling.kind != Ruling.Kind.AVERAGE:
        return True
    answers = Answer.objects.filter(round=ruling.round_id, participant=kept, is_late=False)
    credited = kept.rulings.filter(round=ruling.round_id, kind=ruling.kind, revoked_at=None)
    return not answers.exists() and not credited.exists()


def _follow(game: Game, revised: set[int], moved: set[int], at: datetime, *, by: User) -> None:
    """Count the rounds anew, in order: averages and warnings look back."""
    for round in game.rounds.order_by("number"):
        if round.state == Round.State.PUBLISHED and round.pk in revised:
            revise_round(round, at, by=by, answers_moved=round.pk in moved)
    judged = game.rounds.filter(state=Round.State.JUDGED).first()
    if judged:
        judged.game = lock_event(game)
        judging.settle(judged, at)
