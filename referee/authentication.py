"""Who sends a request to the API: a token in the header `Authorization: Bearer …`, or a session."""

from typing import Any, ClassVar

from django.contrib.auth.models import AnonymousUser
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request

from referee.errors import TokenUnknown
from referee.events.models import Person
from referee.models import ApiToken
from referee.tokens import HOLDERS, digest

SCHEME = "Bearer"


def token_in(authorization: str) -> str:
    """The token that the header `Authorization` bears, or ''."""
    scheme, _, token = authorization.partition(" ")
    return token.strip() if scheme.lower() == SCHEME.lower() else ""


def bearer_token(request: Request) -> str:
    """The token sent along, or ''."""
    return token_in(request.headers.get("Authorization", ""))


class UserTokenAuthentication(BaseAuthentication):
    """A token of `referee.models.ApiToken` acts for its user; an unknown one is refused.

    Those of people who play are left to the app that issues them.
    """

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        token = bearer_token(request)
        if not token or token.startswith(HOLDERS):
            return None
        found = ApiToken.objects.select_related("user").filter(digest=digest(token)).first()
        if found is None or not found.user.is_active:
            raise TokenUnknown
        return found.user, found

    def authenticate_header(self, _request: Request) -> str:
        return SCHEME


class UserTokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = UserTokenAuthentication
    name = "user_token"

    def get_security_definition(self, _auto_schema: Any) -> dict[str, Any]:
        return bearer_scheme("The token of an account, `slu_…`, from `POST /api/v1/tokens/`.")


class PersonTokenAuthentication(BaseAuthentication):
    """For people who play and need no account: the token they hold says who they are.

    `request.auth` becomes the person. A subclass says whose tokens it knows, what these begin with
    (one of `referee.tokens.HOLDERS`), how an unknown one is refused, and what programs are told.
    """

    people: ClassVar[type[Person]]
    prefix: ClassVar[str]
    unknown: ClassVar[type[TokenUnknown]]
    scheme: ClassVar[str]
    description: ClassVar[str]

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        token = bearer_token(request)
        if not token.startswith(self.prefix):
            return None
        person = self.people._default_manager.filter(token_digest=digest(token)).first()
        if person is None:
            raise self.unknown
        return AnonymousUser(), person

    def authenticate_header(self, _request: Request) -> str:
        return SCHEME


class PersonTokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = PersonTokenAuthentication
    match_subclasses = True

    def __init__(self, target: PersonTokenAuthentication) -> None:
        super().__init__(target)  # type: ignore[no-untyped-call]
        self.name = target.scheme

    def get_security_definition(self, _auto_schema: Any) -> dict[str, Any]:
        return bearer_scheme(self.target.description)


def bearer_scheme(description: str) -> dict[str, Any]:
    """How the OpenAPI description tells of a kind of token."""
    return {"type": "http", "scheme": "bearer", "description": description}
