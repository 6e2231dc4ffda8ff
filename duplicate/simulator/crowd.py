"""The players and the listeners: everybody who is not the director, over HTTP."""

import asyncio
import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import aiohttp

from duplicate.simulator.checking import Handed, Receipt
from duplicate.simulator.planning import Attempt, Player
from duplicate.simulator.report import FanOut
from duplicate.simulator.wire import Reply, Server, Unplayable

#: How often a player tries to hand in an answer that got no proper reply, and who joins at a time.
TRIES, JOINING_AT_ONCE = 6, 16
#: How long connecting may take, and how long a live stream may be silent.
CONNECTING_SECONDS, SILENCE_SECONDS = 60, 60


@dataclass(frozen=True)
class Member:
    """A player as the server knows them."""

    player: Player
    number: int
    token: str


async def join(server: Server, code: str, players: Sequence[Player]) -> list[Member]:
    """Join everybody by the code. Raises Unplayable."""
    door = asyncio.Semaphore(JOINING_AT_ONCE)

    async def enter(player: Player) -> Member:
        async with door:
            body = {"code": code, "name": player.name}
            joined = await server.want("POST", "duplicate/join/", json=body)
        return Member(player, joined["participant"]["number"], joined["token"])

    return await asyncio.gather(*map(enter, players))


async def play_round(
    server: Server,
    path: str,
    members: Sequence[Member],
    plans: Sequence[Sequence[Attempt]],
    opened_at: datetime,
) -> list[Handed]:
    """Hand in what was planned to the round at `path`; done when the last one has a reply."""
    rounds = (
        _play(server, f"{path}answer/", member, plan, opened_at)
        for member, plan in zip(members, plans, strict=True)
    )
    return [handed for one in await asyncio.gather(*rounds) for handed in one]


async def _play(
    server: Server, path: str, member: Member, plan: Sequence[Attempt], opened_at: datetime
) -> list[Handed]:
    handed = []
    for attempt in plan:
        await server.sleep_until(opened_at + timedelta(seconds=attempt.after_seconds))
        handed.append(await _hand_in(server, path, member, attempt))
    return handed


async def _hand_in(server: Server, path: str, member: Member, attempt: Attempt) -> Handed:
    """Send an answer, again under the same key as long as it is unknown what became of it."""
    body: dict[str, Any] = {"coordinates": attempt.coordinates, "word": attempt.word}
    if attempt.declared_points is not None:
        body["points"] = attempt.declared_points
    key, sent_at, began = str(uuid.uuid4()), server.now(), time.perf_counter()
    reply, problem, tries = Reply(0, None, {}), "", 0
    while tries < TRIES and (tries == 0 or _is_unsettled(reply.status)):
        await asyncio.sleep(0.2 * tries)
        tries += 1
        try:
            reply = await server.call("POST", path, token=member.token, json=body, key=key)
            problem = "" if reply.status < 300 else str(reply.body)
        except (aiohttp.ClientError, TimeoutError) as fault:
            reply, problem = Reply(0, None, {}), f"{type(fault).__name__} {fault}"
    seconds = time.perf_counter() - began
    receipt = _receipt(reply.body) if 200 <= reply.status < 300 else None
    return Handed(member.number, attempt, sent_at, seconds, reply.status, tries, problem, receipt)


def _is_unsettled(status: int) -> bool:
    return status in (0, 429) or status >= 500


def _receipt(body: Any) -> Receipt:
    return Receipt(
        received_at=datetime.fromisoformat(body["received_at"]),
        is_late=body["is_late"],
        coordinates=body["coordinates"],
        word=body["word"],
    )


@dataclass(frozen=True)
class _Hearing:
    version: int
    #: On this machine's clock.
    at: float


class Listeners:
    """Connections to a game's live stream that note when they hear what."""

    def __init__(self, server: Server, path: str) -> None:
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
