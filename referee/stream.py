"""Games and the like as raw ASGI: `…/state/` to poll, `…/events/` to follow, `…/own/` to ask what
of it is one's own.

What can be followed the apps say in their modules `live_topics`, as LIVE_TOPICS; what is known of
it is kept by `referee.followed`.
"""

import asyncio
import logging
import re
import time
from collections.abc import Sequence
from uuid import UUID

from django.db import DatabaseError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override
from rest_framework.exceptions import NotAuthenticated

from referee import metrics
from referee.app_modules import app_modules
from referee.asgi_responses import (
    Headers,
    Receive,
    Scope,
    Send,
    cookies_of,
    header,
    language_of,
    refuse,
    respond,
)
from referee.authentication import token_in
from referee.errors import Forbidden, NotFound, Refused
from referee.followed import (
    TOLD_OF_A_CROWD,
    UNREAD,
    Listener,
    LiveTopic,
    Reader,
    Thing,
    Watched,
    Who,
    as_json,
)
from referee.tokens import USER, digest

log = logging.getLogger(__name__)

#: How often we look for changes whose announcement was lost.
LOOK_SECONDS = 1.0
#: Silence after which a listener is told the time at the next look: 20 seconds at the most.
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
#: A proxy may answer for us with what was so a second ago, the same to all; browsers ask.
_POLLED = [*_PUBLIC, (b"cache-control", b"public, max-age=0, s-maxage=1")]
_OWN = [
    (b"cache-control", b"private, no-cache"),
    (b"vary", b"Authorization, Cookie, Accept-Language"),
]


class StateUnknown(Refused):
    status = 503
    message = _("Der Stand des Spiels ist gerade nicht zu lesen. Versuche es gleich noch einmal.")


def all_live_topics() -> tuple[LiveTopic, ...]:
    """All that the apps let people follow."""
    return tuple(kind for module in app_modules("live_topics") for kind in module.LIVE_TOPICS)


def _below(kind: LiveTopic) -> str:
    return "events|state|own" if kind.personal else "events|state"


class Stream:
    """The part of the edge that answers these addresses of all `topics`."""

    def __init__(
        self,
        topics: Sequence[LiveTopic] | None = None,
        *,
        look_seconds: float = LOOK_SECONDS,
        silence_seconds: float = SILENCE_SECONDS,
        told_of_a_crowd: float = TOLD_OF_A_CROWD,
    ) -> None:
        self.look_seconds = look_seconds
        self.silence_seconds = silence_seconds
        self.told_of_a_crowd = told_of_a_crowd
        self._addresses = [
            (re.compile(f"{kind.address.replace(ID, _UUID)}({_below(kind)})/"), kind)
            for kind in (all_live_topics() if topics is None else topics)
        ]
        self._watched: dict[Thing, Watched] = {}
        self._is_leaving = False

    def matches(self, scope: Scope) -> bool:
        return scope["method"] == "GET" and any(
            pattern.fullmatch(scope["path"]) for pattern, _kind in self._addresses
        )

    def start(self) -> None:
        self._reader = Reader()
        self._looking = asyncio.get_running_loop().create_task(self._look())

    def leave(self) -> None:
        self._is_leaving = True
        for watched in self._watched.values():
            watched.end()

    async def stop(self) -> None:
        self._looking.cancel()
        self.leave()
        await self._reader.close()
        for watched in self._watched.values():
            watched.forget()
        self._watched.clear()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        thing, wanted = self._found(scope["path"])
        # What is somebody's own is for no other origin, and never kept on the way.
        told = _OWN if wanted == "own" else _PUBLIC
        try:
            watched = await self._watch(thing)
            if wanted == "own":
                await self._send_own(watched, scope, send)
                return
        except DatabaseError:
            await refuse(scope, send, StateUnknown(), told)
            return
        except (Refused, NotAuthenticated) as refused:
            await refuse(scope, send, refused, told)
            return
        if wanted == "state":
            await _send_state(watched, scope, send)
        else:
            await self._stream(watched, scope, receive, send)

    def _found(self, path: str) -> tuple[Thing, str]:
        """What an address that matches is about, and what is asked for: state, events or own."""
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
            watched = self._watched[thing] = Watched(
                thing, self._reader, told_of_a_crowd=self.told_of_a_crowd
            )
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

    async def _send_own(self, watched: Watched, scope: Scope, send: Send) -> None:
        """Raises NotAuthenticated, Forbidden, TokenUnknown, DatabaseError."""
        token = _token(watched.thing, scope)
        if not token:
            raise NotAuthenticated
        if token.startswith(USER):
            raise Forbidden  # accounts take no part
        who = Who(digest(token), language_of(scope))
        messages = await watched.own()
        with override(who.language):
            message = messages.of(who.token_digest)
        if message is None:
            is_known = await self._reader.is_anybodys(watched.thing, who.token_digest)
            raise Forbidden if is_known else watched.thing.personal.unknown
        etag = f'W/"{messages.results}-{message["number"]}-{who.language}"'
        await _send_unless_known(scope, send, etag, as_json(message), _OWN)

    async def _stream(self, watched: Watched, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": _stream_headers()})
        token = _token(watched.thing, scope)
        listener = Listener(send, Who(digest(token), language_of(scope)) if token else None)
        watched.listeners.add(listener)
        metrics.listeners.inc()
        listener.tell(b"retry: %d\n\n" % RETRY_MILLISECONDS + watched.latest.event("state"))
        if self._is_leaving:
            listener.end()
        try:
            await watched.tell_newcomer(listener)
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
            beat = b"event: beat\ndata: %d\n\n" % _milliseconds()
            for thing, watched in tuple(self._watched.items()):
                if not watched.listeners and now - watched.used_at > IDLE_SECONDS:
                    watched.forget()
                    del self._watched[thing]
                for listener in watched.listeners:
                    if now - listener.sent_at > self.silence_seconds:
                        listener.tell_if_idle(beat)

    async def _heal(self) -> None:
        """Read anew what has another version than we know, announced or not."""
        followed = [thing for thing, watched in self._watched.items() if watched.listeners]
        try:
            versions = await self._reader.versions(followed)
        except DatabaseError as fault:
            log.warning("versions can't be read: %s", fault)
            return
        for thing in followed:
            watched = self._watched.get(thing)
            if watched and (watched.owes or watched.latest.version != versions.get(thing)):
                watched.refresh()


def _token(thing: Thing, scope: Scope) -> str:
    """By which somebody says who they are in `thing`: sent along, or a seat's cookie; '' if not."""
    if thing.kind.personal is None:
        return ""
    seat = thing.personal.seats.cookie(thing.id)
    return token_in(header(scope, b"authorization")) or cookies_of(scope).get(seat, "")


async def _send_state(watched: Watched, scope: Scope, send: Send) -> None:
    state = watched.latest
    await _send_unless_known(scope, send, f'W/"{state.version}"', state.text, _POLLED)


async def _send_unless_known(
    scope: Scope, send: Send, etag: str, text: bytes, headers: Headers
) -> None:
    """Send `text`, or a 304 to who has what `etag` names."""
    told = [*headers, (b"etag", etag.encode()), (b"server-time", b"%d" % _milliseconds())]
    known = {entity.strip() for entity in header(scope, b"if-none-match").split(",")}
    if known & {etag, etag.removeprefix("W/"), "*"}:
        await respond(send, 304, headers=told)
    else:
        await respond(send, 200, text, b"application/json", told)


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
