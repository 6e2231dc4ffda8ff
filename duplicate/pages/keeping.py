"""Putting a game away, marking it as a test, deleting it."""

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from duplicate.models import Game
from duplicate.pages.page_requests import Visit, game_page
from duplicate.services.deletion import delete_game
from duplicate.services.games import change_game
from referee.access import Need
from referee.events.desk import Actions
from referee.events.keeping_pages import File, answer_deletion, keeping_actions

ACTIONS: Actions[Visit] = keeping_actions(change_game)
API = "/api/v1/duplicate/games/{}/{}"


@require_http_methods(["GET", "HEAD", "POST"])
@game_page(Need.DIRECTOR)
def game_delete(visit: Visit) -> HttpResponse:
    """Ask for the name, then delete the game."""
    return answer_deletion(visit, files_of(visit.game), delete_game)


def files_of(game: Game) -> list[File]:
    """What may be kept of a game before it is gone."""
    files = [(_("Wertung als Tabelle (CSV)"), API.format(game.pk, "standings.csv"))]
    if game.state == Game.State.FINISHED:
        files.append((_("Das ganze Spiel (JSON)"), API.format(game.pk, "export.json")))
    return files
