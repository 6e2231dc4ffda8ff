"""Everything a server must not lose, in one file: the database and the kept lexicons.

A backup is a tar of `manifest.json`, the database (`database.sql.gz` of PostgreSQL or
`database.sqlite3.gz`) and `lexicons/`, each once under its hash and as it is. The manifest tells
what made it, how many rows each table has, and the SHA-256 of every other member. Making one
disturbs nobody; the copy is of one moment. Format 1 was a tar.gz, its database not compressed.
"""

import gzip
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tarfile
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from hashlib import file_digest
from pathlib import Path
from typing import IO

from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.db import Error, connection
from django.db.migrations.loader import MigrationLoader

from referee.app_modules import app_modules
from referee.databases import KINDS, BackupFault, Database, count_rows, database_here, is_ours
from referee.process_lock import InUse, take_lock

FORMAT = 2
MANIFEST = "manifest.json"
LEXICON = re.compile(r"lexicons/\w[\w.-]*\.lexicon", re.ASCII)
#: Names that `backup_name` gives; of all others we keep our hands off.
NAME = re.compile(r"spielleiter-\d{4}-\d\d-\d\dT\d{6}Z\.tar", re.ASCII)
#: Tables that a new, empty server has rows in.
FILLED_BY_MIGRATIONS = {"contenttypes.contenttype", "auth.permission"}


@dataclass(frozen=True)
class Manifest:
    format: int
    made_at: str
    #: Ours.
    version: str
    #: Its kind, and its major version; format 1 does not tell the latter.
    database: str
    database_version: int
    #: Every migration applied, as 'app.name'.
    migrations: list[str]
    #: Rows by table.
    counts: dict[str, int]
    #: SHA-256 by the name of the member.
    members: dict[str, str]

    @property
    def database_file(self) -> str:
        """The member with the database."""
        file = KINDS[self.database].file
        return file if self.format == 1 else f"{file}.gz"


@contextmanager
def _saying_why() -> Iterator[None]:
    """What the disk or the database refuses is said in a sentence, as BackupFault."""
    try:
        yield
    except OSError as fault:
        place = f"{fault.filename}: " if fault.filename else ""
        raise BackupFault(f"{place}{fault.strerror or fault}") from fault
    except (Error, sqlite3.Error) as fault:
        raise BackupFault(f"the database: {' '.join(str(fault).split())}") from fault


@contextmanager
def tidied_on_sigterm() -> Iterator[None]:
    """Let SIGTERM end this process as an exception does, so that nothing half stays behind."""
    before = signal.signal(signal.SIGTERM, lambda number, _frame: sys.exit(128 + number))
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


# Making.


@_saying_why()
def make_backup(file: Path, at: datetime) -> Manifest:
    """Write a backup to `file`, readable for its owner only.

    Raises BackupFault if the file exists already, the disk is full, or the database can't be
    reached, is not ours or has no programs of its version here. Nothing stays under that name then.
    """
    if file.exists():
        raise BackupFault("it exists already")
    if not file.parent.is_dir():
        raise BackupFault(f"there is no folder {file.parent}")
    database = database_here()
    if not is_ours():
        raise BackupFault("the database holds nothing of ours (a new one needs `migrate` first)")
    with tempfile.TemporaryDirectory(dir=file.parent, prefix=".backup-") as folder:
        copy = Path(folder, f"{database.file}.gz")
        counts = database.copy_to(copy)
        members = {copy.name: copy}
        members |= {f"lexicons/{kept.name}": kept for kept in _kept_lexicons()}
        manifest = Manifest(
            format=FORMAT,
            made_at=at.isoformat(),
            version=settings.VERSION,
            database=database.kind,
            database_version=database.version,
            migrations=sorted(".".join(name) for name in _loader().applied_migrations),
            counts=counts,
            members={name: _sha256(path) for name, path in members.items()},
        )
        Path(folder, MANIFEST).write_text(json.dumps(asdict(manifest), indent=1), "utf-8")
        whole = Path(folder, "whole")
        with tarfile.open(whole, "w:") as archive:
            for name, path in ({MANIFEST: Path(folder, MANIFEST)} | members).items():
                archive.add(path, name)
        whole.chmod(0o600)
        with whole.open("rb") as written:
            os.fsync(written.fileno())
        whole.rename(file)
    return manifest


