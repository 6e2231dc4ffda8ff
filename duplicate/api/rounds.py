"""Rounds: drawing, and every step from opening to publishing."""

from collections.abc import Iterable
from functools import partial
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from duplicate.api.base import GameView
from duplicate.models import Round
from duplicate.selectors.desk import missing_in
from duplicate.selectors.finding import find_game
from duplicate.selectors.shown import shown_round
from duplicate.serializers.games import GameSerializer
from duplicate.serializers.participants import ParticipantSerializer
from duplicate.serializers.rounds import (
    CancelSerializer,
    ChoiceSerializer,
    DrawSerializer,
    GameOverSerializer,
    OpenSerializer,
    RoundSerializer,
    SecondsSerializer,
    StaffRoundSerializer,
)
from duplicate.services import rounds
from duplicate.services.rulings import revise_round
from referee.access import Need
from referee.events.api import round_step
from referee.views import Body, Pages, reads, versioned, writes

#: A step without further words.
step = partial(round_step, answer=StaffRoundSerializer)


class RoundListViews(GameView):
    noun = "rounds"
    pagination_class = Pages

    @versioned(RoundSerializer(many=True))
    def list(self, _request: Request, **_where: Any) -> Response:
        """Every draw in order, those that went back too."""
        to_staff = self.role.is_staff
        serializer = self.shown_as(RoundSerializer, StaffRoundSerializer)

        def show(page: Iterable[Round]) -> Any:
            shown = [shown_round(round, to_staff=to_staff) for round in page]
            return serializer(shown, many=True).data

        return self.page_shown(self.game.rounds.all(), show)

    @writes(Need.DIRECTOR, DrawSerializer, {201: StaffRoundSerializer, 200: GameOverSerializer})
    def draw(self, body: Body, **_where: Any) -> Response:
        """Draw the next round, or take down what a hand drew from a real bag.

        A draw by hand that goes back comes out as a cancelled round. Where nothing more can be
        drawn the game is over, and is told instead with status 200.
        """
        if "rack" in body:
            round = rounds.draw_by_hand(self.game, body["rack"], self.at, by=self.by)
            return self.show_round(round, status=201)
        drawn = rounds.draw_round(self.game, self.at, by=self.by)
        if drawn is None:
            return Response({"game": GameSerializer(find_game(self.game.pk)).data})
        return self.show_round(drawn, status=201)


class MissingViews(GameView):
    noun = "rounds"
    pagination_class = Pages

    @reads(Need.STAFF, ParticipantSerializer(many=True))
    def missing(self, _request: Request, **_where: Any) -> Response:
        """Who plays and has handed in nothing that counts, online or on paper, by number."""
        return self.page_of(missing_in(self.round), ParticipantSerializer)


class RoundViews(GameView):
    noun = "rounds"

    @versioned(RoundSerializer)
    def retrieve(self, _request: Request, **_where: Any) -> Response:
        """A round: the rack from its opening on, the best moves once it is published."""
        return self.show_round(self.round)

    @writes(Need.DIRECTOR, OpenSerializer, StaffRoundSerializer)
    def open(self, body: Body, **_where: Any) -> Response:
        """Show everybody the rack and let the time run."""
        return self.show_round(rounds.open_round(self.round, self.at, by=self.by, **body))

    pause = step(rounds.pause_round, doc="Stop the time; answers don't count until it runs again.")
    resume = step(rounds.resume_round, doc="Let the time that was left run on.")

    @writes(Need.DIRECTOR, SecondsSerializer, StaffRoundSerializer)
    def extend(self, body: Body, **_where: Any) -> Response:
        """Give more time."""
        return self.show_round(rounds.extend_round(self.round, at=self.at, by=self.by, **body))

    close = step(rounds.begin_closing, doc="End the time now.")

    @writes(Need.DIRECTOR, SecondsSerializer, StaffRoundSerializer)
    def reopen(self, body: Body, **_where: Any) -> Response:
        """Open a closed round once more, for so many seconds."""
        return self.show_round(rounds.reopen_round(self.round, at=self.at, by=self.by, **body))

    @writes(Need.DIRECTOR, CancelSerializer, StaffRoundSerializer)
    def cancel(self, body: Body, **_where: Any) -> Response:
        """Call the draw off: all tiles go back, and the round is drawn anew."""
        return self.show_round(rounds.cancel_round(self.round, self.at, by=self.by, **body))

    @writes(Need.DIRECTOR, ChoiceSerializer, StaffRoundSerializer)
    def reference(self, body: Body, **_where: Any) -> Response:
        """Choose which of the equally best moves is laid."""
        return self.show_round(rounds.choose_reference(self.round, at=self.at, by=self.by, **body))

    publish = step(
        rounds.publish_round, doc="Tell everybody the best move and the results, and lay the move."
    )
    retract = step(
        rounds.retract_publication,
        doc="Take the last publication back, as long as the next round is not open.",
    )
    revise = step(
        revise_round, doc="Let the rulings in force change the results of a published round."
    )
