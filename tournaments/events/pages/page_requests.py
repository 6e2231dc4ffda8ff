"""Who visits a tournament's page."""

from collections.abc import Callable
from uuid import UUID

from django.http import HttpRequest

from referee import page_requests
from referee.access import Need
from referee.page_requests import Context, Seats, View, page_for, visit_of
from tournaments.events.selectors.finding import find_tournament
from tournaments.labels import FIELDS
from tournaments.models import Entry, Tournament

#: Phones ask for a new page within so many milliseconds for every player, not all at once.
SPREAD_MS = 5

SEATS = Seats("entry_", "tournament", Entry.objects.select_related("division"))


class Visit(page_requests.Visit[Tournament, Entry]):
    """A request to a page of `tournament`; `player` is the one whose token the browser keeps."""

    desk = "tournament_desk"
    fields = FIELDS

    @property
    def tournament(self) -> Tournament:
        return self.event

    @property
    def player(self) -> Entry | None:
        return self.person

    def common(self) -> Context:
        return super().common() | {"tournament": self.tournament, "player": self.player}


def tournament_page(
    need: Need = Need.EVERYBODY, *, back: str = "tournament"
) -> Callable[[View], View]:
    """Make a view of a `Visit` one of a request and the tournament's id."""
    return page_for(need, visit=visit_to, name="tournament", back=back)


def visit_to(request: HttpRequest, pk: UUID) -> Visit:
    """The visit of whoever sent `request` to the tournament. Raises TournamentMissing."""
    return visit_of(Visit, request, pk, find_tournament, SEATS)
