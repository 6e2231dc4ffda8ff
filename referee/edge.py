"""The edge: where every request enters, is stamped with its time of receipt, and finds its way.

What must be fast or lasts long is answered in the event loop by the parts that settings.EDGE_PARTS
names; everything else goes to Django's pages in a pool of threads.
"""

import asyncio
import logging
import resource
import signal
import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from typing import Any, Protocol, runtime_checkable

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.utils import timezone

from referee import embedded, live, timekeeper
from referee.asgi_responses import Message, Receive, Scope, Send
from referee.receipt_time import stamp

log = logging.getLogger(__name__)
#: So much of a body is held before a page is asked for: more than any form or call sends.
LARGEST_HELD = 1024 * 1024


class Part(Protocol):
    """What answers some requests itself, between the start and the end of the server."""

    def matches(self, scope: Scope) -> bool:
        """Whether it answers this request."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send, /) -> None: ...

    def start(self) -> None:
        """The event loop runs; requests come after this."""

    async def stop(self) -> None:
        """No request comes any more."""


@runtime_checkable
class Lasting(Protocol):
    """A part whose responses don't end by themselves."""

    def leave(self) -> None:
        """The server has been asked to end and waits for open responses: end them."""


class Edge:
    """The ASGI application. `pages` answers what none of `parts` does."""

    def __init__(self, parts: Sequence[Part], pages: Callable[..., Any]) -> None:
        self.parts = parts
        self.pages = pages

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.live_through(receive, send)
            return
        if scope["type"] == "http":
            scope["received_at"] = stamp(scope["headers"], timezone.now())
            for part in self.parts:
                if part.matches(scope):
                    await part(scope, receive, send)
                    return
            whole = await _hold_body(scope, receive)
            if whole is None:
                return
            receive = whole
        await self.pages(scope, receive, send)

    async def live_through(self, receive: Receive, send: Send) -> None:
        """The life of the server: start all, wait for its end, stop all in reverse order."""
        await receive()
        allow_many_connections()
        async with AsyncExitStack() as stack:
            try:
                await stack.enter_async_context(live.listening())
                for part in self.parts:
                    part.start()
                    stack.push_async_callback(part.stop)
                await stack.enter_async_context(timekeeper.keeping())
                if not settings.REDIS_URL:
                    await stack.enter_async_context(embedded.working())
                self.heed_signals(stack)
            except Exception as fault:
                if not isinstance(fault, ImproperlyConfigured):  # whose sentence says it all
                    log.exception("the server can't start")
                await send({"type": "lifespan.startup.failed", "message": str(fault)})
                return
            await send({"type": "lifespan.startup.complete"})
            await receive()
        await send({"type": "lifespan.shutdown.complete"})

    def heed_signals(self, stack: AsyncExitStack) -> None:
        """Before uvicorn hears of a signal and waits for open responses, end what would last."""
        if threading.current_thread() is not threading.main_thread():
            return
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            server = signal.getsignal(number)

            def leave(number: int, frame: Any, server: Any = server) -> None:
                loop.call_soon_threadsafe(self.leave)
                if callable(server):
                    server(number, frame)

            signal.signal(number, leave)
            stack.callback(signal.signal, number, server)

    def leave(self) -> None:
        for part in self.parts:
            if isinstance(part, Lasting):
                part.leave()


async def _hold_body(scope: Scope, receive: Receive) -> Receive | None:
    """`receive` for the pages, with the body already here; None if its sender has gone.

    So the stamp is of the last byte, not of the first, and who sends slowly keeps no thread
    waiting. Of a long body only the beginning is held; each further part renews the stamp.
    """
    held: deque[Message] = deque()
    size = 0

    async def take() -> Message:
        message = await receive()
        scope["received_at"] = stamp(scope["headers"], timezone.now())
        return message

    async def give() -> Message:
        return held.popleft() if held else await take()

    while size <= LARGEST_HELD:
        message = await take()
        if message["type"] == "http.disconnect":
            return None
        held.append(message)
        size += len(message.get("body", b""))
        if not message.get("more_body"):
            break
    return give


def allow_many_connections() -> None:
    """Every listener is an open file; a process often has but 1,024 unless it asks for more."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
