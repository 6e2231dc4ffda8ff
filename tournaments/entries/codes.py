"""The codes by which people get in: typed or scanned once, then the phone has a token.

Players of a tournament have codes of their own, on paper. An evening has one for everybody, on the
wall; it is shorter than theirs and longer than Simultan's, so that none is taken for another.
"""

import base64

from django.utils.crypto import salted_hmac

from referee.errors import JoinCodeWrong
from referee.tokens import ENTRY, new_code, read_code
from tournaments.models import Entry, Tournament

CODE_LENGTH = 8
JOIN_CODE_LENGTH = 7
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


def new_join_code() -> str:
    """A code that leads to no evening yet."""
    while True:
        code = new_code(JOIN_CODE_LENGTH)
        if not Tournament.objects.filter(join_code=code).exists():
            return code


def evening_by_code(typed: str) -> Tournament | None:
    """The evening that a common code leads to, however it was typed; None if there is none."""
    return Tournament.objects.filter(join_code=read_code(typed)).first()


def find_evening(typed: str) -> Tournament:
    """The same. Raises JoinCodeWrong."""
    found = evening_by_code(typed)
    if found is None:
        raise JoinCodeWrong
    return found
