"""Everything a server must not lose, in one file: the database and the kept lexicons.

A backup is a tar.gz of `manifest.json`, the database (`database.sql` of PostgreSQL or
`database.sqlite3`) and `lexicons/`. The manifest tells what made it, how many rows each table has,
and the SHA-256 of every other member. Making one disturbs nobody; the copy is of one moment.
"""

import gzip
import json
import os
import shutil
import sqlite3
import subprocess
import tarfile
import tempfile
import zlib
from contextlib import closing
from dataclasses import asdict, dataclass
from datetime import datetime
from hashlib import file_digest
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.db import connection, transaction
from django.db.migrations.loader import MigrationLoader

from referee.app_modules import app_modules

FORMAT = 1
MANIFEST = "manifest.json"
#: The file of the database in a backup, by its kind.
DATABASE_FILES = {"postgresql": "database.sql", "sqlite": "database.sqlite3"}
#: Tables that a new, empty server has rows in.
FILLED_BY_MIGRATIONS = {"contenttypes.contenttype", "auth.permission"}


class BackupFault(Exception):
    """A backup can't be made or restored; says why."""


@dataclass(frozen=True)
class Manifest:
    format: int
    made_at: str
    version: str
    database: str
    #: Every migration applied, as 'app.name'.
    migrations: list[str]
    #: Rows by table.
    counts: dict[str, int]
    #: SHA-256 by the name of the member.
    members: dict[str, str]


def make_backup(file: Path, at: datetime) -> Manifest:
    """Write a backup to `file`, readable for its owner only.

    Raises BackupFault if the file exists already or a program is missing. A backup that was
    interrupted leaves nothing under that name.
    """
    if file.exists():
        raise BackupFault(f"{file} exists already")
    if not file.parent.is_dir():
        raise BackupFault(f"there is no folder {file.parent}")
    with tempfile.TemporaryDirectory(dir=file.parent, prefix=".backup-") as folder:
        database = Path(folder, DATABASE_FILES[connection.vendor])
        copy = _copy_postgresql if connection.vendor == "postgresql" else _copy_sqlite
        counts = copy(database)
        members = {database.name: database}
        members |= {f"lexicons/{kept.name}": kept for kept in _kept_lexicons()}
        manifest = Manifest(
            format=FORMAT,
            made_at=at.isoformat(),
            version=settings.VERSION,
            database=connection.vendor,
            migrations=sorted(".".join(name) for name in _loader().applied_migrations),
            counts=counts,
            members={name: _sha256(path) for name, path in members.items()},
        )
        Path(folder, MANIFEST).write_text(json.dumps(asdict(manifest), indent=1), "utf-8")
        whole = Path(folder, "whole")
        with tarfile.open(whole, "w:gz") as archive:
            for name, path in ({MANIFEST: Path(folder, MANIFEST)} | members).items():
                archive.add(path, name)
        whole.chmod(0o600)
        with whole.open("rb") as written:
            os.fsync(written.fileno())
        whole.rename(file)
    return manifest


def restore_backup(file: Path, *, replace: bool = False) -> Manifest:
    """Put what `file` holds in place of what is here, then migrate and verify it.

    Raises BackupFault, with nothing changed, for a damaged or foreign file and for a database with
    rows in it unless `replace`; and, after restoring, if what came back is not what was saved or
    an app finds its own records broken.
    """
    with tempfile.TemporaryDirectory(prefix="restore-") as folder:
        manifest = _unpack(file, Path(folder))
        if manifest.database != connection.vendor:
            raise BackupFault(f"it is of {manifest.database}, not of {connection.vendor}")
        known = {".".join(name) for name in _loader().disk_migrations}
        if unknown := sorted(set(manifest.migrations) - known):
            raise BackupFault(f"a newer version made it: {', '.join(unknown)} not known here")
        if not replace and (filled := _filled_tables()):
            raise BackupFault(f"there are rows in {', '.join(filled)}; --replace drops them")
        _put_lexicons(Path(folder, "lexicons"))
        put = _put_postgresql if connection.vendor == "postgresql" else _put_sqlite
        put(Path(folder, DATABASE_FILES[connection.vendor]))
    with connection.cursor() as cursor:
        if _counts(cursor) != manifest.counts:
            raise BackupFault("restored, but the tables don't have as many rows as were saved")
    call_command("migrate", verbosity=0)
    if faults := find_faults():
        raise BackupFault("restored as it was saved, but: " + "; ".join(faults))
    return manifest


def find_faults() -> list[str]:
    """What the apps find broken in their own records, by their modules `integrity`."""
    return [fault for module in app_modules("integrity") for fault in module.find_faults()]


