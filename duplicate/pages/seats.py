"""Seats by a code or a card, and waiting for one that the staff may hand over."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from duplicate.models import Participant
from duplicate.pages.page_requests import SEATS, Visit, game_page, visit_to
from duplicate.selectors.seats import request_of_token, seat_of_code
from duplicate.services.seats import take_seat
from referee.errors import Refused
from referee.page_requests import refused
from referee.receipt_time import received_at
from referee.throttles import Purpose, entering


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def seat_code(request: HttpRequest, code: str) -> HttpResponse:
    """Ask whether it is theirs, of whoever has a code or card, and give them the seat.

    A camera looks at the address before anybody taps: only the form uses the code up.
    """
    at = received_at(request)
    try:
        with entering(request, Purpose.SEAT, code):
            if request.method == "POST":
                return _taken(*take_seat(code, at))
            person, _kind = seat_of_code(code, at)
    except Refused as refusal:
        return refused(request, refusal, "referee/join.html")
    visit = visit_to(request, person.game_id)
    if visit.seat == person:
        return redirect("play", person.game_id)
    return visit.render("duplicate/seat_code.html", {"person": person, "code": code})


def _taken(person: Participant, token: str) -> HttpResponse:
    response = redirect("play", person.game_id)
    SEATS.take(response, person.game_id, token)
    return response


@never_cache
@require_safe
@game_page()
def seat_wait(visit: Visit) -> HttpResponse:
    """What became of the seat that this browser asks for."""
    game, token = visit.game, SEATS.token(visit.request, visit.game.pk)
    if visit.seat:
        return redirect("play", game.pk)
    asked = request_of_token(game, token) if token else None
    if asked is None:
        return SEATS.lost(game.pk) if token else redirect("join")
    address = reverse("game_join", args=[game.join_code])
    return visit.render("duplicate/seat_wait.html", {"asked": asked, "join_address": address})
