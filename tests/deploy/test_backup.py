"""What is backed up comes back whole, and nothing else ever takes its place."""

import gzip
import io
import json
import os
import sqlite3
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.apps import apps
from django.conf import settings as configured
from django.core import serializers
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone
from pytest_django import Settings

from duplicate.file_kinds import EXPORT_JSON
from duplicate.models import Game, LogEntry
from referee.backups import NAME
from referee.databases import database_here
from referee.events.log import record
from referee.models import PreparedPiece
from referee.prepared_files.services import ask_for, make_waiting
from tests.duplicate.factories import (
    NOON,
    SECOND,
    make_answer,
    make_game,
    make_participant,
    make_round,
)
from tests.processes import ROOT, Processes, database_url, wait_until
from tests.running_sites import Visitor
from tests.servers import newest_programs

STORED = ROOT / "tests" / "data" / "stored"

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lexicon")]


@pytest.fixture(autouse=True)
def _programs_of_the_tests_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """PostgreSQL's client programs must be of the server's version, and nobody else be there."""
    monkeypatch.setenv("PATH", f"{newest_programs()}{os.pathsep}{os.environ['PATH']}")
    wait_until(is_alone)


@pytest.fixture(autouse=True)
def _own_lexicons(settings: Settings, tmp_path: Path) -> None:
    settings.LEXICON_STORE = tmp_path / "lexicons"


@pytest.fixture
def game() -> Game:
    """A game with a bit of everything, its log chained."""
    game = make_game()
    for number in range(3):
        participant, _ = make_participant(game, f"Ärmel {number}")
        record(game, LogEntry.Kind.JOINED, NOON, by=participant, data={"name": "Ärmel"})
    round = make_round(game)
    record(game, LogEntry.Kind.OPENED, NOON, by=None, round=round, data={"rack": "ÄB?"})
    for participant in game.participants.all():
        make_answer(round, participant, "H4", "REGSaM", received_at=NOON + SECOND / 7)
    return game


@pytest.fixture
def backup(game: Game, tmp_path: Path) -> Path:
    assert game.log_length == 4
    file = tmp_path / "backup.tar"
    call_command("backup", file, verbosity=0, stdout=io.StringIO())
    return file


def restore(file: Path, **options: bool) -> str:
    told = io.StringIO()
    call_command("restore", file, stdout=told, **options)
    return told.getvalue()


def everything() -> str:
    """All rows of all apps and all lexicons kept."""
    rows = (row for model in apps.get_models() for row in model._default_manager.order_by("pk"))
    lexicons = sorted(file.name for file in Path(configured.LEXICON_STORE).glob("*"))
    return json.dumps([serializers.serialize("json", rows, indent=1), lexicons], ensure_ascii=False)


def wipe() -> None:
    call_command("flush", verbosity=0, interactive=False)
    for lexicon in Path(configured.LEXICON_STORE).iterdir():
        lexicon.unlink()


def test_a_restored_server_is_the_one_that_was_saved(backup: Path) -> None:
    before = everything()
    assert "Ärmel 2" in before
    wipe()
    assert Game.objects.count() == 0
    assert "every log is intact" in restore(backup)
    assert everything() == before


def test_files_that_can_be_made_anew_are_not_saved(game: Game, tmp_path: Path) -> None:
    before = everything()
    ask_for(EXPORT_JSON, game, {}, NOON, is_public=True)
    make_waiting(lambda: NOON)
    assert PreparedPiece.objects.exists()
    call_command("backup", tmp_path / "backup.tar", verbosity=0, stdout=io.StringIO())
    wipe()
    restore(tmp_path / "backup.tar")
    assert not PreparedPiece.objects.exists()
    assert everything() == before


def test_the_next_rows_after_a_restore_get_new_numbers(backup: Path) -> None:
    wipe()
    restore(backup)
    game = Game.objects.get()
    record(game, LogEntry.Kind.CHANGED, NOON, by=None)
    make_participant(game)


def test_a_database_in_use_is_replaced_only_on_demand(backup: Path) -> None:
    before = everything()
    make_game()
    with pytest.raises(CommandError, match=r"there are rows in .*duplicate.game.*--replace"):
        restore(backup)
    assert Game.objects.count() == 2
    restore(backup, replace=True)
    assert everything() == before


def test_a_backup_is_for_its_owner_only_and_overwrites_nothing(backup: Path) -> None:
    assert backup.stat().st_mode & 0o777 == 0o600
    content = backup.read_bytes()
    with pytest.raises(CommandError, match="exists already"):
        call_command("backup", backup)
    with pytest.raises(CommandError, match="there is no folder"):
        call_command("backup", backup.parent / "none" / "backup.tar")
    assert backup.read_bytes() == content
    assert [file.name for file in backup.parent.glob("*backup*")] == ["backup.tar"]


