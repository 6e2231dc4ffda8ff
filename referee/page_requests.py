"""Who visits a page of a game or tournament, and what every such page begins and ends with."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import wraps
from typing import Any, TypeVar, cast
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise

from referee.access import ENOUGH, Need, Role
from referee.errors import Forbidden, Invalid, Refused
from referee.models import User

#: How long a phone remembers its seat, in seconds.
SEAT_AGE = 60 * 24 * 3600
#: Of so many seats a browser is reminded at most.
MOST_SEATS = 20
#: So many rows stand on a page of a long table.
LONG = 500

View = Callable[..., HttpResponse]
T = TypeVar("T")


@dataclass(frozen=True)
class Visit:
    """A request to a page: a member of the staff may hold a seat as well."""

    request: HttpRequest
    role: Role
    #: The token that the browser keeps for its seat here; '' if it has none.
    token: str
    #: When the request was received.
    at: datetime

    @property
    def by(self) -> User:
        """Who acts, on pages that need an account."""
        return cast(User, self.request.user)

    def common(self) -> dict[str, Any]:
        """What every template has besides its own; each app adds to it."""
        return {"role": self.role}

    def render(self, template: str, context: Mapping[str, Any], status: int = 200) -> HttpResponse:
        """The page."""
        return render(self.request, template, {**self.common(), **context}, status=status)

    def ask(self, question: str, *, name: str, back: str) -> HttpResponse:
        """The page that asks whether this form, about what is called `name`, is meant so.

        'No' leads `back`, 'yes' sends the form again with `confirmed`.
        """
        said = [(name, text) for name, text in self.request.POST.items() if name[0] != "_"]
        fields = [pair for pair in said if pair[0] != "csrfmiddlewaretoken"]
        context = {"question": question, "fields": fields, "name": name, "back": back}
        return self.render("referee/confirm.html", context)

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
    visit: Callable[[HttpRequest, UUID], Visit],
    name: str,
    missing: type[Refused],
    back: str,
    fields: Mapping[str, str | Promise],
) -> Callable[[View], View]:
    """Make a view of a `visit` one of a request and the id `name`, for those who meet `need`.

    Others are led to where they can: to log in, or to join. What a service refuses after a POST is
    shown as a message on the page named `back`, with `fields` called as the pages call them; after
    a GET, and where the thing itself is `missing`, it is a page of its own.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def respond(request: HttpRequest, **where: Any) -> HttpResponse:
            pk: UUID = where.pop(name)
            try:
                visitor = visit(request, pk)
                if not visitor.is_enough(need):
                    return visitor.led_elsewhere(need)
                return view(visitor, **where)
            except Refused as refusal:
                if request.method == "POST" and not isinstance(refusal, missing):
                    messages.error(request, told(refusal, fields))
                    return redirect(back, pk)
                return refused(request, refusal)

        return respond

    return decorate


def told(refusal: Refused, fields: Mapping[str, str | Promise]) -> str:
    """Why not, with the fields called as the pages call them."""
    field = str(refusal.detail.get("field", ""))
    if isinstance(refusal, Invalid) and field in fields:
        return str(Invalid(field=fields[field], problem=refusal.detail["problem"]))
    return str(refusal)


def refused(request: HttpRequest, refusal: Refused) -> HttpResponse:
    """The page that says why not."""
    return render(request, "referee/refused.html", {"refusal": refusal}, status=refusal.status)


def page_of(request: HttpRequest, rows: Sequence[T], most: int = LONG) -> Page[T]:
    """The page of a long table that ?page=n asks for; referee/pager.html leads to the others."""
    return Paginator(rows, most).get_page(request.GET.get("page"))


def number_in(request: HttpRequest, name: str) -> int | None:
    """The whole number of that name in the address; what is none is passed over."""
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 4 else None


def theme_in(request: HttpRequest) -> str:
    """How a screen in the hall is asked to look by ?theme=…: 'dark', 'light', or '' as it likes."""
    theme = request.GET.get("theme", "")
    return theme if theme in {"dark", "light"} else ""


@dataclass(frozen=True)
class Seats:
    """The seats that a browser holds: a cookie for each, with the token of who sits there."""

    #: What the names of the cookies begin with; each app has its own.
    prefix: str

    def take(self, response: HttpResponse, pk: UUID, token: str) -> None:
        """Let the browser remember who it is there."""
        response.set_cookie(
            self._cookie(pk),
            token,
            max_age=SEAT_AGE,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )

    def leave(self, response: HttpResponse, pk: UUID) -> None:
        response.delete_cookie(self._cookie(pk))

    def token_in(self, request: HttpRequest, pk: UUID) -> str:
        """What the browser says to be there, or ''."""
        return request.COOKIES.get(self._cookie(pk), "")

    def tokens(self, request: HttpRequest) -> list[str]:
        """Those of all its seats, up to a bound."""
        cookies = request.COOKIES.items()
        return [value for name, value in cookies if name.startswith(self.prefix)][:MOST_SEATS]

    def _cookie(self, pk: UUID) -> str:
        return f"{self.prefix}{pk.hex}"
