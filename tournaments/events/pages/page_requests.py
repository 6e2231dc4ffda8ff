"""Who visits a tournament's page."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse

from referee import page_requests
from referee.access import Need, Role, staff_role
from referee.page_requests import Seats, View, page_for
from referee.receipt_time import received_at
from referee.tokens import digest
from tournaments.errors import TournamentMissing
from tournaments.events.selectors.finding import find_tournament
from tournaments.labels import FIELDS
from tournaments.models import Entry, Tournament

#: Phones ask for a new page within so many milliseconds for every player, not all at once.
SPREAD_MS = 5

SEATS = Seats("entry_")


@dataclass(frozen=True)
class Visit(page_requests.Visit):
    """A request to a page of `tournament`."""

    tournament: Tournament
    #: The player whose token the browser keeps.
    player: Entry | None

    def common(self) -> dict[str, Any]:
        return super().common() | {"tournament": self.tournament, "player": self.player}


def tournament_page(
    need: Need = Need.EVERYBODY, *, back: str = "tournament"
) -> Callable[[View], View]:
    """Make a view of a `Visit` one of a request and the tournament's id."""
    return page_for(
        need,
        visit=visit_to,
        name="tournament",
        missing=TournamentMissing,
        back=back,
        fields=FIELDS,
    )


def take_seat(response: HttpResponse, player: Entry, token: str) -> None:
    """Let the browser remember who it is in this tournament."""
    SEATS.take(response, player.tournament_id, token)


def seats(request: HttpRequest) -> list[Entry]:
    """Who the browser is in tournaments that are not over, the newest first."""
    held = Entry.objects.filter(token_digest__in=map(digest, SEATS.tokens(request)))
    on = held.exclude(tournament__state=Tournament.State.FINISHED)
    return list(on.select_related("tournament").order_by("-entered_at"))


def leave_seat(response: HttpResponse, tournament: Tournament) -> None:
    SEATS.leave(response, tournament.pk)


def visit_to(request: HttpRequest, pk: UUID) -> Visit:
    """The visit of whoever sent `request` to the tournament. Raises TournamentMissing."""
    tournament = find_tournament(pk)
    token = SEATS.token_in(request, tournament.pk)
    held = tournament.entries.select_related("division")
    player = held.filter(token_digest=digest(token)).first() if token else None
    role = staff_role(request.user, tournament.staff)
    role = role or (Role.PARTICIPANT if player else Role.PUBLIC)
    token = token if player else ""
    return Visit(request, role, token, received_at(request), tournament, player)
