"""Standings of a game, as JSON and CSV."""

from collections.abc import Sequence
from functools import lru_cache
from threading import Lock
from typing import Any

from django.http import HttpResponse, HttpResponseBase
from drf_spectacular.utils import OpenApiParameter
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from duplicate.api.base import GameView
from duplicate.file_kinds import STANDINGS_CSV
from duplicate.models import Game
from duplicate.selectors.standings import demand_published_round, game_standings
from duplicate.serializers.standings import (
    CategorySerializer,
    RowSerializer,
    StandingsSerializer,
    TeamSerializer,
)
from duplicate.standings import by_club
from referee.prepared_files.responses import ASKED_FOR, BEING_MADE, respond_with_file
from referee.views import CSV, after_round, choice_in, versioned, whole_in

AFTER = after_round("round")
GROUPS = ("category", "club")
BY = OpenApiParameter("by", str, enum=GROUPS, description="Grouped by this.")
CATEGORY = OpenApiParameter("category", str, description="All of this one, by category.")
#: So many rows are told at once, and so many of the first of each category.
MOST_ROWS, FIRST = 500, 10
LIMIT = OpenApiParameter(
    "limit", int, description=f"How many rows, categories or clubs, at most {MOST_ROWS}."
)
OFFSET = OpenApiParameter("offset", int, description="How many are passed over before.")

#: When a round is published, everybody asks at once: one thread writes it down for all.
_writing = Lock()


class StandingsViews(GameView):
    noun = "standings"

    @versioned(StandingsSerializer, AFTER, BY, CATEGORY, LIMIT, OFFSET)
    def retrieve(self, request: Request, **_where: Any) -> HttpResponse:
        """Everybody's place by the published rounds; ties share a rank.

        Of categories the first ten each; all of one by `category`.
        """
        after, by = _asked(request)
        category = request.query_params.get("category") if by == "category" else None
        limit, offset = whole_in(request, "limit", 6), whole_in(request, "offset", 6) or 0
        part = slice(offset, offset + min(limit or MOST_ROWS, MOST_ROWS))
        with _writing:
            body = _body(
                self.game, self.game.log_length, after, by, category, part.start, part.stop
            )
        return HttpResponse(body, content_type="application/json")

    @versioned({**CSV, **BEING_MADE}, AFTER, BY, ASKED_FOR)
    def csv(self, request: Request, **_where: Any) -> HttpResponseBase:
        """The same for a spreadsheet; by category one table after the other, in one."""
        after, by = _asked(request)
        if after is not None:
            demand_published_round(self.game, after)
        asked = {"round": "" if after is None else str(after), "by": by}
        return respond_with_file(
            request,
            STANDINGS_CSV,
            self.game,
            self.at,
            is_public=not self.role.is_staff,
            arguments={name: value for name, value in asked.items() if value},
        )


def _asked(request: Request) -> tuple[int | None, str]:
    """After which round, and grouped how. Raises Invalid."""
    return whole_in(request, "round", 4), choice_in(request, "by", GROUPS)


@lru_cache(maxsize=32)
def _body(
    game: Game,
    version: int,
    after_round: int | None,
    by: str,
    category: str | None,
    start: int,
    stop: int,
) -> bytes:
    standings = game_standings(game, after_round=after_round)
    told: dict[str, Any] = {
        "version": version,
        "rounds": standings.rounds,
        "round_tops": standings.tops,
        "top_points": standings.top_total,
    }
    found: Sequence[Any]
    if by == "category" and category is None:
        found = [
            {"category": name, "count": len(rows), "rows": rows[:FIRST]}
            for name, rows in standings.categories.items()
        ]
        told["categories"] = CategorySerializer(found[start:stop], many=True).data
    elif by == "club":
        found = by_club(standings)
        told["clubs"] = TeamSerializer(found[start:stop], many=True).data
    else:
        found = standings.rows if category is None else standings.categories.get(category, ())
        told["rows"] = RowSerializer(found[start:stop], many=True).data
    told["count"] = len(found)
    written: bytes = JSONRenderer().render(told)
    return written
