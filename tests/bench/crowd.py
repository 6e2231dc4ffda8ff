"""A crowd that answers, in a process of its own: `python -m tests.bench.crowd`, orders on stdin.

It speaks just enough HTTP over plain sockets to cost little beside the server it measures.
"""

import asyncio
import json
import sys
import time
from collections.abc import Sequence
from typing import Any

#: So many connections are opened at a time.
STEP = 200


class Line(asyncio.Protocol):
    """A keep-alive connection that carries one request after the other."""

    def __init__(self) -> None:
        self.transport: Any = None
        self.read = b""
        self.waiting: asyncio.Future[int] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.read += data
        head, found, body = self.read.partition(b"\r\n\r\n")
        if not found:
            return
        length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
        if len(body) >= length and self.waiting:
            self.read = b""
            late = b'"is_late": true' in body
            self.waiting.set_result(0 if late else int(head[9:12]))

    def connection_lost(self, _fault: Exception | None) -> None:
        if self.waiting and not self.waiting.done():
            self.waiting.set_result(-1)

    async def ask(self, request: bytes) -> int:
        """The status; 0 for an answer that was late, -1 for a connection lost."""
        self.waiting = asyncio.get_running_loop().create_future()
        self.transport.write(request)
        return await self.waiting


async def connect(port: int, count: int) -> list[Line]:
    loop = asyncio.get_running_loop()
    made: list[Line] = []
    while len(made) < count:
        step = (loop.create_connection(Line, "127.0.0.1", port) for _ in range(STEP))
        made += [protocol for _, protocol in await asyncio.gather(*step)]
    return made[:count]


def answer_request(path: str, token: str, coordinates: str, word: str) -> bytes:
    body = json.dumps({"coordinates": coordinates, "word": word}).encode()
    head = (
        f"POST {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


async def answer(orders: dict[str, Any]) -> None:
    """Hand in every answer at its time: its status, how long it took from then on, when it left."""
    lines = await connect(orders["port"], orders["connections"])
    print("ready", flush=True)
    begin = float(await asyncio.to_thread(sys.stdin.readline))
    results: list[tuple[int, float, float]] = []

    async def carry(line: Line, mine: Sequence[tuple[float, bytes]]) -> None:
        for due, request in mine:
            await asyncio.sleep(max(0.0, begin + due - time.time()))
            sent = time.time()
            status = await line.ask(request)
            results.append((status, time.time() - begin - due, sent))

    requests = sorted(
        (due, answer_request(orders["path"], *written)) for due, *written in orders["answers"]
    )
    shares = (requests[number :: len(lines)] for number in range(len(lines)))
    await asyncio.gather(*map(carry, lines, shares))
    print(json.dumps(results), flush=True)


if __name__ == "__main__":
    asyncio.run(answer(json.loads(sys.stdin.readline())))
