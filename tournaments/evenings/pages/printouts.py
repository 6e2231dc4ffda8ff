"""What is printed of a club evening: the code for the wall, the standings, certificates."""

from django.http import HttpResponse

from referee.access import Need
from referee.page_requests import Context, Printouts, number_in, print_out
from tournaments.evenings.pages.shown import invited, shown_standings
from tournaments.events.pages.page_requests import Visit

#: So many get a certificate unless said otherwise.
PLACES = 3


def show_printout(visit: Visit, what: str) -> HttpResponse:
    """One of EVENING_PRINTOUTS, ready for A4. Raises NotFound."""
    return print_out(visit, what, EVENING_PRINTOUTS, "tournaments/evenings/print/{}.html")


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


EVENING_PRINTOUTS: Printouts[Visit] = {
    "code": (Need.STAFF, _code),
    "standings": (Need.EVERYBODY, _standings),
    "certificates": (Need.STAFF, _certificates),
}