@_saying_why()
def verify_backup(file: Path) -> None:
    """Restore `file` into a scratch database, by the very command, and drop that again.

    Raises BackupFault with what `restore` says, or if there may be no scratch database.
    """
    with (
        database_here().scratch() as url,
        tempfile.TemporaryDirectory(dir=file.parent, prefix=".verify-") as var,
    ):
        place = {"DATABASE_URL": url, "SPIELLEITER_VAR": var, "REDIS_URL": ""}
        # It may come from the data folder, and the scratch one has none.
        secret = {"SPIELLEITER_SECRET_KEY": settings.SECRET_KEY}
        done = subprocess.run(  # noqa: S603 (our own command)
            [sys.executable, "-m", "django", "restore", file.resolve()],
            cwd=Path(__file__).parent.parent,
            env=os.environ | {"DJANGO_SETTINGS_MODULE": "referee.settings"} | place | secret,
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode:
        raise BackupFault(done.stderr.strip().removeprefix("CommandError: ").removesuffix("."))


def backup_name(at: datetime) -> str:
    """The name of a backup in a folder of backups; later ones sort after it."""
    return f"spielleiter-{at.astimezone(UTC):%Y-%m-%dT%H%M%SZ}.tar"


@_saying_why()
def remove_oldest(folder: Path, *, keep: int) -> list[Path]:
    """Remove all but the `keep` newest files with names that we give; those removed."""
    ours = sorted(file for file in folder.iterdir() if NAME.fullmatch(file.name))
    for old in ours[:-keep]:
        old.unlink()
    return ours[:-keep]


# Restoring.


@_saying_why()
def restore_backup(file: Path, *, replace: bool = False, force: bool = False) -> Manifest:
    """Put what `file` holds in place of what is here, then migrate and verify it.

    Raises BackupFault, with nothing changed, for a damaged or foreign file, a foreign or older
    database, for rows in it unless `replace`, and for a server that works on it unless `force`;
    and, after restoring, if what came back is not what was saved or an app finds its own records
    broken.
    """
    with ExitStack() as stack:
        archive, manifest = stack.enter_context(_opened(file))
        database = database_here()
        _require_fit(manifest, database)
        if connection.introspection.table_names() and not is_ours():
            raise BackupFault("the tables in the database are not ours")
        if not replace and (filled := _filled_tables()):
            raise BackupFault(f"there are rows in {', '.join(filled)}; --replace drops them")
        if not force:
            stack.enter_context(_without_server(database))
        copy = stack.enter_context(_unpacked(archive, manifest))
        added = _put_lexicons(archive, manifest)
        try:
            database.put_back(copy, alone=not force)
        except BaseException:
            for lexicon in added:
                lexicon.unlink()
            raise
        if not force:  # else the server may have gone on by now
            _require_counts(manifest)
        _require_whole()
    return manifest


def _require_fit(manifest: Manifest, database: Database) -> None:
    if manifest.database != database.kind:
        raise BackupFault(f"it is of {manifest.database}, not of {database.kind}")
    if manifest.database_version > database.version:
        raise BackupFault(
            f"it is of version {manifest.database_version} of the database, this server is of "
            f"{database.version}: a backup goes back to the same version or a newer one"
        )
    known = {".".join(name) for name in _loader().disk_migrations}
    if unknown := sorted(set(manifest.migrations) - known):
        raise BackupFault(f"a newer version made it: {', '.join(unknown)} not known here")


@contextmanager
def _without_server(database: Database) -> Iterator[None]:
    """As long as this lasts no server of one process starts; nobody else may be there now."""
    stop = "stop web, worker and beat first (--force loses what they acknowledge meanwhile)"
    try:
        lock = take_lock()
    except InUse:
        raise BackupFault(f"a server works with {settings.VAR}; {stop}") from None
    with lock:
        if others := database.others():
            raise BackupFault(f"others are connected to the database: {others}; {stop}")
        yield


def _require_counts(manifest: Manifest) -> None:
    with connection.cursor() as cursor:
        if count_rows(cursor) != manifest.counts:
            raise BackupFault("restored, but the tables don't have as many rows as were saved")


def _require_whole() -> None:
    """Migrate what came back. Raises BackupFault if it was broken when it was saved."""
    try:
        call_command("migrate", verbosity=0)
    except Error as fault:
        raise BackupFault(f"restored as it was saved, but not migrated: {fault}") from fault
    if faults := find_faults():
        raise BackupFault("restored as it was saved, but: " + "; ".join(faults))


def find_faults() -> list[str]:
    """What the apps find broken in their own records, by their modules `integrity`."""
    return [fault for module in app_modules("integrity") for fault in module.find_faults()]


# Reading: only members that we know, one by one; nothing else of an archive is ever written.


@contextmanager
def _opened(file: Path) -> Iterator[tuple[tarfile.TarFile, Manifest]]:
    """A backup of which every member is there and what was saved. Raises BackupFault."""
    with ExitStack() as stack:
        try:
            with file.open("rb") as content:
                is_packed = content.read(2) == b"\x1f\x8b"
            archive = stack.enter_context(tarfile.open(file, "r:gz" if is_packed else "r:"))
            manifest = _read_manifest(archive)
            _require_members(archive, manifest)
        except (tarfile.TarError, EOFError, zlib.error, gzip.BadGzipFile) as fault:
            raise BackupFault(f"damaged, or no backup: {fault}") from fault
        except (ValueError, TypeError, AttributeError, KeyError) as fault:
            raise BackupFault(f"it has no manifest of ours: {fault}") from fault
        except OSError as fault:
            raise BackupFault(f"it can't be read: {fault.strerror or fault}") from fault
        yield archive, manifest


def _read_manifest(archive: tarfile.TarFile) -> Manifest:
    fields = json.loads(_member(archive, MANIFEST).read())
    if fields["format"] not in range(1, FORMAT + 1):
        raise BackupFault(f"its format is {fields['format']}; this version reads up to {FORMAT}")
    return Manifest(
        format=fields["format"],
        made_at=str(fields["made_at"]),
        version=str(fields["version"]),
        database=str(fields["database"]),
        database_version=0 if fields["format"] == 1 else int(fields["database_version"]),
        migrations=[str(name) for name in fields["migrations"]],
        counts={str(table): int(rows) for table, rows in fields["counts"].items()},
        members={str(name): str(sha256) for name, sha256 in fields["members"].items()},
    )


def _require_members(archive: tarfile.TarFile, manifest: Manifest) -> None:
    if manifest.database_file not in manifest.members:
        raise tarfile.ReadError("it holds no database")
    for name, sha256 in manifest.members.items():
        if name != manifest.database_file and not LEXICON.fullmatch(name):
            raise tarfile.ReadError(f"{name} is nothing of ours")
        if file_digest(_member(archive, name), "sha256").hexdigest() != sha256:  # type: ignore[arg-type]
            raise tarfile.ReadError(f"{name} is not what was saved")


def _member(archive: tarfile.TarFile, name: str) -> IO[bytes]:
    """Its content. Raises ReadError where there is no such file."""
    try:
        member = archive.getmember(name)
    except KeyError:
        raise tarfile.ReadError(f"it holds no {name}") from None
    content = archive.extractfile(member) if member.isreg() else None
    if content is None:
        raise tarfile.ReadError(f"{name} is no plain file")
    return content


@contextmanager
def _unpacked(archive: tarfile.TarFile, manifest: Manifest) -> Iterator[Path]:
    """The database of a backup as a file."""
    with tempfile.TemporaryDirectory(prefix="restore-") as folder:
        file = Path(folder, "database")
        with file.open("wb") as whole, _member(archive, manifest.database_file) as content:
            if manifest.format == 1:
                shutil.copyfileobj(content, whole)
            else:
                with gzip.open(content) as plain:
                    shutil.copyfileobj(plain, whole)
        yield file


def _put_lexicons(archive: tarfile.TarFile, manifest: Manifest) -> list[Path]:
    """Those added; those that are here already stay: their names are their hashes."""
    store = Path(settings.LEXICON_STORE)
    store.mkdir(parents=True, exist_ok=True)
    names = [name for name in manifest.members if name != manifest.database_file]
    added = []
    for name in names:
        lexicon = store / Path(name).name
        if not lexicon.exists():
            with tempfile.TemporaryDirectory(dir=store, prefix=".part-") as folder:
                part = Path(folder, "part")
                with part.open("wb") as whole, _member(archive, name) as content:
                    shutil.copyfileobj(content, whole)
                part.replace(lexicon)
            added.append(lexicon)
    return added


# What both have in common.


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
    """Those under their hash; the server's own list may lie beside them."""
    kept = Path(settings.LEXICON_STORE).glob("*.lexicon")
    return sorted(lexicon for lexicon in kept if re.fullmatch("[0-9a-f]{64}", lexicon.stem))


def _sha256(file: Path) -> str:
    with file.open("rb") as content:
        return file_digest(content, "sha256").hexdigest()
