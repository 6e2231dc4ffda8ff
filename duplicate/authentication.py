"""Participants need no account: the token they got on joining says who they are."""

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension

from duplicate.errors import TokenUnknown
from duplicate.models import Participant
from referee.authentication import HolderTokenAuthentication, bearer_scheme
from referee.tokens import PARTICIPANT


class ParticipantTokenAuthentication(HolderTokenAuthentication):
    prefix = PARTICIPANT
    unknown = TokenUnknown

    def find(self, token_digest: str) -> Participant | None:
        return Participant.objects.filter(token_digest=token_digest).first()


class ParticipantTokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = ParticipantTokenAuthentication
    name = "participant_token"

    def get_security_definition(self, _auto_schema: Any) -> dict[str, Any]:
        return bearer_scheme("The token of a participant, `slp_…`, got on joining a game.")
