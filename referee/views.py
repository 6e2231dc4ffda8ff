"""What the views of the API share: who asks and when, pages, versions, files."""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import cached_property, wraps
from typing import Any, cast

from django.db.models import QuerySet
from django.http import HttpResponse
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.pagination import LimitOffsetPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.viewsets import ViewSetMixin

from referee.access import Role
from referee.errors import JoinCodeWrong
from referee.idempotency import RepeatableWrites
from referee.models import User
from referee.receipt_time import received_at
from referee.throttles import EntryThrottle, count_wrong_entry

#: For the schema of what has an ETag.
IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match", str, OpenApiParameter.HEADER, description="The ETag of what you have."
)
NOT_MODIFIED = OpenApiResponse(description="You have it already.")
#: Answers that are files.
CSV = {(200, "text/csv"): OpenApiTypes.STR}
TEXT = {(200, "text/plain"): OpenApiTypes.STR}

View = Callable[..., Any]


class Pages(LimitOffsetPagination):
    default_limit = 50
    max_limit = 500


class ApiView(ViewSetMixin, RepeatableWrites):
    """A view of the API; `noun` groups its actions in the documentation."""

    noun: str

    @cached_property
    def at(self) -> datetime:
        """When the request was received."""
        return received_at(self.request._request)

    @property
    def by(self) -> User:
        """Who acts, where the action needs an account."""
        return cast(User, self.request.user)

    def page_of(
        self, rows: QuerySet[Any] | Sequence[Any], serializer: type[Serializer[Any]]
    ) -> Response:
        """One page of `rows`."""
        pages = Pages()
        page = pages.paginate_queryset(rows, self.request, view=self)
        return pages.get_paginated_response(serializer(page, many=True).data)


class EntranceView(ApiView):
    """A view that gives a token for a code. Guessing is held up, and no token is remembered."""

    throttle_classes = [EntryThrottle]

    def handle_exception(self, exc: Exception) -> Any:
        if isinstance(exc, JoinCodeWrong):
            count_wrong_entry(self.request)
        return super().handle_exception(exc)

    def to_remember(self, body: Any) -> Any:
        return {**body, "token": None}


class RoleView(ApiView):
    """A view under something that people have roles in, such as a game.

    `initial` finds out the sender's `role` before it lets the framework ask for permission.
    """

    role: Role
    #: The security scheme by which those who play there prove it.
    holder_scheme: str

    @property
    def version(self) -> int:
        """Changes with everything that the public may see."""
        raise NotImplementedError


def versioned(
    answer: Any, *parameters: OpenApiParameter, **described: Any
) -> Callable[[View], View]:
    """Make a method a read that answers `answer`, and describe it so.

    What the public sees gets an ETag by the view's `version`, and who has it already a 304. The
    staff see more, such as how many have answered, that has no version: they get none.
    """
    answers = answer if isinstance(answer, dict) else {200: answer}

    def decorate(get: View) -> View:
        @extend_schema(
            parameters=[IF_NONE_MATCH, *parameters],
            responses={**answers, 304: NOT_MODIFIED},
            **described,
        )
        @wraps(get)
        def respond(view: RoleView, request: Request, *args: Any, **kwargs: Any) -> Any:
            if view.role.is_staff:
                response = get(view, request, *args, **kwargs)
            else:
                etag = f'W/"{view.version}-{get_language()}"'
                response = conditional(request, etag, lambda: get(view, request, *args, **kwargs))
            return response

        return respond

    return decorate


def conditional(request: Request, etag: str, make: Callable[[], HttpResponse]) -> HttpResponse:
    """A 304 if the client has what `etag` names, else what `make` makes, with the ETag."""
    found = get_conditional_response(request._request, etag=etag)
    response = make() if found is None else found
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = "no-cache"
    patch_vary_headers(response, ["Authorization", "Cookie", "Accept-Language"])
    return response


def csv_file(text: str, name: str) -> HttpResponse:
    """A CSV file to be saved."""
    response = HttpResponse(text, content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return response
