"""Taking a seat in a game."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from duplicate.models import Game
from duplicate.pages.page_requests import seat_in, take_seat
from duplicate.selectors.start_page import game_by_code
from duplicate.services.participants import LENGTHS, join_game
from referee.joining import Joining


def _is_seated(request: HttpRequest, game: Game) -> bool:
    return seat_in(request, game)[0] is not None


JOINING = Joining(
    template="duplicate/join.html",
    noun="game",
    page="play",
    lengths={field: LENGTHS[field] for field in ("name", "club", "category")},
    find=game_by_code,
    is_seated=_is_seated,
    join=join_game,
    take_seat=take_seat,
)


@require_http_methods(["GET", "HEAD", "POST"])
def game_join(request: HttpRequest, code: str) -> HttpResponse:
    """Take a seat in the game that the code leads to."""
    return JOINING.answer(request, code)
