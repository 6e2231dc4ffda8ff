"""When a request reached the server: the moment by which a deadline judges it.

The edge (`referee.edge`) notes it in the ASGI scope, where nothing from outside can put it. Behind
our own proxy (settings.PROXY_STAMP) the proxy's stamp counts, as requests may queue in between.
"""

import re
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone

#: The proxy's header, as nginx writes it by `proxy_set_header X-Request-Start "t=${msec}"`.
HEADER = b"x-request-start"
#: No request waits longer between proxy and server: an older stamp is a mistake.
LONGEST = timedelta(seconds=60)

_STAMP = re.compile(rb"t=(\d{1,11}\.\d{3})")


def stamp(headers: Iterable[tuple[bytes, bytes]], now: datetime) -> datetime:
    """When a request was received that is read at `now`: the trusted proxy's stamp, else `now`.

    A stamp that is unreadable, given twice, from the future or older than a minute is passed over.
    """
    if not settings.PROXY_STAMP:
        return now
    stamps = [value for name, value in headers if name == HEADER]
    if len(stamps) != 1 or not (found := _STAMP.fullmatch(stamps[0])):
        return now
    stamped = datetime.fromtimestamp(float(found[1]), UTC)
    return stamped if now - LONGEST <= stamped <= now else now


def received_at(request: HttpRequest) -> datetime:
    """When `request` reached the server: the edge's stamp; without an edge before us, now."""
    scope = request.META.get("asgi.scope", {})
    moment: datetime = scope.get("received_at") or timezone.now()
    return moment
