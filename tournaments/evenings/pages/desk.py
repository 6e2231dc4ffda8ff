"""The desk of a club evening, and creating one."""

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from referee.events.desk import answer_new, liked, people_context
from referee.page_requests import Context
from referee.receipt_time import received_at
from tournaments.evenings.pages.shown import boards_of, invited, shown_standings
from tournaments.events.pages.page_requests import Visit
from tournaments.events.selectors.finding import tournament_like
from tournaments.events.services import create_tournament
from tournaments.forms import EveningForm, EveningOptionsForm
from tournaments.models import Entry, Tournament
from tournaments.options import EVENING
from tournaments.tables.titles import games_to_choose

#: So many tables that are played, and that are over, stand on the desk.
MOST_RUNNING, MOST_OVER = 24, 50


def new_evening(request: HttpRequest) -> HttpResponse:
    """Create an evening; a name is enough, and what is wrong is told at its field."""
    day = date_format(timezone.localtime(received_at(request)), "MONTH_DAY_FORMAT")
    initial = {"name": _("Vereinsabend am {day}").format(day=day), "is_listed": True}
    like = liked(request, tournament_like)
    if like is not None:
        initial |= {"place": like.place, "is_listed": like.is_listed}
    base = like.options if like is not None else EVENING
    form = EveningForm(request.POST or None, initial=initial, base=base)

    create = partial(create_tournament, kind=Tournament.Kind.EVENING)
    fields = ("name", "options", "place", "is_listed", "is_test")
    return answer_new(request, form, create, fields, "tournaments/evenings/new.html", Visit.desk)


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
    entries = visit.tournament.entries.all()
    context = people_context(visit, entries, "player")
    person = context["person"]
    return {
        **context,
        "people_here": entries.filter(withdrawn_from=None).count(),
        "is_seated": isinstance(person, Entry) and person.seats.exists(),
    }
