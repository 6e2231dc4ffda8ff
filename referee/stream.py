"""The public state of games and the like as raw ASGI: `…/state/` to poll, `…/events/` to follow.

What can be followed the apps say in their modules `live_topics`, as LIVE_TOPICS. The state of a
thing is read once per version, in a thread, and the same bytes go to everybody who asks or listens.
A listener who can't keep up misses events, never the latest one.
"""

import asyncio
import json
import logging
import re
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple, TypeVar
from uuid import UUID

from django.db import DatabaseError, close_old_connections, connections
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from referee import live, metrics
from referee.app_modules import app_modules
from referee.asgi_responses import Receive, Scope, Send, header, refuse, respond
from referee.errors import NotFound, Refused
from referee.journals import Journaled, topic_of

T = TypeVar("T")
log = logging.getLogger(__name__)

#: A poll is answered from memory if what it says was true so short a time ago.
FRESH_SECONDS = 1.0
#: How often we look for changes whose announcement was lost.
LOOK_SECONDS = 1.0
#: Silence after which a listener is sent a comment at the next look: 20 seconds at the most.
SILENCE_SECONDS = 14.0
#: After so much time without listener or poll a thing is forgotten.
IDLE_SECONDS = 60.0
RETRY_MILLISECONDS = 2000

#: What the address of a thing has in the place of its id.
ID = "<id>"
_UUID = "([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"
_PUBLIC = [
    (b"access-control-allow-origin", b"*"),
    (b"access-control-expose-headers", b"ETag, Server-Time"),
]


class StateUnknown(Refused):
    status = 503
    message = _("Der Stand des Spiels ist gerade nicht zu lesen. Versuche es gleich noch einmal.")


@dataclass(frozen=True)
class LiveTopic:
    """A kind of thing whose public state can be followed."""

    #: Where it is, such as /api/v1/things/<id>/; `state/` and `events/` are below.
    address: str
    model: type[Journaled]
    #: The public state of one of them, ready for JSON; its `version` is the log's length.
    state: Callable[[Any], dict[str, Any]]
    #: What is said where there is none.
    missing: type[NotFound]


class Thing(NamedTuple):
    """One thing that can be followed, whether it is there or not."""

    kind: LiveTopic
    id: UUID


@dataclass(frozen=True)
class State:
    """The public state of a thing, written as it goes out."""

    version: int
    text: bytes

    def event(self, kind: str) -> bytes:
        return b"id: %d\nevent: %s\ndata: %s\n\n" % (self.version, kind.encode(), self.text)


UNREAD = State(-1, b"null")


