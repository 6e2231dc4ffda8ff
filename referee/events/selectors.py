"""What is found for an event, or the refusal that says that there is no such thing."""

import re
from typing import TypeVar
from uuid import UUID

from django.db.models import Q, QuerySet

from referee.access import staff_role
from referee.events.models import Event, Person
from referee.models import User

#: Longer numbers than any column holds are nobody's.
MOST_DIGITS = 8

AnEvent = TypeVar("AnEvent", bound=Event)
APerson = TypeVar("APerson", bound=Person)


def find_event(events: type[AnEvent], pk: UUID) -> AnEvent:
    """Raises what such events have for one that is missing."""
    event: AnEvent | None = events._default_manager.filter(pk=pk).first()
    if event is None:
        raise events.missing
    return event


def event_like(events: type[AnEvent], pk: UUID, user: User) -> AnEvent:
    """One of one's own whose settings are taken over; another is missing too."""
    event = find_event(events, pk)
    if staff_role(user, event.staff) is None:
        raise events.missing
    return event


def find_account(event: Event, username: str) -> User:
    """Raises the event's StaffMissing."""
    found = User.objects.filter(username=username).first() if username.isprintable() else None
    if found is None:
        raise event.staff_missing(username=username)
    return found


def find_people(people: QuerySet[APerson], text: str) -> QuerySet[APerson]:
    """Those whose number it is, or whose name or club contains it; without a text everybody."""
    if is_number(text):
        return people.filter(number=int(text))
    # A name has no signs that can't be seen, and PostgreSQL does not even take a NUL.
    if not text.isprintable():
        return people.none()
    # By an expression: SQLite's LIKE knows small and capital letters of English only.
    for part in map(re.escape, text.split()):
        people = people.filter(Q(name__iregex=part) | Q(club__iregex=part))
    return people


def is_number(text: str) -> bool:
    """Whether somebody may have this number."""
    return text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS
