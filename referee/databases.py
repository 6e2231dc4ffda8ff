"""The whole database by its kind, for backups: copied to a file, put back from it, tried out."""

import gzip
import io
import os
import re
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import IO, Any
from urllib.parse import urlsplit
from uuid import uuid4

from django.conf import settings
from django.db import NotSupportedError, ProgrammingError, connection, transaction
from django.db.migrations.recorder import MigrationRecorder
from psycopg.conninfo import make_conninfo

OLDEST_POSTGRESQL = 15
#: Where Debian keeps PostgreSQL's programs, by version.
DEBIAN_PROGRAMS = "/usr/lib/postgresql/{}/bin"
#: Smaller files are not worth the time.
GZIP_LEVEL = 4
#: What can be made anew is not saved: its tables stay empty.
NOT_SAVED = ("referee_preparedpiece", "referee_preparedfile")

#: The other sessions on our database by the name of their program, as 'psql (1), spielleiter (3)'.
#: Of other users' sessions PostgreSQL does not tell us the kind; its own have no user.
_OTHERS = """
SELECT string_agg(format('%s (%s)', program, sessions), ', ') FROM (
    SELECT coalesce(nullif(application_name, ''), 'unnamed') AS program, count(*) AS sessions
    FROM pg_stat_activity
    WHERE datname = current_database() AND pid NOT IN (pg_backend_pid(), {pid})
    AND usesysid IS NOT NULL AND coalesce(backend_type, 'client backend') = 'client backend'
    GROUP BY 1 ORDER BY 1
) AS others
"""
_REFUSE_OTHERS = """
DO $$ DECLARE others text := ({others}); BEGIN
    IF others IS NOT NULL THEN
        RAISE EXCEPTION 'somebody has come to work on this database: %', others;
    END IF;
END $$
"""


class BackupFault(Exception):
    """A backup can't be made, verified or restored; says why."""


class PostgreSQL:
    """A server of a version that we know, with its own version's programs."""

    kind = "postgresql"
    file = "database.sql"

    def __init__(self) -> None:
        """Raises BackupFault if the server is too old or programs of its version are missing."""
        with suppress(NotSupportedError):  # by Django; then connected, but its version is asked
            connection.ensure_connection()
        session = connection.connection.info
        said = session.parameter_status("server_version")
        self.version = session.server_version // 10000
        if self.version < OLDEST_POSTGRESQL:
            connection.close()
            raise BackupFault(
                f"the server says that it is PostgreSQL {said}, "
                f"of which {OLDEST_POSTGRESQL} or a newer version is needed"
            )
        self._pg_dump = self._program("pg_dump")
        self._psql = self._program("psql")

    def copy_to(self, file: Path) -> dict[str, int]:
        """Write it to `file`, compressed; the rows of each table at that moment."""
        # The rows are counted in the very snapshot that is dumped.
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            cursor.execute("SELECT pg_export_snapshot()")
            (snapshot,) = cursor.fetchone()
            options = ["--no-owner", "--no-privileges", f"--snapshot={snapshot}"]
            options += [f"--exclude-table-data={table}" for table in NOT_SAVED]
            with gzip.open(file, "wb", GZIP_LEVEL) as packed:
                self._run(self._pg_dump, *options, output=packed)
            return count_rows(cursor) | dict.fromkeys(NOT_SAVED, 0)

    def put_back(self, file: Path, *, alone: bool) -> None:
        """Replace all tables by those in `file`, or none; `alone`: only if nobody else is here."""
        tables = ", ".join(map(connection.ops.quote_name, connection.introspection.table_names()))
        commands = [f"LOCK TABLE {tables}"] if tables else []
        if alone:
            # Whoever wrote before us was connected, and is seen; whoever comes later has to wait.
            commands.append(_REFUSE_OTHERS.format(others=self._others_query))
        if tables:
            commands.append(f"DROP TABLE {tables} CASCADE")
        self._run(
            self._psql,
            *["--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--set=VERBOSITY=terse"],
            *["--single-transaction", *(f"--command={command}" for command in commands)],
            f"--file={file}",
            output=io.BytesIO(),
        )
        connection.close()

    def others(self) -> str:
        """Who else is connected; empty if nobody is."""
        with connection.cursor() as cursor:
            cursor.execute(self._others_query)
            return cursor.fetchone()[0] or ""

    @contextmanager
    def scratch(self) -> Iterator[str]:
        """The address of an empty database like ours, dropped in the end."""
        name = f"spielleiter_verify_{uuid4().hex[:12]}"
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_encoding_to_char(encoding), datcollate, datctype FROM pg_database"
                " WHERE datname = current_database()"
            )
            like_ours = cursor.fetchone()
            try:
                cursor.execute(
                    f"CREATE DATABASE {name} TEMPLATE template0"
                    " ENCODING %s LC_COLLATE %s LC_CTYPE %s",
                    like_ours,
                )
            except ProgrammingError as fault:
                raise BackupFault(
                    "the database's user may not make a scratch database; as postgres, say: "
                    f"ALTER ROLE {connection.ops.quote_name(self._user)} CREATEDB"
                ) from fault
        try:
            yield urlsplit(settings.DATABASE_URL)._replace(path=f"/{name}").geturl()
        finally:
            with connection.cursor() as cursor:
                cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")

    @property
    def _user(self) -> str:
        return str(connection.connection.info.user)

    @property
    def _others_query(self) -> str:
        connection.ensure_connection()
        return _OTHERS.format(pid=connection.connection.info.backend_pid)

    def _program(self, name: str) -> str:
        """Where it is: another version's dump may not go back, and another's psql not take it."""
        debian = Path(DEBIAN_PROGRAMS.format(self.version), name)
        if debian.exists():
            return str(debian)
        found = shutil.which(name)
        there = f"there is no {name}"
        if found:
            said = subprocess.run(  # noqa: S603 (fixed programs)
                [found, "--version"], capture_output=True, text=True, check=False
            ).stdout.strip()
            if re.search(rf"\(PostgreSQL\) {self.version}\b", said):
                return found
            there = f"{found} is {said or 'of no known version'}"
        raise BackupFault(
            f"the server is PostgreSQL {self.version}, but {there}: "
            f"install postgresql-client-{self.version}"
        )

    def _run(self, program: str, *arguments: str, output: IO[bytes] | gzip.GzipFile) -> None:
        """Run it on our database, with nothing but what our settings say of it.

        The driver's own parameters may be newer than the program. The password is nobody's to see.
        """
        own = connection.settings_dict
        address = {"host": own["HOST"], "port": own["PORT"], "user": own["USER"]}
        options = dict(own["OPTIONS"])
        options.pop("fallback_application_name", None)  # they have names of their own
        options["options"] = f"{options.get('options', '')} -c lock_timeout=30s".strip()
        known = {name: value for name, value in (address | options).items() if value}
        secret = {"PGPASSWORD": own["PASSWORD"]} if own["PASSWORD"] else {}
        with (
            tempfile.TemporaryFile() as said,
            subprocess.Popen(  # noqa: S603 (fixed programs)
                [program, f"--dbname={make_conninfo(dbname=own['NAME'], **known)}", *arguments],
                env=os.environ | secret,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=said,
            ) as running,
        ):
            assert running.stdout  # noqa: S101 (a pipe)
            try:
                shutil.copyfileobj(running.stdout, output)
            except BaseException:
                running.kill()
                raise
            running.wait()
            said.seek(0)
            if running.returncode:
                complaint = " ".join(said.read().decode(errors="replace").split())
                raise BackupFault(f"{Path(program).name}: {complaint or running.returncode}")


