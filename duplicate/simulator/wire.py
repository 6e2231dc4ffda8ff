"""The API of a running server, as a client sees it."""

import asyncio
import resource
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

import aiohttp

API = "/api/v1/"


class Unplayable(Exception):
    """The server can't be reached, or says something that ends the simulation."""


@dataclass(frozen=True)
class Reply:
    status: int
    body: Any
    headers: Mapping[str, str]


class Server:
    """One address, any number of connections."""

    def __init__(self, url: str, session: aiohttp.ClientSession) -> None:
        self.session = session
        self._root = url.rstrip("/") + API
        #: What to add to this machine's clock to have the server's.
        self._offset = 0.0

    def address(self, path: str) -> str:
        """Where `path` is; an address that the server gave, as of a next page, stays its own."""
        return path if urlsplit(path).scheme else self._root + path

    async def call(
        self, method: str, path: str, *, token: str = "", json: Any = None, key: str = ""
    ) -> Reply:
        """One request and its reply, whatever that says. Raises what aiohttp raises."""
        headers = {"Accept": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        if key:
            headers["Idempotency-Key"] = key
        async with self.session.request(
            method, self.address(path), json=json, headers=headers
        ) as response:
            is_json = response.content_type.endswith("json")
            body = await (response.json(content_type=None) if is_json else response.text())
            return Reply(response.status, body, response.headers)

    async def want(self, method: str, path: str, *, token: str = "", json: Any = None) -> Any:
        """The body of a reply that must be a success. Raises Unplayable."""
        return (await self._success(method, path, token=token, json=json)).body

    async def _success(self, method: str, path: str, *, token: str = "", json: Any = None) -> Reply:
        try:
            reply = await self.call(method, path, token=token, json=json)
        except (aiohttp.ClientError, TimeoutError) as fault:
            raise Unplayable(f"{method} {path}: {type(fault).__name__} {fault}") from fault
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
                self._offset = int(reply.headers["Server-Time"]) / 1000 - (before + after) / 2

    def now(self) -> datetime:
        """What the server's clock shows."""
        return self.at(time.time())

    def at(self, timestamp: float) -> datetime:
        """What the server's clock showed when this machine's showed `timestamp`."""
        return datetime.fromtimestamp(timestamp + self._offset, UTC)

    async def sleep_until(self, moment: datetime) -> None:
        await asyncio.sleep(max(0, (moment - self.now()).total_seconds()))


@asynccontextmanager
async def connect(url: str) -> AsyncIterator[Server]:
    """As many connections to `url` as there are files for this process."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    async with aiohttp.ClientSession(
        # Idle connections are dropped before uvicorn does so, after five seconds, under a request.
        connector=aiohttp.TCPConnector(limit=0, keepalive_timeout=4),
        timeout=aiohttp.ClientTimeout(total=20),
    ) as session:
        yield Server(url, session)
