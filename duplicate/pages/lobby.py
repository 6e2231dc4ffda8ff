"""The start page, and the ways in: joining a game by its code, logging in."""

from typing import Any

from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from duplicate.errors import JoinCodeWrong
from duplicate.models import Game, Series
from duplicate.pages.visits import refused, seat_in, seats, take_seat
from duplicate.selectors.lobby import game_by_code, games_finished, games_of, games_on
from duplicate.services.participants import LENGTHS, join_game
from referee.errors import Invalid, Refused
from referee.models import User
from referee.receipt import received_at
from referee.throttles import count_wrong_entry, demand_entry

#: So many finished games, own games and series are listed.
MOST_LISTED = 12
#: What people tell of themselves.
PERSON = ("name", "club", "category")


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What is on, and the field for a code."""
    context = {
        "seats": seats(request),
        "on": games_on(),
        "finished": games_finished()[:MOST_LISTED],
        "series": Series.objects.all()[:MOST_LISTED],
        "own": games_of(request.user)[:MOST_LISTED] if isinstance(request.user, User) else (),
    }
    return render(request, "duplicate/home.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, code: str = "") -> HttpResponse:
    """Take a seat in the game that the code leads to; whoever has one there goes straight to it.

    A wrong code is told in the form, and guessing is held up as in the API.
    """
    typed = request.POST if request.method == "POST" else request.GET
    code = code or typed.get("code", "").strip()
    game: Game | None = None
    refusal: Refused | None = None
    try:
        if code:
            demand_entry(request)
            game = game_by_code(code)
            if seat_in(request, game)[0]:
                return redirect("play", game.pk)
        if game and request.method == "POST":
            person = {field: request.POST.get(field, "") for field in PERSON}
            participant, token = join_game(code, at=received_at(request), **person)
            response = redirect("play", game.pk)
            take_seat(response, participant, token)
            return response
    except Refused as refused_join:
        refusal = refused_join
        if isinstance(refusal, JoinCodeWrong):
            count_wrong_entry(request)
    context: dict[str, Any] = {"game": game, "code": code, "typed": typed, "lengths": LENGTHS}
    if isinstance(refusal, Invalid):
        context["faults"] = {refusal.detail["field"]: refusal.detail["problem"]}
    else:
        context["refusal"] = refusal
    status = refusal.status if refusal else 200
    return render(request, "duplicate/join.html", context, status=status)


class Login(LoginView):
    """Logging in with an account; wrong passwords are held up as in the API."""

    template_name = "duplicate/login.html"
    redirect_authenticated_user = True

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            demand_entry(request)
        except Refused as refusal:
            return refused(request, refusal)
        return super().post(request, *args, **kwargs)

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        count_wrong_entry(self.request)
        return super().form_invalid(form)
