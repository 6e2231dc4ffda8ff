"""What there is to decide before somebody who is entered twice becomes one."""

from collections.abc import Sequence
from dataclasses import dataclass

from duplicate.models import Answer, Participant, Round
from duplicate.selectors.answers import answers_in_force

OVER = (Round.State.CLOSED, Round.State.JUDGED, Round.State.PUBLISHED)


@dataclass(frozen=True)
class Conflict:
    """A round that is over in which both have an answer that counts, the first of who goes."""

    number: int
    answers: tuple[Answer, Answer]


def conflicts_of(gone: Participant, kept: Participant) -> Sequence[Conflict]:
    """The rounds of which a director is asked, in order."""
    rounds = Round.objects.filter(game=gone.game_id, state__in=OVER)
    for person in (gone, kept):
        rounds = rounds.filter(answers__in=Answer.objects.filter(participant=person, is_late=False))
    found = []
    for round in rounds.distinct().order_by("number"):
        answers = answers_in_force(round).filter(participant__in=(gone, kept))
        last = {one.participant_id: one for one in answers.select_related("participant")}
        if len(last) == len({gone.pk, kept.pk}) == 2:
            found.append(Conflict(round.number, (last[gone.pk], last[kept.pk])))
    return found
