"""Connections for a crowd of thousands: requests, and listeners to a game's live stream.

Only these need aiohttp, which the extra `simulate` brings.
"""

import asyncio
import resource
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass

import aiohttp

from duplicate.simulator.report import FanOut
from duplicate.simulator.wire import (
    LONGEST_SECONDS,
    RawReply,
    Server,
    Unplayable,
    Unreachable,
)

#: How long connecting may take, and how long a live stream may be silent.
CONNECTING_SECONDS, SILENCE_SECONDS = 60, 60


class ConnectedServer(Server):
    """One address, any number of connections."""

    def __init__(self, url: str, session: aiohttp.ClientSession) -> None:
        super().__init__(url)
        self.session = session

    async def _exchange(
        self, method: str, address: str, headers: Mapping[str, str], body: bytes | None
    ) -> RawReply:
        try:
            async with self.session.request(
                method, address, data=body, headers=headers
            ) as response:
                content = await response.read()
                return RawReply(response.status, response.headers.items(), content)
        except (aiohttp.ClientError, TimeoutError) as fault:
            raise Unreachable(f"{type(fault).__name__} {fault}") from fault


@asynccontextmanager
async def connect(url: str) -> AsyncIterator[ConnectedServer]:
    """As many connections to `url` as there are files for this process."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    async with aiohttp.ClientSession(
        # Idle connections are dropped before uvicorn does so, after five seconds, under a request.
        connector=aiohttp.TCPConnector(limit=0, keepalive_timeout=4),
        timeout=aiohttp.ClientTimeout(total=LONGEST_SECONDS),
    ) as session:
        yield ConnectedServer(url, session)


@dataclass(frozen=True)
class _Hearing:
    version: int
    #: On this machine's clock.
    at: float


class Listeners:
    """Connections to a game's live stream that note when they hear what."""

    def __init__(self, server: ConnectedServer, path: str) -> None:
        self._server, self._path = server, path
        self._tasks: list[asyncio.Task[None]] = []
        #: What each one heard, in order; the first is the state it was met with.
        self._heard: list[list[_Hearing]] = []

    @property
    def count(self) -> int:
        return len(self._tasks)

    async def connect(self, count: int) -> None:
        """Open so many connections and wait until each has the state. Raises Unplayable."""
        self._heard = [[] for _ in range(count)]
        self._tasks = [asyncio.create_task(self._listen(heard)) for heard in self._heard]
        until = time.monotonic() + CONNECTING_SECONDS
        while not all(self._heard):
            if time.monotonic() > until:
                connected = sum(map(bool, self._heard))
                raise Unplayable(f"only {connected} of {count} listeners could connect")
            await asyncio.sleep(0.1)

    async def disconnect(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def fan_out(self, event: str, after_version: int) -> tuple[FanOut, float | None]:
        """How the news after a version of the game went round, and when the first one had it.

        `event` is what the news are called. None if nobody heard of it.
        """
        times = sorted(
            next(hearing.at for hearing in heard if hearing.version > after_version)
            for heard in self._heard
            if heard and heard[-1].version > after_version
        )
        spread = times[-1] - times[0] if times else 0
        return FanOut(event, self.count, len(times), spread), times[0] if times else None

    async def _listen(self, heard: list[_Hearing]) -> None:
        """Follow the stream; after a lost connection again, from where it was."""
        while True:
            headers = {"Accept": "text/event-stream"}
            if heard:
                headers["Last-Event-ID"] = str(heard[-1].version)
            try:
                async with self._server.session.get(
                    self._server.address(self._path),
                    headers=headers,
                    timeout=aiohttp.ClientTimeout(total=None, sock_read=SILENCE_SECONDS),
                ) as response:
                    response.raise_for_status()
                    pending = b""
                    async for chunk in response.content.iter_any():
                        *events, pending = (pending + chunk).split(b"\n\n")
                        heard += filter(None, map(_hearing, events))
            except (aiohttp.ClientError, TimeoutError):
                await asyncio.sleep(1)


def _hearing(event: bytes) -> _Hearing | None:
    """An event of the stream; None for a comment."""
    for line in event.split(b"\n"):
        if line.startswith(b"id:"):
            return _Hearing(int(line[3:]), time.time())
    return None
