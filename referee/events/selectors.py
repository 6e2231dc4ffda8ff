"""What is found for an event, or the refusal that says that there is no such thing."""

from referee.events.models import Event
from referee.models import User


def find_account(event: Event, username: str) -> User:
    """Raises the event's StaffMissing."""
    found = User.objects.filter(username=username).first() if username.isprintable() else None
    if found is None:
        raise event.staff_missing(username=username)
    return found
