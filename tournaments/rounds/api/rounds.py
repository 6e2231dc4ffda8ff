"""Rounds: drafted, changed by hand, locked, published."""

from functools import partial
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from referee.access import Need
from referee.events.api import round_step
from referee.views import Body, Pages, versioned, writes
from tournaments.events.api.base import TournamentView
from tournaments.models import Pairing, Round
from tournaments.permissions import demand_published
from tournaments.rounds.selectors.rounds import rounds_of, shown_pairing, shown_round
from tournaments.rounds.serializers.rounds import (
    DraftSerializer,
    PairedRoundSerializer,
    PairingSerializer,
    PairsSerializer,
    RoundSummarySerializer,
    StaffPairedRoundSerializer,
    StaffRoundSummarySerializer,
)
from tournaments.rounds.services import rounds

#: A step without further words.
step = partial(round_step, answer=StaffPairedRoundSerializer)


class RoundView(TournamentView):
    def show_round(self, round: Round, status: int = 200) -> Response:
        to_staff = self.role.is_staff
        serializer = self.shown_as(PairedRoundSerializer, StaffPairedRoundSerializer)
        return Response(serializer(shown_round(round, to_staff=to_staff)).data, status=status)

    def show_pairing(self, pairing: Pairing) -> Response:
        shown = shown_pairing(pairing, to_staff=self.role.is_staff)
        return Response(PairingSerializer(shown).data)


class RoundListViews(RoundView):
    noun = "pairings"
    pagination_class = Pages

    @versioned(RoundSummarySerializer(many=True))
    def list(self, _request: Request, **_where: Any) -> Response:
        """The rounds of a division in order; drafts are for the staff."""
        found = rounds_of(self.division, to_staff=self.role.is_staff)
        return self.page_of(
            found, self.shown_as(RoundSummarySerializer, StaffRoundSummarySerializer)
        )

    @writes(Need.DIRECTOR, DraftSerializer, {201: StaffPairedRoundSerializer})
    def draft(self, body: Body, **_where: Any) -> Response:
        """Pair the next round for the staff to look at; a draft that is there is paired anew."""
        round = rounds.draft_round(self.division, self.at, by=self.by, **body)
        return self.show_round(round, status=201)


class RoundViews(RoundView):
    noun = "pairings"

    @versioned(PairedRoundSerializer)
    def retrieve(self, _request: Request, **_where: Any) -> Response:
        """Who plays where and how it came out; for everybody once it is published."""
        demand_published(self.round, self.role)
        return self.show_round(self.round)

    @writes(Need.DIRECTOR, PairsSerializer, StaffPairedRoundSerializer)
    def pair(self, body: Body, **_where: Any) -> Response:
        """Pair a draft by hand: all of it, in the order of the tables.

        What speaks against it comes back as `warnings`.
        """
        pairs = [(pair["first"], pair["second"]) for pair in body["pairs"]]
        return self.show_round(rounds.pair_by_hand(self.round, pairs, self.at, by=self.by))

    @writes(Need.DIRECTOR, None)
    def discard(self, **_where: Any) -> None:
        """Remove a round that is not published."""
        rounds.discard_round(self.round, self.at, by=self.by)

    lock = step(rounds.lock_round, doc="Fix a draft: it is not paired anew until it is unlocked.")
    unlock = step(rounds.unlock_round, doc="Make it a draft again.")
    publish = step(
        rounds.publish_round,
        doc="Show everybody who plays whom; the first time this starts the tournament.",
    )
    retract = step(
        rounds.retract_round, doc="Take the last publication back, as long as nothing was reported."
    )


class PairingViews(RoundView):
    noun = "pairings"

    @versioned(PairingSerializer)
    def retrieve_pairing(self, _request: Request, **_where: Any) -> Response:
        """One pairing; for everybody once its round is published."""
        demand_published(self.round, self.role)
        return self.show_pairing(self.pairing)

    @writes(Need.DIRECTOR, None, PairingSerializer)
    def swap(self, **_where: Any) -> Response:
        """Let the other one begin."""
        return self.show_pairing(rounds.swap_starts(self.pairing, self.at, by=self.by))
