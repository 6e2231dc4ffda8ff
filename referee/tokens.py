"""Secrets handed out once: long random texts of which only the digest is kept."""

import hashlib
import secrets

#: What a token begins with tells whose it is before anybody looks it up.
USER, PARTICIPANT = "slu_", "slp_"


def new_token(prefix: str) -> str:
    return prefix + secrets.token_urlsafe(24)


def digest(token: str) -> str:
    """What is stored. The token has 192 random bits, so that no salt or slow hash is needed."""
    return hashlib.sha256(token.encode()).hexdigest()
