"""What becomes of an event afterwards: put away, and deleted where nobody loses anything by it."""

import logging
from datetime import datetime

from django.db import transaction
from django.db.models import TextField
from django.db.models.functions import Cast
from django.utils.translation import gettext_lazy as _

from referee.errors import Refused
from referee.events.locking import require_state
from referee.events.models import Event
from referee.models import DeletedEvent, PreparedFile, RememberedWrite, User

LOG = logging.getLogger(__name__)


class NameDiffers(Refused):
    """What was typed is not the name of what is to be deleted."""

    status = 400
    message = _("Tipp den Namen genau so, wie er dasteht: {name}")


class ResultsKept(Refused):
    """It has results that people played for."""

    message = _(
        "Hier stehen Ergebnisse, für die Leute gespielt haben. Löschen lässt sich nur, was als Test"
        " gekennzeichnet war, bevor es zu Ende ging; alles andere lässt sich archivieren."
    )


def mark_event(
    event: Event, *, is_archived: bool | None = None, is_test: bool | None = None
) -> dict[str, bool]:
    """Set on the locked event what is given; what of it has changed.

    Raises the event's WrongState for one that is over and shall become a test.
    """
    changes = {}
    if is_archived is not None:
        event.is_archived = changes["is_archived"] = is_archived
    if is_test is not None:
        if is_test and not event.is_test:
            require_state(event, Event.State.SETUP, Event.State.RUNNING)
        event.is_test = changes["is_test"] = is_test
    return changes


def demand_deletable(event: Event, name: str, *, has_results: bool) -> None:
    """Raises NameDiffers unless `name` is the event's, ResultsKept unless it is a test."""
    if " ".join(name.split()) != " ".join(event.name.split()):
        raise NameDiffers(name=event.name)
    if has_results and not event.is_test:
        raise ResultsKept


def note_deletion(event: Event, people: int, at: datetime, *, by: User) -> None:
    """Keep what proves that the event was deleted: who did it, when, and the seal of its log.

    Files made of it, and answers that were remembered, go with it.
    """
    PreparedFile.objects.filter(about=event.pk).delete()
    remembered = RememberedWrite.objects.annotate(text=Cast("body", TextField()))
    remembered.filter(text__contains=str(event.pk)).delete()
    DeletedEvent.objects.create(
        kind=event._meta.label_lower,
        event=event.pk,
        name=event.name,
        by=by,
        at=at,
        people=people,
        log_length=event.log_length,
        log_hash=event.log_hash,
    )
    told = f"{by.get_username()} deleted {event._meta.label_lower} {event.pk}"
    transaction.on_commit(lambda: LOG.warning(told))
