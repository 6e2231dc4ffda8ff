"""One page with everything that an account runs: games, series, tournaments and club evenings.

What there is the apps say, in their modules `own_lists`:

    OWN_LISTS: Sequence[OwnList]
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, cast

from django.contrib.auth.decorators import login_required
from django.core.paginator import Page
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from referee.app_modules import app_modules
from referee.events.models import Event, StaffMember
from referee.messages import EVENT_STATES
from referee.models import DeletedEvent, User
from referee.page_requests import page_of, text_in

#: So many stand on a page.
MOST_ROWS = 25
#: So many that were deleted are told of.
MOST_DELETED = 10
#: For lists of events.
STATES = tuple(EVENT_STATES.items())


@dataclass(frozen=True)
class OwnRow:
    """What an account runs, as the list shows it."""

    name: str
    #: Where it is run.
    address: str
    day: datetime | None
    #: How many play in it, in words.
    people: str = ""
    #: What it is in, in words; '' for a series.
    state: str = ""
    #: Words and address of its other pages.
    links: Sequence[tuple[str, str]] = ()
    #: Where a form puts it away or brings it back, and what that form says besides; '' for those
    #: who may not.
    archive_address: str = ""
    archive_fields: Sequence[tuple[str, str]] = field(default_factory=tuple)
    is_archived: bool = False
    is_test: bool = False


@dataclass(frozen=True)
class OwnList:
    #: In the address.
    key: str
    title: str | Promise
    #: Words and address of what makes a new one.
    new: tuple[str | Promise, str | Promise]
    #: The rows whose name has that text and that are in that state ('' for any), of an account.
    find: Callable[[User, str, str], QuerySet[Any]]
    #: A row of them, to the account.
    show: Callable[[Any, User], OwnRow]
    #: The states to choose from, each with its words.
    states: Sequence[tuple[str, str | Promise]] = ()


def event_row(
    event: Event,
    user: User,
    *,
    desk: str,
    deletion: str,
    day: datetime,
    people: str,
    state: str,
    links: Sequence[tuple[str, str]],
) -> OwnRow:
    """The row of an event with its `staff`, by the names of its addresses.

    Who assists in it may neither put it away nor delete it.
    """
    directs = any(
        member.user_id == user.pk and member.role == StaffMember.Role.DIRECTOR
        for member in event.staff.all()
    )
    delete = [(_("Löschen …"), reverse(deletion, args=[event.pk]))] if directs else []
    return OwnRow(
        name=event.name,
        address=reverse(desk, args=[event.pk]),
        day=day,
        people=people,
        state=state,
        links=[*links, *delete],
        archive_address=reverse(f"{desk}_action", args=[event.pk, "archive"]) if directs else "",
        is_archived=event.is_archived,
        is_test=event.is_test,
    )


@login_required
@require_safe
def own_events(request: HttpRequest) -> HttpResponse:
    """?what= of it, ?q= in the name, ?state= it is in, ?archived=1 what was put away."""
    lists: list[OwnList] = [one for app in app_modules("own_lists") for one in app.OWN_LISTS]
    chosen = next((one for one in lists if one.key == request.GET.get("what")), lists[0])
    user = cast(User, request.user)
    is_archived = "archived" in request.GET
    states = [state for state, _words in chosen.states]
    state = request.GET.get("state", "")
    asked = text_in(request, "q")
    found = chosen.find(user, asked, state if state in states else "")
    page: Page[Any] = page_of(request, found.filter(is_archived=is_archived), MOST_ROWS)
    context = {
        "lists": lists,
        "chosen": chosen,
        "page": page,
        "rows": [chosen.show(row, user) for row in page],
        "q": asked,
        "state": state,
        "archived": is_archived,
        "deleted": DeletedEvent.objects.filter(by=user)[:MOST_DELETED],
    }
    return render(request, "referee/own_events.html", context)
