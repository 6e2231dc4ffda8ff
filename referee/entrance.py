"""The start page, and the ways in: by a code, or by logging in.

What is on and where a code leads the apps say, in their modules `start_page`:

    def sections(request: HttpRequest) -> list[Section]
    def destination_of_code(code: str) -> Destination | None
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import resolve
from django.views.decorators.http import require_safe

from referee.app_modules import app_modules
from referee.errors import JoinCodeWrong, Refused
from referee.page_requests import refused
from referee.throttles import HeldUp, Purpose, entering, know_device, logging_in


class Place(IntEnum):
    """Where on the start page, from top to bottom; within a place in the order of the apps."""

    #: Above the field for a code: where this browser has a seat.
    SEATS = 1
    #: What an account directs.
    OWN = 2
    ON = 3
    OVER = 4
    MORE = 5


@dataclass(frozen=True)
class Section:
    """A part of the start page: what `template` makes of the context."""

    place: Place
    template: str
    context: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Destination:
    """Where a code leads: the page at `address`, which takes what was found on the way there."""

    address: str
    found: Model | None = None


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What is on, and the field for a code."""
    found = [section for app in app_modules("start_page") for section in app.sections(request)]
    shown = [
        (section.place, render_to_string(section.template, dict(section.context), request))
        for section in sorted(found, key=lambda section: section.place)
    ]
    context = {
        "seats": [text for place, text in shown if place is Place.SEATS],
        "sections": [text for place, text in shown if place is not Place.SEATS],
    }
    return render(request, "referee/home.html", context)


@require_safe
def join(request: HttpRequest) -> HttpResponse:
    """Ask for a code, and lead where it leads.

    A wrong one is told in the form, and guessing is held up as in the API.
    """
    code = request.GET.get("code", "").strip()
    if not code:
        return render(request, "referee/join.html", {"is_lost": "lost" in request.GET})
    return _at_code(request, code, lambda destination: redirect(destination.address))


@require_safe
def join_code(request: HttpRequest, code: str) -> HttpResponse:
    """Show what is where the code of an invitation leads: thousands follow it at once, and a
    redirect would be one more request of each."""

    def show(destination: Destination) -> HttpResponse:
        page = resolve(destination.address)
        found = {"found": destination.found} if destination.found else {}
        response: HttpResponse = page.func(request, *page.args, **page.kwargs, **found)
        return response

    return _at_code(request, code, show)


def _at_code(
    request: HttpRequest, code: str, respond: Callable[[Destination], HttpResponse]
) -> HttpResponse:
    try:
        with entering(request, Purpose.JOIN, code):
            destination = _destination_of(code)
    except Refused as refusal:
        return refused(request, refusal, "referee/join.html", code=code)
    return respond(destination)


def _destination_of(code: str) -> Destination:
    """Where a code leads. Raises JoinCodeWrong."""
    for app in app_modules("start_page"):
        destination: Destination | None = app.destination_of_code(code)
        if destination:
            return destination
    raise JoinCodeWrong


class LoginForm(AuthenticationForm):
    """Guessing passwords is held up as in the API. Raises HeldUp beside the faults of a form."""

    request: HttpRequest

    def clean(self) -> dict[str, Any]:
        with logging_in(self.request, self.cleaned_data.get("username", "")):
            return super().clean()


class Login(LoginView):
    """Logging in with an account, at a browser that is known from then on."""

    template_name = "referee/login.html"
    authentication_form = LoginForm
    redirect_authenticated_user = True

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return super().post(request, *args, **kwargs)
        except HeldUp as refusal:
            return refused(request, refusal)

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        response = super().form_valid(form)
        know_device(response, form.get_user().get_username())
        return response
