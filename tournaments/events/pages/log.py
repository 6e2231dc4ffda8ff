"""The log of a tournament, or a club evening, in words."""

from django.http import HttpResponse

from referee.events.log_lines import names_of
from referee.events.log_page import asked_by_page, demand_readable, log_context, page_of_log
from tournaments.events.log_sentences import lines_of
from tournaments.events.pages.page_requests import Visit
from tournaments.events.selectors.log import log_of
from tournaments.labels import LABELS
from tournaments.models import Entry, LogEntry


def show_log(visit: Visit) -> HttpResponse:
    """For the staff while it is on, for everybody when it is over. Raises LogNotPublic."""
    demand_readable(visit)
    sees_all = visit.role.is_staff
    only = asked_by_page(visit.request, LogEntry.Kind.values)
    page = page_of_log(visit.request, log_of(visit.tournament, only, sees_all=sees_all))
    entries = [(entry, sees_all or not entry.is_internal) for entry in page]
    names = names_of(visit.tournament, Entry, [entry for entry, is_shown in entries if is_shown])
    headings = {kind: LABELS[kind] for kind in LogEntry.Kind.values}
    context = log_context(page, lines_of(entries, names), only, headings)
    return visit.render("tournaments/events/log.html", context)
