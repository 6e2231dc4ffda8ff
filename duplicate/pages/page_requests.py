"""Who visits a game's page."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.http import HttpRequest

from duplicate.labels import FIELDS
from duplicate.models import Game, Participant
from duplicate.selectors.finding import find_game
from referee import page_requests
from referee.access import Need
from referee.page_requests import Seats, View, page_for, visit_of

SEATS = Seats("seat_", "game", Participant.objects.all())


class Visit(page_requests.Visit[Game, Participant]):
    """A request to a page of `game`; `seat` is the participant whose token the browser keeps."""

    desk = "desk"
    fields = FIELDS

    @property
    def game(self) -> Game:
        return self.event

    @property
    def seat(self) -> Participant | None:
        return self.person

    def common(self) -> dict[str, Any]:
        return super().common() | {"game": self.game, "seat": self.seat}


def game_page(need: Need = Need.EVERYBODY, *, back: str = "game") -> Callable[[View], View]:
    """Make a view of a `Visit` one of a request and the game's id (see `referee.page_requests`)."""
    return page_for(need, visit=visit_to, name="game", back=back)


def visit_to(request: HttpRequest, pk: UUID) -> Visit:
    """The visit of whoever sent `request` to the game. Raises GameMissing."""
    return visit_of(Visit, request, find_game(pk), SEATS)
