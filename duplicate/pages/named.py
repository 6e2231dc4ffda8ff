"""Things of the game that a form of the desk names."""

from django.utils.translation import gettext as _

from duplicate.errors import RoundMissing
from duplicate.models import Participant, Round
from duplicate.pages.page_requests import Visit
from duplicate.selectors.finding import find_participant
from referee.errors import Invalid
from referee.events.posted import number_of, text_of
from referee.seconds import read_seconds


def round_of(visit: Visit) -> Round:
    """The very draw that the page showed, which may have gone back since."""
    found = visit.game.rounds.filter(pk=number_of(visit, "round")).first()
    if found is None:
        raise RoundMissing
    return found


def person_of(visit: Visit) -> Participant:
    """Raises ParticipantMissing, Invalid."""
    return find_participant(visit.game, number_of(visit, "person"))


def seconds_of(visit: Visit, field: str) -> int:
    """Time as people write it. Raises Invalid."""
    try:
        return read_seconds(text_of(visit, field))
    except ValueError:
        problem = _("Richtig sind Minuten und Sekunden wie 2:30, oder 36 h, 7 d.")
        raise Invalid(field=_("Zeit"), problem=problem) from None
