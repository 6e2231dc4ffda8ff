"""What is printed of a club evening: the code for the wall, the standings, certificates."""

from collections.abc import Callable

from django.http import HttpResponse, HttpResponseNotAllowed

from referee.access import Need
from referee.errors import NotFound
from referee.page_requests import Context, number_in
from tournaments.evenings.pages.shown import invited, shown_standings
from tournaments.events.pages.page_requests import Visit

#: So many get a certificate unless said otherwise.
PLACES = 3


def show_printout(visit: Visit, what: str) -> HttpResponse:
    """One of EVENING_PRINTOUTS, ready for A4. Raises NotFound."""
    if what not in EVENING_PRINTOUTS:
        raise NotFound
    need, context = EVENING_PRINTOUTS[what]
    if not visit.is_enough(need):
        return visit.led_elsewhere(need)
    if visit.request.method == "POST":
        return HttpResponseNotAllowed(["GET", "HEAD"])
    return visit.render(f"tournaments/evenings/print/{what}.html", {"what": what, **context(visit)})


def _code(visit: Visit) -> Context:
    return invited(visit.request, visit.tournament)


def _standings(visit: Visit) -> Context:
    return {"shown": shown_standings(visit.tournament)}


def _certificates(visit: Visit) -> Context:
    """For the first ?top=n."""
    top = number_in(visit.request, "top") or PLACES
    shown = shown_standings(visit.tournament)
    return {
        "honoured": shown.lines_of([row for row in shown.rows if row.rank and row.rank <= top]),
        "top": top,
        "is_over": visit.tournament.state == visit.tournament.State.FINISHED,
    }


#: By their name in the address: for whom, and what the template needs.
EVENING_PRINTOUTS: dict[str, tuple[Need, Callable[[Visit], Context]]] = {
    "code": (Need.STAFF, _code),
    "standings": (Need.EVERYBODY, _standings),
    "certificates": (Need.STAFF, _certificates),
}
