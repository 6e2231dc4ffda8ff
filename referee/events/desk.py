"""The staff's page of an event: what an action of it is, and how one is asked for and answered."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast
from urllib.parse import quote, urlencode
from uuid import UUID

from django.contrib import messages
from django.db.models import QuerySet
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from referee.access import ENOUGH, Need, Role
from referee.errors import Forbidden, Invalid, NotFound, Refused
from referee.events.models import Event
from referee.events.selectors import find_people, is_number
from referee.idempotency import act_once
from referee.models import User
from referee.page_requests import Context, View, Visit, page_of, refused, text_in
from referee.receipt_time import received_at

#: So many people are listed at once.
MOST_LISTED = 100

#: Before somebody's personal data are erased.
ASKS_ERASURE = gettext_lazy(
    "Name, Verein und alles Persönliche löschen? Die Ergebnisse bleiben; zurückholen kann man"
    " es nicht."
)

T = TypeVar("T")
AVisit = TypeVar("AVisit", bound=Visit[Any, Any])


@dataclass(frozen=True)
class ShownOnce:
    """What nobody can look up later: a player's code, a link to a seat, a webhook's secret."""

    told: str
    text: str = ""
    #: Where it leads, if it leads anywhere.
    address: str = ""
    #: The same as a QR code.
    picture: str = ""


@dataclass(frozen=True)
class Action(Generic[AVisit]):
    """`act` may return a response to be sent instead of the desk, or what to show there once."""

    act: Callable[[AVisit], HttpResponse | ShownOnce | None]
    need: Need
    #: What is asked first, of an action that can't be taken back.
    asks: str | Promise
    #: The part of the page to come back to.
    part: str


class Actions(dict[str, Action[AVisit]]):
    """Actions by their names."""

    def action(
        self, name: str, need: Need = Need.DIRECTOR, *, asks: str | Promise = "", part: str = ""
    ) -> Callable[[Callable[[AVisit], Any]], Callable[[AVisit], Any]]:
        """Make a function the action of this name."""

        def register(act: Callable[[AVisit], Any]) -> Callable[[AVisit], Any]:
            self[name] = Action(act, need, asks, part)
            return act

        return register


@dataclass(frozen=True)
class Desk(Generic[AVisit]):
    actions: Mapping[str, Action[AVisit]]
    #: What the address says that the desk shows; actions lead back to the same.
    shown: tuple[str, ...]
    show: Callable[[AVisit, ShownOnce | None], HttpResponse]

    def answer(self, visit: AVisit, action: str) -> HttpResponse:
        """Do one thing and come back to its part of the desk; what is refused is told at the top.

        The form may name another part to come back to. What can't be taken back is asked once
        before. Sent again with the same Idempotency-Key, a form is not taken again.
        """
        todo = self.actions.get(action)
        if todo is None:
            raise Http404
        if visit.role not in ENOUGH[todo.need]:
            return refused(visit.request, Forbidden())
        if todo.asks and not visit.is_confirmed:
            return ask(visit, str(todo.asks))
        part = visit.request.POST.get("part") or todo.part
        try:
            outcome = act_once(visit.request, visit.at, lambda: todo.act(visit))
        except Refused as refusal:
            # Without scripts the part would leave the message out of sight: it leads there.
            messages.error(visit.request, visit.tell(refusal), extra_tags=part)
            outcome, part = None, "messages"
        if isinstance(outcome, HttpResponse):
            return outcome
        if outcome is not None:
            return self.show(visit, outcome)
        return redirect(_address(visit) + self.here(visit) + (f"#{quote(part)}" if part else ""))

    def pages(self, page: Callable[..., Callable[[View], View]], name: str) -> tuple[View, View]:
        """The desk and its actions as views, by the app's decorator `page`; `name` is the desk's.

        Assistants see all that directors see; what they may do each action says.
        """

        def desk(visit: AVisit) -> HttpResponse:
            return self.show(visit, None)

        act = page(Need.STAFF, back=name)(self.answer)
        return require_safe(page(Need.STAFF)(desk)), require_POST(act)

    def common(self, visit: AVisit, shown_once: ShownOnce | None) -> Context:
        """What every part of a desk has besides its own: where the actions are, among others."""
        return {
            "actions": _address(visit),
            "here": self.here(visit),
            "is_director": visit.role is Role.DIRECTOR,
            "shown_once": shown_once,
        }

    def here(self, visit: AVisit, **changed: str) -> str:
        """What the address asks for, to come back to the same but for what is `changed`."""
        asked = {name: visit.request.GET.get(name, "") for name in self.shown} | changed
        shown = {name: text for name, text in asked.items() if text}
        return f"?{urlencode(shown)}" if shown else ""


def people_context(visit: Visit[Any, Any], people: QuerySet[Any], field: str) -> Context:
    """The people whom ?q= looks for, and the one whose number the address, or the form, has."""
    text = text_in(visit.request, "q")
    number = visit.request.GET.get(field) or visit.request.POST.get(field, "")
    found = find_people(people, text)
    return {
        "q": text,
        "people": page_of(visit.request, found, MOST_LISTED, "people"),
        "people_in_all": people.count(),
        "person": people.filter(number=int(number)).first() if is_number(number) else None,
    }


def answer_new(
    request: HttpRequest,
    form: Form,
    create: Callable[..., Event],
    fields: Sequence[str],
    template: str,
    desk: str,
) -> HttpResponse:
    """Create what those fields of the form say and go to its desk; what is wrong is told there."""
    refusal: Refused | None = None
    if request.method == "POST" and form.is_valid():
        try:
            said = {name: form.cleaned_data.get(name) for name in fields}
            return redirect(desk, create(by=request.user, at=received_at(request), **said).pk)
        except Invalid as fault:
            field = str(fault.detail["field"])
            form.add_error(field if field in form.fields else None, str(fault.detail["problem"]))
        except Refused as fault:
            refusal = fault
    status = refusal.status if refusal else 400 if form.errors else 200
    return render(request, template, {"form": form, "refusal": refusal}, status=status)


def liked(request: HttpRequest, find: Callable[[UUID, User], T]) -> T | None:
    """The event of one's own that ?like= names, to make a new one like it; None for no such."""
    try:
        return find(UUID(request.GET.get("like", "")), cast(User, request.user))
    except (ValueError, NotFound):
        return None


def ask(visit: Visit[Any, Any], question: str) -> HttpResponse:
    """The page that asks first; 'yes' sends the same form again."""
    query = visit.request.META.get("QUERY_STRING", "")
    return visit.ask(question, back=f"{_address(visit)}?{query}" if query else _address(visit))


def _address(visit: Visit[Any, Any]) -> str:
    return reverse(visit.desk, args=[visit.event.pk])
