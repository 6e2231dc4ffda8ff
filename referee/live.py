"""Announcements: something has a new version, and whoever follows it should look.

They reach this process at once, and every other by Redis. An announcement may be lost (Redis
restarts, a process is busy); versions make up for it, as every follower can ask for the state.
"""

import asyncio
import json
import logging
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import asdict, dataclass
from functools import cache

import redis
import redis.asyncio
from django.conf import settings

from referee.redis_rest import REDIS_FAULTS, asking_redis

log = logging.getLogger(__name__)
CHANNEL = "spielleiter.live"
#: Between two attempts to reach Redis again.
RETRY_SECONDS = 0.5
#: How long who listens to Redis may take to end.
END_SECONDS = 0.1


@dataclass(frozen=True)
class Announcement:
    """`version` is 0 and `event` empty where some may have been missed: look what there is."""

    topic: str
    version: int = 0
    event: str = ""

    def to_text(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def from_text(cls, text: str | bytes) -> "Announcement":
        return cls(**json.loads(text))


Follower = Callable[[Announcement], None]
_followers: defaultdict[str, set[Follower]] = defaultdict(set)
#: The event loop in which the followers are told; None in a process that does not serve.
_loop: asyncio.AbstractEventLoop | None = None


def announce(topic: str, *, version: int, event: str) -> None:
    """Tell every follower of `topic`. Never fails: what is announced has already happened."""
    announcement = Announcement(topic, version, event)
    if _loop:  # whoever listens here need not wait for Redis
        with suppress(RuntimeError):  # the loop has just been closed
            _loop.call_soon_threadsafe(_tell, announcement)
    if not settings.REDIS_URL:
        return
    try:
        with asking_redis():
            client = _redis(settings.REDIS_URL)
            client.publish(_channel(client), announcement.to_text())
    except REDIS_FAULTS as fault:
        log.warning("not announced: %s %s: %s", topic, event, fault)


def follow(topic: str, follower: Follower) -> None:
    """Call `follower` for each announcement, in the event loop; it must neither wait nor fail."""
    _followers[topic].add(follower)


def unfollow(topic: str, follower: Follower) -> None:
    _followers[topic].discard(follower)
    if not _followers[topic]:
        del _followers[topic]


@asynccontextmanager
async def listening() -> AsyncIterator[None]:
    """As long as this lasts, announcements are passed on to the followers in this event loop."""
    global _loop
    _loop = asyncio.get_running_loop()
    subscriber = asyncio.create_task(_subscribe()) if settings.REDIS_URL else None
    try:
        yield
    finally:
        _loop = None
        while subscriber and not subscriber.done():
            # Again, if need be: connecting, Redis's client may take this for its own time-out.
            subscriber.cancel()
            await asyncio.wait([subscriber], timeout=END_SECONDS)


def _tell(announcement: Announcement) -> None:
    for follower in tuple(_followers.get(announcement.topic, ())):
        follower(announcement)


async def _subscribe() -> None:
    """Follow Redis for ever, whatever becomes of it."""
    while True:
        try:
            await _listen()
        except Exception as fault:
            log.warning("no announcements from Redis: %r", fault)
        await asyncio.sleep(RETRY_SECONDS)


async def _listen() -> None:
    """Pass on what Redis says until the connection breaks for good.

    The client mends short breaks by itself and subscribes anew. Each time it did, something may
    have been missed.
    """
    url = settings.REDIS_URL
    client = redis.asyncio.Redis.from_url(url, socket_connect_timeout=2, socket_keepalive=True)
    async with client, client.pubsub() as subscription:
        await subscription.subscribe(_channel(client))
        async for message in subscription.listen():
            if message["type"] == "subscribe":
                for topic in tuple(_followers):
                    _tell(Announcement(topic))
            elif message["type"] == "message":
                _tell(Announcement.from_text(message["data"]))


def _channel(client: redis.Redis | redis.asyncio.Redis) -> str:
    """Channels are known in all databases of a Redis, each of which may serve another site."""
    return f"{CHANNEL}.{client.get_connection_kwargs().get('db', 0)}"


@cache
def _redis(url: str) -> redis.Redis:
    return redis.Redis.from_url(
        url, socket_timeout=settings.REDIS_SECONDS, socket_connect_timeout=settings.REDIS_SECONDS
    )
