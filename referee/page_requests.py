"""Who visits a page of a game or tournament, and what every such page begins and ends with."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import wraps
from typing import Any, ClassVar, Generic, Self, TypeVar, cast
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise

from referee.access import ENOUGH, Need, Role, staff_role
from referee.clock_steps import recent_step
from referee.errors import Forbidden, Invalid, NotFound, Refused, TooOften
from referee.events import models
from referee.models import User
from referee.receipt_time import received_at
from referee.tokens import digest

#: What a template reads, by name; no code does.
Context = dict[str, object]

#: How long a phone remembers its seat, in seconds.
SEAT_AGE = 60 * 24 * 3600
#: Of so many seats a browser is reminded at most.
MOST_SEATS = 20
#: So many rows stand on a page of a long table.
LONG = 500

View = Callable[..., HttpResponse]
T = TypeVar("T")


Event = TypeVar("Event", bound=models.Event)
Person = TypeVar("Person", bound=models.Person)


@dataclass(frozen=True)
class Visit(Generic[Event, Person]):
    """A request to a page of `event`: a member of the staff may hold a seat as well."""

    #: Names the page of the staff.
    desk: ClassVar[str]
    #: What the pages call the fields of their forms.
    fields: ClassVar[Mapping[str, str | Promise]]

    request: HttpRequest
    role: Role
    #: The token that the browser keeps for its seat here; '' if it has none.
    token: str
    #: When the request was received.
    at: datetime
    event: Event
    #: Whose token that is.
    person: Person | None

    @property
    def by(self) -> User:
        """Who acts, on pages that need an account."""
        return cast(User, self.request.user)

    def reloaded(self) -> Self:
        """The same visit, with the event as it is now: an action may have changed it."""
        return replace(self, event=type(self.event)._default_manager.get(pk=self.event.pk))

    def common(self) -> dict[str, Any]:
        """What every template has besides its own; each app adds to it."""
        return {"role": self.role, "clock_step": recent_step(self.at)}

    def render(
        self, template: str, context: Mapping[str, object], status: int = 200
    ) -> HttpResponse:
        """The page."""
        return render(self.request, template, {**self.common(), **context}, status=status)

    def ask(self, question: str, *, back: str, name: str = "") -> HttpResponse:
        """The page that asks whether this form, about the event or what `name` says, is meant so.

        'No' leads `back`, 'yes' sends the form again with `confirmed`.
        """
        said = [(name, text) for name, text in self.request.POST.items() if name[0] != "_"]
        fields = [pair for pair in said if pair[0] != "csrfmiddlewaretoken"]
        about = {"question": question, "fields": fields, "name": name or self.event.name}
        return self.render("referee/confirm.html", {**about, "back": back})

    @property
    def is_confirmed(self) -> bool:
        """Whether the question was answered that `ask` puts."""
        return "confirmed" in self.request.POST

    def tell(self, refusal: Refused) -> str:
        """Why not, with the fields called as the pages call them."""
        return refusal_text(refusal, self.fields)

    def is_enough(self, need: Need) -> bool:
        """Whether a page is for this visitor."""
        if need is Need.PARTICIPANT:
            return self.token != ""
        return self.role in ENOUGH[need]

    def led_elsewhere(self, need: Need) -> HttpResponse:
        """Where a page leads those whom it is not for: to join, to log in, or to be told."""
        if need is Need.PARTICIPANT:
            return redirect("join")
        if not self.request.user.is_authenticated:
            return redirect_to_login(self.request.get_full_path())
        return refused(self.request, Forbidden())


def page_for(
    need: Need,
    *,
    visit: Callable[[HttpRequest, UUID], Visit[Any, Any]],
    name: str,
    back: str,
) -> Callable[[View], View]:
    """Make a view of a `visit` one of a request and the id `name`, for those who meet `need`.

    Others are led to where they can: to log in, or to join. What a service refuses after a POST is
    shown as a message on the page named `back`; after a GET, and where there is nothing to visit,
    it is a page of its own.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def respond(request: HttpRequest, **where: Any) -> HttpResponse:
            pk: UUID = where.pop(name)
            try:
                visitor = visit(request, pk)
            except Refused as refusal:
                return refused(request, refusal)
            if not visitor.is_enough(need):
                return visitor.led_elsewhere(need)
            try:
                return view(visitor, **where)
            except Refused as refusal:
                if request.method == "POST":
                    messages.error(request, visitor.tell(refusal))
                    return redirect(back, pk)
                return refused(request, refusal)

        return respond

    return decorate


def refusal_text(refusal: Refused, fields: Mapping[str, str | Promise]) -> str:
    """Why not, with the fields called as the pages call them."""
    field = str(refusal.detail.get("field", ""))
    if isinstance(refusal, Invalid) and field in fields:
        return str(Invalid(field=fields[field], problem=refusal.detail["problem"]))
    return str(refusal)


def refused(
    request: HttpRequest,
    refusal: Refused,
    template: str = "referee/refused.html",
    **context: object,
) -> HttpResponse:
    """The page that says why not, and when to come again where it was too often."""
    shown = {**context, "refusal": refusal}
    response = render(request, template, shown, status=refusal.status)
    if isinstance(refusal, TooOften):
        response.headers["Retry-After"] = str(refusal.detail["wait_seconds"])
    return response


