"""Real server processes for the tests: web, worker and beat, on the database of the tests.

A test that uses them must commit what it writes: @pytest.mark.django_db(transaction=True).
"""

import http.client
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from signal import SIGKILL, SIGTERM, Signals
from types import TracebackType
from typing import Self, TypeVar
from urllib.parse import urlsplit

from django.conf import settings
from django.db import connection

ROOT = Path(__file__).resolve().parent.parent
CELERY = ("celery", "-A", "referee")
#: As a whole server may need on a busy machine.
START_SECONDS = 30.0


def wait_until(condition: Callable[[], object], seconds: float = 15.0) -> None:
    """Come back once `condition` holds. Fails the test after so many seconds."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.02)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def ending_with_us(command: Sequence[str], *privileges: str) -> list[str]:
    """`command` so that it is told to end when this process does, be it killed.

    `privileges` are options of setpriv, which every Linux has; elsewhere they must be empty.
    """
    if sys.platform != "linux":
        return [*command]
    return ["setpriv", "--pdeathsig", "TERM", *privileges, "--", *command]


class Running:
    """A process that was started, and what it has said so far."""

    def __init__(self, process: subprocess.Popen[bytes], log: Path) -> None:
        self.process = process
        self.log = log

    @classmethod
    def start(
        cls,
        command: Sequence[str],
        log: Path,
        *privileges: str,
        cwd: Path | None = None,
        env: Mapping[str, str] | None = None,
    ) -> Self:
        """Start it as the head of a group of its own, which ends with us (see above)."""
        with log.open("wb") as output:
            process = subprocess.Popen(
                ending_with_us(command, *privileges),
                cwd=cwd,
                env=env,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        return cls(process, log)

    @property
    def said(self) -> str:
        return self.log.read_text(encoding="utf-8", errors="replace")

    def is_saying(self, words: str) -> bool:
        """Whether it has said `words`. Fails the test if it has ended without."""
        found = words in self.said
        assert found or self.process.poll() is None, self.said
        return found

    def wait_until_saying(self, words: str) -> None:
        wait_until(lambda: self.is_saying(words), START_SECONDS)

    def kill(self) -> None:
        """End it as a power cut would, its children too."""
        self.end(SIGKILL)

    def end(self, by: Signals = SIGTERM, seconds: float = 20.0) -> int:
        """Ask all of its group to end; its exit code. Fails the test if it takes longer."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, by)
        return self.process.wait(seconds)


class Web(Running):
    url: str


Started = TypeVar("Started", bound=Running)


class Processes:
    """Starts processes with the settings of the tests and `environment`, and ends them all."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self.folder = folder
        self.environment = os.environ | {"DATABASE_URL": database_url()} | environment
        self.environment["SPIELLEITER_LEXICON"] = str(settings.LEXICON)
        self.environment["DJANGO_SETTINGS_MODULE"] = "referee.settings"
        # What they say is waited for: it must not lie in a buffer.
        self.environment["PYTHONUNBUFFERED"] = "1"
        self._running: list[Running] = []

    def __enter__(self) -> "Processes":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for running in self._running:
            running.kill()
        if error:
            for running in self._running:
                print(f"--- {running.log.name}\n{running.said[-5000:]}")

    def web(self, port: int | None = None, *arguments: str) -> Web:
        """uvicorn on `port`, answering."""
        port = port or free_port()
        command = ["uvicorn", "referee.asgi:application", "--port", str(port), *arguments]
        web = self._start(Web, "web", *command)
        web.url = f"http://127.0.0.1:{port}"
        web.wait_until_saying("Uvicorn running")
        return web

    def worker(self) -> Running:
        """A Celery worker that waits for tasks."""
        quick = ["--without-mingle", "--without-gossip"]
        return self.run("worker", *CELERY, "worker", "-c", "2", "-l", "INFO", *quick)

    def beat(self) -> Running:
        schedule = str(self.folder / "schedule")
        return self.run("beat", *CELERY, "beat", "-s", schedule)

    def run(self, name: str, *command: str) -> Running:
        """Any command of the environment; `worker` and `beat` are awaited by what they say."""
        running = self._start(Running, name, *command)
        if ready := {"worker": " ready.", "beat": "is starting"}.get(name):
            running.wait_until_saying(ready)
        return running

    def _start(self, kind: type[Started], name: str, *command: str) -> Started:
        log = self.folder / f"{name}-{len(self._running)}.log"
        running = kind.start([sys.executable, "-m", *command], log, cwd=ROOT, env=self.environment)
        self._running.append(running)
        return running


def database_url() -> str:
    """DATABASE_URL with the database that this test run made; empty on SQLite."""
    url = os.environ["DATABASE_URL"]
    return url and urlsplit(url)._replace(path=f"/{connection.settings_dict['NAME']}").geturl()


@contextmanager
def asking(web: Web, path: str, **headers: str) -> Iterator[http.client.HTTPResponse]:
    """What `web` answers, to be read bit by bit."""
    parts = urlsplit(web.url)
    asked = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=20)
    try:
        asked.request("GET", path, headers=headers)
        with asked.getresponse() as response:
            yield response
    finally:
        asked.close()


def heard_lines(stream: http.client.HTTPResponse, seconds: float = 60.0) -> Iterator[str]:
    """The lines of a live stream, each as soon as it is here. Fails the test after so long."""
    deadline = time.monotonic() + seconds
    for line in stream:
        assert time.monotonic() < deadline, "listened in vain"
        yield line.decode().rstrip("\n")
