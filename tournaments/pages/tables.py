"""The table referee: a game as its players, the staff and spectators see it, and what they do."""

from collections.abc import Callable, Sequence
from typing import Any, cast
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from engine.match.values import Match
from referee.access import Need
from referee.visits import View, page_for
from tournaments.errors import TableChanged, TableMissing
from tournaments.labels import FIELDS
from tournaments.models import Table
from tournaments.pages.table_forms import READERS, read_action, read_version
from tournaments.pages.table_shown import TableVisit, context_of
from tournaments.pages.visits import visit_to
from tournaments.permissions import demand_over, demand_watchable
from tournaments.selectors.records import gcg_of
from tournaments.selectors.tables import record_of
from tournaments.services import tables
from tournaments.table_messages import tell_entry

#: So many entries of the log are told to whoever was overtaken.
MOST_TOLD = 4


def visit_to_table(request: HttpRequest, pk: UUID) -> TableVisit:
    """Raises TableMissing."""
    found = Table.objects.select_related("pairing__round__division", "tournament")
    table = found.filter(pk=pk).first()
    if table is None:
        raise TableMissing
    visit = visit_to(request, table.tournament_id)
    return TableVisit(
        visit.request, visit.role, visit.token, visit.at, visit.tournament, visit.player, table
    )


def table_page(need: Need = Need.EVERYBODY) -> Callable[[View], View]:
    """Make a view of a `TableVisit` one of a request and the table's id."""
    return page_for(
        need,
        visit=visit_to_table,
        name="table",
        missing=TableMissing,
        back="table",
        fields={**FIELDS, "used": gettext_lazy("Zeit")},
    )


@never_cache
@require_safe
@table_page()
def table(visit: TableVisit) -> HttpResponse:
    """The game as it stands; ?move=n shows one that is over after its n-th turn."""
    demand_watchable(visit.table, visit.role, visit.player)
    return visit.render("tournaments/table.html", context_of(visit))


@never_cache
@require_safe
@table_page()
def table_gcg(visit: TableVisit) -> HttpResponse:
    """The game as a GCG file."""
    demand_over(visit.table, visit.role)
    name = "-".join(slugify(name) for name in visit.table.names)
    response = HttpResponse(gcg_of(visit.table), content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name or "partie"}.gcg"'
    return response


# Acting


@require_POST
@table_page(Need.INVOLVED)
def table_action(visit: TableVisit, action: str) -> HttpResponse:
    """What a form of the page does: an action of the game, or one of those about it.

    Whoever was overtaken by another phone is told what has happened there.
    """
    if action not in READERS and action not in ABOUT:
        raise Http404
    try:
        asked = _act(visit, action) if action in READERS else ABOUT[action](visit)
    except TableChanged as overtaken:
        meanwhile = cast(Sequence[dict[str, Any]], overtaken.detail["meanwhile"])[-MOST_TOLD:]
        told = [tell_entry(entry, visit.table.names) for entry in meanwhile]
        messages.error(visit.request, " ".join([str(overtaken), *told]))
        asked = None
    return asked or redirect("table", visit.table.pk)


def _act(visit: TableVisit, kind: str) -> HttpResponse | None:
    form = visit.request.POST
    action = read_action(kind, form)
    if kind == "end" and "confirmed" not in form:
        question = _("Die Partie wirklich beenden?")
        return visit.ask(question, name=str(visit.table), back=_address(visit.table))
    table = tables.act(
        visit.table, action, visit.at, by=visit.actor, expected_version=read_version(form)
    )
    if kind == "challenge":
        _tell_ruling(visit, table)
    return None


def _tell_ruling(visit: TableVisit, table: Table) -> None:
    state = cast(Match, record_of(table).state)
    turn = state.turns[-1]
    challenge = turn.challenges[-1]
    words = ", ".join(challenge.words)
    if challenge.is_upheld:
        told = _("{words}: nicht zulässig. {name} nimmt den Zug zurück.")
        messages.error(visit.request, told.format(words=words, name=table.names[turn.player]))
    elif challenge.deducted:
        told = _("{words}: zulässig. {name} verliert {points} Punkte.")
        name = table.names[challenge.by]
        told = told.format(words=words, name=name, points=challenge.deducted)
        messages.success(visit.request, told)
    else:
        messages.success(visit.request, _("{words}: zulässig.").format(words=words))


def _undo(visit: TableVisit) -> None:
    version = read_version(visit.request.POST)
    tables.undo(visit.table, visit.at, by=visit.actor, expected_version=version)


def _start_clock(visit: TableVisit) -> None:
    tables.set_clock_running(visit.table, True, visit.at, by=visit.actor)


def _stop_clock(visit: TableVisit) -> None:
    tables.set_clock_running(visit.table, False, visit.at, by=visit.actor)


def _show(visit: TableVisit) -> HttpResponse | None:
    return _set_public(visit, is_public=True)


def _hide(visit: TableVisit) -> HttpResponse | None:
    return _set_public(visit, is_public=False)


def _set_public(visit: TableVisit, *, is_public: bool) -> HttpResponse | None:
    if not visit.role.is_staff:
        return visit.led_elsewhere(Need.STAFF)
    tables.change_table(visit.table, visit.at, by=visit.by, is_public=is_public)
    return None


#: What can be done about a game besides the actions of the game itself.
ABOUT: dict[str, Callable[[TableVisit], HttpResponse | None]] = {
    "undo": _undo,
    "start-clock": _start_clock,
    "stop-clock": _stop_clock,
    "show": _show,
    "hide": _hide,
}


def _address(table: Table) -> str:
    return reverse("table", args=[table.pk])
