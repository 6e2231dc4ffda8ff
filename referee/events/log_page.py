"""The log as a page and what the API is asked of it: which entries, and who may see the page."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.core.paginator import Page
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from referee import views
from referee.errors import Forbidden
from referee.events.log_lines import LogFilter, LogLine, Text
from referee.events.models import Event
from referee.journals import JournalEntry
from referee.page_requests import Context, Visit, number_in, page_of

#: So many lines stand on a page.
MOST_LINES = 100
#: Longer numbers are nobody's.
DIGITS = 6


class LogNotPublic(Forbidden):
    message = _("Das Protokoll in Worten ist für alle zu lesen, wenn es zu Ende ist.")


def demand_readable(visit: Visit[Any, Any]) -> None:
    """Let the staff pass, and everybody once it is finished. Raises LogNotPublic."""
    if not visit.role.is_staff and visit.event.state != Event.State.FINISHED:
        raise LogNotPublic


def asked_by_page(request: HttpRequest, kinds: Collection[str]) -> LogFilter:
    """What the address of a page asks for; what is none of it is passed over."""
    kind = request.GET.get("kind", "")
    return LogFilter(
        kind if kind in kinds else "",
        number_in(request, "round"),
        number_in(request, "person", DIGITS),
    )


def asked_by_program(request: Request, kinds: Collection[str]) -> LogFilter:
    """What the address of the API asks for. Raises Invalid."""
    return LogFilter(
        views.choice_in(request, "kind", kinds),
        views.whole_in(request, "round", 4),
        views.whole_in(request, "person", DIGITS),
    )


def log_parameters(kinds: Iterable[str]) -> list[OpenApiParameter]:
    """How the schema describes that."""
    return [
        OpenApiParameter("kind", str, enum=list(kinds), description="Only those."),
        OpenApiParameter("round", int, description="Only what is about that round."),
        OpenApiParameter(
            "person", int, description="Only what that number did, and what was done about it."
        ),
    ]


def page_of_log(request: HttpRequest, entries: QuerySet[Any]) -> Page[Any]:
    """The entries that ?page= asks for, the newest first."""
    page: Page[JournalEntry] = page_of(request, entries.order_by("-sequence"), MOST_LINES)
    return page


def log_context(
    page: Page[Any], lines: list[LogLine], only: LogFilter, headings: Mapping[str, Text]
) -> Context:
    """What `referee/log.html` shows."""
    words = sorted(headings.items(), key=lambda pair: str(pair[1]))
    return {"page": page, "lines": lines, "only": only, "headings": words}
