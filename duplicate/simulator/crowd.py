"""The players: they join and hand in their answers, over whatever connection they are given."""

import asyncio
import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from duplicate.simulator.checking import Handed, Receipt
from duplicate.simulator.planning import Attempt, Player
from duplicate.simulator.wire import Reply, Server, Unreachable

#: How often a player tries to hand in an answer that got no proper reply, and who joins at a time.
TRIES, JOINING_AT_ONCE = 6, 16


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
        except Unreachable as fault:
            reply, problem = Reply(0, None, {}), str(fault)
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
