"""Connections for a crowd of thousands: plain sockets, and just as much HTTP as servers speak.

They cost little, since a crowd often shares the machine with the server it measures.
"""

import asyncio
import resource
import ssl
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import httptools

from duplicate.simulator.wire import LONGEST_SECONDS, RawReply, Server, Unreachable


class LineLost(Unreachable):
    """The connection ended before the reply did."""


class Line(asyncio.Protocol):
    """A connection: one request after the other, each with its reply."""

    def __init__(self) -> None:
        self.is_open = True
        self._transport: Any = None
        self._waiting: asyncio.Future[RawReply] | None = None
        self._hear: Callable[[bytes], object] | None = None
        self._parser: Any = httptools.HttpResponseParser(self)
        self._headers: list[tuple[str, str]] = []
        self._content: list[bytes] = []

    async def ask(self, request: bytes, hear: Callable[[bytes], object] | None = None) -> RawReply:
        """Send `request`; its reply, once that is whole. Raises Unreachable.

        `hear` is given the parts of a success at once, instead of the reply.
        """
        self._hear, self._headers, self._content = hear, [], []
        self._waiting = asyncio.get_running_loop().create_future()
        self._transport.write(request)
        return await self._waiting

    def close(self) -> None:
        self.is_open = False
        self._transport.abort()

    # What the event loop tells

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        try:
            self._parser.feed_data(data)
        except httptools.HttpParserError as fault:
            self._fail(Unreachable(f"no HTTP: {fault}"))
            self.close()

    def connection_lost(self, fault: Exception | None) -> None:
        self.is_open = False
        self._fail(LineLost(f"connection lost: {fault or 'ended by the server'}"))

    def _fail(self, fault: Unreachable) -> None:
        if self._waiting and not self._waiting.done():
            self._waiting.set_exception(fault)

    # What the parser tells

    def on_header(self, name: bytes, value: bytes) -> None:
        self._headers.append((name.decode("latin-1"), value.decode("latin-1")))

    def on_body(self, part: bytes) -> None:
        if self._hear and self._parser.get_status_code() == 200:
            self._hear(part)
        else:
            self._content.append(part)

    def on_message_complete(self) -> None:
        status = self._parser.get_status_code()
        self.is_open = self.is_open and self._parser.should_keep_alive()
        if self._waiting and not self._waiting.done():
            self._waiting.set_result(RawReply(status, self._headers, b"".join(self._content)))
        if not self.is_open:
            self._transport.close()


class Address:
    """Where a server is."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self.url = f"{parts.scheme}://{parts.netloc}"
        self._host, is_safe = parts.hostname or "", parts.scheme == "https"
        self._port = parts.port or (443 if is_safe else 80)
        self._tls = ssl.create_default_context() if is_safe else None
        self._name = parts.netloc

    async def connect(self, source: str = "") -> Line:
        """A new line, from one of our addresses if it matters which. Raises Unreachable."""
        loop = asyncio.get_running_loop()
        here = (source, 0) if source else None
        try:
            _, line = await loop.create_connection(
                Line, self._host, self._port, ssl=self._tls, local_addr=here
            )
        except OSError as fault:
            raise Unreachable(f"{type(fault).__name__} {fault}") from fault
        return line

    def request(
        self, method: str, target: str, headers: Mapping[str, str], body: bytes | None = None
    ) -> bytes:
        """A request as it goes over a line; `target` is a path or an address of this server."""
        parts = urlsplit(target)._replace(scheme="", netloc="", fragment="")
        lines = [f"{method} {parts.geturl()} HTTP/1.1", f"Host: {self._name}"]
        lines += (f"{name}: {value}" for name, value in headers.items())
        if body is not None:
            lines.append(f"Content-Length: {len(body)}")
        return "\r\n".join([*lines, "", ""]).encode("latin-1") + (body or b"")


class Lines:
    """As many lines to an address as are needed at a time; the free ones are kept."""

    def __init__(self, address: Address) -> None:
        self.address = address
        self._free: list[Line] = []

    async def exchange(self, request: bytes) -> RawReply:
        """Send a request; its reply. Raises Unreachable.

        A server may end a kept line just as it is used: then, as in browsers, another is tried.
        """
        while self._free:
            line = self._free.pop()
            if line.is_open:
                with suppress(LineLost):
                    return await self._ask(line, request)
        return await self._ask(await self.address.connect(), request)

    async def _ask(self, line: Line, request: bytes) -> RawReply:
        reply = await _ask(line, request)
        self._free.append(line)
        return reply

    def close(self) -> None:
        for line in self._free:
            line.close()


class ConnectedServer(Server):
    """One address, and as many lines to it as are needed at a time."""

    def __init__(self, address: Address) -> None:
        super().__init__(address.url)
        self.lines = Lines(address)

    async def _exchange(
        self, method: str, address: str, headers: Mapping[str, str], body: bytes | None
    ) -> RawReply:
        request = self.lines.address.request(method, address, headers, body)
        return await self.lines.exchange(request)


async def _ask(line: Line, request: bytes) -> RawReply:
    try:
        async with asyncio.timeout(LONGEST_SECONDS):
            return await line.ask(request)
    except TimeoutError as fault:
        line.close()
        raise Unreachable(f"no reply in {LONGEST_SECONDS} s") from fault


def allow_many_lines() -> None:
    """As many as there may be files for this process."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
