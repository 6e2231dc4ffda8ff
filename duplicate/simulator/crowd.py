"""The players: they hand in their answers, over whatever connection they are given."""

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

#: An answer without a proper reply is sent again after so long, as our page does it, and for so
#: long, be the round over: only a reply tells what became of it.
AGAIN_SECONDS, PATIENCE_SECONDS = 1.0, 60.0


@dataclass(frozen=True)
class Member:
    """A player as the server knows them."""

    player: Player
    number: int
    token: str


async def play_round(
    servers: Sequence[Server],
    path: str,
    members: Sequence[Member],
    plans: Sequence[Sequence[Attempt]],
    opened_at: datetime,
) -> list[Handed]:
    """Hand in what was planned to the round at `path`; done when the last one has a reply.

    `servers` are each one's way to it.
    """
    rounds = (
        _play(server, f"{path}answer/", member, plan, opened_at)
        for server, member, plan in zip(servers, members, plans, strict=True)
    )
    return [handed for one in await asyncio.gather(*rounds) for handed in one]


async def _play(
    server: Server, path: str, member: Member, plan: Sequence[Attempt], opened_at: datetime
) -> list[Handed]:
    handed = []
    for attempt in plan:
        at = opened_at + timedelta(seconds=attempt.after_seconds)
        await server.clock.sleep_until(at)
        handed.append(await _hand_in(server, path, member, attempt))
    return handed


async def _hand_in(server: Server, path: str, member: Member, attempt: Attempt) -> Handed:
    """Send an answer, again under the same key as long as it is unknown what became of it."""
    body: dict[str, Any] = {"coordinates": attempt.coordinates, "word": attempt.word}
    if attempt.declared_points is not None:
        body["points"] = attempt.declared_points
    key, sent_at, began = str(uuid.uuid4()), server.clock.now(), time.perf_counter()
    tries = 0
    while True:
        tries += 1
        try:
            reply = await server.call("POST", path, token=member.token, json=body, key=key)
            problem = "" if reply.status < 300 else str(reply.body)
        except Unreachable as fault:
            reply, problem = Reply(0, None, {}), str(fault)
        seconds = time.perf_counter() - began
        if not _is_unsettled(reply.status) or seconds > PATIENCE_SECONDS:
            break
        await asyncio.sleep(AGAIN_SECONDS)
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
