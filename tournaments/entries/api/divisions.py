"""The divisions of a tournament, and how their rounds are to be paired."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from referee.access import Need, needs
from referee.api import read
from referee.views import versioned
from tournaments.entries.services import divisions
from tournaments.entries.services.divisions import NewDivision
from tournaments.events.api.base import TournamentView
from tournaments.events.serializers.tournaments import (
    DivisionChangeSerializer,
    DivisionSerializer,
    NewDivisionSerializer,
)


class DivisionListViews(TournamentView):
    noun = "divisions"

    @versioned(DivisionSerializer(many=True))
    def list(self, _request: Request, **_where: Any) -> Response:
        """The divisions by number."""
        return Response(DivisionSerializer(self.tournament.divisions.all(), many=True).data)

    @extend_schema(request=NewDivisionSerializer, responses={201: DivisionSerializer})
    @needs(Need.DIRECTOR)
    def make(self, request: Request, **_where: Any) -> Response:
        """Make another division, a field of its own."""
        new = NewDivision(**read(NewDivisionSerializer, request))
        made = divisions.make_division(self.tournament, new.name, new.schedule, self.at, by=self.by)
        return Response(DivisionSerializer(made).data, status=201)


class DivisionViews(TournamentView):
    noun = "divisions"

    @versioned(DivisionSerializer)
    def retrieve(self, _request: Request, **_where: Any) -> Response:
        """One division with its schedule."""
        return Response(DivisionSerializer(self.division).data)

    @extend_schema(request=DivisionChangeSerializer, responses=DivisionSerializer)
    @needs(Need.DIRECTOR)
    def change(self, request: Request, **_where: Any) -> Response:
        """Rename it, or plan the rounds that are not paired yet anew."""
        body = read(DivisionChangeSerializer, request)
        changed = divisions.change_division(self.division, self.at, by=self.by, **body)
        return Response(DivisionSerializer(changed).data)

    @extend_schema(request=None, responses={204: None})
    @needs(Need.DIRECTOR)
    def remove(self, _request: Request, **_where: Any) -> Response:
        """Remove a division in which nobody plays."""
        divisions.remove_division(self.division, self.at, by=self.by)
        return Response(status=204)
