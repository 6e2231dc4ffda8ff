"""Helpers and directors invited by a link: for some hours, so many of them, in one role."""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from referee.accounts import make_account
from referee.errors import JoinCodeWrong, NotFound
from referee.events.locking import lock_event
from referee.events.log import record
from referee.events.models import Event, StaffInvitation, StaffMember
from referee.events.staff import STAFF_CHANGED, UNINVITED
from referee.models import User
from referee.texts import read_number
from referee.tokens import INVITATION, digest, new_token

#: For how long, and for how many, ends included.
HOURS, USES = (1, 24 * 14), (1, 50)
#: What the log of every app calls it.
INVITED = "staff_invited"
Role = StaffMember.Role


class InvitationWrong(JoinCodeWrong):
    """There never was such an invitation, or it is used up, over or revoked."""

    message = _("Diese Einladung gilt nicht mehr. Lass dir eine neue geben.")


class InvitationMissing(NotFound):
    message = _("Diese Einladung gibt es nicht.")


@transaction.atomic
def invite_staff(
    event: Event, role: StaffMember.Role, at: datetime, *, by: User, hours: int = 24, uses: int = 1
) -> tuple[Any, str]:
    """The invitation and its code, which is told this once. Raises Invalid."""
    read_number("hours", hours, *HOURS)
    read_number("uses", uses, *USES)
    event = lock_event(event)
    code = new_token(INVITATION)
    expires_at = at + timedelta(hours=hours)
    invitation = event.invitations.create(
        role=role,
        code_digest=digest(code),
        made_by=by,
        made_at=at,
        expires_at=expires_at,
        uses_left=uses,
    )
    data = {"invitation": invitation.pk, "role": role, "uses": uses, "hours": hours}
    record(event, INVITED, at, by=by, data=data)
    return invitation, code


@transaction.atomic
def revoke_invitation(event: Event, pk: int, at: datetime, *, by: User) -> None:
    """From now on it lets nobody in. Raises InvitationMissing."""
    event = lock_event(event)
    if not event.invitations.filter(pk=pk).delete()[0]:
        raise InvitationMissing
    record(event, UNINVITED, at, by=by, data={"invitation": pk})


def open_invitations(event: Event, at: datetime) -> Any:
    """Those of an event by which somebody may still join."""
    return event.invitations.filter(uses_left__gt=0, expires_at__gt=at)


def find_invitation(code: str, at: datetime) -> Any:
    """The invitation of any app that the code belongs to. Raises InvitationWrong."""
    if code.startswith(INVITATION) and code.isprintable():
        for model in StaffInvitation.__subclasses__():
            live = model._default_manager.filter(uses_left__gt=0, expires_at__gt=at)
            if found := live.filter(code_digest=digest(code)).first():
                return found
    raise InvitationWrong


@transaction.atomic
def accept_invitation(code: str, user: User, at: datetime) -> Any:
    """Join the staff: the event. Who has the role already, or a better one, uses nothing up.

    Raises InvitationWrong.
    """
    event = lock_event(find_invitation(code, at).event)
    invitation = find_invitation(code, at)
    held = event.staff.filter(user=user).first()
    if held is not None and held.role in {invitation.role, Role.DIRECTOR}:
        return event
    event.staff.update_or_create(user=user, defaults={"role": invitation.role})
    invitation.uses_left -= 1
    invitation.save(update_fields=["uses_left"])
    data = {"user": user.get_username(), "role": invitation.role, "invitation": invitation.pk}
    record(event, STAFF_CHANGED, at, by=user, data=data)
    return event


@transaction.atomic
def accept_as_new(code: str, username: str, password: str, at: datetime) -> tuple[Any, User]:
    """The same with an account that is made for it: nobody has one without an invitation.

    Raises InvitationWrong, NameInUse, Invalid.
    """
    find_invitation(code, at)
    user = make_account(username, password)
    return accept_invitation(code, user, at), user
