"""Who visits a game's page, and what every such page begins and ends with."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import wraps
from typing import Any, cast
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from duplicate.errors import GameMissing
from duplicate.labels import FIELDS
from duplicate.models import Game, Participant
from duplicate.permissions import ENOUGH, Role, staff_role
from referee.access import Need
from referee.errors import Forbidden, Invalid, Refused
from referee.models import User
from referee.receipt import received_at
from referee.tokens import digest

#: How long a phone remembers its seat, in seconds.
SEAT_AGE = 60 * 24 * 3600
#: Of so many seats a browser is reminded at most.
MOST_SEATS = 20
_SEAT = "seat_"

View = Callable[..., HttpResponse]


@dataclass(frozen=True)
class Visit:
    """A request to a page of `game`: a member of the staff may hold a seat as well."""

    request: HttpRequest
    game: Game
    role: Role
    #: The participant whose token the browser keeps, and that token.
    seat: Participant | None
    token: str
    #: When the request was received.
    at: datetime

    @property
    def by(self) -> User:
        """Who acts, on pages that need an account."""
        return cast(User, self.request.user)

    def render(self, template: str, context: dict[str, Any], status: int = 200) -> HttpResponse:
        """The page, whose template always has `game`, `role` and `seat`."""
        common = {"game": self.game, "role": self.role, "seat": self.seat}
        return render(self.request, template, common | context, status=status)


def game_page(need: Need = Need.EVERYBODY, *, back: str = "game") -> Callable[[View], View]:
    """Make a view of a `Visit` one of a request and the game's id, for those who meet `need`.

    Others are led to where they can: to log in, or to join. What a service refuses after a POST is
    shown as a message on the page named `back`; after a GET it is a page of its own.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def respond(request: HttpRequest, game: UUID, **rest: Any) -> HttpResponse:
            try:
                visit = _visit(request, game)
                if not is_enough(visit, need):
                    return led_elsewhere(visit, need)
                return view(visit, **rest)
            except Refused as refusal:
                if request.method == "POST" and not isinstance(refusal, GameMissing):
                    messages.error(request, told(refusal))
                    return redirect(back, game)
                return refused(request, refusal)

        return respond

    return decorate


def is_enough(visit: Visit, need: Need) -> bool:
    """Whether the page is for this visitor."""
    if need is Need.PARTICIPANT:
        return visit.seat is not None
    return visit.role in ENOUGH[need]


def led_elsewhere(visit: Visit, need: Need) -> HttpResponse:
    """Where a page leads those whom it is not for: to join, to log in, or to be told."""
    if need is Need.PARTICIPANT:
        return redirect("join")
    if not visit.request.user.is_authenticated:
        return redirect_to_login(visit.request.get_full_path())
    return refused(visit.request, Forbidden())


def told(refusal: Refused) -> str:
    """Why not, with the fields called as the pages call them."""
    field = str(refusal.detail.get("field", ""))
    if isinstance(refusal, Invalid) and field in FIELDS:
        return str(Invalid(field=FIELDS[field], problem=refusal.detail["problem"]))
    return str(refusal)


def refused(request: HttpRequest, refusal: Refused) -> HttpResponse:
    """The page that says why not."""
    return render(request, "duplicate/refused.html", {"refusal": refusal}, status=refusal.status)


def take_seat(response: HttpResponse, participant: Participant, token: str) -> None:
    """Let the browser remember who it is in this game."""
    response.set_cookie(
        _cookie(participant.game_id),
        token,
        max_age=SEAT_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def seat_in(request: HttpRequest, game: Game) -> tuple[Participant | None, str]:
    """Who the browser is in this game, and the token that says so."""
    token = request.COOKIES.get(_cookie(game.pk), "")
    seat = token and Participant.objects.filter(game=game, token_digest=digest(token)).first()
    return (seat, token) if seat else (None, "")


def seats(request: HttpRequest) -> list[Participant]:
    """The seats that the browser holds in games that are not over, the newest first."""
    tokens = [value for name, value in request.COOKIES.items() if name.startswith(_SEAT)]
    held = Participant.objects.filter(token_digest__in=map(digest, tokens[:MOST_SEATS]))
    return list(
        held.exclude(game__state=Game.State.FINISHED).select_related("game").order_by("-entered_at")
    )


def leave_seat(response: HttpResponse, game: Game) -> None:
    response.delete_cookie(_cookie(game.pk))


def _visit(request: HttpRequest, pk: UUID) -> Visit:
    try:
        game = Game.objects.get(pk=pk)
    except Game.DoesNotExist:
        raise GameMissing from None
    seat, token = seat_in(request, game)
    role = staff_role(request.user, game) or (Role.PARTICIPANT if seat else Role.PUBLIC)
    return Visit(request, game, role, seat, token, received_at(request))


def _cookie(pk: UUID) -> str:
    return f"{_SEAT}{pk.hex}"
