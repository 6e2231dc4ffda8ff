"""The codes that players get on paper: typed or scanned once, then the phone has a token."""

import base64

from django.utils.crypto import salted_hmac

from referee.tokens import ENTRY, read_code
from tournaments.models import Entry

CODE_LENGTH = 8
TOKEN_BYTES = 24


def code_digest(code: str) -> str:
    """What is stored. With our secret in it: a code is short enough to be found by trying."""
    return salted_hmac("tournaments.code", code, algorithm="sha256").hexdigest()


def token_of(code: str) -> str:
    """The token that a code is exchanged for, always the same, so that several phones have it."""
    mac = salted_hmac("tournaments.token", code, algorithm="sha256").digest()
    return ENTRY + base64.urlsafe_b64encode(mac[:TOKEN_BYTES]).decode()


def entry_by_code(typed: str) -> Entry | None:
    """Whose code it is, however it was typed; None if it is nobody's."""
    return Entry.objects.filter(code_digest=code_digest(read_code(typed))).first()
