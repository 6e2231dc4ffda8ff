"""Results: entered by the staff, reported by the players; and penalties."""

from typing import Any, cast

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from referee.access import Need, Role, needs
from referee.api import read
from referee.views import versioned
from tournaments.errors import PenaltyMissing
from tournaments.events.selectors.finding import find_entry
from tournaments.models import Entry, Report
from tournaments.permissions import demand_player, demand_published
from tournaments.rounds.api.rounds import RoundView
from tournaments.rounds.selectors.rounds import compared_pairing
from tournaments.rounds.serializers.results import (
    ComparedPairingSerializer,
    EnteredResultSerializer,
    NewPenaltySerializer,
    PenaltySerializer,
    ReportSerializer,
    ScoreSerializer,
)
from tournaments.rounds.serializers.rounds import PairingSerializer
from tournaments.rounds.services import penalties, results


class ResultViews(RoundView):
    noun = "results"

    @extend_schema(request=EnteredResultSerializer, responses=PairingSerializer)
    @needs(Need.STAFF)
    def enter(self, request: Request, **_where: Any) -> Response:
        """Enter a result, or correct it; it counts at once, whatever the players have reported.

        Something odd is refused as `implausible` with `warnings`; sent again with
        `confirm_implausible` it is taken. Results of rounds after which another was paired are
        corrected by directors only.
        """
        body = read(EnteredResultSerializer, request)
        source = body.pop("source", Report.Source.DIRECTOR)
        if self.role != Role.DIRECTOR:
            source = Report.Source.SLIP
        return self.show_pairing(
            results.enter_result(
                self.pairing, self.at, by=self.by, source=Report.Source(source), **body
            )
        )

    @extend_schema(request=None, responses=PairingSerializer)
    @needs(Need.DIRECTOR)
    def remove(self, _request: Request, **_where: Any) -> Response:
        """Let a game have no result again; what was reported stays on record."""
        return self.show_pairing(results.remove_result(self.pairing, self.at, by=self.by))


class ReportViews(RoundView):
    noun = "results"

    @extend_schema(responses=ComparedPairingSerializer)
    @needs(Need.PARTICIPANT)
    def compare(self, request: Request, **_where: Any) -> Response:
        """Your game, with what each of you has reported."""
        demand_published(self.round, self.role)
        demand_player(self.pairing, cast(Entry, request.auth))
        return Response(ComparedPairingSerializer(compared_pairing(self.pairing)).data)

    @extend_schema(request=ScoreSerializer, responses=ComparedPairingSerializer)
    @needs(Need.PARTICIPANT)
    def report(self, request: Request, **_where: Any) -> Response:
        """Report how your game came out. Once both of you say the same, it is confirmed.

        If you differ it is disputed: report again, or let the director decide. Something odd is
        refused as `implausible` with `warnings`; sent again with `confirm_implausible` it is taken.
        """
        body = read(ScoreSerializer, request)
        player = cast(Entry, request.auth)
        game = results.report_result(self.pairing, player, self.at, **body)
        return Response(ComparedPairingSerializer(compared_pairing(game)).data)

    @extend_schema(responses=ReportSerializer(many=True))
    @needs(Need.STAFF)
    def reports(self, _request: Request, **_where: Any) -> Response:
        """Everything that was reported of a game, in order."""
        found = self.pairing.reports.select_related("entry")
        return Response(ReportSerializer(found, many=True).data)


class PenaltyViews(RoundView):
    noun = "penalties"

    @versioned(PenaltySerializer(many=True))
    def list(self, _request: Request, **_where: Any) -> Response:
        """The penalties of a game, revoked ones too; for everybody once the round is published."""
        demand_published(self.round, self.role)
        found = self.pairing.penalties.select_related("entry")
        return Response(PenaltySerializer(found, many=True).data)

    @extend_schema(request=NewPenaltySerializer, responses={201: PenaltySerializer})
    @needs(Need.DIRECTOR)
    def penalise(self, request: Request, **_where: Any) -> Response:
        """Take points off a player. For time they follow from the clock of the ruleset."""
        body = read(NewPenaltySerializer, request)
        player = find_entry(self.tournament, body.pop("player"))
        reason = body.pop("reason")
        penalty = penalties.penalise(self.pairing, player, reason, self.at, by=self.by, **body)
        return Response(PenaltySerializer(penalty).data, status=201)

    @extend_schema(request=None, responses=PenaltySerializer)
    @needs(Need.DIRECTOR)
    def revoke(self, _request: Request, penalty: int, **_where: Any) -> Response:
        """Take a penalty back; it stays on record."""
        found = self.pairing.penalties.filter(pk=penalty).select_related("entry").first()
        if found is None:
            raise PenaltyMissing
        revoked = penalties.revoke_penalty(found, self.at, by=self.by)
        return Response(PenaltySerializer(revoked).data)
