"""Things whose public state is kept in memory for all who follow it, and those who listen.

The state of a thing is read once per version, in a thread, and the same bytes go to everybody.
What its people are told of themselves is read for all of them at once, in a thread of its own, so
that a state never waits for it. A listener who can't keep up misses events, never the latest ones.
"""

import asyncio
import json
import logging
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple, Protocol, TypeVar, cast
from uuid import UUID

from django.db import close_old_connections, connections
from django.utils.translation import override

from referee import live
from referee.asgi_responses import Send
from referee.errors import NotFound, TokenUnknown
from referee.journals import Journaled, topic_of
from referee.page_requests import Seats

T = TypeVar("T")
log = logging.getLogger(__name__)

#: A poll is answered from memory if what it says was true so short a time ago. As often, at most,
#: we look at what only adds to a crowd.
FRESH_SECONDS = 1.0
#: So many listeners a second, at most, are told that there are more people: 4,000 every 8 seconds.
TOLD_OF_A_CROWD = 500


class OwnMessages(Protocol):
    """What each of those who take part is told of themselves, as things stood at one moment."""

    @property
    def results(self) -> int:
        """The same as the state's, which has another value whenever a message has changed."""

    def of(self, token_digest: str) -> dict[str, Any] | None:
        """In the active language, with the person's `number`; None for who takes no part."""


@dataclass(frozen=True)
class Personal:
    """How those who take part in a thing are told of themselves, and nobody else."""

    #: In whose cookies browsers keep the tokens.
    seats: Seats[Any]
    #: All messages of one thing; nothing in them may be a secret of the moment.
    read: Callable[[Any], OwnMessages]
    #: What somebody is told whose token is nobody's.
    unknown: type[TokenUnknown]


@dataclass(frozen=True)
class LiveTopic:
    """A kind of thing whose public state can be followed."""

    #: Where it is, such as /api/v1/things/<id>/; `state/` and `events/` are below.
    address: str
    model: type[Journaled]
    #: The public state of one of them, ready for JSON; its `version` is the log's length. If there
    #: are personal messages, `results` is the version by which they last changed, 0 for never.
    state: Callable[[Any], dict[str, Any]]
    #: What is said where there is none.
    missing: type[NotFound]
    #: What else is told, to those only whom it concerns; `own/` is below the address then.
    personal: Personal | None = None
    #: Kinds of log entries that come in crowds, and what in the state counts those: listeners hear
    #: of them once a second, or where there are many of them more seldom.
    crowding: frozenset[str] = frozenset()
    counts: frozenset[str] = frozenset()


class Thing(NamedTuple):
    """One thing that can be followed, whether it is there or not."""

    kind: LiveTopic
    id: UUID

    @property
    def personal(self) -> Personal:
        """Of a kind that has such."""
        return cast(Personal, self.kind.personal)


@dataclass(frozen=True)
class State:
    """The public state of a thing, written as it goes out."""

    version: int
    text: bytes
    results: int = 0
    #: All of it that does not merely count a crowd.
    matter: bytes = b""

    def event(self, kind: str) -> bytes:
        return b"id: %d\nevent: %s\ndata: %s\n\n" % (self.version, kind.encode(), self.text)


UNREAD = State(-1, b"null")


class Who(NamedTuple):
    """Somebody who asks: the digest of a token, which may be nobody's, and a language."""

    token_digest: str
    language: str


def write_own(messages: OwnMessages, who: Who) -> bytes | None:
    """What they are told of themselves; None for who takes no part."""
    with override(who.language):
        message = messages.of(who.token_digest)
    return None if message is None else as_json(message)


def as_json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


class Listener:
    """One open response. It sends one thing at a time, and of those that wait only the latest:
    of the states, and of what is for `who` alone."""

    def __init__(self, send: Send, who: Who | None = None) -> None:
        self.who = who
        #: The `results` of the last message of their own.
        self.own_results = 0
        self._send = send
        self._state = b""
        self._own = b""
        self._is_last = self._has_ended = False
        self._task: asyncio.Task[None] | None = None
        self.sent_at = time.monotonic()

    def tell(self, text: bytes) -> None:
        """Send `text` as soon as what is being sent has gone out."""
        self._state = text
        self._go()

    def tell_own(self, text: bytes, results: int) -> None:
        """The same; neither takes the other's place."""
        self.own_results = results
        self._own = b"event: own\ndata: %s\n\n" % text
        self._go()

    def tell_if_idle(self, text: bytes) -> None:
        """Send `text` unless something else is on its way."""
        if self._task is None:
            self.tell(text)

    def end(self) -> None:
        """End the response, behind what waits."""
        self._is_last = True
        self._go()

    def drop(self) -> None:
        if self._task:
            self._task.cancel()

    def _go(self) -> None:
        self.sent_at = time.monotonic()
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._work())

    async def _work(self) -> None:
        try:
            while not self._has_ended and (self._state or self._own or self._is_last):
                text, self._has_ended = self._state + self._own, self._is_last
                self._state = self._own = b""
                message = {"type": "http.response.body", "body": text}
                await self._send(message | {"more_body": not self._has_ended})
        except OSError:
            pass  # gone: its response is about to learn of it
        finally:
            self._task = None


