"""Backups as an operator makes them, on PostgreSQL of the newest version and of Debian's."""

import os
import re
import signal
import socket
import socketserver
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from psycopg import sql

from tests.processes import ROOT, Running, free_port, wait_until
from tests.servers import (
    debian_programs,
    new_database,
    newest_programs,
    start_postgresql,
)

STORED = ROOT / "tests" / "data" / "stored" / "backup-1-postgresql.tar.gz"
PASSWORD = "p%40ss%2Fword"


@dataclass(frozen=True)
class Site:
    """What an operator has: a folder and the address of a database."""

    folder: Path
    url: str
    path: str = "/usr/bin:/bin"

    @property
    def environment(self) -> dict[str, str]:
        return {
            "PATH": self.path,
            "SPIELLEITER_DEBUG": "1",
            "SPIELLEITER_VAR": str(self.folder / "var"),
            "DATABASE_URL": self.url,
        }

    @property
    def file(self) -> Path:
        return self.folder / "backup.tar"

    def manage(self, *arguments: object) -> str:
        """What the command says; it must succeed."""
        done = self._run(*arguments)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def refusal(self, *arguments: object) -> str:
        """What the command says, in one sentence; it must fail."""
        done = self._run(*arguments)
        assert done.returncode == 1, done.stdout
        (sentence,) = done.stderr.splitlines()
        return sentence

    def _run(self, *arguments: object) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "manage.py", *map(str, arguments)],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )

    def asked(self, query: str) -> list[tuple[object, ...]]:
        with psycopg.connect(self.url, autocommit=True) as connection:
            cursor = connection.execute(query)
            return cursor.fetchall() if cursor.description else []

    def everything(self) -> dict[str, object]:
        """All rows of all tables."""
        tables = self.asked("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        return {
            str(name): sorted(map(repr, self.asked(f'SELECT * FROM "{name}"')))  # noqa: S608
            for (name,) in tables
        }


@pytest.fixture(scope="module", params=["newest", "debian"])
def server(request: pytest.FixtureRequest) -> Iterator[Site]:
    """An administrator's access to a server on which others need a password."""
    programs = newest_programs() if request.param == "newest" else debian_programs()
    if programs is None:
        pytest.skip("BACKUPS OF DEBIAN'S POSTGRESQL NOT TESTED: it is not installed")
    with tempfile.TemporaryDirectory(prefix="spielleiter-hba-") as folder:
        Path(folder).chmod(0o755)
        hba = Path(folder, "pg_hba.conf")
        hba.write_text("local all postgres trust\nlocal all all scram-sha-256\n")
        options = ["-c", f"hba_file={hba}", "-c", "max_prepared_transactions=1", "-c", "fsync=off"]
        started = start_postgresql(programs, *options)
        try:
            path = Site.path if request.param == "debian" else f"{programs}:{Site.path}"
            yield Site(Path(folder), started.url, path)
        finally:
            started.stop()


@pytest.fixture(scope="module")
def filled(server: Site) -> Iterator[Site]:
    """A database with a game in it, which came from a backup of format 1."""
    with new_database(server.url) as url:
        site = replace(server, url=url)
        assert "Restored 220 rows" in site.manage("restore", STORED)
        yield site


@pytest.fixture
def site(filled: Site, tmp_path: Path) -> Iterator[Site]:
    """One like `filled` for a single test."""
    name = f"site_{os.urandom(8).hex()}"
    original = urlsplit(filled.url).path.removeprefix("/")
    names = sql.Identifier(name), sql.Identifier(original)
    administrator = urlsplit(filled.url)._replace(path="/postgres").geturl()
    with psycopg.connect(administrator, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(*names))
        url = urlsplit(filled.url)._replace(path=f"/{name}").geturl()
        yield replace(filled, url=url, folder=tmp_path)
        connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(names[0]))


def test_a_verified_backup_goes_back_to_its_kind_of_server(site: Site) -> None:
    assert site.manage("backup", site.file, "--verify").endswith("lexicons, verified\n")
    assert site.asked("SELECT datname FROM pg_database WHERE datname LIKE '%verify%'") == []
    assert list(site.folder.glob(".*")) == []
    # Programs of another version that come first on the way don't matter where Debian's are.
    foreign = replace(site, path=f"{newest_programs()}:{Site.path}")
    with new_database(site.url) as url:
        other = replace(foreign, url=url)
        other.manage("restore", site.file)
        assert other.everything() == site.everything()
        assert len(other.everything()["duplicate_answer"]) == 1  # type: ignore[arg-type]


def test_who_connects_in_the_last_moment_is_seen_before_anything_is_dropped(site: Site) -> None:
    site.manage("backup", site.file)
    before = site.everything()
    with psycopg.connect(site.url) as connection:
        # A lock without a session, so that the restore gets past its first look and has to wait.
        connection.execute("LOCK TABLE duplicate_answer IN ACCESS SHARE MODE")
        connection.execute("PREPARE TRANSACTION 'away'")
    wait_until(lambda: sessions_of(site) == [])
    restoring = Running.start(
        [sys.executable, "manage.py", "restore", "--replace", str(site.file)],
        site.folder / "restore.log",
        cwd=ROOT,
        env=site.environment,
    )
    wait_until(lambda: ("psql", "Lock") in sessions_of(site))
    with psycopg.connect(site.url, autocommit=True, application_name="late") as connection:
        connection.execute("ROLLBACK PREPARED 'away'")
        assert restoring.process.wait(30) == 1
    assert "somebody has come to work on this database: late (1)" in restoring.said
    assert len(restoring.said.splitlines()) == 1
    assert site.everything() == before
    assert list((site.folder / "var" / "lexicons").iterdir()) == []