class Listener:
    """One open response. It sends one thing at a time, and of those that wait only the latest."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._waiting: bytes | None = None
        self._is_last = False
        self._task: asyncio.Task[None] | None = None
        self.sent_at = time.monotonic()

    def tell(self, text: bytes, *, is_last: bool = False) -> None:
        """Send `text` as soon as what is being sent has gone out; with `is_last`, end."""
        self._waiting = text
        self._is_last |= is_last
        self.sent_at = time.monotonic()
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._work())

    def comment(self, text: bytes) -> None:
        """Send `text` unless something else is on its way."""
        if self._task is None:
            self.tell(text)

    async def _work(self) -> None:
        try:
            while self._waiting is not None:
                text, self._waiting = self._waiting, None
                message = {"type": "http.response.body", "body": text}
                await self._send(message | {"more_body": not self._is_last})
        except OSError:
            pass  # gone: its response is about to learn of it
        finally:
            self._task = None

    def drop(self) -> None:
        if self._task:
            self._task.cancel()


class Watched:
    """A thing whose state is kept in memory, and its listeners. Lives in the event loop."""

    def __init__(self, thing: Thing, read: "Reader") -> None:
        self.topic = topic_of(thing.kind.model(pk=thing.id))  # type: ignore[misc]
        self.listeners: set[Listener] = set()
        self.used_at = time.monotonic()
        self._read = partial(read, thing)
        #: What was read last.
        self.latest = UNREAD
        self._read_at = 0.0
        self._is_stale = True
        #: The kinds of the announced versions that nobody has been told of yet.
        self._kinds: dict[int, str] = {}
        self._refreshing: asyncio.Task[None] | None = None
        live.follow(self.topic, self.on_announcement)

    def forget(self) -> None:
        live.unfollow(self.topic, self.on_announcement)

    def on_announcement(self, announcement: live.Announcement) -> None:
        if announcement.event:
            self._kinds[announcement.version] = announcement.event
        self._is_stale = True
        if self.listeners:
            self.refresh()

    async def freshen(self) -> None:
        """See to it that `latest` was true a second ago. Raises NotFound."""
        self.used_at = now = time.monotonic()
        if self._is_stale or now - self._read_at > FRESH_SECONDS:
            await asyncio.shield(self.refresh())

    def refresh(self) -> "asyncio.Task[None]":
        """Look what is new and tell the listeners; several who ask at a time share the look."""
        if self._refreshing is None:
            self._refreshing = asyncio.get_running_loop().create_task(self._refresh())
            self._refreshing.add_done_callback(self._refreshed)
        return self._refreshing

    async def _refresh(self) -> None:
        while True:
            self._is_stale = False  # an announcement from here on may tell of what we don't see
            try:
                state = await self._read(self.latest)
            except BaseException:
                self._is_stale = True
                raise
            self._read_at = time.monotonic()
            if state is not self.latest:
                self.latest = state
                self._tell(state)
            if not self._is_stale:
                return

    def _tell(self, state: State) -> None:
        event = state.event(self._kinds.get(state.version, "state"))
        self._kinds = {
            version: kind for version, kind in self._kinds.items() if version > state.version
        }
        for listener in self.listeners:
            listener.tell(event)

    def _refreshed(self, task: "asyncio.Task[None]") -> None:
        self._refreshing = None
        if not task.cancelled() and (fault := task.exception()):
            if isinstance(fault, NotFound):
                self.end()
            else:
                log.warning("the state of %s can't be read: %r", self.topic, fault)

    def end(self) -> None:
        """End all responses."""
        for listener in self.listeners:
            listener.tell(b"", is_last=True)


class Reader:
    """Reads states from the database in a thread of its own, one after the other."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="state")

    async def __call__(self, thing: Thing, known: State) -> State:
        """The state of a thing now: `known` itself if nothing is new. Raises NotFound."""
        return await self._run(partial(_read_state, thing, known))

    async def versions(self, things: Sequence[Thing]) -> dict[Thing, int]:
        """How long the logs of those things are that are there."""
        return await self._run(partial(_read_versions, things))

    async def close(self) -> None:
        await self._run(connections.close_all)
        self._thread.shutdown()

    async def _run(self, function: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, function)


def _read_state(thing: Thing, known: State) -> State:
    close_old_connections()
    kind = thing.kind
    found = kind.model._default_manager.filter(pk=thing.id).first()
    if found is None:
        raise kind.missing
    if known.version == found.log_length:
        return known
    text = json.dumps(kind.state(found), ensure_ascii=False, separators=(",", ":"))
    return State(found.log_length, text.encode())


def _read_versions(things: Sequence[Thing]) -> dict[Thing, int]:
    close_old_connections()
    asked: defaultdict[LiveTopic, list[UUID]] = defaultdict(list)
    for kind, pk in things:
        asked[kind].append(pk)
    return {
        Thing(kind, pk): length
        for kind, ids in asked.items()
        for pk, length in kind.model._default_manager.filter(pk__in=ids).values_list(
            "pk", "log_length"
        )
    }


def all_live_topics() -> tuple[LiveTopic, ...]:
    """All that the apps let people follow."""
    return tuple(kind for module in app_modules("live_topics") for kind in module.LIVE_TOPICS)


