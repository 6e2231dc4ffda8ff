"""Who visits a game's page."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse

from duplicate.errors import GameMissing
from duplicate.labels import FIELDS
from duplicate.models import Game, Participant
from referee import page_requests
from referee.access import Need, Role, staff_role
from referee.page_requests import Seats, View, page_for
from referee.receipt_time import received_at
from referee.tokens import digest

SEATS = Seats("seat_")


@dataclass(frozen=True)
class Visit(page_requests.Visit):
    """A request to a page of `game`."""

    game: Game
    #: The participant whose token the browser keeps.
    seat: Participant | None

    def common(self) -> dict[str, Any]:
        return super().common() | {"game": self.game, "seat": self.seat}


def game_page(need: Need = Need.EVERYBODY, *, back: str = "game") -> Callable[[View], View]:
    """Make a view of a `Visit` one of a request and the game's id (see `referee.page_requests`)."""
    return page_for(need, visit=_visit, name="game", missing=GameMissing, back=back, fields=FIELDS)


def take_seat(response: HttpResponse, participant: Participant, token: str) -> None:
    """Let the browser remember who it is in this game."""
    SEATS.take(response, participant.game_id, token)


def seat_in(request: HttpRequest, game: Game) -> tuple[Participant | None, str]:
    """Who the browser is in this game, and the token that says so."""
    token = SEATS.token_in(request, game.pk)
    seat = token and Participant.objects.filter(game=game, token_digest=digest(token)).first()
    return (seat, token) if seat else (None, "")


def seats(request: HttpRequest) -> list[Participant]:
    """The seats that the browser holds in games that are not over, the newest first."""
    held = Participant.objects.filter(token_digest__in=map(digest, SEATS.tokens(request)))
    return list(
        held.exclude(game__state=Game.State.FINISHED).select_related("game").order_by("-entered_at")
    )


def leave_seat(response: HttpResponse, game: Game) -> None:
    SEATS.leave(response, game.pk)


def _visit(request: HttpRequest, pk: UUID) -> Visit:
    try:
        game = Game.objects.get(pk=pk)
    except Game.DoesNotExist:
        raise GameMissing from None
    seat, token = seat_in(request, game)
    role = staff_role(request.user, game.staff) or (Role.PARTICIPANT if seat else Role.PUBLIC)
    return Visit(request, role, token, received_at(request), game, seat)
