"""The API of a running server, as a client sees it; how requests travel is for others to say."""

import asyncio
import json as jsonlib
import time
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NamedTuple
from urllib.parse import urlsplit

API = "/api/v1/"
#: How long one request may take.
LONGEST_SECONDS = 20


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


class Server(ABC):
    """One address, and the clock of whoever answers there."""

    def __init__(self, url: str) -> None:
        self._root = url.rstrip("/") + API
        #: What to add to this machine's clock to have the server's.
        self._offset = 0.0

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
        raw = await self._exchange(method, self.address(path), headers, body)
        return _read(raw)

    async def want(self, method: str, path: str, *, token: str = "", json: Any = None) -> Any:
        """The body of a reply that must be a success. Raises Unplayable."""
        return (await self._success(method, path, token=token, json=json)).body

    async def _success(self, method: str, path: str, *, token: str = "", json: Any = None) -> Reply:
        try:
            reply = await self.call(method, path, token=token, json=json)
        except Unreachable as fault:
            raise Unplayable(f"{method} {path}: {fault}") from fault
        if reply.status >= 300:
            raise Unplayable(f"{method} {path}: {reply.status} {reply.body}")
        return reply

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
        """Set our clock by what the fastest of a few replies says. Raises Unplayable."""
        fastest = float("inf")
        for _ in range(5):
            before = time.time()
            reply = await self._success("GET", path)
            after = time.time()
            if after - before < fastest:
                fastest = after - before
                self._offset = int(reply.headers["server-time"]) / 1000 - (before + after) / 2

    def now(self) -> datetime:
        """What the server's clock shows."""
        return self.at(time.time())

    def at(self, timestamp: float) -> datetime:
        """What the server's clock showed when this machine's showed `timestamp`."""
        return datetime.fromtimestamp(timestamp + self._offset, UTC)

    async def sleep_until(self, moment: datetime) -> None:
        await asyncio.sleep(max(0, (moment - self.now()).total_seconds()))


def _read(raw: RawReply) -> Reply:
    """The reply, its body read as what it says it is. Raises Unreachable."""
    headers = {name.lower(): value for name, value in raw.headers}
    is_json = headers.get("content-type", "").partition(";")[0].endswith("json")
    try:
        body = jsonlib.loads(raw.content) if is_json else raw.content.decode()
    except ValueError as fault:
        raise Unreachable(f"{raw.status} with a body that can't be read: {fault}") from fault
    return Reply(raw.status, body, headers)
