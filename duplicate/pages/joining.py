"""Taking a seat in a game."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from duplicate.models import Game
from duplicate.pages.page_requests import SEATS
from duplicate.selectors.start_page import game_by_code
from duplicate.services.participants import join_game
from duplicate.services.seats import request_seat
from referee.events.models import LENGTHS
from referee.joining import Joining


def _result(game: Game) -> str | None:
    return reverse("game", args=[game.pk]) if game.state == Game.State.FINISHED else None


JOINING = Joining(
    template="duplicate/join.html",
    address="game_join",
    page="play",
    lengths={field: LENGTHS[field] for field in ("name", "club", "category")},
    find=game_by_code,
    join=join_game,
    seats=SEATS,
    result=_result,
    ask_for=request_seat,
)


@require_http_methods(["GET", "HEAD", "POST"])
def game_join(request: HttpRequest, code: str, found: Game | None = None) -> HttpResponse:
    """Take a seat in the game that the code leads to."""
    return JOINING.answer(request, code, found)
