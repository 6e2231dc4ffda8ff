"""Those who play: joining, entering, changing; and what they may know of themselves."""

from datetime import datetime
from typing import Any, cast
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from duplicate.api.base import GameView
from duplicate.models import Participant, Result, Round
from duplicate.selectors.answers import receipt_of
from duplicate.selectors.finding import find_game, find_participant
from duplicate.serializers.games import GameSerializer
from duplicate.serializers.participants import (
    JoinedSerializer,
    JoinSerializer,
    NewParticipantSerializer,
    OwnSerializer,
    ParticipantSerializer,
    PersonChangeSerializer,
    ResultSerializer,
    StaffParticipantSerializer,
    TokenIssuedSerializer,
)
from duplicate.services import participants
from referee.access import Need, needs
from referee.api import read
from referee.events.people import NewPerson
from referee.views import EntranceView, Pages, versioned


class JoinViews(EntranceView):
    noun = "participants"

    @extend_schema(request=JoinSerializer, responses={201: JoinedSerializer})
    @needs(Need.EVERYBODY)
    def join(self, request: Request) -> Response:
        """Take part in a game by its code. The token tells who you are from then on.

        Repeated with its key, the first token is replaced by a fresh one.
        """
        body = read(JoinSerializer, request)
        participant, token = participants.join_game(body.pop("code"), at=self.at, **body)
        game = GameSerializer(participant.game)
        return self.let_in(token, participant=ParticipantSerializer(participant), game=game)

    def to_repeat(self, body: Any, at: datetime) -> Any:
        game = find_game(UUID(body["game"]["id"]))
        participant = find_participant(game, body["participant"]["number"])
        return {**body, "token": participants.issue_token(participant, at, by=participant)}


class ParticipantListViews(GameView):
    noun = "participants"
    pagination_class = Pages

    @versioned(ParticipantSerializer(many=True))
    def list(self, _request: Request, **_where: Any) -> Response:
        """Who plays, by number; the staff are told the member numbers too."""
        return self.page_of(self.game.participants.all(), serializer_for(self))

    @extend_schema(request=NewParticipantSerializer, responses={201: StaffParticipantSerializer})
    @needs(Need.STAFF)
    def enter(self, request: Request, **_where: Any) -> Response:
        """Enter somebody who plays on paper."""
        body = read(NewParticipantSerializer, request)
        entered = participants.enter_participant(self.game, NewPerson(**body), self.at, by=self.by)
        return Response(StaffParticipantSerializer(entered).data, status=201)


class ParticipantViews(GameView):
    noun = "participants"

    @versioned(ParticipantSerializer)
    def retrieve(self, _request: Request, **_where: Any) -> Response:
        """One of those who play."""
        return self._show(self.participant)

    @extend_schema(request=PersonChangeSerializer, responses=StaffParticipantSerializer)
    @needs(Need.STAFF)
    def change(self, request: Request, **_where: Any) -> Response:
        """Correct what is given."""
        body = read(PersonChangeSerializer, request)
        changed = participants.change_participant(self.participant, self.at, by=self.by, **body)
        return self._show(changed)

    @extend_schema(request=None, responses=StaffParticipantSerializer)
    @needs(Need.STAFF)
    def withdraw(self, _request: Request, **_where: Any) -> Response:
        """They hand in nothing more; what they achieved stays."""
        return self._show(participants.withdraw_participant(self.participant, self.at, by=self.by))

    @extend_schema(request=None, responses=StaffParticipantSerializer)
    @needs(Need.STAFF)
    def readmit(self, _request: Request, **_where: Any) -> Response:
        """Let somebody who had withdrawn play again."""
        return self._show(participants.readmit_participant(self.participant, self.at, by=self.by))

    def _show(self, participant: Participant) -> Response:
        return Response(serializer_for(self)(participant).data)


class ParticipantTokenViews(GameView):
    noun = "participants"

    @extend_schema(request=None, responses={201: TokenIssuedSerializer})
    @needs(Need.STAFF)
    def issue(self, _request: Request, **_where: Any) -> Response:
        """Give somebody a new token, as for a lost phone; an earlier one opens nothing more."""
        token = participants.issue_token(self.participant, self.at, by=self.by)
        person = StaffParticipantSerializer(self.participant).data
        return Response({"token": token, "participant": person}, status=201)

    def to_remember(self, body: Any) -> Any:
        return {**body, "token": None}

    def to_repeat(self, body: Any, at: datetime) -> Any:
        return {**body, "token": participants.issue_token(self.participant, at, by=self.by)}


class OwnViews(GameView):
    noun = "participants"

    @extend_schema(responses=OwnSerializer)
    @needs(Need.PARTICIPANT)
    def me(self, request: Request, **_where: Any) -> Response:
        """Your entry, every answer of yours, and your results of published rounds."""
        participant = cast(Participant, request.auth)
        answers = participant.answers.select_related("round").exclude(
            round__state=Round.State.CANCELLED
        )
        results = shown_results().filter(participant=participant)
        return Response(
            {
                "participant": StaffParticipantSerializer(participant).data,
                "answers": [receipt_of(answer) for answer in answers],
                "results": ResultSerializer(
                    results.filter(round__state=Round.State.PUBLISHED).order_by("round__number"),
                    many=True,
                ).data,
            }
        )


def shown_results() -> Any:
    """Results with what is told along with them."""
    return Result.objects.select_related("round", "participant", "play", "answer")


def serializer_for(view: GameView) -> type[ParticipantSerializer]:
    return StaffParticipantSerializer if view.role.is_staff else ParticipantSerializer
