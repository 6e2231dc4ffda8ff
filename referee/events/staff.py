"""Who runs an event; somebody must direct it."""

from datetime import datetime
from typing import Any

from django.db import transaction

from referee.events.locking import lock_event
from referee.events.log import record
from referee.events.models import Event, StaffMember
from referee.models import User

#: What the log of every app calls it.
STAFF_CHANGED = "staff_changed"


@transaction.atomic
def set_staff(event: Event, user: User, role: StaffMember.Role, at: datetime, *, by: User) -> Any:
    """Let `user` run the event as `role`: the row, of the app's model. Raises LastDirector."""
    event = lock_event(event)
    if role != StaffMember.Role.DIRECTOR:
        _require_other_director(event, user)
    member, _created = event.staff.update_or_create(user=user, defaults={"role": role})
    data = {"user": user.get_username(), "role": role}
    record(event, STAFF_CHANGED, at, by=by, data=data)
    return member


@transaction.atomic
def remove_staff(event: Event, user: User, at: datetime, *, by: User) -> None:
    """Raises StaffMissing, LastDirector."""
    event = lock_event(event)
    if not event.staff.filter(user=user).exists():
        raise event.staff_missing(username=user.get_username())
    _require_other_director(event, user)
    event.staff.filter(user=user).delete()
    data = {"user": user.get_username(), "role": None}
    record(event, STAFF_CHANGED, at, by=by, data=data)


def _require_other_director(event: Event, user: User) -> None:
    directors = event.staff.filter(role=StaffMember.Role.DIRECTOR)
    if directors.filter(user=user).exists() and not directors.exclude(user=user).exists():
        raise event.last_director
