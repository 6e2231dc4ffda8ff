"""Those who play: joining, entering, changing; and what they may know of themselves."""

from datetime import datetime
from typing import Any, cast

from django.http import HttpResponse
from django.utils.translation import get_language
from rest_framework.request import Request
from rest_framework.response import Response

from duplicate.api.base import GameView
from duplicate.models import Participant, Result, Round
from duplicate.selectors.answers import receipt_of
from duplicate.selectors.own import own_message
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
from duplicate.serializers.state import OwnMessageSerializer
from duplicate.services import participants
from duplicate.services.erasure import erase_participant
from referee.access import Need, needs
from referee.events.people import NewPerson
from referee.views import (
    Body,
    EntranceView,
    Pages,
    conditional,
    has_etag,
    reads,
    versioned,
    writes,
)


class JoinViews(EntranceView):
    noun = "participants"

    @writes(Need.EVERYBODY, JoinSerializer, {201: JoinedSerializer})
    def join(self, body: Body) -> Body:
        """Take part in a game by its code. The token tells who you are from then on.

        Where somebody is called like you, `already_entered` names them: say then which you are.
        Repeated with its key, the first token is replaced by a fresh one.
        """
        code = body.pop("code")
        with self.entering(code):
            participant, token = participants.join_game(code, at=self.at, **body)
        return {"token": token, "participant": participant, "game": participant.game}

    def renew(self, held: str, at: datetime) -> str:
        return participants.renew_token(held, at)


class ParticipantListViews(GameView):
    noun = "participants"
    pagination_class = Pages

    @versioned(ParticipantSerializer(many=True))
    def list(self, _request: Request, **_where: Any) -> Response:
        """Who plays, by number; the staff are told the member numbers too."""
        serializer = self.shown_as(ParticipantSerializer, StaffParticipantSerializer)
        return self.page_of(self.game.participants.select_related("merged_into"), serializer)

    @writes(Need.STAFF, NewParticipantSerializer, {201: StaffParticipantSerializer})
    def enter(self, body: Body, **_where: Any) -> Participant:
        """Enter somebody who plays on paper."""
        return participants.enter_participant(self.game, NewPerson(**body), self.at, by=self.by)


class ParticipantViews(GameView):
    noun = "participants"

    @versioned(ParticipantSerializer)
    def retrieve(self, _request: Request, **_where: Any) -> Response:
        """One of those who play."""
        serializer = self.shown_as(ParticipantSerializer, StaffParticipantSerializer)
        return Response(serializer(self.participant).data)

    @writes(Need.STAFF, PersonChangeSerializer, StaffParticipantSerializer)
    def change(self, body: Body, **_where: Any) -> Participant:
        """Correct what is given."""
        return participants.change_participant(self.participant, self.at, by=self.by, **body)

    @writes(Need.STAFF, None, StaffParticipantSerializer)
    def withdraw(self, **_where: Any) -> Participant:
        """They hand in nothing more; what they achieved stays."""
        return participants.withdraw_participant(self.participant, self.at, by=self.by)

    @writes(Need.DIRECTOR, None, StaffParticipantSerializer)
    def erase(self, **_where: Any) -> Participant:
        """Erase name, club, category and member number, from the log too; results stay."""
        return erase_participant(self.participant, self.at, by=self.by)

    @writes(Need.STAFF, None, StaffParticipantSerializer)
    def readmit(self, **_where: Any) -> Participant:
        """Let somebody who had withdrawn play again."""
        return participants.readmit_participant(self.participant, self.at, by=self.by)


class ParticipantTokenViews(GameView):
    noun = "participants"

    @writes(Need.STAFF, None, {201: TokenIssuedSerializer})
    def issue(self, **_where: Any) -> Body:
        """Give somebody a new token, as for a lost phone; an earlier one opens nothing more."""
        token = participants.issue_token(self.participant, self.at, by=self.by)
        return {"token": token, "participant": self.participant}

    def to_remember(self, body: Any) -> Any:
        return {**body, "token": None}

    def to_repeat(self, body: Any, at: datetime) -> Any:
        return {**body, "token": participants.issue_token(self.participant, at, by=self.by)}


class OwnViews(GameView):
    noun = "participants"

    @reads(Need.PARTICIPANT, OwnSerializer)
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

    @has_etag(OwnMessageSerializer)
    @needs(Need.PARTICIPANT)
    def own(self, request: Request, **_where: Any) -> HttpResponse:
        """What the last publication brought you: points, verdict, total, rank; in a few bytes.

        It is another one whenever `results` of the state is. Whoever follows `…/events/` and says
        who they are, by this token or the seat's cookie of a browser, is sent it as the event
        `own`: on connecting, if there is a result, and behind every state with other `results`.
        """
        participant = cast(Participant, request.auth)
        message = own_message(participant)
        etag = f'W/"{message["results"]}-{message["number"]}-{get_language()}"'
        return conditional(request, etag, lambda: Response(message))


def shown_results() -> Any:
    """Results with what is told along with them."""
    return Result.objects.select_related("round", "participant", "play", "answer")
