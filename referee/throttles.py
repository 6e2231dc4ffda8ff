"""Guessing codes and passwords is held up; whoever has the right one hardly ever is.

A whole hall may sit behind one address, and one phone of it may guess. So wrong tries are counted
by purpose, and by what was tried: codes and passwords apart, passwords by the name they are for,
and a code that was right from an address stays so. docs/operations.md has the figures, and why.
Each web process counts for itself, so that all of it holds whether or not Redis is there.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from ipaddress import IPv6Address, IPv6Network
from secrets import token_hex
from typing import cast

from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from referee.errors import JoinCodeWrong, Refused, TooOften
from referee.models import User
from referee.rates import Counts, Rate
from referee.tokens import read_code

#: What was tried wrongly, and rightly, from where.
TRIES = Counts()
#: Counted once, remembered for a day: the codes that were right from an address.
KNOWN = Counts()
_FOR_A_DAY = Rate(burst=1, a_minute=1 / (24 * 60))
#: The cookie of a browser in which somebody has logged in, and how long it is believed, in seconds.
DEVICE = "device"
DEVICE_AGE = 180 * 24 * 3600

Key = tuple[str, ...]


class Purpose(StrEnum):
    """What a code is for; wrong ones of one purpose don't count for another."""

    #: The code of a game or an evening, the same for everybody.
    JOIN = "join"
    #: One that gives a seat to another phone.
    SEAT = "seat"
    #: A player's own.
    SIGN_IN = "sign in"
    #: The link by which somebody joins those who run something.
    INVITATION = "invitation"


class HeldUp(TooOften):
    """Too many tries; for codes by an address, for passwords by an address or for a name."""

    code = "throttled"
    message = _("Hier kamen zu viele Versuche an. Warte {wait_seconds} Sekunden.")


class WrongPassword(Refused):
    status = 401
    message = _("Name oder Passwort stimmt nicht.")


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


@contextmanager
def entering(request: HttpRequest | Request, purpose: Purpose, code: str) -> Iterator[None]:
    """For what looks up a code, and raises JoinCodeWrong if it leads nowhere. Raises HeldUp.

    A code that was right from this address within a day is looked up however many wrong ones came.
    """
    address = client_address(request)
    wrong: dict[Key, Rate] = {(purpose, "wrong", address): _a_minute(settings.WRONG_CODES_A_MINUTE)}
    # A crowd has as many addresses: its hash takes less room.
    known = hash((purpose, address, read_code(code)))
    if not KNOWN.wait_seconds(known, _FOR_A_DAY):
        _demand(wrong)
    with _counting_right(request, purpose, address):
        try:
            yield
        except JoinCodeWrong:
            _count(wrong)
            raise
    KNOWN.add(known, _FOR_A_DAY)


@contextmanager
def logging_in(request: HttpRequest | Request, name: str) -> Iterator[None]:
    """For what checks the password of `name`, and raises WrongPassword, or the error of a form, if
    it is not right. Raises HeldUp.

    Whoever guesses at a name holds up neither other names nor a browser that has logged in by it.
    """
    address, name = client_address(request), name.casefold()
    most = settings.WRONG_PASSWORDS_A_MINUTE
    wrong: dict[Key, Rate]
    if device := _device_of(request, name):
        wrong = {("password", "device", device): _a_minute(most)}
    else:
        wrong = {
            ("password", "name here", name, address): _a_minute(most),
            ("password", "name", name): _a_minute(3 * most),
            ("password", "here", address): _a_minute(10 * most),
        }
    _demand(wrong)
    with _counting_right(request, "password", address):
        try:
            yield
        except (WrongPassword, ValidationError):
            _count(wrong)
            raise


def check_password(request: HttpRequest | Request, user: User, password: str) -> None:
    """Ask for the password of who is logged in. Raises WrongPassword, HeldUp."""
    with logging_in(request, user.get_username()):
        if not user.check_password(password):
            raise WrongPassword


def know_device(response: HttpResponse, name: str) -> None:
    """Let the browser prove from now on that somebody has logged in there by this name."""
    response.set_signed_cookie(
        DEVICE,
        f"{token_hex(8)} {name.casefold()}",
        salt=DEVICE,
        max_age=DEVICE_AGE,
        secure=settings.HTTPS,
        httponly=True,
        samesite="Lax",
    )


def _device_of(request: HttpRequest | Request, name: str) -> str:
    """Which of the devices known for `name` the browser is; '' for none."""
    plain = request._request if isinstance(request, Request) else request
    said = plain.get_signed_cookie(DEVICE, default="", salt=DEVICE, max_age=DEVICE_AGE)
    device, _space, owner = (said or "").partition(" ")
    return device if owner == name else ""


@contextmanager
def _counting_right(request: HttpRequest | Request, *what: str) -> Iterator[None]:
    """Of those that do something, even right ones have a limit, if a generous one."""
    if request.method != "POST":
        yield
        return
    right: dict[Key, Rate] = {(*what, "right"): _a_minute(settings.ENTRIES_A_MINUTE)}
    _demand(right)
    yield
    _count(right)


def _a_minute(most: int) -> Rate:
    return Rate(burst=most, a_minute=max(most, 1))


def _demand(rates: dict[Key, Rate]) -> None:
    """Raises HeldUp if one more is beyond any of them."""
    if wait := max(TRIES.wait_seconds(key, rate) for key, rate in rates.items()):
        raise HeldUp(wait)


def _count(rates: dict[Key, Rate]) -> None:
    for key, rate in rates.items():
        TRIES.add(key, rate)
