"""Putting a tournament or an evening away, marking it as a test, deleting it."""

from django.http import HttpResponse
from django.utils.translation import gettext as _

from referee.events.desk import Actions
from referee.events.keeping_pages import File, answer_deletion, back_to_own, switched
from tournaments.events import services as events
from tournaments.events.pages.page_requests import Visit
from tournaments.kinds import has_rounds
from tournaments.models import Tournament

ACTIONS = Actions[Visit]()
API = "/api/v1/tournaments/{}/{}"


@ACTIONS.action("archive", part="settings")
def _archive(visit: Visit) -> HttpResponse | None:
    is_archived = switched(visit, "archived")
    events.change_tournament(visit.tournament, visit.at, by=visit.by, is_archived=is_archived)
    return back_to_own(visit.request)


@ACTIONS.action("test", part="settings")
def _test(visit: Visit) -> HttpResponse | None:
    is_test = switched(visit, "test")
    events.change_tournament(visit.tournament, visit.at, by=visit.by, is_test=is_test)
    return back_to_own(visit.request)


def show_deletion(visit: Visit) -> HttpResponse:
    """Ask for the name, then delete the tournament."""
    return answer_deletion(
        visit,
        files_of(visit.tournament),
        lambda tournament, name, at, by: events.delete_tournament(tournament, name, at, by=by),
    )


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
