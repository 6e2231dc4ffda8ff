"""Pages on which an event is put away, or deleted; each app says what is its own."""

from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from referee.errors import Refused
from referee.events.desk import Actions
from referee.events.posted import one_of, text_of
from referee.page_requests import Visit

#: Words and address of a file to be kept before all is gone.
File = tuple[str, str]


def keeping_actions(change: Callable[..., object]) -> Actions[Any]:
    """Putting an event away and marking it as a test, each a switch; `change` is the service."""
    actions = Actions[Visit[Any, Any]]()

    @actions.action("archive", part="settings")
    def archive(visit: Visit[Any, Any]) -> HttpResponse | None:
        change(visit.event, visit.at, by=visit.by, is_archived=_is_on(visit, "archived"))
        return _back_to_own(visit.request)

    @actions.action("test", part="settings")
    def mark(visit: Visit[Any, Any]) -> HttpResponse | None:
        change(visit.event, visit.at, by=visit.by, is_test=_is_on(visit, "test"))
        return _back_to_own(visit.request)

    return actions


def _back_to_own(request: HttpRequest) -> HttpResponse | None:
    """To the list of one's own events where the form stands there."""
    asked = request.POST.get("own")
    if asked is None:
        return None
    return redirect(f"{reverse('own_events')}?{urlencode({'what': asked})}")


def _is_on(visit: Visit[Any, Any], field: str) -> bool:
    """What a button switches. Raises Invalid."""
    return one_of(visit, field, ["on", "off"]) == "on"


def answer_deletion(
    visit: Visit[Any, Any], files: Sequence[File], delete: Callable[..., None]
) -> HttpResponse:
    """Ask for the name and offer the files; then delete, and tell so in the list of one's own.

    `delete` is the service.
    """
    refusal: Refused | None = None
    if visit.request.method == "POST":
        name = visit.event.name
        try:
            delete(visit.event, text_of(visit, "typed_name"), visit.at, by=visit.by)
        except Refused as fault:
            refusal = fault
        else:
            messages.success(visit.request, _("„{name}“ ist gelöscht.").format(name=name))
            return redirect("own_events")
    context = {
        "event": visit.event,
        "files": files,
        "refusal": refusal and visit.tell(refusal),
        "desk": reverse(visit.desk, args=[visit.event.pk]),
    }
    return visit.render(
        "referee/delete_event.html", context, status=refusal.status if refusal else 200
    )
