"""The divisions of a tournament, and how their rounds are to be paired."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from referee.access import Need
from referee.views import Body, versioned, writes
from tournaments.entries.services import divisions
from tournaments.entries.services.divisions import NewDivision
from tournaments.events.api.base import TournamentView
from tournaments.events.serializers.tournaments import (
    DivisionChangeSerializer,
    DivisionSerializer,
    NewDivisionSerializer,
)
from tournaments.models import Division


class DivisionListViews(TournamentView):
    noun = "divisions"

    @versioned(DivisionSerializer(many=True))
    def list(self, _request: Request, **_where: Any) -> Response:
        """The divisions by number."""
        return Response(DivisionSerializer(self.tournament.divisions.all(), many=True).data)

    @writes(Need.DIRECTOR, NewDivisionSerializer, {201: DivisionSerializer})
    def make(self, body: Body, **_where: Any) -> Division:
        """Make another division, a field of its own."""
        new = NewDivision(**body)
        return divisions.make_division(self.tournament, new.name, new.schedule, self.at, by=self.by)


class DivisionViews(TournamentView):
    noun = "divisions"

    @versioned(DivisionSerializer)
    def retrieve(self, _request: Request, **_where: Any) -> Response:
        """One division with its schedule."""
        return Response(DivisionSerializer(self.division).data)

    @writes(Need.DIRECTOR, DivisionChangeSerializer, DivisionSerializer)
    def change(self, body: Body, **_where: Any) -> Division:
        """Rename it, or plan the rounds that are not paired yet anew."""
        return divisions.change_division(self.division, self.at, by=self.by, **body)

    @writes(Need.DIRECTOR, None)
    def remove(self, **_where: Any) -> None:
        """Remove a division in which nobody plays."""
        divisions.remove_division(self.division, self.at, by=self.by)
