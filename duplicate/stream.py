"""The public state of games as raw ASGI: `…/state/` to poll, `…/events/` to follow.

The state of a game is read once per version, in a thread, and the same bytes go to everybody who
asks or listens. A listener who can't keep up misses events, never the latest one.
"""

import asyncio
import json
import logging
import re
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import TypeVar
from uuid import UUID

from django.db import DatabaseError, close_old_connections, connections
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from duplicate.errors import GameMissing
from duplicate.models import Game
from duplicate.selectors.state import public_state
from duplicate.services.journal import topic_of
from referee import live, metrics
from referee.errors import Refused
from referee.raw import Receive, Scope, Send, header, refuse, respond

T = TypeVar("T")
log = logging.getLogger(__name__)

#: A poll is answered from memory if what it says was true so short a time ago.
FRESH_SECONDS = 1.0
#: How often we look for changes whose announcement was lost.
LOOK_SECONDS = 5.0
#: Silence after which a listener is sent a comment at the next look: 20 seconds at the most.
SILENCE_SECONDS = 14.0
#: After so much time without listener or poll a game is forgotten.
IDLE_SECONDS = 60.0
RETRY_MILLISECONDS = 2000

_ADDRESS = re.compile(
    r"/api/v1/duplicate/games/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/(?:events|state)/"
)
_PUBLIC = [
    (b"access-control-allow-origin", b"*"),
    (b"access-control-expose-headers", b"ETag, Server-Time"),
]


class StateUnknown(Refused):
    code = "state_unknown"
    status = 503
    message = _("Der Stand des Spiels ist gerade nicht zu lesen. Versuche es gleich noch einmal.")


@dataclass(frozen=True)
class State:
    """The public state of a game, written as it goes out."""

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


class WatchedGame:
    """A game whose state is kept in memory, and those who listen to it. Lives in the event loop."""

    def __init__(self, game_id: UUID, read: "Reader") -> None:
        self.topic = topic_of(Game(pk=game_id))
        self.listeners: set[Listener] = set()
        self.used_at = time.monotonic()
        self._read = partial(read, game_id)
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
        """See to it that `latest` was true a second ago. Raises GameMissing."""
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
            if isinstance(fault, GameMissing):
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

    async def __call__(self, game_id: UUID, known: State) -> State:
        """The state of a game now: `known` itself if nothing is new. Raises GameMissing."""
        return await self._run(partial(_read_state, game_id, known))

    async def close(self) -> None:
        await self._run(connections.close_all)
        self._thread.shutdown()

    async def _run(self, function: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, function)


def _read_state(game_id: UUID, known: State) -> State:
    close_old_connections()
    game = Game.objects.filter(pk=game_id).first()
    if game is None:
        raise GameMissing
    if known.version == game.log_length:
        return known
    text = json.dumps(public_state(game), ensure_ascii=False, separators=(",", ":"))
    return State(game.log_length, text.encode())


class Stream:
    """The part of the edge that answers both addresses."""

    def __init__(
        self, *, look_seconds: float = LOOK_SECONDS, silence_seconds: float = SILENCE_SECONDS
    ) -> None:
        self.look_seconds = look_seconds
        self.silence_seconds = silence_seconds
        self._games: dict[UUID, WatchedGame] = {}
        self._is_leaving = False

    def matches(self, scope: Scope) -> bool:
        return scope["method"] == "GET" and bool(_ADDRESS.fullmatch(scope["path"]))

    def start(self) -> None:
        self._read = Reader()
        self._looking = asyncio.get_running_loop().create_task(self._look())

    def leave(self) -> None:
        self._is_leaving = True
        for game in self._games.values():
            game.end()

    async def stop(self) -> None:
        self._looking.cancel()
        self.leave()
        await self._read.close()
        for game in self._games.values():
            game.forget()
        self._games.clear()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        game_id, wanted = scope["path"].split("/")[-3:-1]
        try:
            game = await self._watch(UUID(game_id))
        except DatabaseError:
            await refuse(scope, send, StateUnknown(), _PUBLIC)
            return
        except GameMissing as refused:
            await refuse(scope, send, refused, _PUBLIC)
            return
        if wanted == "state":
            await _send_state(game, scope, send)
        else:
            await self._stream(game, receive, send)

    async def _watch(self, game_id: UUID) -> WatchedGame:
        """The game, its state fresh, or the last one known if the database is away.

        Raises GameMissing; such a game is not kept in memory. Raises DatabaseError.
        """
        game = self._games.get(game_id)
        if game is None:
            game = self._games[game_id] = WatchedGame(game_id, self._read)
        try:
            await game.freshen()
        except DatabaseError:
            if game.latest is UNREAD:
                raise  # else what we know is better than nothing
        except GameMissing:
            if self._games.get(game_id) is game:
                game.forget()
                del self._games[game_id]
            raise
        return game

    async def _stream(self, game: WatchedGame, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": _stream_headers()})
        listener = Listener(send)
        game.listeners.add(listener)
        metrics.listeners.inc()
        listener.tell(b"retry: %d\n\n" % RETRY_MILLISECONDS + game.latest.event("state"))
        if self._is_leaving:
            listener.tell(b"", is_last=True)
        try:
            while (await receive())["type"] != "http.disconnect":
                pass
        finally:
            game.used_at = time.monotonic()
            game.listeners.discard(listener)
            metrics.listeners.dec()
            listener.drop()

    async def _look(self) -> None:
        """Now and then: heal lost announcements, break the silence, forget what nobody wants."""
        while True:
            await asyncio.sleep(self.look_seconds)
            now = time.monotonic()
            comment = b": %d\n\n" % _milliseconds()
            for game_id, game in tuple(self._games.items()):
                if game.listeners:
                    game.refresh()
                elif now - game.used_at > IDLE_SECONDS:
                    game.forget()
                    del self._games[game_id]
                for listener in game.listeners:
                    if now - listener.sent_at > self.silence_seconds:
                        listener.comment(comment)


async def _send_state(game: WatchedGame, scope: Scope, send: Send) -> None:
    state = game.latest
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
