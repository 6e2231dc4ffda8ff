"""Tournaments: create, list, change, finish; and their staff."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from referee.access import AccountsOnly, Need
from referee.events.api import (
    ARCHIVED,
    OWN,
    InvitationViews,
    StaffViews,
    asked_events,
    describe_staff,
)
from referee.events.serializers import DeletionSerializer
from referee.views import ApiView, Body, Pages, choice_in, versioned, writes
from tournaments.entries.services.divisions import NewDivision
from tournaments.events import services as events
from tournaments.events.api.base import TournamentView
from tournaments.events.selectors.finding import divisions_like, tournament_like
from tournaments.events.serializers.tournaments import (
    NewTournamentSerializer,
    StaffTournamentSerializer,
    TournamentChangeSerializer,
    TournamentSerializer,
    TournamentStaffSerializer,
)
from tournaments.kinds import KINDS, has_rounds
from tournaments.models import Tournament

STATE = OpenApiParameter("state", str, enum=Tournament.State.values, description="Only those.")
KIND = OpenApiParameter("kind", str, enum=Tournament.Kind.values, description="Only those.")


class TournamentListViews(ApiView):
    noun = "tournaments"
    permission_classes = [AccountsOnly]
    pagination_class = Pages

    @extend_schema(
        parameters=[STATE, KIND, OWN, ARCHIVED], responses=TournamentSerializer(many=True)
    )
    def list(self, request: Request) -> Response:
        """The listed tournaments, or your own, the newest first."""
        found = asked_events(request, Tournament.objects.prefetch_related("divisions"))
        if state := choice_in(request, "state", Tournament.State.values):
            found = found.filter(state=state)
        if kind := choice_in(request, "kind", Tournament.Kind.values):
            found = found.filter(kind=kind)
        return self.page_of(found, TournamentSerializer)

    @writes(Need.ACCOUNT, NewTournamentSerializer, {201: StaffTournamentSerializer})
    def create(self, body: Body) -> Tournament:
        """Create a tournament and become its director."""
        like = body.pop("like", None)
        taken = tournament_like(like, self.by) if like else None
        usual = taken.kind if taken else Tournament.Kind.ROUNDS
        kind = body["kind"] = Tournament.Kind(body.get("kind", usual))
        base = KINDS[kind].usual_options
        if taken and taken.kind == kind:
            base = taken.options
            body.setdefault("options", {})
            if has_rounds(taken):
                body.setdefault("divisions", divisions_like(taken))
        if "options" in body:
            body["options"] = base.changed(body["options"])
        if "divisions" in body:
            body["divisions"] = [NewDivision(**division) for division in body["divisions"]]
        return events.create_tournament(by=self.by, at=self.at, **body)


class TournamentViews(TournamentView):
    noun = "tournaments"

    @versioned(TournamentSerializer)
    def retrieve(self, _request: Request, **_where: Any) -> Response:
        """A tournament with its divisions; the staff are told the code of an evening too."""
        serializer = self.shown_as(TournamentSerializer, StaffTournamentSerializer)
        return Response(serializer(self.tournament).data)

    @writes(Need.DIRECTOR, TournamentChangeSerializer, StaffTournamentSerializer)
    def change(self, body: Body, **_where: Any) -> Tournament:
        """Change what is given; the ruleset only before the first round is published."""
        if "options" in body:
            body["options"] = self.tournament.options.changed(body["options"])
        return events.change_tournament(self.tournament, self.at, by=self.by, **body)

    @writes(Need.DIRECTOR, DeletionSerializer)
    def delete(self, body: Body, **_where: Any) -> None:
        """Delete a test, or a tournament or evening without any result."""
        events.delete_tournament(self.tournament, body["name"], self.at, by=self.by)

    @writes(Need.DIRECTOR, None, StaffTournamentSerializer)
    def finish(self, **_where: Any) -> Tournament:
        """Make the standings final, once every published game has its result.

        An evening can be finished when nobody plays at a table any more.
        """
        return events.finish_tournament(self.tournament, self.at, by=self.by)

    @writes(Need.DIRECTOR, None, StaffTournamentSerializer)
    def reopen(self, **_where: Any) -> Tournament:
        """Go on with a finished tournament, as for a correction."""
        return events.reopen_tournament(self.tournament, self.at, by=self.by)


@describe_staff("Who runs the tournament.")
class TournamentStaffViews(StaffViews, TournamentView):
    noun = "tournament_staff"
    written_as = TournamentStaffSerializer


class TournamentInvitationViews(InvitationViews, TournamentView):
    noun = "tournament_invitations"
