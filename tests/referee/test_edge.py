"""The edge: stamps, ways and the server's life."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import RequestFactory
from pytest_django import Settings

from referee.asgi_responses import Message, Receive, Scope, Send, respond
from referee.edge import LARGEST_HELD, Edge
from referee.receipt_time import received_at, stamp

NOW = datetime(2026, 11, 16, 12, 0, tzinfo=UTC)


class Taking:
    """A part that takes one path, and notes what it is told."""

    def __init__(self, path: str, notes: list[str]) -> None:
        self.path = path
        self.notes = notes

    def matches(self, scope: Scope) -> bool:
        return bool(scope["path"] == self.path)

    async def __call__(self, scope: Scope, _receive: Receive, send: Send) -> None:
        await respond(send, 200, f"{self.path} {scope['received_at'].isoformat()}".encode())

    def start(self) -> None:
        self.notes.append(f"start {self.path}")

    def leave(self) -> None:
        self.notes.append(f"leave {self.path}")

    async def stop(self) -> None:
        self.notes.append(f"stop {self.path}")


async def pages(_scope: Scope, _receive: Receive, send: Send) -> None:
    await respond(send, 200, b"pages")


def http_scope(path: str, *headers: tuple[bytes, bytes]) -> dict[str, Any]:
    return {"type": "http", "method": "GET", "path": path, "headers": list(headers)}


def ask(edge: Edge, scope: dict[str, Any]) -> str:
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request"}

    async def send(message: Message) -> None:
        sent.append(message)

    asyncio.run(edge(scope, receive, send))
    return b"".join(message.get("body", b"") for message in sent).decode()


def live_through(edge: Edge) -> list[str]:
    """What the edge says from the server's start to its end."""
    messages = [{"type": "lifespan.startup"}, {"type": "lifespan.shutdown"}]
    said: list[str] = []

    async def receive() -> Message:
        return messages.pop(0)

    async def send(message: Message) -> None:
        said.append(message["type"].removeprefix("lifespan."))

    asyncio.run(edge({"type": "lifespan"}, receive, send))
    return said


def proxied(text: bytes) -> list[tuple[bytes, bytes]]:
    return [(b"x-request-start", text)]


def epoch(moment: datetime) -> bytes:
    return b"t=%.3f" % moment.timestamp()


def test_a_request_goes_to_the_first_part_that_takes_it_else_to_the_pages() -> None:
    edge = Edge([Taking("/a", []), Taking("/b", []), Taking("/b", [])], pages)
    assert ask(edge, http_scope("/b")).startswith("/b ")
    assert ask(edge, http_scope("/c")) == "pages"


def test_the_stamp_is_ours_whatever_the_request_says() -> None:
    scope = http_scope("/a", *proxied(epoch(NOW)), (b"received-at", b"2020-01-01"))
    scope["received_at"] = NOW
    before = datetime.now(UTC)
    said = ask(Edge([Taking("/a", [])], pages), scope)
    assert before <= datetime.fromisoformat(said.split()[1]) <= datetime.now(UTC)


def test_pages_learn_the_stamp_of_the_edge() -> None:
    request = RequestFactory().get("/", HTTP_RECEIVED_AT="2020-01-01")
    assert received_at(request) - datetime.now(UTC) < timedelta(seconds=1)
    request.META["asgi.scope"] = {"received_at": NOW}
    assert received_at(request) == NOW


class Sending:
    """A sender of `parts`, who notes when each was asked for."""

    def __init__(self, *parts: bytes, is_leaving: bool = False) -> None:
        self.parts = list(parts)
        self.is_leaving = is_leaving
        self.last_at = NOW

    async def receive(self) -> Message:
        self.last_at = datetime.now(UTC)
        if not self.parts:
            return {"type": "http.disconnect"}
        body = self.parts.pop(0)
        more = bool(self.parts) or self.is_leaving
        return {"type": "http.request", "body": body, "more_body": more}


def send_to_pages(sender: Sending) -> tuple[int, datetime, bytes] | None:
    """What the pages find when they are called: parts still to come, stamp, whole body."""
    found: list[tuple[int, datetime, bytes]] = []

    async def pages(scope: Scope, receive: Receive, _send: Send) -> None:
        to_come, body = len(sender.parts), b""
        while True:
            message = await receive()
            body += message["body"]
            if not message["more_body"]:
                break
        found.append((to_come, scope["received_at"], body))

    async def send(_message: Message) -> None: ...

    asyncio.run(Edge([], pages)(http_scope("/c"), sender.receive, send))
    return found[0] if found else None


def test_pages_are_called_when_the_last_byte_is_here_which_is_the_moment_of_receipt() -> None:
    sender = Sending(b"word=", b"MA", b"GEN")
    found = send_to_pages(sender)
    assert found
    assert (found[0], found[2]) == (0, b"word=MAGEN")
    assert found[1] >= sender.last_at


def test_of_a_long_body_only_the_beginning_is_held_but_its_last_byte_counts() -> None:
    parts = [b"x" * LARGEST_HELD, b"x", b"y" * 10, b"z"]
    sender = Sending(*parts)
    found = send_to_pages(sender)
    assert found
    assert (found[0], found[2]) == (2, b"".join(parts))
    assert found[1] >= sender.last_at


def test_of_a_sender_who_leaves_in_the_middle_no_page_hears() -> None:
    assert send_to_pages(Sending(b"word=", is_leaving=True)) is None


def test_the_proxys_stamp_is_believed_only_if_told_to(settings: Settings) -> None:
    stamped = NOW - timedelta(seconds=1.5)
    assert stamp(proxied(epoch(stamped)), NOW) == NOW
    settings.PROXY_STAMP = True
    assert stamp(proxied(epoch(stamped)), NOW) == stamped


@pytest.mark.parametrize(
    "headers",
    [
        [],
        proxied(b""),
        proxied(b"yesterday"),
        proxied(b"t=nan"),
        proxied(b"t=-1.000"),
        proxied(b"t=99999999999.000"),
        proxied(b"t=999999999999.000"),
        proxied(epoch(NOW + timedelta(seconds=1))),
        proxied(epoch(NOW - timedelta(seconds=61))),
        proxied(epoch(NOW - timedelta(seconds=1))) * 2,
    ],
)
def test_an_implausible_stamp_is_passed_over(
    headers: list[tuple[bytes, bytes]], settings: Settings
) -> None:
    settings.PROXY_STAMP = True
    assert stamp(headers, NOW) == NOW


def test_parts_start_in_order_and_stop_in_reverse(settings: Settings) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1"  # nobody there, which must not hinder
    notes: list[str] = []
    edge = Edge([Taking("/a", notes), Taking("/b", notes)], pages)
    assert live_through(edge) == ["startup.complete", "shutdown.complete"]
    assert notes == ["start /a", "start /b", "stop /b", "stop /a"]
    edge.leave()
    assert notes[4:] == ["leave /a", "leave /b"]


def test_a_part_that_cant_start_stops_the_server(settings: Settings) -> None:
    class Broken(Taking):
        def start(self) -> None:
            raise OSError("no room")

    settings.REDIS_URL = "redis://127.0.0.1:1"
    notes: list[str] = []
    assert live_through(Edge([Taking("/a", notes), Broken("/b", notes)], pages)) == [
        "startup.failed"
    ]
    assert notes == ["start /a", "stop /a"]
