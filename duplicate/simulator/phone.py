"""A phone in the crowd: it asks of the server what our page asks, request by request.

tests/e2e/test_simulated_phone.py compares it with the page itself, in Chromium. `join.html`,
`play.js`, `live.js` and `delivery.js` are what it must be like.
"""

import asyncio
import json
import re
import time
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from html import unescape
from random import Random
from typing import Any
from urllib.parse import urlencode, urljoin, urlsplit

from duplicate.simulator.connections import Address, Line, Lines
from duplicate.simulator.files import Files
from duplicate.simulator.planning import Player
from duplicate.simulator.wire import API, Clock, RawReply, Server, Unplayable, Unreachable

#: As long as a browser waits before it connects again to a stream that broke, as we tell it to.
AGAIN_SECONDS = 2.0
#: As often as live.js asks where no stream gets through, unless the state says how often.
ASK_SECONDS = 2.0
#: So long after the state one's own message may be on its way.
OWN_SECONDS = 5.0
#: In these states of a round everybody knows that time is up.
ENDED = ("closing", "closed", "judged", "published")
_DATA = re.compile(r'data-(game|token|own)="([^"]*)"')
_FORGERY = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
_NUMBER = re.compile(r"Nr\. (\d+),")


class Phone(Server):
    """One browser: its cookies, its files, a line for requests and one for the stream."""

    def __init__(
        self,
        address: Address,
        player: Player,
        files: Files | None,
        clock: Clock,
        rng: Random,
        *,
        is_streaming: bool = True,
    ) -> None:
        super().__init__(address.url, clock)
        self.player = player
        self.is_streaming = is_streaming
        #: As the server knows who holds it; once it has joined.
        self.number = 0
        self.token = ""
        #: Every request so far: method and path.
        self.asked: list[tuple[str, str]] = []
        #: When it first showed what: the rack, the end and the own result, by the round's number.
        self.seen: dict[tuple[str, int], float] = {}
        #: The newest that it knows.
        self.state: Any = None
        self.own: Any = None
        self._at, self._files, self._rng = address, files, rng
        self._cookies: dict[str, str] = {}
        self._have: set[str] = set()
        self._lines = Lines(address)
        self._stream: Line | None = None
        self._etag = ""
        self._rest = b""
        self._path = ""
        self._following: asyncio.Task[None] | None = None
        self._expecting: asyncio.Task[None] | None = None

    async def join(self, code: str) -> None:
        """Take a seat by the code and come to the page of who plays. Raises Unplayable."""
        form = await self._browse("GET", f"/j/{code}/", "join")
        text = form.content.decode()
        forgery = _FORGERY.search(text)
        if forgery is None:
            raise Unplayable(f"no form to join by {code}: {form.status}")
        fields = {"csrfmiddlewaretoken": forgery[1], "name": self.player.name}
        fields |= {"club": "", "category": ""}
        page = await self._browse("POST", f"/games/join/{code}/", "play", urlencode(fields))
        text = page.content.decode()
        told, number = dict(_DATA.findall(text)), _NUMBER.search(text)
        if "token" not in told or number is None:
            raise Unplayable(f"no seat by {code}: {page.status}")
        self.number, self.token = int(number[1]), told["token"]
        self.own = json.loads(unescape(told["own"]))
        self._path = f"duplicate/games/{told['game']}/"

    async def follow(self) -> None:
        """Begin to follow the game; comes back when the first state is known. Raises Unplayable."""
        await self._ask()
        if self.state is None:
            raise Unplayable(f"player {self.number} has no state of the game")
        self._following = asyncio.create_task(
            self._stream_on() if self.is_streaming else self._poll()
        )

    def leave(self) -> None:
        for task in (self._following, self._expecting):
            if task:
                task.cancel()
        self._lines.close()
        if self._stream:
            self._stream.close()

    # What it asks

    async def _browse(self, method: str, path: str, kind: str, form: str = "") -> RawReply:
        """Go to a page, wherever that leads, and fetch what it needs. Raises Unplayable."""
        headers = {"Accept": "text/html", "Accept-Language": "de"}
        body = None
        if method == "POST":
            headers |= {
                "Content-Type": "application/x-www-form-urlencoded",
                "Origin": self._at.url,
                "Referer": self._at.url + path,
            }
            body = form.encode()
        try:
            reply = await self._exchange(method, path, headers, body)
            while reply.status in (301, 302, 303, 307, 308):
                path = urljoin(path, dict(reply.headers)["location"])
                reply = await self._exchange("GET", path, {"Accept": "text/html"}, None)
        except Unreachable as fault:
            raise Unplayable(f"{method} {path}: {fault}") from fault
        if reply.status != 200:
            raise Unplayable(f"{method} {path}: {reply.status}")
        if self._files:
            await self._files.fetch(kind, reply.content.decode(), self._have, self._read_file)
        return reply

    async def _read_file(self, path: str) -> str:
        try:
            content = (await self._exchange("GET", path, {}, None)).content
            return content.decode(errors="replace")  # fonts are no text
        except Unreachable as fault:
            raise Unplayable(f"GET {path}: {fault}") from fault

    async def _ask(self) -> None:
        """The state, if it is new; nothing while the server is away."""
        headers = {"If-None-Match": self._etag} if self._etag else {}
        sent = time.time()
        try:
            reply = await self._exchange("GET", f"{API}{self._path}state/", headers, None)
        except Unreachable:
            return
        told = {name.lower(): value for name, value in reply.headers}
        if "server-time" in told:
            self.clock.heed(told["server-time"], sent, time.time())
        if reply.status == 200:
            self._etag = told["etag"]
            self._show(_read_state(reply.content))

    async def _ask_own(self) -> None:
        """One's own result; nothing while the server is away."""
        with suppress(Unreachable):
            reply = await self._exchange("GET", f"{API}{self._path}own/", {}, None)
            if reply.status == 200:
                self._show_own(json.loads(reply.content))

    async def _exchange(
        self, method: str, address: str, headers: Mapping[str, str], body: bytes | None
    ) -> RawReply:
        request = self._request(method, address, headers, body)
        reply = await self._lines.exchange(request)
        for name, value in reply.headers:
            if name.lower() == "set-cookie":
                name, _, value = value.partition(";")[0].partition("=")
                self._cookies[name] = value
        return reply

    def _request(
        self, method: str, address: str, headers: Mapping[str, str], body: bytes | None = None
    ) -> bytes:
        self.asked.append((method, urlsplit(address).path))
        if self._cookies:
            cookies = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
            headers = {**headers, "Cookie": cookies}
        return self._at.request(method, address, headers, body)

    # What it hears

    async def _poll(self) -> None:
        """Ask as often as the server says, not all at the same moment."""
        while True:
            wait = (self.state or {}).get("poll_seconds", ASK_SECONDS)
            await asyncio.sleep(self._within(wait))
            await self._ask()
            if self._is_behind():
                await self._ask_own()

    async def _stream_on(self) -> None:
        """Follow the stream; after a lost connection again."""
        while True:
            with suppress(Unreachable):
                self._rest = b""
                self._stream = await self._at.connect()
                headers = {"Accept": "text/event-stream", "Cache-Control": "no-cache"}
                request = self._request("GET", f"{API}{self._path}events/", headers)
                await self._stream.ask(request, self._hear)
            await asyncio.sleep(AGAIN_SECONDS)
            await self._ask()

    def _hear(self, part: bytes) -> None:
        *events, self._rest = (self._rest + part).split(b"\n\n")
        for event in events:
            start = event.find(b"data: ")
            if start < 0 or event.startswith(b"event: beat"):
                continue
            if event.startswith(b"event: own"):
                self._show_own(json.loads(event[start + 6 :]))
            else:
                self._show(_read_state(event[start + 6 :]))

    def _show(self, state: Any) -> None:
        """Draw a state, unless a newer one was there before."""
        if self.state is not None and state["version"] <= self.state["version"]:
            return
        self.state, round = state, state["round"]
        if not round:
            return
        if round["rack"]:
            self._see("rack")
        if round["state"] in ENDED:
            self._see("end")
        self._see_own()
        if self.is_streaming and self._is_behind():
            self._expect_own()

    def _show_own(self, own: Any) -> None:
        if self.own is None or own["results"] >= self.own["results"]:
            self.own = own
            self._see_own()

    def _is_behind(self) -> bool:
        """Whether it shows older results than there are."""
        known = self.own["results"] if self.own else 0
        return self.state is not None and bool(known < self.state["results"])

    def _expect_own(self) -> None:
        """Ask for one's own message if it does not come by itself."""
        if self._expecting:
            self._expecting.cancel()
        self._expecting = asyncio.create_task(self._ask_own_after(OWN_SECONDS))

    async def _ask_own_after(self, seconds: float) -> None:
        while self._is_behind():
            await asyncio.sleep(self._within(seconds))
            if self._is_behind():
                await self._ask_own()

    def _within(self, seconds: float) -> float:
        """A bit less than that, so that those who heard the same don't ask at the same moment."""
        return seconds * (1 - self._rng.random() / 4)

    def _see_own(self) -> None:
        round = self.state and self.state["round"]
        if round and round["state"] == "published" and not self._is_behind():
            self._see("own")

    def _see(self, what: str) -> None:
        self.seen.setdefault((what, self.state["round"]["number"]), time.time())


@lru_cache(maxsize=64)  # all hear the same
def _read_state(text: bytes) -> Any:
    return json.loads(text)
