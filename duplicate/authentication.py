"""Participants need no account: the token they got on joining says who they are."""

from typing import Any

from django.contrib.auth.models import AnonymousUser
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request

from duplicate.errors import TokenUnknown
from duplicate.models import Participant
from referee.authentication import SCHEME, bearer_token
from referee.tokens import PARTICIPANT, digest


class ParticipantTokenAuthentication(BaseAuthentication):
    """`request.auth` becomes the participant; an unknown token is refused."""

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        token = bearer_token(request)
        if not token.startswith(PARTICIPANT):
            return None
        participant = Participant.objects.filter(token_digest=digest(token)).first()
        if participant is None:
            raise TokenUnknown
        return AnonymousUser(), participant

    def authenticate_header(self, _request: Request) -> str:
        return SCHEME


class ParticipantTokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = ParticipantTokenAuthentication
    name = "participant_token"

    def get_security_definition(self, _auto_schema: Any) -> dict[str, Any]:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "The token of a participant, `slp_…`, got on joining a game.",
        }