def damaged(backup: Path) -> Iterator[tuple[str, bytes]]:
    """The backup in every kind of bad shape, with what is said of it."""
    whole = backup.read_bytes()
    for part in range(40):
        yield "damaged", whole[: len(whole) * part // 40]
    yield "damaged", whole[:-20000] + b"x" + whole[-19999:]
    yield "damaged", b"not an archive at all"
    yield "damaged", gzip.compress(whole)[:-2000]
    yield "no backup", gzip.compress(b"nor is this")
    for member in members(backup):
        yield "damaged", repacked(backup, {member: None})
        yield "damaged|no manifest", repacked(backup, {member: b"{}"})
    for content in (
        b"[]",
        b"null",
        b'{"format": 2}',
        b'{"format": "2"}',
        b'{"format": []}',
        b"\xff",
    ):
        yield "no manifest|its format", repacked(backup, {"manifest.json": content})
    manifest = json.loads(members(backup)["manifest.json"])
    other = {"sqlite": "postgresql", "postgresql": "sqlite"}[connection.vendor]
    for said, change in (
        ("its format is 3", {"format": 3}),
        ("holds no database", {"members": {}}),
        ("holds no database", {"database": other}),
        ("no manifest", {"database": "abacus"}),
        ("no manifest", {"members": []}),
        ("no manifest", {"counts": {"a": "b"}}),
        ("of version 99 of the database", {"database_version": 99}),
        (
            "a newer version made it: duplicate.9999_future",
            {"migrations": ["duplicate.9999_future"]},
        ),
    ):
        yield said, repacked(backup, {"manifest.json": json.dumps(manifest | change).encode()})


def foreign(backup: Path, folder: Path) -> Iterator[bytes]:
    """The backup with a member that leads elsewhere, named in the manifest as if it were ours."""
    manifest = json.loads(members(backup)["manifest.json"])
    for name in (
        f"{folder}/evil",
        "../evil",
        "lexicons/../../evil.lexicon",
        "lexicons/a/b.lexicon",
    ):
        own = {"members": manifest["members"] | {name: sha256(b"evil").hexdigest()}}
        changed = json.dumps(manifest | own).encode()
        yield repacked(backup, {"manifest.json": changed, name: b"evil"})
    link = tarfile.TarInfo(next(iter(manifest["members"])))
    link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
    yield repacked(backup, {link.name: None}, link)


def members(backup: Path) -> dict[str, bytes]:
    with tarfile.open(backup) as archive:
        return {
            member.name: file.read()
            for member in archive.getmembers()
            if (file := archive.extractfile(member))
        }


def repacked(backup: Path, changes: dict[str, bytes | None], *more: tarfile.TarInfo) -> bytes:
    """The same archive with other members; None leaves one out."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:") as archive:
        for name, content in (members(backup) | changes).items():
            if content is not None:
                member = tarfile.TarInfo(name)
                member.size = len(content)
                archive.addfile(member, io.BytesIO(content))
        for member in more:
            archive.addfile(member)
    return packed.getvalue()


def test_a_damaged_backup_is_refused_and_changes_nothing(backup: Path) -> None:
    before = everything()
    copy = backup.parent / "damaged.tar"
    for said, content in damaged(backup):
        copy.write_bytes(content)
        with pytest.raises(CommandError, match=said):
            restore(copy, replace=True)
    with pytest.raises(CommandError, match="can't be read"):
        restore(backup.parent / "none.tar", replace=True)
    assert everything() == before


def test_a_log_that_was_tampered_with_before_saving_is_told(game: Game, tmp_path: Path) -> None:
    LogEntry.objects.filter(game=game, sequence=2).update(by="participant 99")
    broken = tmp_path / "broken.tar"
    call_command("backup", broken, stdout=io.StringIO())
    with pytest.raises(CommandError, match=f"the log of game {game.pk} is broken at entry 2"):
        restore(broken, replace=True)


def test_only_what_is_known_is_ever_written(backup: Path, tmp_path: Path) -> None:
    before, copy = everything(), tmp_path / "foreign.tar"
    for content in foreign(backup, tmp_path):
        copy.write_bytes(content)
        with pytest.raises(CommandError, match=r"nothing of ours|no plain file"):
            restore(copy, replace=True)
    assert everything() == before
    assert not list(tmp_path.parent.glob("**/*evil*"))


def test_a_backup_of_format_1_is_still_restored() -> None:
    told = restore(STORED / f"backup-1-{connection.vendor}.tar.gz")
    assert "Restored 220 rows as of 2026-11-18T07:01" in told
    assert [person.name for person in Game.objects.get().participants.all()] == ["Ärmel"]
    make_participant(Game.objects.get())


def test_each_lexicon_is_saved_once_and_as_it_is(backup: Path) -> None:
    store = Path(configured.LEXICON_STORE)
    (store / "german.lexicon").write_bytes(b"the server's own list may lie there")
    again = backup.parent / "again.tar"
    call_command("backup", again, stdout=io.StringIO())
    (kept,) = store.glob("?" * 64 + ".lexicon")
    (database,) = {"database.sql.gz", "database.sqlite3.gz"} & set(members(again))
    assert list(members(again)) == ["manifest.json", database, f"lexicons/{kept.name}"]
    assert kept.read_bytes() in again.read_bytes()


def test_a_folder_keeps_a_number_of_verified_backups(game: Game, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    old = [folder / f"spielleiter-2020-01-0{day}T000000Z.tar" for day in range(1, 5)]
    foreign = [folder / "notes.txt", folder / "spielleiter-2020-01-01T000000Z.tar.gpg"]
    for file in [*old, *foreign]:
        file.write_text("older")
    told = io.StringIO()
    call_command("backup", folder=folder, keep=2, verify=True, stdout=told)
    (new,) = set(folder.iterdir()) - {*old, *foreign}
    assert set(folder.iterdir()) == {new, old[-1], *foreign}
    assert told.getvalue().splitlines()[0].endswith("1 lexicons, verified")
    assert NAME.fullmatch(new.name)

    new = new.rename(folder / "spielleiter-2020-02-01T000000Z.tar")
    LogEntry.objects.filter(game=game, sequence=2).update(by="participant 99")
    with pytest.raises(CommandError, match=r"not verified: .* broken at entry 2") as fault:
        call_command("backup", folder=folder, keep=1, verify=True)
    (broken,) = set(folder.iterdir()) - {new, old[-1], *foreign}
    assert broken.name.endswith("Z.unverified.tar")
    assert not NAME.fullmatch(broken.name)
    assert str(broken) in str(fault.value)
    with pytest.raises(CommandError, match="--keep counts the backups in a folder"):
        call_command("backup", tmp_path / "x.tar", keep=1)


def test_while_a_server_runs_nothing_is_restored_and_no_answer_lost(
    backup: Path, tmp_path: Path
) -> None:
    game = Game.objects.get()
    participant, token = make_participant(game, "Spät")
    make_round(game, number=2, opened_at=timezone.now())
    with Processes(tmp_path) as processes:
        web = processes.web()
        if connection.vendor == "postgresql":  # where it is seen before anybody asks it anything
            wait_until(lambda: database_here().others().startswith("spielleiter"))
        place = f"duplicate/games/{game.pk}/rounds/2/answer/"
        Visitor(web.url, token).post(place, {"coordinates": "H4", "word": "REGSAM"})
        with pytest.raises(CommandError, match="stop web, worker and beat first"):
            restore(backup, replace=True)
        assert participant.answers.get().word == "REGSAM"
        web.end()
        wait_until(is_alone)
        restore(backup, replace=True)
        assert not Game.objects.get().participants.filter(name="Spät").exists()


def test_a_restore_by_force_happens_under_a_running_server(backup: Path, tmp_path: Path) -> None:
    make_participant(Game.objects.get(), "Spät")
    with Processes(tmp_path) as processes:
        web = processes.web()
        restore(backup, replace=True, force=True)
        game = Game.objects.get()
        assert Visitor(web.url).get(f"duplicate/games/{game.pk}/")["name"] == game.name
    assert not game.participants.filter(name="Spät").exists()


def test_who_has_the_database_open_without_being_a_server_is_seen_too(backup: Path) -> None:
    if connection.vendor == "postgresql":
        other: Any = psycopg.connect(database_url(), application_name="a curious person")
        said = r"connected to the database: a curious person \(1\); stop"
    else:
        other = sqlite3.connect(connection.settings_dict["NAME"])
        said = "somebody else works on this database"
    with closing(other):
        other.execute("SELECT * FROM duplicate_game").fetchall()
        before = everything()
        with pytest.raises(CommandError, match=said):
            restore(backup, replace=True)
        assert everything() == before
    wait_until(is_alone)
    restore(backup, replace=True)


def is_alone() -> bool:
    """Whether PostgreSQL has noticed that others have gone, which takes it a moment."""
    return not database_here().others()


def test_a_full_disk_leaves_no_half_backup(game: Game, tmp_path: Path) -> None:
    folder = tmp_path / "full"
    folder.mkdir()
    place = {"DATABASE_URL": database_url(), "SPIELLEITER_VAR": str(tmp_path)}
    if connection.vendor == "sqlite":
        place = {}
    # No file may become larger than 128 kB: to a program that is a disk on which nothing more goes.
    command = 'ulimit -f 256; exec "$0" manage.py backup "$1"'
    done = subprocess.run(
        ["/bin/sh", "-c", command, sys.executable, folder / "backup.tar"],
        cwd=ROOT,
        env=os.environ | place,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.startswith(f"CommandError: No backup as {folder}/backup.tar: ")
    assert len(done.stderr.splitlines()) == 1
    assert not list(folder.iterdir())
    assert game.participants.count() == 3


def test_a_folder_that_takes_no_file_is_told(game: Game) -> None:
    assert Path("/proc/self").exists()
    with pytest.raises(CommandError, match=r"/proc/\.backup-\w+: No such file"):
        call_command("backup", "/proc/backup.tar")
    assert game.participants.count() == 3
