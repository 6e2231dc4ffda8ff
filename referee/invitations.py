"""How people are invited: a code, as a QR code and as an address to type."""

from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from referee.qr import qr_code

#: Phones can't reach the director's machine by these names.
ONLY_HERE = {"localhost", "127.0.0.1", "[::1]"}


def invitation(request: HttpRequest, code: str) -> dict[str, Any]:
    """What a template needs for it. The code is for the staff to show: only their pages have it."""
    return invitation_to(request, request.build_absolute_uri(reverse("join_code", args=[code])))


def invitation_to(request: HttpRequest, join_address: str) -> dict[str, Any]:
    """The same for any address that a phone is to open."""
    return {
        "join_address": join_address,
        "qr_code": qr_code(join_address),
        "address": request.get_host() + reverse("join"),
        "is_only_here": request.get_host().rsplit(":", 1)[0] in ONLY_HERE,
    }
