"""What the start page shows of Simultan, and where the codes of games lead."""

from django.http import HttpRequest
from django.urls import reverse

from duplicate.models import Game, Series
from duplicate.pages.page_requests import SEATS
from duplicate.selectors.seats import is_seat_code
from duplicate.selectors.start_page import game_by_code, games_finished, games_of, games_on
from referee.entrance import Destination, Place, Section
from referee.errors import JoinCodeWrong
from referee.models import User
from referee.tokens import read_code

#: So many finished games, own games and series are listed.
MOST_LISTED = 12


def sections(request: HttpRequest) -> list[Section]:
    seats = SEATS.all_held(request).exclude(game__state=Game.State.FINISHED)
    shown = [
        Section(Place.SEATS, "duplicate/start_page/seats.html", {"seats": seats}),
        Section(Place.ON, "duplicate/start_page/on.html", {"on": games_on()}),
        Section(
            Place.OVER,
            "duplicate/start_page/finished.html",
            {"finished": games_finished()[:MOST_LISTED]},
        ),
        Section(
            Place.MORE,
            "duplicate/start_page/series.html",
            {"series": Series.objects.filter(is_archived=False)[:MOST_LISTED]},
        ),
    ]
    if isinstance(request.user, User):
        own = games_of(request.user).filter(is_archived=False)[:MOST_LISTED]
        shown.append(Section(Place.OWN, "duplicate/start_page/own.html", {"own": own}))
    return shown


def destination_of_code(code: str) -> Destination | None:
    """Where those join who have the code of a game, and go on who have one for their seat."""
    try:
        game = game_by_code(code)
    except JoinCodeWrong:
        if not is_seat_code(code):
            return None
        return Destination(reverse("seat_code", args=[read_code(code)]))
    return Destination(reverse("game_join", args=[game.join_code]), game)