class Reader:
    """Reads from the database in two threads: states, and beside them what is somebody's own."""

    def __init__(self) -> None:
        self._states = ThreadPoolExecutor(1, thread_name_prefix="state")
        self._own = ThreadPoolExecutor(1, thread_name_prefix="own")

    async def state(self, thing: Thing, known: State) -> State:
        """The state of a thing now: `known` itself if nothing is new. Raises NotFound."""
        return await _run(self._states, partial(_read_state, thing, known))

    async def versions(self, things: Sequence[Thing]) -> dict[Thing, int]:
        """How long the logs of those things are that are there."""
        return await _run(self._states, partial(_read_versions, things))

    async def own(self, thing: Thing) -> OwnMessages:
        """What everybody in it is told of themselves now. Raises NotFound."""
        return await _run(self._own, partial(_read_own, thing))

    async def written(self, messages: OwnMessages, whom: Collection[Who]) -> dict[Who, bytes]:
        """The messages of those of them who take part."""
        return await _run(self._own, partial(_write_all, messages, whom))

    async def is_anybodys(self, thing: Thing, token_digest: str) -> bool:
        """Whether somebody holds that token, here or elsewhere."""
        return await _run(self._own, partial(_is_held, thing, token_digest))

    async def close(self) -> None:
        for thread in (self._states, self._own):
            await _run(thread, connections.close_all)
            thread.shutdown()


def _tell_own(listener: Listener, text: bytes | None, results: int) -> None:
    """Tell somebody what is theirs, unless they know it or take no part."""
    if text is not None and listener.own_results < results:
        listener.tell_own(text, results)


async def _run(thread: ThreadPoolExecutor, function: Callable[[], T]) -> T:
    return await asyncio.get_running_loop().run_in_executor(thread, function)


def _find(thing: Thing) -> Any:
    close_old_connections()
    found = thing.kind.model._default_manager.filter(pk=thing.id).first()
    if found is None:
        raise thing.kind.missing
    return found


def _read_state(thing: Thing, known: State) -> State:
    found = _find(thing)
    if known.version == found.log_length:
        return known
    state = thing.kind.state(found)
    matter = {name: state[name] for name in state.keys() - thing.kind.counts - {"version"}}
    text = json.dumps(matter, sort_keys=True).encode()
    return State(found.log_length, as_json(state), state.get("results", 0), text)


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


def _read_own(thing: Thing) -> OwnMessages:
    return thing.personal.read(_find(thing))


def _write_all(messages: OwnMessages, whom: Collection[Who]) -> dict[Who, bytes]:
    written = ((who, write_own(messages, who)) for who in whom)
    return {who: text for who, text in written if text is not None}


def _is_held(thing: Thing, token_digest: str) -> bool:
    close_old_connections()
    return thing.personal.seats.people.filter(token_digest=token_digest).exists()


