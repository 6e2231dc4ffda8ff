"""The log of a game in words."""

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from duplicate.log_sentences import HEADINGS, lines_of
from duplicate.models import LogEntry, Participant
from duplicate.pages.page_requests import Visit, game_page
from duplicate.selectors.log import is_shown, log_of
from referee.events.log_lines import names_of
from referee.events.log_page import asked_by_page, demand_readable, log_context, page_of_log


@require_safe
@game_page()
def log_page(visit: Visit) -> HttpResponse:
    """For the staff while the game is on, for everybody when it is over. Raises LogNotPublic."""
    demand_readable(visit)
    sees_all = visit.role.is_staff
    only = asked_by_page(visit.request, LogEntry.Kind.values)
    page = page_of_log(visit.request, log_of(visit.game, only, sees_all=sees_all))
    entries = [(entry, is_shown(entry, sees_all=sees_all)) for entry in page]
    names = names_of(visit.game, Participant, [entry for entry, shown in entries if shown])
    context = log_context(page, lines_of(entries, names), only, HEADINGS)
    return visit.render("duplicate/log.html", context)
