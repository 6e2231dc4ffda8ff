"""Limits by the address of the client. A whole hall may sit behind one address.

So whoever does it right is hardly held up, and whoever guesses wrong codes or passwords soon is.
The counts are in Django's cache; where that can't be reached, nobody is held up.
"""

import logging
from ipaddress import IPv6Address, IPv6Network
from typing import cast

import redis
from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from referee.errors import Refused

log = logging.getLogger(__name__)

MINUTE = 60


class HeldUp(Refused):
    """An address that tried too often; pages say it so, the API by the framework's own error."""

    code = "throttled"
    status = 429
    message = _("Von hier kamen zu viele Versuche. Warte eine Minute.")


def client_address(request: HttpRequest | Request) -> str:
    """Where the request comes from: as our own proxy says, or as the connection does.

    Of IPv6 it is the network, as whoever has one address of it has them all.
    """
    address = BaseThrottle().get_ident(cast(Request, request))  # all it needs are the headers
    try:
        sixth = IPv6Address(address)
    except ValueError:
        return address
    return str(sixth.ipv4_mapped or IPv6Network((sixth, 64), strict=False))


def demand_entry(request: HttpRequest) -> None:
    """For a page by which one gets in. Raises HeldUp as `EntryThrottle` would."""
    if not _may_enter(request):
        raise HeldUp


class EntryThrottle(BaseThrottle):
    """Holds up an address that tries to get in too often, or wrongly too often, in a minute."""

    def allow_request(self, request: Request, _view: APIView) -> bool:
        return request.method != "POST" or _may_enter(request)

    def wait(self) -> int:
        return MINUTE


def _may_enter(request: HttpRequest | Request) -> bool:
    return (
        _count(f"wrong {client_address(request)}", 0) < settings.WRONG_ENTRIES_A_MINUTE
        and _count(f"entry {client_address(request)}", 1) <= settings.ENTRIES_A_MINUTE
    )


def count_wrong_entry(request: HttpRequest | Request) -> None:
    """To be called when a code or password was wrong."""
    _count(f"wrong {client_address(request)}", 1)


def _count(name: str, step: int) -> int:
    """Add `step` to what was counted since the minute of the first one began."""
    key = f"throttle.{name.replace(' ', '.')}"
    try:
        cache.add(key, 0, MINUTE)
        return cache.incr(key, step)
    except ValueError:  # the minute ended between the two
        return step
    except redis.RedisError as fault:
        log.warning("not throttled: %s", fault)
        return 0
