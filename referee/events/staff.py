"""Who runs an event; somebody must direct it."""

from datetime import datetime
from typing import Any

from django.db import transaction

from referee.events.locking import lock_event
from referee.events.log import record
from referee.events.models import Event, StaffMember
from referee.models import User

#: What the log of every app calls it.
STAFF_CHANGED, UNINVITED = "staff_changed", "staff_uninvited"


@transaction.atomic
def set_staff(event: Event, user: User, role: StaffMember.Role, at: datetime, *, by: User) -> Any:
    """Let `user` run the event as `role`: the row, of the app's model. Raises LastDirector.

    With a director who is none any more all invitations end.
    """
    event = lock_event(event)
    if role != StaffMember.Role.DIRECTOR:
        _require_other_director(event, user)
        if event.staff.filter(user=user, role=StaffMember.Role.DIRECTOR).exists():
            _end_invitations(event, at, by=by)
    member, _created = event.staff.update_or_create(user=user, defaults={"role": role})
    data = {"user": user.get_username(), "role": role}
    record(event, STAFF_CHANGED, at, by=by, data=data)
    return member


@transaction.atomic
def remove_staff(event: Event, user: User, at: datetime, *, by: User) -> None:
    """From now on they don't run the event, and all invitations end: they may know the links.

    Raises StaffMissing, LastDirector.
    """
    event = lock_event(event)
    if not event.staff.filter(user=user).exists():
        raise event.staff_missing(username=user.get_username())
    _require_other_director(event, user)
    event.staff.filter(user=user).delete()
    data = {"user": user.get_username(), "role": None}
    record(event, STAFF_CHANGED, at, by=by, data=data)
    _end_invitations(event, at, by=by)


def _end_invitations(event: Event, at: datetime, *, by: User) -> None:
    for invitation in event.invitations.filter(uses_left__gt=0, expires_at__gt=at):
        record(event, UNINVITED, at, by=by, data={"invitation": invitation.pk})
    event.invitations.all().delete()


def _require_other_director(event: Event, user: User) -> None:
    directors = event.staff.filter(role=StaffMember.Role.DIRECTOR)
    if directors.filter(user=user).exists() and not directors.exclude(user=user).exists():
        raise event.last_director
