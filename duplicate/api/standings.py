"""Standings of a game, as JSON and CSV."""

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
from duplicate.standings import by_category, by_club
from referee.prepared_files.responses import ASKED_FOR, BEING_MADE, respond_with_file
from referee.views import CSV, after_round, choice_in, versioned, whole_in

AFTER = after_round("round")
GROUPS = ("category", "club")
BY = OpenApiParameter("by", str, enum=GROUPS, description="Grouped by this.")

#: When a round is published, everybody asks at once: one thread writes it down for all.
_writing = Lock()


class StandingsViews(GameView):
    noun = "standings"

    @versioned(StandingsSerializer, AFTER, BY)
    def retrieve(self, request: Request, **_where: Any) -> HttpResponse:
        """Everybody's place by the published rounds, all in one piece; ties share a rank."""
        with _writing:
            body = _body(self.game, self.game.log_length, *_asked(request))
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


@lru_cache(maxsize=16)
def _body(game: Game, version: int, after_round: int | None, by: str) -> bytes:
    standings = game_standings(game, after_round=after_round)
    told: dict[str, Any] = {
        "version": version,
        "rounds": standings.rounds,
        "round_tops": standings.tops,
        "top_points": standings.top_total,
    }
    if by == "category":
        groups = by_category(standings.rows).items()
        told["categories"] = CategorySerializer(
            [{"category": category, "rows": rows} for category, rows in groups], many=True
        ).data
    elif by == "club":
        told["clubs"] = TeamSerializer(by_club(standings), many=True).data
    else:
        told["rows"] = RowSerializer(standings.rows, many=True).data
    written: bytes = JSONRenderer().render(told)
    return written
