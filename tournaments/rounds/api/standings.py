"""Where everybody of a division stands, as JSON and files; and the tournament at a glance."""

from functools import lru_cache
from threading import Lock
from typing import Any, cast
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from referee.errors import Forbidden
from referee.views import (
    CSV,
    TEXT,
    after_round,
    choice_in,
    csv_file,
    has_etag,
    versioned,
    whole_in,
)
from tournaments.events.api.base import TournamentView
from tournaments.events.selectors.state import public_state
from tournaments.models import Division
from tournaments.rounds.selectors.brackets import brackets_of
from tournaments.rounds.selectors.crosstable import crosstable_of
from tournaments.rounds.selectors.exports import ratings_table, standings_table, tsh_file
from tournaments.rounds.selectors.ratings import ratings_of
from tournaments.rounds.selectors.standings import (
    groups_of,
    history_of,
    standings_of,
    within_groups,
)
from tournaments.rounds.serializers.brackets import BracketsSerializer
from tournaments.rounds.serializers.standings import (
    CategoryTableSerializer,
    CrosstableSerializer,
    GroupSerializer,
    HistorySerializer,
    PlacedRowSerializer,
    RatingsSerializer,
    TournamentStandingsSerializer,
    TournamentStateSerializer,
)
from tournaments.standings import GroupBy

AFTER = after_round("after")
GROUPS = ("category", "club", "team")
BY = OpenApiParameter("by", str, enum=GROUPS, description="Grouped by this.")
UNCONFIRMED = OpenApiParameter(
    "unconfirmed",
    str,
    enum=("0", "1"),
    description="1 for what would be if all results held that are reported. For the staff.",
)

#: When the last result comes in everybody asks at once: one thread writes it down for all.
_writing = Lock()


class DivisionReports(TournamentView):
    """What pages of others may read too, without a token and from anywhere."""

    noun = "tournament_standings"

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        found = super().finalize_response(request, response, *args, **kwargs)
        found.headers["Access-Control-Allow-Origin"] = "*"
        found.headers["Access-Control-Expose-Headers"] = "ETag"
        return found


class StandingsViews(DivisionReports):
    @versioned(TournamentStandingsSerializer, AFTER, BY, UNCONFIRMED)
    def retrieve(self, request: Request, **_where: Any) -> HttpResponse:
        """Everybody's place by the confirmed results, all in one piece; ties share a rank."""
        asked = whole_in(request, "after", 4), _by(request), self._with_unconfirmed(request)
        with _writing:
            body = _body(self.tournament.pk, self.version, self.division, *asked)
        return HttpResponse(body, content_type="application/json")

    @versioned(CSV, AFTER, BY, UNCONFIRMED)
    def csv(self, request: Request, **_where: Any) -> HttpResponse:
        """The same for a spreadsheet; by category one table after the other, in one."""
        by = _by(request)
        table = standings_of(
            self.division,
            whole_in(request, "after", 4),
            with_unconfirmed=self._with_unconfirmed(request),
        )
        return csv_file(standings_table(self.division, table, by), "standings")

    def _with_unconfirmed(self, request: Request) -> bool:
        """Raises Forbidden unless the staff asks for it."""
        wanted = choice_in(request, "unconfirmed", ("0", "1"))
        if wanted == "1" and not self.role.is_staff:
            raise Forbidden
        return wanted == "1"


class ReportViews(DivisionReports):
    @versioned(HistorySerializer)
    def history(self, _request: Request, **_where: Any) -> Response:
        """The places after each round that has results."""
        rounds = [
            {"round": number, "rows": rows} for number, rows in history_of(self.division).items()
        ]
        return Response(HistorySerializer({**self._about, "rounds": rounds}).data)

    @versioned(CrosstableSerializer)
    def crosstable(self, _request: Request, **_where: Any) -> HttpResponse:
        """The wall chart: everybody's way through the rounds, opponent by opponent."""
        with _writing:
            body = _wall_chart(self.tournament.pk, self.version, self.division)
        return HttpResponse(body, content_type="application/json")

    @versioned(BracketsSerializer)
    def bracket(self, _request: Request, **_where: Any) -> Response:
        """The knock-outs of the division, match by match; none if it has none."""
        brackets = brackets_of(self.division)
        return Response(BracketsSerializer({**self._about, "brackets": brackets}).data)

    @versioned(RatingsSerializer)
    def ratings(self, _request: Request, **_where: Any) -> Response:
        """Performances, and what the confirmed games do to the ratings."""
        formula, rows = self.tournament.options.rating, ratings_of(self.division)
        return Response(RatingsSerializer({**self._about, "formula": formula, "rows": rows}).data)

    @property
    def _about(self) -> dict[str, object]:
        return {"version": self.version, "division": self.division.number}


class FileViews(DivisionReports):
    @versioned(CSV)
    def ratings_csv(self, _request: Request, **_where: Any) -> HttpResponse:
        """Places and ratings for the federation."""
        return csv_file(ratings_table(self.division), "ratings")

    @versioned(TEXT)
    def tsh(self, _request: Request, **_where: Any) -> HttpResponse:
        """The division with all its rounds as tsh's `.t` file: Latin-1, or UTF-8 if it must be."""
        response = HttpResponse(tsh_file(self.division), content_type="text/plain")
        response.headers["Content-Disposition"] = 'attachment; filename="export.t"'
        return response


class StateViews(TournamentView):
    noun = "tournaments"

    @has_etag(TournamentStateSerializer)
    def state(self, _request: Request, **_where: Any) -> HttpResponse:
        """What everybody may see at a glance; poll it, or follow the stream.

        The header `Server-Time` says what the server's clock shows. `…/events/` sends the same as
        server-sent events after every change: `id` is the version, `event` what happened, `data`
        this object; the first event, and the first after a lost connection, is `state`.
        """
        return self.glance(lambda: public_state(self.tournament))


def _by(request: Request) -> GroupBy | None:
    """How to group, or None. Raises Invalid."""
    by = choice_in(request, "by", GROUPS)
    return cast(GroupBy, by) if by else None


@lru_cache(maxsize=32)
def _body(
    _tournament: UUID,
    version: int,
    division: Division,
    after: int | None,
    by: GroupBy | None,
    with_unconfirmed: bool,
) -> bytes:
    table = standings_of(division, after, with_unconfirmed=with_unconfirmed)
    told: dict[str, object] = {
        "version": version,
        "division": division.number,
        "name": division.name,
        "rounds": table.rounds,
        "planned": table.planned,
        "open_games": table.open_games,
        "metrics": table.metrics,
        "with_unconfirmed": with_unconfirmed,
    }
    if by is None:
        context = {"standings": table}
        told["rows"] = PlacedRowSerializer(table.rows, many=True, context=context).data
    elif by == "category":
        told["categories"] = CategoryTableSerializer(
            [
                {"category": category, "rows": rows}
                for category, rows in within_groups(table, by).items()
            ],
            many=True,
        ).data
    else:
        told["groups"] = GroupSerializer(groups_of(division, by, table), many=True).data
    written: bytes = JSONRenderer().render(told)
    return written


@lru_cache(maxsize=16)
def _wall_chart(_tournament: UUID, version: int, division: Division) -> bytes:
    chart = crosstable_of(division)
    told = {
        "version": version,
        "division": division.number,
        "rounds": chart.rounds,
        "rows": chart.rows,
    }
    written: bytes = JSONRenderer().render(CrosstableSerializer(told).data)
    return written
