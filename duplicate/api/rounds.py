"""Rounds: drawing, and every step from opening to publishing."""

from collections.abc import Iterable
from functools import partial
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from duplicate.api.base import GameView
from duplicate.models import Round
from duplicate.selectors.finding import find_game
from duplicate.selectors.shown import shown_round
from duplicate.serializers.games import GameSerializer
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
from referee.access import Need, needs
from referee.api import read
from referee.events.api import round_step
from referee.views import Pages, versioned

#: A step without further words.
step = partial(round_step, answer=StaffRoundSerializer)


class RoundListViews(GameView):
    noun = "rounds"
    pagination_class = Pages

    @versioned(RoundSerializer(many=True))
    def list(self, _request: Request, **_where: Any) -> Response:
        """Every draw in order, those that went back too."""
        to_staff = self.role.is_staff
        serializer = StaffRoundSerializer if to_staff else RoundSerializer

        def show(page: Iterable[Round]) -> Any:
            shown = [shown_round(round, to_staff=to_staff) for round in page]
            return serializer(shown, many=True).data

        return self.page_shown(self.game.rounds.all(), show)

    @extend_schema(
        request=DrawSerializer, responses={201: StaffRoundSerializer, 200: GameOverSerializer}
    )
    @needs(Need.DIRECTOR)
    def draw(self, request: Request, **_where: Any) -> Response:
        """Draw the next round, or take down what a hand drew from a real bag.

        A draw by hand that goes back comes out as a cancelled round. Where nothing more can be
        drawn the game is over, and is told instead with status 200.
        """
        body = read(DrawSerializer, request)
        if "rack" in body:
            round = rounds.draw_by_hand(self.game, body["rack"], self.at, by=self.by)
            return self.show_round(round, status=201)
        drawn = rounds.draw_round(self.game, self.at, by=self.by)
        if drawn is None:
            return Response({"game": GameSerializer(find_game(self.game.pk)).data})
        return self.show_round(drawn, status=201)


class RoundViews(GameView):
    noun = "rounds"

    @versioned(RoundSerializer)
    def retrieve(self, _request: Request, **_where: Any) -> Response:
        """A round: the rack from its opening on, the best moves once it is published."""
        return self.show_round(self.round)

    @extend_schema(request=OpenSerializer, responses=StaffRoundSerializer)
    @needs(Need.DIRECTOR)
    def open(self, request: Request, **_where: Any) -> Response:
        """Show everybody the rack and let the time run."""
        body = read(OpenSerializer, request)
        return self.show_round(rounds.open_round(self.round, self.at, by=self.by, **body))

    pause = step(rounds.pause_round, doc="Stop the time; answers don't count until it runs again.")
    resume = step(rounds.resume_round, doc="Let the time that was left run on.")

    @extend_schema(request=SecondsSerializer, responses=StaffRoundSerializer)
    @needs(Need.DIRECTOR)
    def extend(self, request: Request, **_where: Any) -> Response:
        """Give more time."""
        seconds = read(SecondsSerializer, request)["seconds"]
        return self.show_round(rounds.extend_round(self.round, seconds, self.at, by=self.by))

    close = step(rounds.begin_closing, doc="End the time now.")

    @extend_schema(request=SecondsSerializer, responses=StaffRoundSerializer)
    @needs(Need.DIRECTOR)
    def reopen(self, request: Request, **_where: Any) -> Response:
        """Open a closed round once more, for so many seconds."""
        seconds = read(SecondsSerializer, request)["seconds"]
        return self.show_round(rounds.reopen_round(self.round, seconds, self.at, by=self.by))

    @extend_schema(request=CancelSerializer, responses=StaffRoundSerializer)
    @needs(Need.DIRECTOR)
    def cancel(self, request: Request, **_where: Any) -> Response:
        """Call the draw off: all tiles go back, and the round is drawn anew."""
        body = read(CancelSerializer, request)
        return self.show_round(rounds.cancel_round(self.round, self.at, by=self.by, **body))

    @extend_schema(request=ChoiceSerializer, responses=StaffRoundSerializer)
    @needs(Need.DIRECTOR)
    def reference(self, request: Request, **_where: Any) -> Response:
        """Choose which of the equally best moves is laid."""
        body = read(ChoiceSerializer, request)
        return self.show_round(
            rounds.choose_reference(
                self.round, body["coordinates"], body["word"], self.at, by=self.by
            )
        )

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
