"""Putting a game away, marking it as a test, deleting it."""

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from duplicate.models import Game
from duplicate.pages.page_requests import Visit, game_page
from duplicate.services import games
from duplicate.services.deletion import delete_game
from referee.access import Need
from referee.events.desk import Actions
from referee.events.keeping_pages import File, answer_deletion, back_to_own, switched

ACTIONS = Actions[Visit]()
API = "/api/v1/duplicate/games/{}/{}"


@ACTIONS.action("archive", part="settings")
def _archive(visit: Visit) -> HttpResponse | None:
    is_archived = switched(visit, "archived")
    games.change_game(visit.game, visit.at, by=visit.by, is_archived=is_archived)
    return back_to_own(visit.request)


@ACTIONS.action("test", part="settings")
def _test(visit: Visit) -> HttpResponse | None:
    games.change_game(visit.game, visit.at, by=visit.by, is_test=switched(visit, "test"))
    return back_to_own(visit.request)


@require_http_methods(["GET", "HEAD", "POST"])
@game_page(Need.DIRECTOR)
def game_delete(visit: Visit) -> HttpResponse:
    """Ask for the name, then delete the game."""
    return answer_deletion(
        visit,
        files_of(visit.game),
        lambda game, name, at, by: delete_game(game, name, at, by=by),
    )


def files_of(game: Game) -> list[File]:
    """What may be kept of a game before it is gone."""
    files = [(_("Wertung als Tabelle (CSV)"), API.format(game.pk, "standings.csv"))]
    if game.state == Game.State.FINISHED:
        files.append((_("Das ganze Spiel (JSON)"), API.format(game.pk, "export.json")))
    return files
