"""The rules of every game, for everybody: one page each, and a list of them."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from engine.games import GAMES
from tournaments.tables.games import texts_of
from tournaments.tables.titles import games_to_choose


@require_safe
def rules_list(request: HttpRequest) -> HttpResponse:
    """What can be played."""
    return render(request, "tournaments/tables/rules_list.html", {"games": games_to_choose()})


@require_safe
def rules(request: HttpRequest, game: str) -> HttpResponse:
    """The rules of one game, in the game's own template."""
    if game not in GAMES:
        raise Http404
    context = {"texts": texts_of(game), "template": f"tournaments/tables/rules/{game}.html"}
    return render(request, "tournaments/tables/rules.html", context)
