"""Series made and changed on pages: what counts, which games, in which order."""

from collections.abc import Callable, Mapping
from typing import Any, cast
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Page
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from duplicate.errors import SeriesMissing
from duplicate.labels import FIELDS
from duplicate.models import Game, Series
from duplicate.selectors.finding import find_game
from duplicate.services import series as services
from referee.errors import Forbidden, Invalid, Refused
from referee.events.posted import read_number
from referee.models import User
from referee.page_requests import page_of, refusal_text, refused, text_in
from referee.receipt_time import received_at

#: So many games to choose from stand on a page.
MOST_GAMES = 20


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def series_new(request: HttpRequest) -> HttpResponse:
    """Make a series; games are added on the page that follows."""
    if request.method != "POST":
        return render(request, "duplicate/series_new.html", {"said": {"counted_by": "points"}})
    try:
        made = services.create_series(by=_user(request), at=received_at(request), **_rules(request))
    except Refused as refusal:
        told = refusal_text(refusal, FIELDS)
        context = {"said": request.POST, "refusal": told}
        return render(request, "duplicate/series_new.html", context, status=refusal.status)
    return redirect("series_edit", made.pk)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def series_edit(request: HttpRequest, series: UUID) -> HttpResponse:
    """Change a series: its rules, its games and their order; put it away or bring it back."""
    found = Series.objects.filter(pk=series).first()
    if found is None:
        return refused(request, SeriesMissing())
    if found.owner_id != request.user.pk and not _user(request).is_superuser:
        return refused(request, Forbidden())
    if request.method == "POST":
        act = ACTS.get(request.POST.get("do", ""))
        if act is None:
            raise Http404
        try:
            act(request, found)
        except Refused as refusal:
            messages.error(request, refusal_text(refusal, FIELDS))
        else:
            messages.success(request, _("Gespeichert."))
        if "own" in request.POST:
            return redirect("own_events")
        return redirect("series_edit", found.pk)
    games = list(found.games.order_by("series_entries__place"))
    find = text_in(request, "find")
    to_add: Page[Game] = page_of(request, _games_to_add(_user(request), found, find), MOST_GAMES)
    context = {"series": found, "games": games, "page": to_add, "find": find}
    return render(request, "duplicate/series_edit.html", context)


def _change(request: HttpRequest, series: Series) -> None:
    services.change_series(series, received_at(request), by=_user(request), **_rules(request))


def _archive(request: HttpRequest, series: Series) -> None:
    is_archived = request.POST.get("archived") == "on"
    services.change_series(series, received_at(request), by=_user(request), is_archived=is_archived)


def _add(request: HttpRequest, series: Series) -> None:
    added = _named(request)
    _rearrange(request, series, lambda games: [*games, added])


def _remove(request: HttpRequest, series: Series) -> None:
    gone = _named(request)
    _rearrange(request, series, lambda games: [game for game in games if game.pk != gone.pk])


def _earlier(request: HttpRequest, series: Series) -> None:
    """The game changes places with the one before it."""
    moved = _named(request)

    def move(games: list[Game]) -> list[Game]:
        place = next((place for place, game in enumerate(games) if game.pk == moved.pk), 0)
        if place:
            games[place - 1 : place + 1] = games[place], games[place - 1]
        return games

    _rearrange(request, series, move)


ACTS: Mapping[str, Callable[[HttpRequest, Series], None]] = {
    "change": _change,
    "archive": _archive,
    "add": _add,
    "remove": _remove,
    "earlier": _earlier,
}


def _rearrange(
    request: HttpRequest, series: Series, change: Callable[[list[Game]], list[Game]]
) -> None:
    services.change_games(series, change, received_at(request), by=_user(request))


def _games_to_add(user: User, series: Series, find: str) -> QuerySet[Game]:
    """One's own games that are not in it yet; who looks for a name finds listed ones too."""
    mine = Q(staff__user=user)
    wanted = (mine | Q(is_listed=True)) & Q(name__icontains=find) if find else mine
    games = Game.objects.filter(wanted).exclude(series_entries__series=series)
    return games.filter(is_archived=False).distinct()


def _named(request: HttpRequest) -> Game:
    """Raises GameMissing, Invalid."""
    try:
        return find_game(UUID(request.POST.get("game", "")))
    except ValueError:
        raise Invalid(field=_("Spiel"), problem=_("Wähle ein Spiel aus.")) from None


def _rules(request: HttpRequest) -> dict[str, Any]:
    """What counts. Raises Invalid."""
    return {
        "name": request.POST.get("name", ""),
        "counted_by": request.POST.get("counted_by", ""),
        "dropped": read_number(_("Streichergebnisse"), request.POST.get("dropped", "") or "0"),
    }


def _user(request: HttpRequest) -> User:
    return cast(User, request.user)
