"""What the views of the API share: who asks and when, pages, versions, files."""

from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from functools import cached_property, wraps
from http import HTTPStatus
from typing import Any, TypeVar, cast

from django.db.models import QuerySet
from django.http import HttpResponse
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.pagination import LimitOffsetPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.viewsets import ViewSetMixin

from referee.access import Need, Role, needs
from referee.errors import Invalid
from referee.idempotency import RepeatableWrites
from referee.models import User
from referee.receipt_time import received_at
from referee.throttles import Purpose, entering
from referee.tokens import digest

#: For the schema of what has an ETag.
IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match", str, OpenApiParameter.HEADER, description="The ETag of what you have."
)
#: By which field the digest of a token is remembered.
HELD = "token_digest"
NOT_MODIFIED = OpenApiResponse(description="You have it already.")
#: Answers that are files.
CSV = {(200, "text/csv"): OpenApiTypes.STR}
TEXT = {(200, "text/plain"): OpenApiTypes.STR}

View = Callable[..., Any]
ASerializer = TypeVar("ASerializer", bound=Serializer[Any])
#: What was sent, as a serializer has read it.
Body = dict[str, Any]


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
        return self.page_shown(rows, lambda page: serializer(page, many=True).data)

    def page_shown(
        self, rows: QuerySet[Any] | Sequence[Any], show: Callable[[list[Any]], Any] = list
    ) -> Response:
        """One page of `rows`, as `show` writes it."""
        pages = Pages()
        page = pages.paginate_queryset(rows, self.request, view=self) or []
        return pages.get_paginated_response(show(page))


class EntranceView(ApiView):
    """A view that gives a token for a code. Guessing is held up, and no token is remembered.

    What is remembered is its digest: a repetition brings a fresh one (`renew`) only to whose seat
    it still is.
    """

    purpose = Purpose.JOIN

    def entering(self, code: str) -> AbstractContextManager[None]:
        """For what looks the code up (see `referee.throttles`)."""
        return entering(self.request, self.purpose, code)

    def renew(self, _held: str, _at: datetime) -> str | None:
        """A fresh token in the place of the one with that digest; None for none.

        Raises TokenUnknown once it opens nothing any more.
        """
        return None

    def to_remember(self, body: Any) -> Any:
        return {**body, "token": None, HELD: digest(body["token"] or "")}

    def to_repeat(self, body: Any, at: datetime) -> Any:
        shown = {field: told for field, told in body.items() if field != HELD}
        return {**shown, "token": self.renew(body.get(HELD, ""), at)}


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

    def shown_as(self, everybody: type[ASerializer], staff: type[ASerializer]) -> type[ASerializer]:
        """How whoever asks is shown something."""
        return staff if self.role.is_staff else everybody

    def glance(self, public_state: Callable[[], Any]) -> HttpResponse:
        """What everybody may see at a glance, the staff too: with an ETag and our clock's time."""
        etag = f'W/"{self.version}"'
        response = conditional(self.request, etag, lambda: Response(public_state()))
        response.headers["Server-Time"] = f"{timezone.now().timestamp() * 1000:.0f}"
        return response


def has_etag(
    answer: Any, *parameters: OpenApiParameter, **described: Any
) -> Callable[[View], View]:
    """Describe a read that answers `answer` with an ETag, and 304 to those who have it already."""
    answers = answer if isinstance(answer, dict) else {200: answer}
    return extend_schema(
        parameters=[IF_NONE_MATCH, *parameters],
        responses={**answers, 304: NOT_MODIFIED},
        **described,
    )


def versioned(
    answer: Any, *parameters: OpenApiParameter, **described: Any
) -> Callable[[View], View]:
    """Make a method a read that answers `answer`, and describe it so.

    What the public sees gets an ETag by the view's `version`, and who has it already a 304. The
    staff see more, such as how many have answered, that has no version: they get none.
    """

    def decorate(get: View) -> View:
        @has_etag(answer, *parameters, **described)
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


def reads(need: Need, answer: Any, **described: Any) -> Callable[[View], View]:
    """Make a method a read for those only that answers `answer`, and describe it so."""
    return lambda get: extend_schema(responses=answer, **described)(needs(need)(get))


def writes(
    need: Need, body: type[Serializer[Any]] | None, answer: Any = None, **described: Any
) -> Callable[[View], View]:
    """Make a method a write for those only, and describe it so.

    It gets what was sent as `body` reads it, and returns what `answer` writes: a serializer, or one
    under its status; nothing, with 204. Where there is another answer, it returns the response.
    """
    answers = answer if isinstance(answer, dict) else {200 if answer else 204: answer}
    [(status, written), *_others] = answers.items()

    def decorate(act: View) -> View:
        @extend_schema(request=body, responses=answer or answers, **described)
        @needs(need)
        @wraps(act)
        def respond(view: ApiView, request: Request, *args: Any, **kwargs: Any) -> Any:
            sent = [read(body, request)] if body else []
            done = act(view, *sent, *args, **kwargs)
            if isinstance(done, Response):
                return done
            return Response(written and written(done).data, status=status)

        return respond

    return decorate


def read(serializer: type[Serializer[Any]], request: Request) -> Body:
    """The body of `request` as `serializer` has it. Raises ValidationError."""
    body = serializer(data=request.data)
    body.is_valid(raise_exception=True)
    validated: Body = body.validated_data
    return validated


def read_object(request: Request) -> Body:
    """The body of `request`, a JSON object. Raises Invalid."""
    body = request.data
    if not isinstance(body, dict):
        raise Invalid(field="", problem=_("Richtig ist ein JSON-Objekt."))
    return body


def conditional(request: Request, etag: str, make: Callable[[], HttpResponse]) -> HttpResponse:
    """A 304 if the client has what `etag` names, else what `make` makes, with the ETag."""
    found = get_conditional_response(request._request, etag=etag)
    response = make() if found is None else found
    if response.status_code == HTTPStatus.ACCEPTED:  # it is not made yet, so nobody has it
        return response
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = "no-cache"
    patch_vary_headers(response, ["Authorization", "Cookie", "Accept-Language"])
    return response


def after_round(name: str) -> OpenApiParameter:
    """By which the standings are asked for as they were."""
    number = {"type": "integer", "minimum": 1, "maximum": 9999}
    return OpenApiParameter(name, number, description="As they stood after that round.")


def choice_in(request: Request, name: str, choices: Collection[str], usual: str = "") -> str:
    """What the address asks for by that name, or the `usual`. Raises Invalid."""
    asked = request.query_params.get(name, "") or usual
    if asked and asked not in choices:
        problem = _("Richtig ist: {choices}.").format(choices=", ".join(choices))
        raise Invalid(field=name, problem=problem)
    return asked


def whole_in(request: Request, name: str, digits: int) -> int | None:
    """The whole number, of so many digits at most, that the address asks for. Raises Invalid."""
    text = request.query_params.get(name, "")
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= digits):
        raise Invalid(field=name, problem=_("Richtig ist eine ganze Zahl."))
    return int(text)


def csv_file(text: str, name: str) -> HttpResponse:
    """A CSV file to be saved."""
    response = HttpResponse(text, content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return response