class Watched:
    """A thing whose state is kept in memory, and its listeners. Lives in the event loop."""

    def __init__(
        self, thing: Thing, reader: Reader, *, told_of_a_crowd: float = TOLD_OF_A_CROWD
    ) -> None:
        self.topic = topic_of(thing.kind.model(pk=thing.id))  # type: ignore[misc]
        self.listeners: set[Listener] = set()
        self.used_at = time.monotonic()
        self.thing = thing
        self._reader = reader
        #: What was read last.
        self.latest = UNREAD
        self._read_at = 0.0
        self._is_stale = True
        #: The kinds of the announced versions that nobody has been told of yet.
        self._kinds: dict[int, str] = {}
        self._refreshing: asyncio.Task[None] | None = None
        self._refreshing_later: asyncio.TimerHandle | None = None
        #: What listeners were told last, and the version of which they must hear at once.
        self._told = UNREAD
        self._told_at = 0.0
        self._told_of_a_crowd = told_of_a_crowd
        self._urgent_version = 0
        self._telling_later: asyncio.TimerHandle | None = None
        #: Everybody's own messages, and the version of the state when they were read last.
        self._own: OwnMessages | None = None
        self._own_version = UNREAD.version
        self._reading_own: asyncio.Task[OwnMessages] | None = None
        #: The `results` that listeners have been told of.
        self._told_results = 0
        self._telling_own: asyncio.Task[None] | None = None
        live.follow(self.topic, self.on_announcement)

    def forget(self) -> None:
        live.unfollow(self.topic, self.on_announcement)
        for timer in (self._refreshing_later, self._telling_later):
            if timer:
                timer.cancel()

    def on_announcement(self, announcement: live.Announcement) -> None:
        if announcement.event:
            self._kinds[announcement.version] = announcement.event
        if announcement.event in self.thing.kind.crowding:
            self._refresh_later()
            return
        self._urgent_version = max(self._urgent_version, announcement.version)
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

    def _refresh_later(self) -> None:
        """Refresh as soon as what was read last is a second old."""
        if self._refreshing_later is None and self.listeners:
            wait = self._read_at + FRESH_SECONDS - time.monotonic()
            loop = asyncio.get_running_loop()
            self._refreshing_later = loop.call_later(max(0.0, wait), self._refresh_now)

    def _refresh_now(self) -> None:
        self._refreshing_later = None
        self._is_stale = True
        self.refresh()

    async def _refresh(self) -> None:
        while True:
            self._is_stale = False  # an announcement from here on may tell of what we don't see
            try:
                state = await self._reader.state(self.thing, self.latest)
            except BaseException:
                self._is_stale = True
                raise
            self._read_at = time.monotonic()
            if state is not self.latest:
                self.latest = state
                self._tell_in_time()
            if self.owes and self._telling_own is None:
                self._telling_own = asyncio.get_running_loop().create_task(self._tell_own())
            if not self._is_stale:
                return

    def _tell_in_time(self) -> None:
        """Tell the listeners of `latest`: at once, unless only a crowd has grown."""
        told, latest = self._told, self.latest
        is_urgent = told.version < self._urgent_version or told.matter != latest.matter
        wait = self._told_at + len(self.listeners) / self._told_of_a_crowd - time.monotonic()
        if is_urgent or wait <= 0:
            self._tell()
        elif self._telling_later is None:
            self._telling_later = asyncio.get_running_loop().call_later(wait, self._tell)

    def _tell(self) -> None:
        if self._telling_later:
            self._telling_later.cancel()
            self._telling_later = None
        self._told = state = self.latest
        self._told_at = time.monotonic()
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

    async def own(self) -> OwnMessages:
        """Everybody's own messages, as fresh as `latest`; several who ask share the look.

        Raises NotFound, DatabaseError.
        """
        while self._own is None or self._own_version != self.latest.version:
            if self._reading_own is None:
                self._reading_own = asyncio.get_running_loop().create_task(self._read_own())
            await asyncio.shield(self._reading_own)
        return self._own

    async def _read_own(self) -> OwnMessages:
        try:
            version = self.latest.version  # what is read now is at least as new
            self._own = await self._reader.own(self.thing)
            self._own_version = version
        finally:
            self._reading_own = None
        return self._own

    async def tell_newcomer(self, listener: Listener) -> None:
        """Tell somebody who has just come what there is of their own, if anything."""
        if listener.who and self.latest.results:
            try:
                messages = await self.own()
                _tell_own(listener, write_own(messages, listener.who), messages.results)
            except Exception as fault:
                self._own_cant_be_read(fault)

    def _own_cant_be_read(self, fault: Exception) -> None:
        log.warning("what is everybody's own in %s can't be read: %r", self.topic, fault)
        self._told_results = 0  # so that the next look tells those who don't know it

    @property
    def owes(self) -> bool:
        """Whether listeners may not have been told what they should know of themselves."""
        return self.thing.kind.personal is not None and self.latest.results > self._told_results

    async def _tell_own(self) -> None:
        try:
            while (owed := self.latest.results) > self._told_results:
                if self.listeners:  # pages of those who only watch are asked for now, too
                    messages = await self.own()
                    whom = {listener.who for listener in self.listeners if listener.who}
                    written = await self._reader.written(messages, whom)
                    for listener in self.listeners:
                        _tell_own(
                            listener,
                            written.get(listener.who) if listener.who else None,
                            messages.results,
                        )
                self._told_results = owed
        except Exception as fault:
            self._own_cant_be_read(fault)
        finally:
            self._telling_own = None

    def end(self) -> None:
        """End all responses."""
        for listener in self.listeners:
            listener.end()
