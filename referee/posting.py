"""Sending to addresses that others have chosen: to no machine of our own network, and not for long.

The name is looked up here and what it stands for is checked, then that very address is called: a
name that means something else a moment later leads nowhere new. Redirects are not followed, no
proxy is asked, and of the answer only the status is read.
"""

import http.client
import ipaddress
import socket
import ssl
from collections.abc import Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from threading import Timer
from urllib.parse import SplitResult, urlsplit

SCHEMES = ("http", "https")
#: IPv4 addresses behind a translator.
_TRANSLATED = ipaddress.ip_network("64:ff9b::/96")

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


@dataclass(frozen=True)
class Patience:
    """How long we wait, from when the name is looked up."""

    #: For each step, such as connecting.
    step_seconds: float = 5.0
    #: For all of it, however slowly the answer drips in.
    whole_seconds: float = 8.0


@dataclass(frozen=True)
class Answer:
    """What came of it: the status, or what was the fault (in English, for those who see to it)."""

    status: int | None
    fault: str = ""

    @property
    def is_taken(self) -> bool:
        return self.status is not None and 200 <= self.status < 300


PATIENCE = Patience()


class Unsendable(ValueError):
    """The address is none that we send to; the text says why."""


class NotKnown(Unsendable):
    """Nobody can say where its host is."""


class NotPublic(Unsendable):
    """It leads to this machine or its own network."""


def read_address(url: str) -> SplitResult:
    """The parts of an address that may be sent to. Raises Unsendable."""
    try:
        parts = urlsplit(url)
        port_is_known = parts.port is None or parts.port > 0
    except ValueError:
        raise Unsendable("it can't be read") from None
    if parts.scheme not in SCHEMES or not parts.hostname or not port_is_known:
        raise Unsendable("it must begin with http:// or https:// and name a host")
    if parts.username is not None or parts.password is not None:
        raise Unsendable("it must not hold a password")
    if not url.isascii() or not url.isprintable() or " " in url:
        raise Unsendable("it must be ASCII without spaces")
    return parts


def demand_public(parts: SplitResult) -> None:
    """Raises Unsendable for a host that is known not to be on the public network.

    A name that nobody knows yet may become public: it is looked up again when something is sent.
    """
    host = parts.hostname or ""
    name = host.rstrip(".")
    if ":" not in name and "." not in name:
        raise NotPublic(f"{host} is not on the public network")
    with suppress(NotKnown):
        _addresses(parts, allows_private=False)


def post(
    url: str,
    body: bytes,
    headers: Mapping[str, str],
    *,
    allows_private: bool = False,
    patience: Patience = PATIENCE,
) -> Answer:
    """Send `body`, which is JSON. Never fails: a fault is an answer without a status."""
    try:
        parts = read_address(url)
        addresses = _addresses(parts, allows_private=allows_private)
        return _post(parts, addresses, body, headers, patience)
    except (Unsendable, OSError, http.client.HTTPException) as fault:
        return Answer(None, str(fault) or type(fault).__name__)


def is_public(address: Address) -> bool:
    """Whether the address is one of the open network, an IPv4 address inside it included."""
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if inner is None and address in _TRANSLATED:
            inner = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(inner)
    return address.is_global and not (
        address.is_multicast or address.is_reserved or address.is_private
    )


def _addresses(parts: SplitResult, *, allows_private: bool) -> list[str]:
    """What the host's name stands for, without what is not public. Raises NotKnown, NotPublic."""
    host = parts.hostname or ""
    try:
        found = socket.getaddrinfo(host, _port(parts), type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise NotKnown(f"{host} is not known") from None
    # The scope of a link-local address is cut off; it is not public anyway.
    addresses = dict.fromkeys(str(place[0]).partition("%")[0] for *_kind, place in found)
    allowed = [
        address
        for address in addresses
        if allows_private or is_public(ipaddress.ip_address(address))
    ]
    if not allowed:
        raise NotPublic(f"{host} is not on the public network")
    return allowed


def _post(
    parts: SplitResult,
    addresses: list[str],
    body: bytes,
    headers: Mapping[str, str],
    patience: Patience,
) -> Answer:
    connection = _Connection(parts, addresses, patience.step_seconds)
    timer = Timer(patience.whole_seconds, connection.break_off)
    timer.daemon = True
    timer.start()
    try:
        with closing(connection):
            target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            connection.request(
                "POST",
                target,
                body,
                {"Content-Type": "application/json", "User-Agent": "Spielleiter", **headers},
            )
            answer = Answer(connection.getresponse().status)
    except (OSError, http.client.HTTPException):
        if not connection.is_broken_off:
            raise
    finally:
        timer.cancel()
    if connection.is_broken_off:  # what came until then looks like a whole answer
        return Answer(None, f"no answer within {patience.whole_seconds:g} seconds")
    return answer


class _Connection(http.client.HTTPConnection):
    """A connection to one of the addresses that were looked up, under the host's name."""

    def __init__(self, parts: SplitResult, addresses: list[str], step_seconds: float) -> None:
        super().__init__(parts.hostname or "", _port(parts), timeout=step_seconds)
        self._step_seconds = step_seconds
        self.is_broken_off = False
        self._addresses = addresses
        self._is_secure = parts.scheme == "https"
        self.default_port = _default_port(parts)  # left out of the header Host

    def connect(self) -> None:
        fault: OSError | None = None
        for address in self._addresses:
            try:
                self.sock = socket.create_connection((address, self.port), self._step_seconds)
            except OSError as met:
                fault = met
            else:
                break
        else:
            raise fault or OSError("no address")
        if self._is_secure:
            # The handshake has a step of its own, so that it can be broken off too.
            self.sock = ssl.create_default_context().wrap_socket(
                self.sock, server_hostname=self.host, do_handshake_on_connect=False
            )
            self.sock.do_handshake()
        if self.is_broken_off:
            raise TimeoutError

    def break_off(self) -> None:
        """End it from another thread: whatever waits for the other side waits no longer."""
        self.is_broken_off = True
        if self.sock is not None:
            with suppress(OSError):  # it may have ended by itself
                self.sock.shutdown(socket.SHUT_RDWR)


def _port(parts: SplitResult) -> int:
    return parts.port or _default_port(parts)


def _default_port(parts: SplitResult) -> int:
    return 443 if parts.scheme == "https" else 80