class SQLite:
    """A file of our own."""

    kind = "sqlite"
    file = "database.sqlite3"
    version = sqlite3.sqlite_version_info[0]

    def __init__(self) -> None:
        connection.ensure_connection()

    def copy_to(self, file: Path) -> dict[str, int]:
        """Write it to `file`, compressed; the rows of each table at that moment."""
        whole = file.with_suffix(".part")
        with closing(sqlite3.connect(whole)) as copy:
            connection.connection.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")  # one file, whatever the server uses
            for table in NOT_SAVED:
                copy.execute(f"DELETE FROM {table}")  # noqa: S608
            copy.commit()
            copy.execute("VACUUM")
            counts = count_rows(copy.cursor())
        with whole.open("rb") as content, gzip.open(file, "wb", GZIP_LEVEL) as packed:
            shutil.copyfileobj(content, packed)
        whole.unlink()
        return counts

    def put_back(self, file: Path, *, alone: bool) -> None:
        """Replace all tables by those in `file`, or none; `alone`: only if nobody else is here."""
        here = connection.connection
        if alone:
            # Only who has the file to themselves may leave the write-ahead log, and then keeps it.
            try:
                for pragma in ("busy_timeout=0", "locking_mode=EXCLUSIVE", "journal_mode=DELETE"):
                    here.execute(f"PRAGMA {pragma}")
                here.execute("BEGIN EXCLUSIVE")
                here.execute("COMMIT")
            except sqlite3.OperationalError as fault:
                connection.close()
                raise BackupFault("somebody else works on this database") from fault
        with closing(sqlite3.connect(file)) as copy:
            copy.backup(here)
        connection.close()

    def others(self) -> str:
        """Nobody is seen before the file is asked for; a server holds the lock of its process."""
        return ""

    @contextmanager
    def scratch(self) -> Iterator[str]:
        """No address: an empty VAR brings an empty database."""
        yield ""


Database = PostgreSQL | SQLite
KINDS: dict[str, type[Database]] = {kind.kind: kind for kind in (PostgreSQL, SQLite)}


def database_here() -> Database:
    """The one of our settings, connected. Raises BackupFault if it is not for us to copy."""
    return KINDS[connection.vendor]()


def is_ours() -> bool:
    """Whether the database was made by our migrations."""
    return any(
        app == "referee" for app, _name in MigrationRecorder(connection).applied_migrations()
    )


def count_rows(cursor: Any) -> dict[str, int]:
    """The rows of each table, asked on `cursor`."""
    counts = {}
    for table in connection.introspection.table_names():
        cursor.execute(f"SELECT count(*) FROM {connection.ops.quote_name(table)}")  # noqa: S608
        (counts[table],) = cursor.fetchone()
    return counts
