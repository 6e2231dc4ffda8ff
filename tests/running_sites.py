"""Whole sites of their own for the tests, each way a Simultan can be served, and their visitors."""

import http.client
import json
import shlex
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from signal import SIGINT
from typing import Any
from urllib.parse import urlsplit

from tests import servers
from tests.lexicons import lexicon_of
from tests.once import made_once
from tests.processes import CELERY, Processes, ending_with_us, free_port
from tests.servers import new_database, redis_place

API = "/api/v1/"
PASSWORD = "richtig-langes-wort"
SET_UP = f"""
from django.core.management import call_command
from referee.models import User
call_command("migrate", verbosity=0)
for name in ("director", "assistant", "stranger"):
    User.objects.create_user(name, password={PASSWORD!r})
"""


@dataclass(frozen=True)
class Reply:
    status: int
    headers: http.client.HTTPMessage
    body: Any

    @property
    def code(self) -> str:
        """What a refusal says to programs."""
        assert self.headers.get_content_type() == "application/problem+json", self
        return str(self.body["code"])


class Visitor:
    """Somebody who speaks to a site, with a token or without."""

    def __init__(self, url: str, token: str = "") -> None:
        self.url, self.token = url, token
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}

    def ask(self, method: str, path: str, body: object = None, **headers: str) -> Reply:
        """One request; what the answer says is for the caller to judge."""
        sent = self.headers | {name.replace("_", "-"): value for name, value in headers.items()}
        if body is not None:
            sent["Content-Type"] = "application/json"
        connection = http.client.HTTPConnection(urlsplit(self.url).netloc, timeout=30)
        try:
            text = None if body is None else json.dumps(body)
            connection.request(method, API + path, text, sent)
            response = connection.getresponse()
            content = response.read()
            return Reply(response.status, response.headers, json.loads(content or "null"))
        finally:
            connection.close()

    def get(self, path: str) -> Any:
        return self._wanted("GET", path, None)

    def post(self, path: str, body: object = None) -> Any:
        return self._wanted("POST", path, {} if body is None else body)

    def get_all(self, path: str) -> list[Any]:
        """The entries of a list, page by page."""
        entries: list[Any] = []
        page = f"{path}?limit=500"
        while page:
            found = self.get(page)
            entries += found["results"]
            page = (found["next"] or "").partition(API)[2]
        return entries

    def _wanted(self, method: str, path: str, body: object) -> Any:
        reply = self.ask(method, path, body)
        assert reply.status < 300, (method, path, body, reply.status, reply.body)
        return reply.body


@dataclass(frozen=True)
class Site:
    """A running site. Its lexicon is the small one of the tests."""

    name: str
    url: str
    processes: Processes

    def account(self, name: str) -> Visitor:
        """Who holds a token of the account: director, assistant or stranger."""
        login = {"username": name, "password": PASSWORD, "name": "tests"}
        return Visitor(self.url, Visitor(self.url).post("tokens/", login)["token"])


@contextmanager
def embedded_site(folder: Path) -> Iterator[Site]:
    """One process that does it all, on SQLite."""
    shutil.copytree(made_once("embedded_site", _set_up_embedded), folder, dirs_exist_ok=True)
    with _embedded(folder) as processes:
        yield Site("embedded", processes.web().url, processes)


@contextmanager
def production_site(folder: Path) -> Iterator[Site]:
    """Web, worker and beat as processes of their own, on PostgreSQL and Redis."""
    with (
        new_database() as database_url,
        _processes(folder, DATABASE_URL=database_url, REDIS_URL=redis_place(1)) as processes,
    ):
        _set_up(processes)
        processes.worker()
        processes.beat()
        yield Site("production", processes.web().url, processes)


@dataclass(frozen=True)
class StartableSite:
    """A site that is set up and does not run: the simulator starts its `procfile`."""

    url: str
    token: str
    procfile: Path
    processes: Processes


@contextmanager
def startable_site(folder: Path, *postgresql_options: str) -> Iterator[StartableSite]:
    """Web, worker and beat, with a PostgreSQL and a Redis of their own to be disturbed."""
    database = servers.new_postgresql(servers.newest_programs(), *postgresql_options)
    queue = servers.new_valkey(free_port())
    port = free_port()
    environment = {"DATABASE_URL": database.url, "REDIS_URL": queue.url}
    try:
        running = database.start("ready to accept connections").running
        with _processes(folder, **environment) as processes:
            _set_up(processes)
            made = processes.run("token", "django", "create_director", "chaos", "--token-only")
            assert made.process.wait(60) == 0, made.said
            running.end(by=SIGINT)
            python = [sys.executable, "-m"]
            quick = ["--without-mingle", "--without-gossip"]
            commands = {
                "postgresql": ending_with_us(database.command, *database.privileges),
                "redis": ending_with_us(queue.command),
                "web": [*python, "uvicorn", "referee.asgi:application", "--port", str(port)],
                "worker": [*python, *CELERY, "worker", "-c", "2", "-l", "INFO", *quick],
                "beat": [*python, *CELERY, "beat", "-s", str(folder / "schedule")],
            }
            procfile = folder / "Procfile"
            procfile.write_text(
                "".join(f"{name}: {shlex.join(line)}\n" for name, line in commands.items())
            )
            token = made.said.split()[-1]
            yield StartableSite(f"http://127.0.0.1:{port}", token, procfile, processes)
    finally:
        for server in (database, queue):
            shutil.rmtree(server.folder, ignore_errors=True)


def _embedded(folder: Path) -> Processes:
    return _processes(folder, DATABASE_URL="", REDIS_URL="")


def _processes(folder: Path, **environment: str) -> Processes:
    processes = Processes(folder, SPIELLEITER_VAR=str(folder), **environment)
    processes.environment["SPIELLEITER_LEXICON"] = str(lexicon_of().path)
    return processes


def _set_up_embedded(folder: Path) -> None:
    with _embedded(folder) as processes:
        _set_up(processes)


def _set_up(processes: Processes) -> None:
    """Tables and accounts."""
    running = processes.run("set_up", "django", "shell", "-c", SET_UP)
    assert running.process.wait(60) == 0, running.said
