"""Actions of every desk on the staff."""

from typing import Any

from referee.events import posted
from referee.events.desk import Actions
from referee.events.models import StaffMember
from referee.events.staff import remove_staff, set_staff
from referee.page_requests import Visit

ACTIONS = Actions[Any]()


@ACTIONS.action("appoint", part="settings")
def _appoint(visit: Visit[Any, Any]) -> None:
    role = StaffMember.Role(posted.one_of(visit, "role", StaffMember.Role.values))
    set_staff(visit.event, posted.account_of(visit), role, visit.at, by=visit.by)


@ACTIONS.action("dismiss", part="settings")
def _dismiss(visit: Visit[Any, Any]) -> None:
    remove_staff(visit.event, posted.account_of(visit), visit.at, by=visit.by)
