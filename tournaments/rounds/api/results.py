"""Results: entered by the staff, reported by the players; and penalties."""

from typing import Any, cast

from rest_framework.request import Request
from rest_framework.response import Response

from referee.access import Need, Role
from referee.views import Body, reads, versioned, writes
from tournaments.errors import PenaltyMissing
from tournaments.events.selectors.finding import find_entry
from tournaments.models import Entry, Penalty, Report
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

    @writes(Need.STAFF, EnteredResultSerializer, PairingSerializer)
    def enter(self, body: Body, **_where: Any) -> Response:
        """Enter a result, or correct it; it counts at once, whatever the players have reported.

        Something odd is refused as `implausible` with `warnings`; sent again with
        `confirm_implausible` it is taken. Results of rounds after which another was paired are
        corrected by directors only.
        """
        source = body.pop("source", Report.Source.DIRECTOR)
        if self.role != Role.DIRECTOR:
            source = Report.Source.SLIP
        return self.show_pairing(
            results.enter_result(
                self.pairing, self.at, by=self.by, source=Report.Source(source), **body
            )
        )

    @writes(Need.DIRECTOR, None, PairingSerializer)
    def remove(self, **_where: Any) -> Response:
        """Let a game have no result again; what was reported stays on record."""
        return self.show_pairing(results.remove_result(self.pairing, self.at, by=self.by))


class ReportViews(RoundView):
    noun = "results"

    @reads(Need.PARTICIPANT, ComparedPairingSerializer)
    def compare(self, request: Request, **_where: Any) -> Response:
        """Your game, with what each of you has reported."""
        demand_published(self.round, self.role)
        demand_player(self.pairing, cast(Entry, request.auth))
        return Response(ComparedPairingSerializer(compared_pairing(self.pairing)).data)

    @writes(Need.PARTICIPANT, ScoreSerializer, ComparedPairingSerializer)
    def report(self, body: Body, **_where: Any) -> Any:
        """Report how your game came out. Once both of you say the same, it is confirmed.

        If you differ it is disputed: report again, or let the director decide. Something odd is
        refused as `implausible` with `warnings`; sent again with `confirm_implausible` it is taken.
        """
        player = cast(Entry, self.request.auth)
        game = results.report_result(self.pairing, player, self.at, **body)
        return compared_pairing(game)

    @reads(Need.STAFF, ReportSerializer(many=True))
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

    @writes(Need.DIRECTOR, NewPenaltySerializer, {201: PenaltySerializer})
    def penalise(self, body: Body, **_where: Any) -> Penalty:
        """Take points off a player. For time they follow from the clock of the ruleset."""
        player = find_entry(self.tournament, body.pop("player"))
        reason = body.pop("reason")
        return penalties.penalise(self.pairing, player, reason, self.at, by=self.by, **body)

    @writes(Need.DIRECTOR, None, PenaltySerializer)
    def revoke(self, penalty: int, **_where: Any) -> Penalty:
        """Take a penalty back; it stays on record."""
        found = self.pairing.penalties.filter(pk=penalty).select_related("entry").first()
        if found is None:
            raise PenaltyMissing
        return penalties.revoke_penalty(found, self.at, by=self.by)
