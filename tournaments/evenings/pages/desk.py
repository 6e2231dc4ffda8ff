"""The desk of a club evening, and creating one."""

from collections.abc import Mapping
from typing import Any, cast

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from referee.events.desk import answer_new
from referee.models import User
from referee.page_requests import Context
from referee.receipt_time import received_at
from tournaments.evenings.pages.shown import boards_of, invited, shown_standings
from tournaments.events.pages.page_requests import Visit
from tournaments.events.services import create_tournament
from tournaments.forms import EveningForm, EveningOptionsForm
from tournaments.models import Entry, Tournament
from tournaments.options import EVENING
from tournaments.rounds.selectors import desk as selectors
from tournaments.tables.titles import games_to_choose

#: So many tables that are played, and that are over, stand on the desk.
MOST_RUNNING, MOST_OVER = 24, 50


def new_evening(request: HttpRequest) -> HttpResponse:
    """Create an evening; a name is enough, and what is wrong is told at its field."""
    at = received_at(request)
    day = date_format(timezone.localtime(at), "MONTH_DAY_FORMAT")
    initial = {"name": _("Vereinsabend am {day}").format(day=day), "is_listed": True}
    form = EveningForm(request.POST or None, initial=initial, base=EVENING)

    def create(said: Mapping[str, Any]) -> Tournament:
        return create_tournament(
            name=said["name"],
            by=cast(User, request.user),
            at=at,
            kind=Tournament.Kind.EVENING,
            options=said["options"],
            place=said["place"],
            is_listed=said["is_listed"],
        )

    return answer_new(request, form, create, "tournaments/evenings/new.html", Visit.desk)


def show_evening(visit: Visit, common: Context) -> HttpResponse:
    """The desk of an evening as things are now; `common` is what all desks show."""
    evening = visit.tournament
    division = evening.divisions.get()
    address = reverse("tournament_embed", args=[evening.pk, division.number])
    fixed = () if evening.state == Tournament.State.SETUP else ("ruleset",)
    return visit.render(
        "tournaments/evenings/desk.html",
        {
            **common,
            **invited(visit.request, evening),
            **boards_of(visit, MOST_RUNNING, MOST_OVER),
            **_people(visit),
            "division": division,
            "games": games_to_choose(),
            "shown": shown_standings(evening),
            "options_form": EveningOptionsForm(base=evening.options, fixed=fixed),
            "embed_address": visit.request.build_absolute_uri(address),
        },
    )


def _people(visit: Visit) -> Context:
    """Who is here, those whom the address looks for, and the one it names."""
    entries = visit.tournament.entries
    asked = visit.request.GET
    text = " ".join(asked.get("q", "").split())
    found = selectors.find_players(visit.tournament.divisions.get(), text)
    number = asked.get("player") or ""
    is_number = number.isascii() and number.isdecimal() and len(number) < 9
    person: Entry | None = entries.filter(number=int(number)).first() if is_number else None
    return {
        "q": text,
        "people": found[: selectors.MOST_LISTED],
        "people_found": found.count(),
        "people_in_all": entries.count(),
        "people_here": entries.filter(withdrawn_from=None).count(),
        "person": person,
        "is_seated": person is not None and person.seats.exists(),
    }
