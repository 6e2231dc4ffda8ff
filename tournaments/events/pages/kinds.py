"""One address for every kind of tournament: each room has its own page behind it."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from referee.errors import Refused
from referee.middleware import POLICY
from referee.page_requests import Context, View, number_in, refused
from tournaments.events.pages.page_requests import Visit
from tournaments.events.selectors.finding import find_division, find_tournament
from tournaments.models import Division, LogEntry, Tournament

Kind = Tournament.Kind
#: Shows the first rows of a division's standings to other sites.
Embedded = Callable[[HttpRequest, Division, int], HttpResponse]

#: So many stand in the view for other sites unless they ask for more.
EMBEDDED, MOST_EMBEDDED = 20, 500
#: Any site may show the embedded view in a frame of its own.
EMBEDDED_POLICY = POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")
#: What changes a page that everybody sees.
EVENTS = " ".join(LogEntry.Kind.values)


def by_kind(views: Mapping[Kind, View]) -> View:
    """The view of a `Visit` that the tournament's kind has."""

    def view(visit: Visit, **where: Any) -> HttpResponse:
        return views[Kind(visit.tournament.kind)](visit, **where)

    return view


def embedded(views: Mapping[Kind, Embedded]) -> Callable[..., HttpResponse]:
    """A division's table for other sites: ?top=n rows, ?theme=dark or light.

    It looks at no cookie and sets none, so that it is the same to everybody.
    """

    @require_safe
    @xframe_options_exempt
    def tournament_embed(request: HttpRequest, tournament: Any, division: int) -> HttpResponse:
        try:
            shown = find_division(find_tournament(tournament), division)
        except Refused as refusal:
            return refused(request, refusal)
        top = min(number_in(request, "top") or EMBEDDED, MOST_EMBEDDED)
        response = views[Kind(shown.tournament.kind)](request, shown, top)
        response.headers["Content-Security-Policy"] = EMBEDDED_POLICY
        return response

    return tournament_embed


def live(tournament: Tournament) -> Context:
    """What a page needs to follow the tournament."""
    return {"events": EVENTS, "is_live": tournament.state != Tournament.State.FINISHED}
