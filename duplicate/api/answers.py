"""Answers: handed in by participants, typed from slips by the staff, judged, credited."""

from typing import Any, cast

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from duplicate.answer_pace import demand_pace
from duplicate.api.base import GameView
from duplicate.api.participants import shown_results
from duplicate.errors import AnswerMissing, WrongRoundState
from duplicate.models import Answer, Participant, Round
from duplicate.permissions import demand_named, demand_published
from duplicate.selectors.answers import answers_in_force, receipt_of
from duplicate.selectors.finding import find_participant
from duplicate.selectors.plays import PlayFilter, Verdict, plays_of
from duplicate.selectors.slips import checks_for, slips_for
from duplicate.serializers.participants import (
    CheckSerializer,
    NewSlipSerializer,
    ReceiptSerializer,
    ResultSerializer,
    SettleSerializer,
    SlipSerializer,
    WrittenMoveSerializer,
)
from duplicate.serializers.rounds import PlaySerializer
from duplicate.services.answers import IncomingAnswer, record_answer, record_slip, settle_slip
from duplicate.written_answer import read_answer
from referee.access import Need, needs
from referee.events.selectors import MOST_DIGITS
from referee.idempotency import HEADER, read_key
from referee.views import Body, Pages, choice_in, read_object, reads, versioned, whole_in, writes

VERDICT = OpenApiParameter(
    "verdict", str, enum=list(Verdict), description="Only those; invalid leaves out doubtful ones."
)
WORD = OpenApiParameter("word", str, description="Only those in whose words it occurs.")
PARTICIPANT = OpenApiParameter("participant", int, description="Only what this number handed in.")


class AnswerViews(GameView):
    noun = "answers"
    #: The key is kept with the answer itself.
    remembers = False

    @reads(Need.PARTICIPANT, ReceiptSerializer)
    def retrieve(self, request: Request, **_where: Any) -> Response:
        """Your answer that counts: the last one received in time."""
        participant = cast(Participant, request.auth)
        answers = answers_in_force(self.round).filter(participant=participant)
        answer = answers.select_related("round").last()
        if answer is None:
            raise AnswerMissing
        return Response(receipt_of(answer))

    @extend_schema(request=WrittenMoveSerializer, responses={201: ReceiptSerializer})
    @needs(Need.PARTICIPANT)
    def hand_in(self, request: Request, **_where: Any) -> Response:
        """Hand in a move. The last one received in time counts; a late one is kept as late.

        `H4-H9`, `H4` or `4H` (across or down as the word's rules have it), blanks in lower case.
        Nothing in the answer tells whether the word is admissible or what it brings. Thirty may
        come at once for a round, then one a second; a 429 keeps nothing and says when to return.
        """
        # Behind the edge `duplicate.intake` answers; this describes it, and is all that WSGI has.
        token = cast(Participant, request.auth).token_digest or ""
        demand_pace(token, self.game.pk, self.kwargs["number"])
        incoming = IncomingAnswer(
            token_digest=token,
            game_id=self.game.pk,
            round_number=self.kwargs["number"],
            received_at=self.at,
            written=read_answer(read_object(request)),
            key=read_key(request.headers.get(HEADER, "")),
        )
        return Response(receipt_of(record_answer(incoming)), status=201)


class SlipViews(GameView):
    noun = "answers"
    pagination_class = Pages

    @reads(Need.STAFF, SlipSerializer(many=True))
    def list(self, _request: Request, **_where: Any) -> Response:
        """The slips typed so far, every version.

        With double entry only one's own; for directors also those that two people have typed.
        """
        return self.page_of(slips_for(self.round, self.by, self.role), SlipSerializer)

    @writes(Need.STAFF, NewSlipSerializer, {201: SlipSerializer})
    def enter(self, body: Body, **_where: Any) -> Answer:
        """Type what a slip says, as it stands there. It counts whenever it is typed, unless late.

        Judging says what move it means, or why it means none. A new version takes the place of
        those typed before, also if it is marked as late.
        """
        points, text = body.pop("points"), body.pop("written_points")
        return record_slip(
            self.round,
            find_participant(self.game, body.pop("number")),
            points=text if points is None and text else points,
            at=self.at,
            by=self.by,
            **body,
        )


class SlipCheckViews(GameView):
    noun = "slips"

    @reads(Need.STAFF, CheckSerializer(many=True))
    def list(self, _request: Request, **_where: Any) -> Response:
        """How far the slips were typed by two people, by number.

        With double entry those that differ hold up the publication until a director settles them.
        """
        return Response(CheckSerializer(checks_for(self.round, self.role), many=True).data)

    @writes(Need.DIRECTOR, SettleSerializer, {201: SlipSerializer})
    def settle(self, body: Body, **_where: Any) -> Answer:
        """Decide which of the versions that differ is what stands on the slip."""
        return settle_slip(self.round, body["slip"], self.at, by=self.by)


class PlayViews(GameView):
    noun = "rounds"
    pagination_class = Pages

    @versioned(PlaySerializer(many=True), VERDICT, WORD, PARTICIPANT)
    def plays(self, request: Request, **_where: Any) -> Response:
        """Every different move handed in, with its verdict, the best first; no names.

        For the staff once the round is judged, for everybody once it is published. Who gave it
        (`participant`) can be asked when nothing is doubtful any more.
        """
        demand_published(self.round, self.role)
        demand_judged(self.round)
        verdict = choice_in(request, "verdict", list(Verdict))
        number = whole_in(request, "participant", MOST_DIGITS)
        if number is not None:
            demand_named(self.round)
        only = PlayFilter(
            Verdict(verdict) if verdict else None,
            request.query_params.get("word", ""),
            None if number is None else self.game.participants.filter(number=number),
        )
        return self.page_of(plays_of(self.round, only), PlaySerializer)

    @versioned(ResultSerializer(many=True))
    def results(self, _request: Request, **_where: Any) -> Response:
        """What everybody is credited, by number.

        For the staff once the round is judged and nothing doubtful any more, for everybody once
        it is published.
        """
        demand_published(self.round, self.role)
        demand_judged(self.round)
        demand_named(self.round)
        results = shown_results().filter(round=self.round).order_by("participant__number")
        return self.page_of(results, ResultSerializer)


def demand_judged(round: Round) -> None:
    """Raises WrongRoundState before the round is judged."""
    needed = [Round.State.JUDGED, Round.State.PUBLISHED]
    if round.state not in needed:
        raise WrongRoundState(number=round.number, state=round.state, needed=needed)
