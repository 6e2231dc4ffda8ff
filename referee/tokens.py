"""Secrets handed out once: long random texts of which only the digest is kept."""

import hashlib
import secrets

#: What a token begins with tells whose it is before anybody looks it up.
USER, PARTICIPANT, ENTRY, INVITATION = "slu_", "slp_", "sle_", "sli_"
#: Those of people who play, and need no account for it.
HOLDERS = (PARTICIPANT, ENTRY)

#: What codes that people type are made of: no letter or digit that is easily taken for another.
CODE_ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"


def new_token(prefix: str) -> str:
    return prefix + secrets.token_urlsafe(24)


def new_code(length: int) -> str:
    return "".join(secrets.choice(CODE_ALPHABET) for _place in range(length))


def read_code(text: str) -> str:
    """A code however it was typed: in any case, with spaces, hyphens or whatever else."""
    return "".join(sign for sign in text.upper() if sign.isascii() and sign.isalnum())


def digest(token: str) -> str:
    """What is stored. The token has 192 random bits, so that no salt or slow hash is needed."""
    return hashlib.sha256(token.encode()).hexdigest()
