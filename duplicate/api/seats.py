"""Seats: taken by a code or a card, asked for and handed over, and two who are one."""

from datetime import datetime
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from duplicate.api.base import GameView
from duplicate.api.participants import JoinViews
from duplicate.models import Participant
from duplicate.selectors.finding import find_participant
from duplicate.selectors.seats import card_code, duplicates_in, find_request, seat_requests
from duplicate.serializers.participants import JoinedSerializer, StaffParticipantSerializer
from duplicate.serializers.seats import (
    CardSerializer,
    DuplicateSerializer,
    MergeSerializer,
    SeatAskedSerializer,
    SeatCodeIssuedSerializer,
    SeatCodeSerializer,
    SeatRequestSerializer,
)
from duplicate.services import seats
from duplicate.services.merging import Choices, merge_participants
from referee.access import Need
from referee.throttles import Purpose
from referee.views import Body, EntranceView, reads, writes


class SeatAskingViews(EntranceView):
    noun = "seats"

    @writes(Need.EVERYBODY, SeatAskedSerializer, {201: JoinedSerializer})
    def ask(self, body: Body) -> Body:
        """Ask the staff for the seat of a namesake that a phone has; the token opens it once they
        have handed it over."""
        code, number, name = body["code"], body["number"], body["name"]
        with self.entering(code):
            participant, token = seats.request_seat(code, number, name, self.at)
        return {"token": token, "participant": participant, "game": participant.game}

    # Whoever did not hear the answer asks anew: nobody gets a seat by a repetition.


class SeatTakingViews(JoinViews):
    noun = "seats"
    purpose = Purpose.SEAT

    @writes(Need.EVERYBODY, SeatCodeSerializer, {201: JoinedSerializer})
    def take(self, body: Body) -> Body:
        """Take the seat that a code, which is used up, or a card is for; an earlier token of it
        opens nothing more."""
        with self.entering(body["code"]):
            participant, token = seats.take_seat(body["code"], self.at)
        return {"token": token, "participant": participant, "game": participant.game}


class SeatViews(GameView):
    noun = "seats"

    @writes(Need.STAFF, None, {201: SeatCodeIssuedSerializer})
    def issue(self, **_where: Any) -> Body:
        """A code that gives somebody's seat to another phone, once and within ten minutes."""
        return self._issued(self.participant, self.at)

    def to_remember(self, body: Any) -> Any:
        return {**body, "code": None, "address": None} if "code" in body else body

    def to_repeat(self, body: Any, at: datetime) -> Any:
        if "code" not in body:
            return body
        return SeatCodeIssuedSerializer(self._issued(self.participant, at)).data

    def _issued(self, participant: Participant, at: datetime) -> Body:
        code = seats.issue_seat_code(participant, at, by=self.by)
        return {
            "code": code,
            "address": _address(self.request._request, code),
            "expires_at": at + seats.CODE_LIFE,
            "participant": participant,
        }

    @reads(Need.STAFF, CardSerializer)
    def card(self, request: Request, **_where: Any) -> Response:
        """What a printed card with somebody's seat says."""
        code = card_code(self.participant)
        return Response({"code": code, "address": _address(request._request, code)})

    @writes(Need.DIRECTOR, None)
    def renew_cards(self, **_where: Any) -> None:
        """Make all cards that were printed worthless."""
        seats.renew_cards(self.game, self.at, by=self.by)

    @writes(Need.STAFF, None, StaffParticipantSerializer)
    def vacate(self, **_where: Any) -> Participant:
        """The phone that has the seat is out, and they play on paper."""
        return seats.vacate_seat(self.participant, self.at, by=self.by)

    @reads(Need.STAFF, DuplicateSerializer(many=True))
    def duplicates(self, _request: Request, **_where: Any) -> Response:
        """Who may be entered twice, with the numbers of those who are called alike."""
        found = sorted(duplicates_in(self.game).items())
        rows = [{"number": number, "namesakes": others} for number, others in found]
        return Response(DuplicateSerializer(rows, many=True).data)

    @writes(Need.STAFF, None, StaffParticipantSerializer)
    def distinct(self, **_where: Any) -> Participant:
        """They and all who are called alike are different people."""
        return seats.tell_apart(self.participant, self.at, by=self.by)

    @writes(Need.DIRECTOR, MergeSerializer, StaffParticipantSerializer)
    def merge(self, body: Body, **_where: Any) -> Participant:
        """Give all that they have to the other whom they are the same as; it can't be undone."""
        kept = find_participant(self.game, body["into"])
        answers = {said["round"]: said["number"] for said in body["answers"]}
        choices = Choices(body["phone"], answers)
        return merge_participants(self.participant, kept, self.at, by=self.by, choices=choices)


class SeatRequestViews(GameView):
    noun = "seats"

    @reads(Need.STAFF, SeatRequestSerializer(many=True))
    def list(self, _request: Request, **_where: Any) -> Response:
        """Who asks for a seat that a phone has."""
        return Response(SeatRequestSerializer(seat_requests(self.game), many=True).data)

    @writes(Need.STAFF, None, StaffParticipantSerializer)
    def grant(self, **_where: Any) -> Participant:
        """Hand the seat over; the phone that had it is out."""
        return seats.grant_seat(self._asked, self.at, by=self.by)

    @writes(Need.STAFF, None, StaffParticipantSerializer)
    def refuse(self, **_where: Any) -> Participant:
        """Leave the seat to the phone that has it."""
        return seats.refuse_seat(self._asked, self.at, by=self.by)

    @property
    def _asked(self) -> Any:
        return find_request(self.game, self.kwargs["seat_request"])


def _address(request: HttpRequest, code: str) -> str:
    return request.build_absolute_uri(reverse("seat_code", args=[code]))
