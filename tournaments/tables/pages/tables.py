"""The table referee: a game as its players, the staff and spectators see it, and what they do."""

from collections.abc import Callable, Sequence
from typing import cast
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from engine import games
from engine.offers import Offer
from referee.access import Need
from referee.errors import Invalid
from referee.journals import EntryJson
from referee.page_requests import View, page_for
from tournaments.errors import TableChanged, TableMissing
from tournaments.events.pages.page_requests import visit_to
from tournaments.models import Table
from tournaments.permissions import demand_involved, demand_over, demand_watchable
from tournaments.tables.games import texts_of
from tournaments.tables.games.texts import fill
from tournaments.tables.log_messages import tell_entry
from tournaments.tables.pages.forms import Action, read_action, read_version
from tournaments.tables.pages.page_requests import TableVisit
from tournaments.tables.pages.shown import games_on_board, page_of, tell_hint
from tournaments.tables.selectors.records import gcg_of, hints_at, look_up
from tournaments.tables.selectors.tables import record_of, seats_of, view_of
from tournaments.tables.services import tables
from tournaments.tables.titles import title_of
from tournaments.words.services import read_word

#: So many hints are told at once.
MOST_HINTS = 5
#: So many entries of the log are told to whoever was overtaken.
MOST_TOLD = 4
#: Who comes later than by so many actions is read without what was offered.
MOST_LATE = 5


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
    return page_for(need, visit=visit_to_table, name="table", back="table")


@never_cache
@require_safe
@table_page()
def table(visit: TableVisit) -> HttpResponse:
    """The game as it stands; ?move=n shows one that is over after its n-th turn."""
    demand_watchable(visit.table, visit.role, visit.player)
    return visit.render("tournaments/tables/table.html", page_of(visit).context)


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
    is_played = action in games.game(visit.table.game).kinds
    if not is_played and action not in ABOUT:
        raise Http404
    try:
        asked = _act(visit, action) if is_played else ABOUT[action](visit)
    except TableChanged as overtaken:
        meanwhile = cast(Sequence[EntryJson], overtaken.detail["meanwhile"])[-MOST_TOLD:]
        told = [tell_entry(entry, visit.table.names, visit.table.game) for entry in meanwhile]
        messages.error(visit.request, " ".join([str(overtaken), *told]))
        asked = None
    return asked or redirect("table", visit.table.pk)


def _act(visit: TableVisit, kind: str) -> HttpResponse | None:
    demand_involved(visit.table, visit.role, visit.player)
    form = visit.request.POST
    action = _read(visit, kind)
    if kind == "end" and "confirmed" not in form:
        question = _("Die Partie wirklich beenden?")
        return visit.ask(question, name=title_of(visit.table), back=_address(visit.table))
    version = read_version(form)
    table = tables.act(
        visit.table, action, visit.at, by=visit.actor_of(action), expected_version=version
    )
    if kind == "challenge":
        _tell_ruling(visit, table)
    return None


def _read(visit: TableVisit, kind: str) -> Action:
    """The action that was sent. Raises Invalid, with its field called as the page calls it."""
    form = visit.request.POST
    try:
        return read_action(kind, _offers(visit.table, kind, form.get("player", "")), form)
    except Invalid as fault:
        field = str(fault.detail["field"])
        label = texts_of(visit.table.game).asked_as(kind, field)
        raise Invalid(field=fill(label, {}).strip(), problem=fault.detail["problem"]) from None


def _offers(table: Table, kind: str, player: str) -> list[Offer]:
    """What of this kind is offered now, else what was a moment ago: who comes late is told by the
    game."""
    rules = games.game(table.game)
    for step in reversed(record_of(table).steps[-MOST_LATE:]):
        offered = [offer for offer in rules.offers(step.state) if offer.kind == kind]
        if offered:
            own = [offer for offer in offered if str(offer.player) == player]
            return own or offered
    return []


def _tell_ruling(visit: TableVisit, table: Table) -> None:
    """Say what the word judge has ruled on the challenge just made, and what that did."""
    turn = next(turn for turn in reversed(view_of(table).turns) if turn.challenges)
    ruling = turn.challenges[-1]
    words = ", ".join(ruling.words)
    if ruling.upheld:
        told = _("{words}: nicht zulässig. {name} nimmt den Zug zurück.")
        messages.error(visit.request, told.format(words=words, name=table.names[turn.player]))
    elif ruling.deducted:
        told = _("{words}: zulässig. {name} verliert {points} Punkte.")
        told = told.format(words=words, name=table.names[ruling.by], points=ruling.deducted)
        messages.success(visit.request, told)
    else:
        messages.success(visit.request, _("{words}: zulässig.").format(words=words))


def _undo(visit: TableVisit) -> None:
    version = read_version(visit.request.POST)
    tables.undo(visit.table, visit.at, by=visit.actor_of({}), expected_version=version)


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


def _hint(visit: TableVisit) -> None:
    """Tell the best of what could be done now, where the game gives hints."""
    demand_involved(visit.table, visit.role, visit.player)
    hints = hints_at(visit.table, visit.request.user)[:MOST_HINTS]
    told = "; ".join(map(tell_hint, hints)) or _("Da geht nichts.")
    messages.success(visit.request, told)


def _look_up(visit: TableVisit) -> None:
    """Tell whether a word is admissible, where that may be asked."""
    demand_involved(visit.table, visit.role, visit.player)
    word = read_word("word", visit.request.POST.get("word", ""))
    ruling = look_up(visit.table, word, is_staff=visit.sees_all)
    if ruling.is_admissible:
        messages.success(visit.request, _("{words}: zulässig.").format(words=word))
    else:
        messages.error(visit.request, _("{words}: nicht zulässig.").format(words=word))


def _play_on(visit: TableVisit) -> HttpResponse:
    """Open a table of another game with those who sit here, on the board that they have left."""
    game = visit.request.POST.get("game", "")
    if game not in games_on_board():
        raise Http404
    demand_involved(visit.table, visit.role, visit.player)
    seats = seats_of(visit.table)
    table = tables.open_table(
        visit.tournament,
        visit.at,
        by=visit.actor,
        names=visit.table.names,
        seats=seats if any(seats) else None,
        game=game,
        setup={"board_of": str(visit.table.pk)},
        is_public=visit.table.is_public,
    )
    return redirect("table", table.pk)


#: What can be done about a game besides the actions of the game itself.
ABOUT: dict[str, Callable[[TableVisit], HttpResponse | None]] = {
    "undo": _undo,
    "start-clock": _start_clock,
    "stop-clock": _stop_clock,
    "show": _show,
    "hide": _hide,
    "hint": _hint,
    "look-up": _look_up,
    "play-on": _play_on,
}


def _address(table: Table) -> str:
    return reverse("table", args=[table.pk])
