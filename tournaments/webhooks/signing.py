"""How a webhook's message is signed, so that whoever gets it knows it is ours (docs/webhooks.md).

The signature covers the moment of sending: an old message can't be sent again by somebody else.
"""

import hashlib
import hmac
from collections.abc import Mapping

SIGNATURE, TIMESTAMP = "Spielleiter-Signature", "Spielleiter-Timestamp"
EVENT, DELIVERY = "Spielleiter-Event", "Spielleiter-Delivery"
VERSION = "v1"


def sign(secret: str, timestamp: int, body: bytes) -> str:
    """The signature of `body`, sent at `timestamp` (seconds since 1970)."""
    signed = f"{timestamp}.".encode() + body
    return f"{VERSION}={hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()}"


def headers_of(
    secret: str, *, event: str, delivery: int, timestamp: int, body: bytes
) -> Mapping[str, str]:
    """What goes with `body`: what it is about, its number, and the signature."""
    return {
        EVENT: event,
        DELIVERY: str(delivery),
        TIMESTAMP: str(timestamp),
        SIGNATURE: sign(secret, timestamp, body),
    }