def sessions_of(site: Site) -> list[tuple[object, ...]]:
    """Who is connected and what they wait for, asked from another database."""
    name = urlsplit(site.url).path.removeprefix("/")
    outside = replace(site, url=urlsplit(site.url)._replace(path="/postgres").geturl())
    found = outside.asked("SELECT application_name, wait_event_type, datname FROM pg_stat_activity")
    return [(program, waits) for program, waits, database in found if database == name]


def test_a_backup_told_to_end_leaves_nothing(site: Site) -> None:
    with psycopg.connect(site.url) as connection:
        connection.execute("LOCK TABLE duplicate_answer")
        making = Running.start(
            [sys.executable, "manage.py", "backup", str(site.file)],
            site.folder / "backup.log",
            cwd=ROOT,
            env=site.environment,
        )
        wait_until(lambda: ("pg_dump", "Lock") in sessions_of(site))
        assert making.end(signal.SIGTERM) == 128 + signal.SIGTERM
    assert [file.name for file in site.folder.iterdir()] == ["backup.log"]
    assert making.said == ""


def test_a_user_with_a_password_saves_and_needs_a_right_to_verify(site: Site) -> None:
    name, database = f"user_{os.urandom(4).hex()}", urlsplit(site.url).path.removeprefix("/")
    site.asked(f"CREATE ROLE {name} LOGIN PASSWORD 'p@ss/word'")
    site.asked(f"GRANT pg_read_all_data TO {name}")
    place = f"@/{database}?host={urlsplit(site.url).query.removeprefix('host=')}"
    user = replace(site, url=f"postgresql://{name}:{PASSWORD}{place}")
    said = user.refusal("backup", user.file, "--verify")
    assert f"{user.file} was made, but not verified: " in said
    assert f'ALTER ROLE "{name}" CREATEDB.' in said
    assert user.file.exists()

    wrong = replace(site, url=f"postgresql://{name}:secret{place}")
    for command in ("backup", user.folder / "second.tar"), ("restore", user.file):
        said = wrong.refusal(*command)
        assert "password authentication failed" in said
        assert "secret" not in said
    assert not (user.folder / "second.tar").exists()
    site.asked(f"DROP OWNED BY {name}; DROP ROLE {name}")


def test_a_database_that_is_away_is_told(site: Site) -> None:
    away = replace(site, url=f"postgresql://a@127.0.0.1:{free_port()}/b")
    assert "onnection refused" in away.refusal("backup", away.file)
    assert not list(site.folder.glob("*backup*"))
    assert "onnection refused" in away.refusal("restore", STORED)


def test_a_database_of_others_is_neither_saved_nor_replaced(server: Site, tmp_path: Path) -> None:
    with new_database(server.url) as url:
        site = replace(server, url=url, folder=tmp_path)
        site.asked("CREATE TABLE bills (total integer); INSERT INTO bills VALUES (7)")
        assert "holds nothing of ours" in site.refusal("backup", site.file)
        assert not site.file.exists()
        assert "are not ours" in site.refusal("restore", "--replace", "--force", STORED)
        assert site.asked("SELECT total FROM bills") == [(7,)]


def test_without_programs_of_the_servers_version_the_refusal_says_what_to_install(
    site: Site,
) -> None:
    (number,) = site.asked("SHOW server_version")[0]
    version = re.match(r"\d+\.\d+", str(number))
    assert version
    newer = "99.1".ljust(len(version[0]), "1")
    with telling_version(site.url, version[0], newer) as url:
        foreign = replace(site, url=url, path=f"{newest_programs()}:{Site.path}")
        said = foreign.refusal("backup", site.file)
        assert f"PostgreSQL 99, but {newest_programs()}/pg_dump is pg_dump (PostgreSQL) " in said
        assert said.endswith(": install postgresql-client-99.")
        assert "install postgresql-client-99" in foreign.refusal("restore", "--replace", STORED)
        nothing = replace(foreign, path=str(site.folder))
        assert "99, but there is no pg_dump: install" in nothing.refusal("backup", site.file)
    for name in ("14.9", "neun"):
        unknown = name.ljust(len(version[0]), "0")
        with telling_version(site.url, version[0], unknown) as url:
            said = replace(site, url=url).refusal("backup", site.file)
            assert f"says that it is PostgreSQL {unknown}" in said
            assert said.endswith("of which 15 or a newer version is needed.")
    assert not list(site.folder.glob("*backup*"))


@contextmanager
def telling_version(url: str, version: str, told: str) -> Iterator[str]:
    """The address of a door to the same server through which its version is `told`."""
    place = str(Path(urlsplit(url).query.removeprefix("host="), ".s.PGSQL.5432"))
    start = b"server_version\0"

    def pass_on(source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while content := source.recv(65536):
                target.sendall(content.replace(start + version.encode(), start + told.encode()))
            target.shutdown(socket.SHUT_WR)

    class Visit(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            with socket.socket(socket.AF_UNIX) as inside:
                inside.connect(place)
                asking = threading.Thread(target=pass_on, args=[self.request, inside])
                asking.start()
                pass_on(inside, self.request)
                asking.join()

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Visit) as door:
        threading.Thread(target=door.serve_forever, args=[0.01]).start()
        host = f"postgres@127.0.0.1:{door.server_address[1]}"
        try:
            yield urlsplit(url)._replace(netloc=host, query="sslmode=disable").geturl()
        finally:
            door.shutdown()
