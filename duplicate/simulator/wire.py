"""The API of a running server, as a client sees it; how requests travel is for others to say."""

import asyncio
import json as jsonlib
import time
import uuid
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NamedTuple
from urllib.parse import urlsplit

API = "/api/v1/"
#: How long one request may take, and how long to wait before it is tried again.
LONGEST_SECONDS, AGAIN_SECONDS = 20, 0.5
#: What a proxy, or a server without its database, says of an outage.
AWAY = (500, 502, 503, 504)


class Unreachable(Exception):
    """A request got no reply, or none that can be read."""


class Unplayable(Exception):
    """The server can't be reached, or says something that ends the simulation."""


@dataclass(frozen=True)
class Reply:
    status: int
    body: Any
    #: By their names in lower case.
    headers: Mapping[str, str]


class RawReply(NamedTuple):
    status: int
    headers: Iterable[tuple[str, str]]
    content: bytes


class Clock:
    """The server's, set by what its replies say."""

    def __init__(self) -> None:
        #: What to add to this machine's clock to have the server's.
        self._offset = 0.0
        self._shortest = float("inf")

    def heed(self, server_time: str, sent: float, came: float) -> None:
        """Set it by what a reply says, which was asked for and came at these times of ours.

        The shortest trip tells it best.
        """
        if came - sent < self._shortest:
            self._shortest = came - sent
            self._offset = int(server_time) / 1000 - (sent + came) / 2

    def now(self) -> datetime:
        return self.at(time.time())

    def at(self, timestamp: float) -> datetime:
        """What it showed when this machine's showed `timestamp`."""
        return datetime.fromtimestamp(timestamp + self._offset, UTC)

    async def sleep_until(self, moment: datetime) -> None:
        await asyncio.sleep(max(0, (moment - self.now()).total_seconds()))


class Server(ABC):
    """One address, and the clock of whoever answers there."""

    def __init__(self, url: str, clock: Clock | None = None) -> None:
        self._root = url.rstrip("/") + API
        self.clock = clock or Clock()
        #: For so long a server that is away is asked again.
        self.patience_seconds = 0.0

    @abstractmethod
    async def _exchange(
        self, method: str, address: str, headers: Mapping[str, str], body: bytes | None
    ) -> RawReply:
        """Send one request and read all of its reply. Raises Unreachable."""

    def address(self, path: str) -> str:
        """Where `path` is; an address that the server gave, as of a next page, stays its own."""
        return path if urlsplit(path).scheme else self._root + path

    async def call(
        self, method: str, path: str, *, token: str = "", json: Any = None, key: str = ""
    ) -> Reply:
        """One request and its reply, whatever that says. Raises Unreachable."""
        headers = {"Accept": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        if key:
            headers["Idempotency-Key"] = key
        body = None
        if json is not None:
            headers["Content-Type"] = "application/json"
            body = jsonlib.dumps(json).encode()
        sent = time.time()
        reply = _read(await self._exchange(method, self.address(path), headers, body))
        if told := reply.headers.get("server-time"):
            self.clock.heed(told, sent, time.time())
        return reply

    async def want(self, method: str, path: str, *, token: str = "", json: Any = None) -> Any:
        """The body of a reply that must be a success. Raises Unplayable.

        While the server is away it is asked again, under the same key, so that a write whose reply
        was lost happens once.
        """
        key = "" if method == "GET" else str(uuid.uuid4())
        until = time.monotonic() + self.patience_seconds
        while True:
            try:
                reply = await self.call(method, path, token=token, json=json, key=key)
                problem = f"{method} {path}: {reply.status} {reply.body}"
                if reply.status < 300:
                    return reply.body
                if reply.status not in AWAY:
                    raise Unplayable(problem)
            except Unreachable as fault:
                problem = f"{method} {path}: {fault}"
            if time.monotonic() > until:
                raise Unplayable(problem)
            await asyncio.sleep(AGAIN_SECONDS)

    async def want_all(self, path: str) -> list[Any]:
        """The entries of a public list, page by page. Raises Unplayable."""
        entries: list[Any] = []
        page: str | None = path
        while page:
            body = await self.want("GET", page)
            entries += body["results"]
            page = body["next"]
        return entries

    async def set_clock(self, path: str) -> None:
        """Set the clock by a few replies. Raises Unplayable."""
        for _ in range(5):
            await self.want("GET", path)


def _read(raw: RawReply) -> Reply:
    """The reply, its body read as what it says it is. Raises Unreachable."""
    headers = {name.lower(): value for name, value in raw.headers}
    is_json = headers.get("content-type", "").partition(";")[0].endswith("json")
    try:
        body = jsonlib.loads(raw.content) if is_json else raw.content.decode()
    except ValueError as fault:
        raise Unreachable(f"{raw.status} with a body that can't be read: {fault}") from fault
    return Reply(raw.status, body, headers)
