"""The start page, and the ways in: by a code, or by logging in.

What is on and where a code leads the apps say, in their modules `lobby`:

    def sections(request: HttpRequest) -> list[Section]
    def address_of_code(code: str) -> str | None
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from referee.app_modules import app_modules
from referee.errors import JoinCodeWrong, Refused
from referee.page_requests import refused
from referee.throttles import count_wrong_entry, demand_entry


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
def join(request: HttpRequest, code: str = "") -> HttpResponse:
    """Ask for a code, and go where it leads.

    A wrong one is told in the form, and guessing is held up as in the API.
    """
    code = code or request.GET.get("code", "").strip()
    refusal: Refused | None = None
    try:
        if code:
            demand_entry(request)
            return redirect(_address_of(code))
    except Refused as refused_code:
        refusal = refused_code
        if isinstance(refusal, JoinCodeWrong):
            count_wrong_entry(request)
    context = {"code": code, "refusal": refusal}
    status = refusal.status if refusal else 200
    return render(request, "referee/join.html", context, status=status)


def _address_of(code: str) -> str:
    """Where a code leads. Raises JoinCodeWrong."""
    for app in app_modules("start_page"):
        if address := app.address_of_code(code):
            return str(address)
    raise JoinCodeWrong


class Login(LoginView):
    """Logging in with an account; wrong passwords are held up as in the API."""

    template_name = "referee/login.html"
    redirect_authenticated_user = True

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            demand_entry(request)
        except Refused as refusal:
            return refused(request, refusal)
        return super().post(request, *args, **kwargs)

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        count_wrong_entry(self.request)
        return super().form_invalid(form)
