"""Searches come in one at a time, and all else as it likes."""

import asyncio
from typing import Any

import pytest

from referee.search_gate import SearchGate

SEARCHES = ("/position/", "/api/v1/tournaments/tables/7/hints/")


class Pages:
    """An application whose answers wait until `go`; notes how many were asked for at a time."""

    def __init__(self) -> None:
        self.go = asyncio.Event()
        self.now = self.most = 0

    async def __call__(self, _scope: Any, _receive: Any, send: Any) -> None:
        self.now += 1
        self.most = max(self.most, self.now)
        await self.go.wait()
        self.now -= 1
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})


async def receive() -> dict[str, Any]:
    return {"type": "http.request"}


async def ask(gate: SearchGate, path: str = "/position/", language: str = "de") -> dict[str, Any]:
    messages: list[Any] = []

    async def send(message: Any) -> None:
        messages.append(message)

    headers = [(b"accept-language", language.encode())]
    scope = {"type": "http", "path": path, "headers": headers}
    await gate(scope, receive, send)
    start, body = messages
    return {"status": start["status"], "headers": dict(start["headers"]), "body": body["body"]}


def test_searches_take_turns_and_nothing_else_waits_for_them() -> None:
    async def crowd() -> None:
        pages = Pages()
        gate = SearchGate(pages)
        searching = [asyncio.create_task(ask(gate, path)) for path in SEARCHES * 10]
        await asyncio.sleep(0)
        assert pages.now == 1
        others = [asyncio.create_task(ask(gate, "/login/")) for _ in range(5)]
        await asyncio.sleep(0)
        assert pages.now == 6
        pages.go.set()
        done = await asyncio.gather(*searching, *others)
        assert {answer["status"] for answer in done} == {200}
        assert pages.most == 6

    asyncio.run(crowd())


@pytest.mark.parametrize(
    ("path", "language", "told"),
    [
        ("/position/", "de", "zu viele Stellungen"),
        ("/position/", "en", "Too many positions"),
        ("/api/v1/tournaments/tables/7/analysis/", "en", '"code": "too_many_searches"'),
    ],
)
def test_who_comes_when_many_wait_is_told_when_to_come_again(
    path: str, language: str, told: str
) -> None:
    async def crowd() -> dict[str, Any]:
        pages = Pages()
        gate = SearchGate(pages, most_waiting=3)
        searching = [asyncio.create_task(ask(gate)) for _ in range(4)]
        await asyncio.sleep(0)
        refused = await ask(gate, path, language)
        pages.go.set()
        assert {answer["status"] for answer in await asyncio.gather(*searching)} == {200}
        return refused

    refused = asyncio.run(crowd())
    assert refused["status"] == 503
    assert refused["headers"][b"retry-after"] == b"1"
    assert told in refused["body"].decode()


def test_nobody_waits_for_ever() -> None:
    async def crowd() -> None:
        pages = Pages()
        gate = SearchGate(pages, patience_seconds=0.01)
        first = asyncio.create_task(ask(gate))
        await asyncio.sleep(0)
        assert (await ask(gate))["status"] == 503
        pages.go.set()
        assert (await first)["status"] == 200
        assert (await ask(gate))["status"] == 200

    asyncio.run(crowd())


def test_who_reads_slowly_keeps_nobody_from_searching() -> None:
    async def crowd() -> None:
        pages = Pages()
        pages.go.set()
        gate = SearchGate(pages)
        never = asyncio.Event()

        async def read_nothing(_message: Any) -> None:
            await never.wait()

        scope = {"type": "http", "path": "/position/", "headers": []}
        slow = asyncio.create_task(gate(scope, receive, read_nothing))
        assert (await ask(gate))["status"] == 200
        slow.cancel()

    asyncio.run(crowd())


def test_a_search_that_fails_leaves_room_for_the_next() -> None:
    async def fail(*_: Any) -> None:
        raise ZeroDivisionError

    async def crowd() -> None:
        gate = SearchGate(fail)
        for _ in range(3):
            with pytest.raises(ZeroDivisionError):
                await ask(gate)

    asyncio.run(crowd())
