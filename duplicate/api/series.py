"""Series: several games that count together."""

from hashlib import sha256
from typing import Any
from uuid import UUID

from django.db import transaction
from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from duplicate.errors import SeriesMissing
from duplicate.exchange.tables import series_csv
from duplicate.models import Series
from duplicate.permissions import SeriesOwner
from duplicate.selectors.finding import find_game
from duplicate.selectors.standings import series_standings
from duplicate.serializers.standings import (
    NewSeriesSerializer,
    SeriesChangeSerializer,
    SeriesRowSerializer,
    SeriesSerializer,
    SeriesStandingsSerializer,
)
from duplicate.services import series
from referee.access import AccountsOnly, Need
from referee.views import (
    CSV,
    ApiView,
    Body,
    Pages,
    conditional,
    csv_file,
    has_etag,
    writes,
)


class SeriesListViews(ApiView):
    noun = "series"
    permission_classes = [AccountsOnly]
    pagination_class = Pages

    @extend_schema(responses=SeriesSerializer(many=True))
    def list(self, _request: Request) -> Response:
        """All series, the newest first."""
        found = Series.objects.select_related("owner").prefetch_related("entries")
        return self.page_of(found, SeriesSerializer)

    @writes(Need.ACCOUNT, NewSeriesSerializer, {201: SeriesSerializer})
    @transaction.atomic
    def create(self, body: Body) -> Series:
        """Create a series, with games or without."""
        games = [find_game(pk) for pk in body.pop("games", [])]
        made = series.create_series(by=self.by, at=self.at, **body)
        return series.put_games(made, games, self.at, by=self.by)


class SeriesViews(ApiView):
    noun = "series"
    permission_classes = [SeriesOwner]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        self.series = find_series(kwargs["series"])
        super().initial(request, *args, **kwargs)

    @extend_schema(responses=SeriesSerializer)
    def retrieve(self, _request: Request, **_where: Any) -> Response:
        """A series and its games."""
        return Response(SeriesSerializer(self.series).data)

    @writes(Need.OWNER, SeriesChangeSerializer, SeriesSerializer)
    @transaction.atomic
    def change(self, body: Body, **_where: Any) -> Series:
        """Change what is given; `games` are then exactly those, in this order."""
        games = body.pop("games", None)
        changed = series.change_series(self.series, self.at, by=self.by, **body)
        if games is not None:
            found = [find_game(pk) for pk in games]
            changed = series.put_games(changed, found, self.at, by=self.by)
        return changed

    @has_etag(SeriesStandingsSerializer)
    def standings(self, request: Request, **_where: Any) -> HttpResponse:
        """Everybody's place over all games, without their worst results as the series has it."""
        return conditional(request, self._etag(), self._standings)

    @has_etag(CSV)
    def csv(self, request: Request, **_where: Any) -> HttpResponse:
        """The same for a spreadsheet."""
        return conditional(request, self._etag(), self._csv)

    def _standings(self) -> Response:
        rows = SeriesRowSerializer(series_standings(self.series), many=True).data
        return Response({"games": self.series.game_ids, "rows": rows})

    def _csv(self) -> HttpResponse:
        names = self.series.entries.values_list("game__name", flat=True)
        return csv_file(series_csv(series_standings(self.series), list(names)), "series")

    def _etag(self) -> str:
        versions = self.series.entries.values_list("game_id", "game__log_length")
        rule = (self.series.counted_by, self.series.dropped, *versions)
        return f'W/"{sha256(repr(rule).encode()).hexdigest()[:16]}"'


def find_series(pk: UUID) -> Series:
    """Raises SeriesMissing."""
    try:
        return Series.objects.get(pk=pk)
    except Series.DoesNotExist:
        raise SeriesMissing from None
