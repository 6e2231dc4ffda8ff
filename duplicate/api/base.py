"""What the views of a game share: the game, who asks, versions, pages."""

from collections.abc import Callable
from functools import cached_property, wraps
from typing import Any, cast
from uuid import UUID

from django.db.models import QuerySet
from django.http import HttpResponse
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework.pagination import LimitOffsetPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.viewsets import ViewSetMixin

from duplicate.errors import GameMissing, ParticipantMissing
from duplicate.models import Game, Participant, Round
from duplicate.permissions import GameRoles, role_of
from duplicate.selectors.rounds import living_round
from duplicate.selectors.shown import shown_round
from duplicate.serializers.rounds import RoundSerializer, StaffRoundSerializer
from referee.idempotency import RepeatableWrites
from referee.models import User
from referee.receipt import received_at

#: For the schema of what has an ETag.
IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match", str, OpenApiParameter.HEADER, description="The ETag of what you have."
)
NOT_MODIFIED = OpenApiResponse(description="You have it already.")


class Pages(LimitOffsetPagination):
    default_limit = 50
    max_limit = 500


class DuplicateView(ViewSetMixin, RepeatableWrites):
    """A view of the API; `noun` groups its actions in the documentation."""

    noun: str

    @cached_property
    def at(self) -> Any:
        """When the request was received."""
        return received_at(self.request._request)

    @property
    def by(self) -> User:
        """Who acts, where the action needs an account."""
        return cast(User, self.request.user)

    def page_of(self, rows: QuerySet[Any], serializer: type[Serializer[Any]]) -> Response:
        """One page of `rows`."""
        pages = Pages()
        page = pages.paginate_queryset(rows, self.request, view=self)
        return pages.get_paginated_response(serializer(page, many=True).data)


class GameView(DuplicateView):
    """A view under one game. What else the address names is looked up by the action itself, so
    that a write repeated with its key is answered even if that is gone."""

    permission_classes = [GameRoles]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        self.game = find_game(kwargs["game"])
        self.role = role_of(request, self.game)
        super().initial(request, *args, **kwargs)

    @cached_property
    def round(self) -> Round:
        """The living round that the address names. Raises RoundMissing."""
        return living_round(self.game, self.kwargs["number"])

    @cached_property
    def participant(self) -> Participant:
        """The participant that the address names. Raises ParticipantMissing."""
        return find_participant(self.game, self.kwargs["participant"])

    def show_round(self, round: Round, status: int = 200) -> Response:
        to_staff = self.role.is_staff
        serializer = StaffRoundSerializer if to_staff else RoundSerializer
        return Response(serializer(shown_round(round, to_staff=to_staff)).data, status=status)


def find_game(pk: UUID) -> Game:
    """Raises GameMissing."""
    try:
        return Game.objects.get(pk=pk)
    except Game.DoesNotExist:
        raise GameMissing from None


def find_participant(game: Game, number: int) -> Participant:
    """Raises ParticipantMissing."""
    try:
        return game.participants.get(number=number)
    except Participant.DoesNotExist:
        raise ParticipantMissing(number=number) from None


def csv_file(text: str, name: str) -> HttpResponse:
    """A CSV file to be saved."""
    response = HttpResponse(text, content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return response


View = Callable[..., Any]


def versioned(get: View) -> View:
    """Give what the public sees of a game an ETag, and a 304 to who has it already.

    The staff see more, such as how many have answered, that has no version: they get none.
    """

    @wraps(get)
    def respond(view: GameView, request: Request, *args: Any, **kwargs: Any) -> Any:
        if view.role.is_staff:
            response = get(view, request, *args, **kwargs)
        else:
            etag = f'W/"{view.game.log_length}-{get_language()}"'
            response = conditional(request, etag, lambda: get(view, request, *args, **kwargs))
        return response

    return respond


def conditional(request: Request, etag: str, make: Callable[[], HttpResponse]) -> HttpResponse:
    """A 304 if the client has what `etag` names, else what `make` makes, with the ETag."""
    found = get_conditional_response(request._request, etag=etag)
    response = make() if found is None else found
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = "no-cache"
    patch_vary_headers(response, ["Authorization", "Cookie", "Accept-Language"])
    return response
