"""Putting a tournament or an evening away, marking it as a test, deleting it."""

from django.http import HttpResponse
from django.utils.translation import gettext as _

from referee.events.desk import Actions
from referee.events.keeping_pages import File, answer_deletion, keeping_actions
from tournaments.events.pages.page_requests import Visit
from tournaments.events.services import change_tournament, delete_tournament
from tournaments.kinds import has_rounds
from tournaments.models import Tournament

ACTIONS: Actions[Visit] = keeping_actions(change_tournament)
API = "/api/v1/tournaments/{}/{}"


def show_deletion(visit: Visit) -> HttpResponse:
    """Ask for the name, then delete the tournament."""
    return answer_deletion(visit, files_of(visit.tournament), delete_tournament)


def files_of(tournament: Tournament) -> list[File]:
    """What may be kept of a tournament before it is gone."""
    if not has_rounds(tournament):
        return [(_("Wertung als Tabelle (CSV)"), API.format(tournament.pk, "evening.csv"))]
    return [
        (
            _("Wertung von „{name}“ (CSV)").format(name=division.name),
            API.format(tournament.pk, f"divisions/{division.number}/standings.csv"),
        )
        for division in tournament.divisions.all()
    ]
