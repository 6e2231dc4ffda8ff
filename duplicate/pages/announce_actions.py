"""Actions of the desk for everybody: a notice, a break; an automatic game held and let go on."""

import re
from datetime import datetime, time

from django.utils.timezone import get_current_timezone
from django.utils.translation import gettext as _

from duplicate.calendar import Calendar
from duplicate.pages.named import seconds_of
from duplicate.pages.page_requests import Visit
from duplicate.services import notices, pace
from referee.errors import Invalid
from referee.events import posted
from referee.events.desk import Actions
from referee.options import TIME_OF_DAY

ACTIONS = Actions[Visit]()


@ACTIONS.action("tell")
def _tell(visit: Visit) -> None:
    notices.write_notice(visit.game, posted.text_of(visit, "text"), visit.at, by=visit.by)


@ACTIONS.action("take_back")
def _take_back(visit: Visit) -> None:
    notices.take_back_notice(visit.game, visit.at, by=visit.by)


@ACTIONS.action("break")
def _break(visit: Visit) -> None:
    """For so long, or until a time of day."""
    until = posted.text_of(visit, "until").strip()
    if until:
        notices.begin_break(visit.game, visit.at, by=visit.by, until=_next(until, visit.at))
    else:
        seconds = seconds_of(visit, "long")
        notices.begin_break(visit.game, visit.at, by=visit.by, seconds=seconds)


@ACTIONS.action("end_break")
def _end_break(visit: Visit) -> None:
    notices.end_break(visit.game, visit.at, by=visit.by)


@ACTIONS.action("hold")
def _hold(visit: Visit) -> None:
    pace.hold_game(visit.game, visit.at, by=visit.by)


@ACTIONS.action("release")
def _release(visit: Visit) -> None:
    pace.release_game(visit.game, visit.at, by=visit.by)


def _next(text: str, at: datetime) -> datetime:
    """When clocks here show that time of day next. Raises Invalid."""
    if not re.fullmatch(TIME_OF_DAY, text):
        raise Invalid(field=_("Pause bis"), problem=_("Richtig ist eine Uhrzeit wie 18:00."))
    clock = Calendar(time.fromisoformat(text), get_current_timezone())
    return clock.deadline(at, notices.SHORTEST_BREAK)
