"""The staff on every desk, and its actions on them."""

from collections.abc import Callable
from typing import Any

from referee.events import posted
from referee.events.desk import Actions
from referee.events.models import Event, StaffMember
from referee.events.staff import remove_staff, set_staff
from referee.page_requests import Visit

ACTIONS = Actions[Any]()


def staff_context(event: Event, label: Callable[[str], str]) -> dict[str, Any]:
    """What `referee/staff.html` shows; each app has its own words for the roles."""
    members = event.staff.select_related("user").order_by("-role", "user__username")
    return {
        "staff": [(member, label(member.role)) for member in members],
        "roles": [(role, label(role)) for role in StaffMember.Role.values],
    }


@ACTIONS.action("appoint", part="settings")
def _appoint(visit: Visit[Any, Any]) -> None:
    role = StaffMember.Role(posted.one_of(visit, "role", StaffMember.Role.values))
    set_staff(visit.event, posted.account_of(visit), role, visit.at, by=visit.by)


@ACTIONS.action("dismiss", part="settings")
def _dismiss(visit: Visit[Any, Any]) -> None:
    remove_staff(visit.event, posted.account_of(visit), visit.at, by=visit.by)