def _unpack(file: Path, folder: Path) -> Manifest:
    try:
        with tarfile.open(file, "r:gz") as archive:
            archive.extractall(folder, filter="data")
        manifest = Manifest(**json.loads(Path(folder, MANIFEST).read_text("utf-8")))
    except (tarfile.TarError, EOFError, zlib.error, gzip.BadGzipFile) as fault:
        raise BackupFault(f"{file} is damaged: {fault}") from fault
    except OSError as fault:
        raise BackupFault(f"{file} can't be read: {fault}") from fault
    except (ValueError, TypeError) as fault:
        raise BackupFault(f"{file} has no manifest of ours: {fault}") from fault
    if manifest.format != FORMAT:
        raise BackupFault(f"its format is {manifest.format}, not {FORMAT}")
    if DATABASE_FILES.get(manifest.database) not in manifest.members:
        raise BackupFault(f"{file} is damaged: it holds no database")
    for name, sha256 in manifest.members.items():
        member = Path(folder, name)
        if not member.is_file() or _sha256(member) != sha256:
            raise BackupFault(f"{file} is damaged: {name} is not what was saved")
    return manifest


# PostgreSQL: its own programs.


def _copy_postgresql(file: Path) -> dict[str, int]:
    # The rows are counted in the very snapshot that is dumped.
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        cursor.execute("SELECT pg_export_snapshot()")
        (snapshot,) = cursor.fetchone()
        _run_program(
            "pg_dump", "--no-owner", "--no-privileges", f"--snapshot={snapshot}", f"--file={file}"
        )
        return _counts(cursor)


def _put_postgresql(file: Path) -> None:
    quoted = [connection.ops.quote_name(table) for table in connection.introspection.table_names()]
    drop = f"DROP TABLE IF EXISTS {', '.join(quoted)} CASCADE" if quoted else "SELECT 1"
    options = ["--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--single-transaction"]
    _run_program("psql", *options, "--command", drop, f"--file={file}")
    connection.close()


def _run_program(name: str, *arguments: str) -> None:
    """Run one of PostgreSQL's programs on our database; the password is nobody's to see."""
    program = shutil.which(name)
    if program is None:
        raise BackupFault(f"{name} is not installed: it comes with PostgreSQL's client programs")
    connection.ensure_connection()
    info = connection.connection.info
    environment = {"PGPASSWORD": info.password, "PGOPTIONS": "-c lock_timeout=30s"}
    done = subprocess.run(  # noqa: S603 (fixed programs)
        [program, f"--dbname={info.dsn}", *arguments],
        env=os.environ | environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    if done.returncode:
        raise BackupFault(f"{name}: {done.stderr.strip()}")


# SQLite: its online backup.


def _copy_sqlite(file: Path) -> dict[str, int]:
    connection.ensure_connection()
    with closing(sqlite3.connect(file)) as copy:
        connection.connection.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # one file, whatever the server uses
        return _counts(copy.cursor())


def _put_sqlite(file: Path) -> None:
    connection.ensure_connection()
    with closing(sqlite3.connect(file)) as copy:
        copy.backup(connection.connection)
    connection.close()


# What both have in common.


def _counts(cursor: Any) -> dict[str, int]:
    """The rows of each table, asked on `cursor`."""
    counts = {}
    for table in connection.introspection.table_names():
        cursor.execute(f"SELECT count(*) FROM {connection.ops.quote_name(table)}")  # noqa: S608
        (counts[table],) = cursor.fetchone()
    return counts


def _filled_tables() -> list[str]:
    """What is in use here: the kinds of rows that a new server does not have."""
    tables = set(connection.introspection.table_names())
    return [
        model._meta.label_lower
        for model in apps.get_models()
        if model._meta.db_table in tables
        and model._meta.label_lower not in FILLED_BY_MIGRATIONS
        and model._default_manager.exists()
    ]


def _loader() -> MigrationLoader:
    return MigrationLoader(connection)


def _kept_lexicons() -> list[Path]:
    return sorted(Path(settings.LEXICON_STORE).glob("*.lexicon"))


def _put_lexicons(folder: Path) -> None:
    """Those that are here already stay: their names are their hashes."""
    store = Path(settings.LEXICON_STORE)
    store.mkdir(parents=True, exist_ok=True)
    for lexicon in folder.glob("*.lexicon"):
        if not (store / lexicon.name).exists():
            shutil.copyfile(lexicon, store / f"{lexicon.name}.part")
            (store / f"{lexicon.name}.part").replace(store / lexicon.name)


def _sha256(file: Path) -> str:
    with file.open("rb") as content:
        return file_digest(content, "sha256").hexdigest()
