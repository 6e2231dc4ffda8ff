"""Club evenings: joining by the common code, and the standings by points for places."""

from datetime import datetime
from functools import lru_cache
from threading import Lock
from typing import Any

from django.http import HttpResponse
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from referee.access import Need
from referee.views import CSV, Body, EntranceView, Pages, csv_file, versioned, writes
from tournaments.evenings import services as evenings
from tournaments.evenings.selectors import evening_standings, evening_table
from tournaments.evenings.serializers import (
    EveningMomentSerializer,
    EveningStandingsSerializer,
    JoinedEveningSerializer,
    JoinEveningSerializer,
)
from tournaments.events.locking import require_kind
from tournaments.models import Tournament
from tournaments.rounds.api.standings import DivisionReports

#: When a game ends everybody asks at once: one thread writes it down for all.
_writing = Lock()


class JoinEveningViews(EntranceView):
    noun = "entries"

    @writes(Need.EVERYBODY, JoinEveningSerializer, {201: JoinedEveningSerializer})
    def join(self, body: Body) -> Body:
        """Take part in a club evening by its code. The token tells who you are from then on.

        Repeated with its key, the first token is replaced by a fresh one.
        """
        code = body.pop("code")
        with self.entering(code):
            entry, token = evenings.join_evening(code, at=self.at, **body)
        return {"token": token, "entry": entry, "tournament": entry.tournament}

    def renew(self, held: str, _at: datetime) -> str:
        return evenings.renew_token(held)


class EveningViews(DivisionReports):
    noun = "evening"
    pagination_class = Pages

    @versioned(EveningStandingsSerializer)
    def retrieve(self, _request: Request, **_where: Any) -> HttpResponse:
        """Everybody's points for places, table by table and game by game; ties share a rank."""
        with _writing:
            body = _body(self.evening, self.version)
        return HttpResponse(body, content_type="application/json")

    @versioned(CSV)
    def csv(self, _request: Request, **_where: Any) -> HttpResponse:
        """The same for a spreadsheet, with a column for each game."""
        return csv_file(evening_table(evening_standings(self.evening)), "evening")

    @versioned(EveningMomentSerializer(many=True))
    def history(self, _request: Request, **_where: Any) -> Response:
        """What each table that counts has changed, in the order in which they ended.

        Those who sat there have a row, as they stood then. All others kept their points, so that
        the last rows of everybody up to a table make the standings after it.
        """
        return self.page_of(evening_standings(self.evening).history, EveningMomentSerializer)

    @property
    def evening(self) -> Tournament:
        """Raises WrongTournamentKind."""
        require_kind(self.tournament, Tournament.Kind.EVENING)
        return self.tournament


@lru_cache(maxsize=16)
def _body(evening: Tournament, version: int) -> bytes:
    found = evening_standings(evening)
    told = {
        "version": version,
        "place_points": found.place_points,
        "games": found.games,
        "running": found.running,
        "rows": found.rows,
        "ended": found.ended,
    }
    written: bytes = JSONRenderer().render(EveningStandingsSerializer(told).data)
    return written
