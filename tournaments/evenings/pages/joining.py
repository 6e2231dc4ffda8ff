"""Taking part in a club evening by its common code."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from referee.events.models import LENGTHS
from referee.joining import Joining
from tournaments.entries.codes import find_evening
from tournaments.evenings.services import join_evening
from tournaments.events.pages.page_requests import SEATS
from tournaments.models import Tournament

JOINING = Joining(
    template="tournaments/evenings/join.html",
    address="evening_join",
    page="tournament_me",
    lengths={field: LENGTHS[field] for field in ("name", "club")},
    find=find_evening,
    join=join_evening,
    seats=SEATS,
)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def evening_join(request: HttpRequest, code: str, found: Tournament | None = None) -> HttpResponse:
    """Join the evening that the code leads to."""
    return JOINING.answer(request, code, found)
