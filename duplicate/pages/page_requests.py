"""Who visits a game's page."""

from collections import OrderedDict
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import wraps
from threading import Lock
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import get_language

from duplicate.labels import FIELDS
from duplicate.models import Game, Participant
from duplicate.selectors.finding import find_game
from duplicate.selectors.seats import request_of_token
from referee import page_requests
from referee.access import Need, Role
from referee.page_requests import Seats, View, page_for, visit_of

#: How long a page that was drawn once is given to others, and how many are kept.
KEPT, MOST_KEPT = timedelta(seconds=10), 64

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

    def led_elsewhere(self, need: Need) -> HttpResponse:
        """Whose seat is somewhere else now is told so, or waits for it."""
        token = SEATS.token(self.request, self.game.pk)
        if need is not Need.PARTICIPANT or not token:
            return super().led_elsewhere(need)
        if request_of_token(self.game, token):
            return redirect("seat_wait", self.game.pk)
        return SEATS.lost(self.game.pk)


def game_page(need: Need = Need.EVERYBODY, *, back: str = "game") -> Callable[[View], View]:
    """Make a view of a `Visit` one of a request and the game's id (see `referee.page_requests`)."""
    return page_for(need, visit=visit_to, name="game", back=back)


def visit_to(request: HttpRequest, pk: UUID) -> Visit:
    """The visit of whoever sent `request` to the game. Raises GameMissing."""
    return visit_of(Visit, request, pk, find_game, SEATS)


def drawn_once(view: Callable[[Visit], HttpResponse]) -> Callable[[Visit], HttpResponse]:
    """Draw a page once for each version of the game, for all who don't say who they are.

    When a round is published all who watch ask at once: one thread draws, the others take it over.
    Whoever sends a cookie is drawn their own.
    """
    kept: OrderedDict[tuple[object, ...], tuple[datetime, bytes]] = OrderedDict()
    drawing = Lock()

    @wraps(view)
    def respond(visit: Visit) -> HttpResponse:
        game, request = visit.game, visit.request
        if request.COOKIES or visit.role is not Role.PUBLIC:
            return view(visit)
        key = (game.pk, game.log_length, get_language(), request.get_full_path())
        with drawing:
            drawn_at, content = kept.pop(key, (None, b""))
            if drawn_at is None or visit.at - drawn_at > KEPT:
                drawn_at, content = visit.at, view(visit).content
            kept[key] = drawn_at, content
            while len(kept) > MOST_KEPT:
                kept.popitem(last=False)
        return HttpResponse(content)

    return respond
