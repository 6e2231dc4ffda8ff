"""Games: create, list, change, start, end; their staff; what everybody sees at a glance."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from duplicate.api.base import GameView
from duplicate.models import Game
from duplicate.options import Options
from duplicate.selectors.finding import game_like
from duplicate.selectors.state import public_state
from duplicate.serializers.games import (
    BreakSerializer,
    GameChangeSerializer,
    GameSerializer,
    HallPartSerializer,
    NewGameSerializer,
    NoticeSerializer,
    StaffGameSerializer,
    StartSerializer,
)
from duplicate.serializers.state import StateSerializer
from duplicate.services import games, notices, pace
from duplicate.services.deletion import delete_game
from referee.access import AccountsOnly, Need
from referee.events import api as events_api
from referee.events.api import ARCHIVED, OWN, asked_events, describe_staff
from referee.events.serializers import DeletionSerializer, StaffSerializer
from referee.views import (
    ApiView,
    Body,
    Pages,
    choice_in,
    has_etag,
    versioned,
    writes,
)

STATE = OpenApiParameter("state", str, enum=Game.State.values, description="Only those.")


class GameListViews(ApiView):
    noun = "games"
    permission_classes = [AccountsOnly]
    pagination_class = Pages

    @extend_schema(parameters=[STATE, OWN, ARCHIVED], responses=GameSerializer(many=True))
    def list(self, request: Request) -> Response:
        """The listed games, or your own, the newest first."""
        found = asked_events(request, Game.objects.all())
        if state := choice_in(request, "state", Game.State.values):
            found = found.filter(state=state)
        return self.page_of(found, GameSerializer)

    @writes(Need.ACCOUNT, NewGameSerializer, {201: StaffGameSerializer})
    def create(self, body: Body) -> Game:
        """Create a game and become its director."""
        like = body.pop("like", None)
        base = game_like(like, self.by).options if like else Options()
        if like:
            body.setdefault("options", {})
        return games.create_game(by=self.by, at=self.at, **_with_options(body, base))


class GameViews(GameView):
    noun = "games"

    @versioned(GameSerializer)
    def retrieve(self, _request: Request, **_where: Any) -> Response:
        """A game; its staff are told the code for joining too."""
        return Response(self.shown_as(GameSerializer, StaffGameSerializer)(self.game).data)

    @writes(Need.DIRECTOR, GameChangeSerializer, StaffGameSerializer)
    def change(self, body: Body, **_where: Any) -> Game:
        """Change name and listing at any time, options and start before the game has begun."""
        body = _with_options(body, self.game.options)
        return games.change_game(self.game, self.at, by=self.by, **body)

    @writes(Need.DIRECTOR, DeletionSerializer)
    def delete(self, body: Body, **_where: Any) -> None:
        """Delete a test, or a game in which nothing was published; not while it is running."""
        delete_game(self.game, body["name"], self.at, by=self.by)

    @writes(Need.DIRECTOR, HallPartSerializer, StaffGameSerializer)
    def hall_part(self, body: Body, **_where: Any) -> Game:
        """Fix what the hall called out: all racks follow from it and the seed. Only once."""
        return games.give_hall_part(self.game, body["hall_part"], self.at, by=self.by)

    @writes(Need.DIRECTOR, StartSerializer, StaffGameSerializer)
    def start(self, body: Body, **_where: Any) -> Game:
        """Begin: from now on options, lexicon, seed and the part of the hall are fixed."""
        return games.start_game(self.game, self.at, by=self.by, **body)

    @writes(Need.DIRECTOR, None, StaffGameSerializer)
    def end(self, **_where: Any) -> Game:
        """End the game and reveal its seed; not while a round is being played."""
        return games.end_game(self.game, self.at, by=self.by)

    @writes(Need.DIRECTOR, None, StaffGameSerializer)
    def hold(self, **_where: Any) -> Game:
        """Let an automatic game draw no further round until it is released."""
        return pace.hold_game(self.game, self.at, by=self.by)

    @writes(Need.DIRECTOR, None, StaffGameSerializer)
    def release(self, **_where: Any) -> Game:
        """Let a held game go on by itself."""
        return pace.release_game(self.game, self.at, by=self.by)

    @writes(Need.DIRECTOR, NoticeSerializer, StaffGameSerializer)
    def tell(self, body: Body, **_where: Any) -> Game:
        """Tell everybody who follows the game, in place of what was told before."""
        return notices.write_notice(self.game, at=self.at, by=self.by, **body)

    @writes(Need.DIRECTOR, None, {200: StaffGameSerializer})
    def take_back(self, **_where: Any) -> Game:
        """Tell nothing any more."""
        return notices.take_back_notice(self.game, self.at, by=self.by)

    @writes(Need.DIRECTOR, BreakSerializer, StaffGameSerializer)
    def begin_break(self, body: Body, **_where: Any) -> Game:
        """Tell everybody how long the break is; an automatic game draws no round before its end."""
        return notices.begin_break(self.game, self.at, by=self.by, **body)

    @writes(Need.DIRECTOR, None, {200: StaffGameSerializer})
    def end_break(self, **_where: Any) -> Game:
        """Let the game go on."""
        return notices.end_break(self.game, self.at, by=self.by)

    @has_etag(StateSerializer)
    def state(self, _request: Request, **_where: Any) -> HttpResponse:
        """What everybody may see at a glance; poll it, or follow the stream.

        The header `Server-Time` says what the server's clock shows. `…/events/` sends the same as
        server-sent events after every change: `id` is the version, `event` what happened, `data`
        this object; the first event, and the first after a lost connection, is `state`.
        """
        return self.glance(lambda: public_state(self.game))


@describe_staff("Who runs the game.")
class StaffViews(events_api.StaffViews, GameView):
    noun = "staff"
    written_as = StaffSerializer


class InvitationViews(events_api.InvitationViews, GameView):
    noun = "invitations"


def _with_options(body: Body, base: Options) -> Body:
    """Those that are sent change the others. Raises Invalid."""
    return body | {"options": base.changed(body["options"])} if "options" in body else body
