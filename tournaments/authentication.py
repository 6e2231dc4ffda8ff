"""Players need no account: the token they got for their printed code says who they are."""

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension

from referee.authentication import HolderTokenAuthentication, bearer_scheme
from referee.tokens import ENTRY
from tournaments.errors import TokenUnknown
from tournaments.models import Entry


class EntryTokenAuthentication(HolderTokenAuthentication):
    prefix = ENTRY
    unknown = TokenUnknown

    def find(self, token_digest: str) -> Entry | None:
        return Entry.objects.filter(token_digest=token_digest).first()


class EntryTokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = EntryTokenAuthentication
    name = "entry_token"

    def get_security_definition(self, _auto_schema: Any) -> dict[str, Any]:
        return bearer_scheme("The token of a tournament's player, `sle_…`, got for a code.")