class Stream:
    """The part of the edge that answers both addresses of all `topics`."""

    def __init__(
        self,
        topics: Sequence[LiveTopic] | None = None,
        *,
        look_seconds: float = LOOK_SECONDS,
        silence_seconds: float = SILENCE_SECONDS,
    ) -> None:
        self.look_seconds = look_seconds
        self.silence_seconds = silence_seconds
        self._addresses = [
            (re.compile(kind.address.replace(ID, _UUID) + "(events|state)/"), kind)
            for kind in (all_live_topics() if topics is None else topics)
        ]
        self._watched: dict[Thing, Watched] = {}
        self._is_leaving = False

    def matches(self, scope: Scope) -> bool:
        return scope["method"] == "GET" and any(
            pattern.fullmatch(scope["path"]) for pattern, _kind in self._addresses
        )

    def start(self) -> None:
        self._read = Reader()
        self._looking = asyncio.get_running_loop().create_task(self._look())

    def leave(self) -> None:
        self._is_leaving = True
        for watched in self._watched.values():
            watched.end()

    async def stop(self) -> None:
        self._looking.cancel()
        self.leave()
        await self._read.close()
        for watched in self._watched.values():
            watched.forget()
        self._watched.clear()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        thing, wanted = self._found(scope["path"])
        try:
            watched = await self._watch(thing)
        except DatabaseError:
            await refuse(scope, send, StateUnknown(), _PUBLIC)
            return
        except NotFound as refused:
            await refuse(scope, send, refused, _PUBLIC)
            return
        if wanted == "state":
            await _send_state(watched, scope, send)
        else:
            await self._stream(watched, receive, send)

    def _found(self, path: str) -> tuple[Thing, str]:
        """What an address that matches is about, and whether it asks for the state or events."""
        return next(
            (Thing(kind, UUID(found[1])), found[2])
            for pattern, kind in self._addresses
            if (found := pattern.fullmatch(path))
        )

    async def _watch(self, thing: Thing) -> Watched:
        """The thing, its state fresh, or the last one known if the database is away.

        Raises NotFound; such a thing is not kept in memory. Raises DatabaseError.
        """
        watched = self._watched.get(thing)
        if watched is None:
            watched = self._watched[thing] = Watched(thing, self._read)
        try:
            await watched.freshen()
        except DatabaseError:
            if watched.latest is UNREAD:
                raise  # else what we know is better than nothing
        except NotFound:
            if self._watched.get(thing) is watched:
                watched.forget()
                del self._watched[thing]
            raise
        return watched

    async def _stream(self, watched: Watched, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": _stream_headers()})
        listener = Listener(send)
        watched.listeners.add(listener)
        metrics.listeners.inc()
        listener.tell(b"retry: %d\n\n" % RETRY_MILLISECONDS + watched.latest.event("state"))
        if self._is_leaving:
            listener.tell(b"", is_last=True)
        try:
            while (await receive())["type"] != "http.disconnect":
                pass
        finally:
            watched.used_at = time.monotonic()
            watched.listeners.discard(listener)
            metrics.listeners.dec()
            listener.drop()

    async def _look(self) -> None:
        """Now and then: heal lost announcements, break the silence, forget what nobody wants."""
        healing: asyncio.Task[None] | None = None
        while True:
            await asyncio.sleep(self.look_seconds)
            if healing is None or healing.done():  # a database that hangs breaks no silence
                healing = asyncio.get_running_loop().create_task(self._heal())
            now = time.monotonic()
            comment = b": %d\n\n" % _milliseconds()
            for thing, watched in tuple(self._watched.items()):
                if not watched.listeners and now - watched.used_at > IDLE_SECONDS:
                    watched.forget()
                    del self._watched[thing]
                for listener in watched.listeners:
                    if now - listener.sent_at > self.silence_seconds:
                        listener.comment(comment)

    async def _heal(self) -> None:
        """Read anew what has another version than we know, announced or not."""
        followed = [thing for thing, watched in self._watched.items() if watched.listeners]
        try:
            versions = await self._read.versions(followed)
        except DatabaseError as fault:
            log.warning("versions can't be read: %s", fault)
            return
        for thing in followed:
            watched = self._watched.get(thing)
            if watched and watched.latest.version != versions.get(thing):
                watched.refresh()


async def _send_state(watched: Watched, scope: Scope, send: Send) -> None:
    state = watched.latest
    etag = f'W/"{state.version}"'
    headers = [
        *_PUBLIC,
        (b"etag", etag.encode()),
        (b"cache-control", b"no-cache"),
        (b"server-time", b"%d" % _milliseconds()),
    ]
    known = {entity.strip() for entity in header(scope, b"if-none-match").split(",")}
    if known & {etag, etag.removeprefix("W/"), "*"}:
        await respond(send, 304, headers=headers)
    else:
        await respond(send, 200, state.text, b"application/json", headers)


def _stream_headers() -> list[tuple[bytes, bytes]]:
    return [
        *_PUBLIC,
        (b"content-type", b"text/event-stream; charset=utf-8"),
        (b"cache-control", b"no-cache, no-transform"),
        (b"x-accel-buffering", b"no"),
        (b"x-content-type-options", b"nosniff"),
        (b"server-time", b"%d" % _milliseconds()),
    ]


def _milliseconds() -> int:
    """Now, as programs count it."""
    return int(timezone.now().timestamp() * 1000)
