"""How long an announcement takes to reach everybody who listens to a game.

`python -m tests.bench.fanout 1000 4000` starts a web process and Redis of its own. The time runs
from the announcement, after the commit, until the event has come to a listener.
"""

import argparse
import asyncio
import os
import resource
import statistics
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import django

from tests import servers

#: So many announcements are timed.
TIMES = 5
#: Connections are opened in groups of this size, so that none is refused.
GROUP = 200


@dataclass(frozen=True)
class FanOut:
    """Seconds until an announcement had come to half of the listeners and to the last of them."""

    listeners: int
    median: float
    last: float
    #: The slowest of all announcements.
    worst: float
    kilobytes_a_listener: float

    def __str__(self) -> str:
        return (
            f"{self.listeners:6,} listeners: half after {self.median * 1000:4.0f} ms, all after "
            f"{self.last * 1000:4.0f} ms (slowest of {TIMES}: {self.worst * 1000:.0f} ms), "
            f"{self.kilobytes_a_listener:.0f} kB each"
        )


class Listener(asyncio.Protocol):
    """Reads one stream and notes when the event it waits for came."""

    def __init__(self, path: str) -> None:
        self._request = f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
        self._rest = b""
        self._awaited = b"event: state"
        self.came: asyncio.Future[float] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        self._rest = self._rest[-100:] + data
        if self._awaited in self._rest and not self.came.done():
            self.came.set_result(time.perf_counter())

    def await_version(self, version: int) -> None:
        self._awaited = b"id: %d\n" % version
        self.came = asyncio.get_running_loop().create_future()


async def measure(port: int, game_id: str, pid: int, listeners: int) -> FanOut:
    """Open so many streams of a game and time announcements to them."""
    from referee import live

    path = f"/api/v1/duplicate/games/{game_id}/events/"
    loop = asyncio.get_running_loop()
    before = _kilobytes(pid)
    opened = []
    for start in range(0, listeners, GROUP):
        group = [
            loop.create_connection(lambda: Listener(path), "127.0.0.1", port)
            for _ in range(min(GROUP, listeners - start))
        ]
        opened += await asyncio.gather(*group)
        await asyncio.gather(*(listener.came for _, listener in opened[start:]))
    size = (_kilobytes(pid) - before) / listeners
    medians, lasts = [], []
    for _ in range(TIMES):
        version = await asyncio.to_thread(_next_version, game_id)
        for _, listener in opened:
            listener.await_version(version)
        start_time = time.perf_counter()
        topic = f"duplicate.{game_id}"
        await asyncio.to_thread(live.announce, topic, version=version, event="opened")
        came = await asyncio.gather(*(listener.came for _, listener in opened))
        medians.append(statistics.median(came) - start_time)
        lasts.append(max(came) - start_time)
    for transport, _ in opened:
        transport.abort()
    return FanOut(listeners, statistics.median(medians), statistics.median(lasts), max(lasts), size)


def _next_version(game_id: str) -> int:
    """Change the game as a service would, but tell nobody yet."""
    from django.db import connections
    from django.db.models import F

    from duplicate.models import Game

    Game.objects.filter(pk=game_id).update(log_length=F("log_length") + 1)
    version = Game.objects.get(pk=game_id).log_length
    connections.close_all()
    return version


def _kilobytes(pid: int) -> int:
    """What the process has in memory."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return int(status.partition("VmRSS:")[2].split()[0])


def fan_out(counts: Sequence[int]) -> list[FanOut]:
    """Measure for each number of listeners. Django is set up, its database migrated."""
    from django.utils import timezone

    from duplicate.models import Game, Round
    from tests.processes import Processes, free_port

    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    game = Game.objects.create(name="fan-out", join_code="FANOUT", created_at=timezone.now())
    Round.objects.create(game=game, number=1, state="open", rack="AEGMNRS", cells="." * 225)
    with (
        tempfile.TemporaryDirectory() as folder,
        Processes(Path(folder), REDIS_URL=servers.redis_url()) as processes,
    ):
        port = free_port()
        web = processes.web(port, "--no-access-log")
        return [
            asyncio.run(measure(port, str(game.pk), web.process.pid, count)) for count in counts
        ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("listeners", type=int, nargs="+")
    counts = parser.parse_args().listeners
    with tempfile.TemporaryDirectory(prefix="spielleiter-bench-") as folder:
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "referee.settings",
            "SPIELLEITER_DEBUG": "1",
            "SPIELLEITER_VAR": folder,
            "DATABASE_URL": os.environ.get("DATABASE_URL", ""),
            "REDIS_URL": servers.redis_url(),
        }
        django.setup()
        from django.core.management import call_command

        try:
            call_command("migrate", verbosity=0)
            for result in fan_out(counts):
                print(result)
        finally:
            servers.stop()


if __name__ == "__main__":
    main()
