"""The staff on every desk, and its actions on them."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.translation import ngettext

from referee.events import posted
from referee.events.desk import Actions, ShownOnce
from referee.events.invitations import invite_staff, open_invitations, revoke_invitation
from referee.events.models import Event, StaffMember
from referee.events.staff import remove_staff, set_staff
from referee.page_requests import Visit
from referee.qr import qr_code

ACTIONS = Actions[Any]()


def staff_context(event: Event, label: Callable[[str], str], at: datetime) -> dict[str, Any]:
    """What `referee/staff.html` shows; each app has its own words for the roles."""
    members = event.staff.select_related("user").order_by("-role", "user__username")
    return {
        "staff": [(member, label(member.role)) for member in members],
        "roles": [(role, label(role)) for role in StaffMember.Role.values],
        "invitations": [(one, label(one.role)) for one in open_invitations(event, at)],
    }


@ACTIONS.action("appoint", part="settings")
def _appoint(visit: Visit[Any, Any]) -> None:
    role = StaffMember.Role(posted.one_of(visit, "role", StaffMember.Role.values))
    set_staff(visit.event, posted.account_of(visit), role, visit.at, by=visit.by)


@ACTIONS.action("dismiss", part="settings")
def _dismiss(visit: Visit[Any, Any]) -> None:
    remove_staff(visit.event, posted.account_of(visit), visit.at, by=visit.by)


@ACTIONS.action("invite", part="settings")
def _invite(visit: Visit[Any, Any]) -> ShownOnce:
    role = StaffMember.Role(posted.one_of(visit, "role", StaffMember.Role.values))
    hours, uses = posted.number_of(visit, "hours"), posted.number_of(visit, "uses")
    _made, code = invite_staff(visit.event, role, visit.at, by=visit.by, hours=hours, uses=uses)
    address = visit.request.build_absolute_uri(reverse("staff_invitation", args=[code]))
    told = ngettext(
        "Einladung für eine Person, nur jetzt zu sehen:",
        "Einladung für {n} Personen, nur jetzt zu sehen:",
        uses,
    )
    return ShownOnce(told.format(n=uses), address=address, picture=qr_code(address))


@ACTIONS.action("uninvite", part="settings")
def _uninvite(visit: Visit[Any, Any]) -> None:
    pk = posted.number_of(visit, "invitation")
    revoke_invitation(visit.event, pk, visit.at, by=visit.by)
