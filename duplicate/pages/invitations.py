"""How people are invited to a game: its code, as a QR code and as an address to type."""

from typing import Any

from django.urls import reverse

from duplicate.pages.visits import Visit
from duplicate.qr import qr_code

#: Phones can't reach the director's machine by these names.
ONLY_HERE = {"localhost", "127.0.0.1", "[::1]"}


def invitation(visit: Visit) -> dict[str, Any]:
    """What a template needs for it. The code is for the staff to show: only their pages have it."""
    request = visit.request
    join_address = request.build_absolute_uri(reverse("join_code", args=[visit.game.join_code]))
    return {
        "join_address": join_address,
        "qr_code": qr_code(join_address),
        "address": request.get_host() + reverse("join"),
        "is_only_here": request.get_host().rsplit(":", 1)[0] in ONLY_HERE,
    }
