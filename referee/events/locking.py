"""Every change of an event begins by locking its row: what comes at once comes one by one."""

from typing import TypeVar

from django.core.exceptions import ObjectDoesNotExist

from referee.events.models import Event

AnyEvent = TypeVar("AnyEvent", bound=Event)


def lock_event(event: AnyEvent) -> AnyEvent:
    """The event as it is now, locked to the end of the transaction.

    Raises what its app has for one that is gone (GameMissing, TournamentMissing).
    """
    try:
        return type(event)._default_manager.select_for_update().get(pk=event.pk)
    except ObjectDoesNotExist:
        raise event.missing from None


def lock_unfinished(event: AnyEvent) -> AnyEvent:
    """The same. Raises WrongGameState or WrongTournamentState too, once it is finished."""
    event = lock_event(event)
    require_state(event, Event.State.SETUP, Event.State.RUNNING)
    return event


def require_state(event: Event, *needed: Event.State) -> None:
    """Raises WrongGameState or WrongTournamentState unless it is in one of these."""
    if event.state not in needed:
        raise event.wrong_state(state=event.state, needed=list(needed))