def page_of(
    request: HttpRequest,
    rows: Sequence[T] | QuerySet[Any],
    most: int = LONG,
    name: str = "page",
    *,
    at: int | None = None,
) -> Page[T]:
    """The page of a long table that ?page=n, or `name`, asks for; the tag `pager` leads to others.

    With `at` it is the one with the row at that place. What is no page is the first or last one.
    """
    wanted = request.GET.get(name) if at is None else at // most + 1
    return Paginator(rows, most).get_page(wanted)


def text_in(request: HttpRequest, name: str) -> str:
    """The text of that name in the address, without needless spaces."""
    return " ".join(request.GET.get(name, "").split())


def number_in(request: HttpRequest, name: str, digits: int = 4) -> int | None:
    """The whole number of that name in the address; what is none, or longer, is passed over."""
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None


def whole_in(request: HttpRequest, name: str, default: int) -> int:
    """The whole number of that name in the address, or `default`. Raises Invalid."""
    text = request.GET.get(name, "")
    if not text:
        return default
    if not (text.isascii() and text.isdigit() and len(text) <= 5):
        raise Invalid(field=name, problem=text)
    return int(text)


def theme_in(request: HttpRequest) -> str:
    """How a screen in the hall is asked to look by ?theme=…: 'dark', 'light', or '' as it likes."""
    theme = request.GET.get("theme", "")
    return theme if theme in {"dark", "light"} else ""


@dataclass(frozen=True)
class Seats(Generic[Person]):
    """The seats that a browser holds: a cookie for each, with the token of who sits there."""

    #: What the names of the cookies begin with; each app has its own.
    prefix: str
    #: What the people call the event in which they play.
    noun: str
    people: QuerySet[Person]

    def take(self, response: HttpResponse, pk: UUID, token: str) -> None:
        """Let the browser remember who it is there."""
        response.set_cookie(
            self.cookie(pk),
            token,
            max_age=SEAT_AGE,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )

    def leave(self, pk: UUID) -> HttpResponse:
        """Home, and let the browser forget who it was there."""
        response = redirect("home")
        response.delete_cookie(self.cookie(pk))
        return response

    def token(self, request: HttpRequest, pk: UUID) -> str:
        """The token that the browser shows for a seat there, whether or not it opens one."""
        return request.COOKIES.get(self.cookie(pk), "")

    def lost(self, pk: UUID) -> HttpResponse:
        """Where those are told so whose seat another phone has now, which the browser forgets."""
        response = redirect(f"{reverse('join')}?lost=1")
        response.delete_cookie(self.cookie(pk))
        return response

    def held(self, request: HttpRequest, pk: UUID) -> tuple[Person | None, str]:
        """Who the browser is there, with their event, and the token that says so; None and '' for
        nobody."""
        token = self.token(request, pk)
        if not token:
            return None, ""
        sitting = self.people.filter(**{self.noun: pk}, token_digest=digest(token))
        seat = sitting.select_related(self.noun).first()
        return (seat, token) if seat else (None, "")

    def all_held(self, request: HttpRequest) -> QuerySet[Person]:
        """Who the browser is anywhere, the newest first and up to a bound, with their events."""
        cookies = request.COOKIES.items()
        tokens = [value for name, value in cookies if name.startswith(self.prefix)][:MOST_SEATS]
        held = self.people.filter(token_digest__in=map(digest, tokens))
        return held.select_related(self.noun).order_by("-entered_at")

    def cookie(self, pk: UUID) -> str:
        """The name of the one for the seat there."""
        return f"{self.prefix}{pk.hex}"


AVisit = TypeVar("AVisit", bound=Visit[Any, Any])


def visit_of(
    kind: type[AVisit],
    request: HttpRequest,
    pk: UUID,
    find: Callable[[UUID], Any],
    seats: Seats[Any],
) -> AVisit:
    """The visit of whoever sent `request` to a page of the event that `find` finds. Raises what
    that does."""
    person, token = seats.held(request, pk)
    event = getattr(person, seats.noun) if person else find(pk)
    role = staff_role(request.user, event.staff) or (Role.PARTICIPANT if person else Role.PUBLIC)
    return kind(request, role, token, received_at(request), event, person)


#: Print-outs by their names in the address: for whom each is, and what its template needs.
Printouts = Mapping[str, tuple[Need, Callable[[AVisit], Mapping[str, object]]]]


def print_out(
    visit: AVisit, what: str, printouts: Printouts[AVisit], templates: str, **common: object
) -> HttpResponse:
    """One of `printouts` by its template among `templates`, ready for A4. Raises NotFound."""
    if what not in printouts:
        raise NotFound
    need, context = printouts[what]
    if not visit.is_enough(need):
        return visit.led_elsewhere(need)
    if visit.request.method == "POST":
        return HttpResponseNotAllowed(["GET", "HEAD"])
    template = templates.format(what.replace("-", "_"))
    return visit.render(template, {"what": what, **common, **context(visit)})
