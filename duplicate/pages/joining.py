"""Taking a seat in a game."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from duplicate.pages.visits import seat_in, take_seat
from duplicate.selectors.lobby import game_by_code
from duplicate.services.participants import LENGTHS, join_game
from referee.errors import Invalid, JoinCodeWrong, Refused
from referee.receipt import received_at
from referee.throttles import count_wrong_entry, demand_entry
from referee.visits import refused

#: What people tell of themselves.
PERSON = ("name", "club", "category")


@require_http_methods(["GET", "HEAD", "POST"])
def game_join(request: HttpRequest, code: str) -> HttpResponse:
    """Take a seat in the game that the code leads to; whoever has one there goes straight to it.

    What is wrong is told in the form, and guessing is held up as in the API.
    """
    try:
        demand_entry(request)
        game = game_by_code(code)
    except Refused as refusal:
        if isinstance(refusal, JoinCodeWrong):
            count_wrong_entry(request)
        return refused(request, refusal)
    if seat_in(request, game)[0]:
        return redirect("play", game.pk)
    typed = request.POST if request.method == "POST" else request.GET
    context: dict[str, Any] = {"game": game, "typed": typed, "lengths": LENGTHS}
    status = 200
    if request.method == "POST":
        person = {field: request.POST.get(field, "") for field in PERSON}
        try:
            participant, token = join_game(code, at=received_at(request), **person)
        except Invalid as fault:
            context["faults"] = {fault.detail["field"]: fault.detail["problem"]}
            status = fault.status
        except Refused as refusal:
            context["refusal"] = refusal
            status = refusal.status
        else:
            response = redirect("play", game.pk)
            take_seat(response, participant, token)
            return response
    return render(request, "duplicate/join.html", context, status=status)
