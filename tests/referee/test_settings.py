"""Settings: what the environment may say, and what is refused."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from referee.environment import env_bool, env_int, env_list, env_str
from referee.settings import postgresql
from tests import servers

ROOT = Path(__file__).resolve().parents[2]
PRODUCTION = {
    "SPIELLEITER_SECRET_KEY": "k3-Zq9x_Wm7Lr2vT8bN4cYp6HsJdFgAeUiOo1Xq5RtMzKwVyBn",
    "SPIELLEITER_HOSTS": "spielleiter.example",
}
DJANGO = {"DJANGO_SETTINGS_MODULE": "referee.settings"}
MIGRATE_AND_WRITE = """
import json
import django
django.setup()
from django.core.management import call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
call_command("migrate", verbosity=0)
MigrationRecorder(connection).record_applied("duplicate", "trial")
print(json.dumps([connection.vendor, "duplicate_game" in connection.introspection.table_names()]))
"""


def run_python(*arguments: str, var: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run Python in the checkout with no setting but those given."""
    foreign = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("SPIELLEITER_", "DJANGO_"))
        and name not in {"DATABASE_URL", "REDIS_URL"}
    }
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=foreign | {"SPIELLEITER_VAR": str(var)} | environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def variable(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.delenv("SPIELLEITER_TRIAL", raising=False)
    return "SPIELLEITER_TRIAL"


def test_an_unset_or_empty_variable_means_its_default(
    variable: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for text in (None, "", "  "):
        if text is not None:
            monkeypatch.setenv(variable, text)
        assert env_str(variable, "x") == "x"
        assert env_bool(variable, default=True) is True
        assert env_int(variable, 7) == 7
        assert env_list(variable, ["a"]) == ["a"]


@pytest.mark.parametrize(
    ("text", "value"), [("1", True), ("Yes", True), ("on", True), ("0", False), ("FALSE", False)]
)
def test_truth_is_read_in_the_usual_spellings(
    text: str, value: bool, variable: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, text)
    assert env_bool(variable, default=not value) is value


def test_lists_are_separated_by_commas_or_spaces(
    variable: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, "a.example, b.example c.example,")
    assert env_list(variable, []) == ["a.example", "b.example", "c.example"]


def test_values_that_cannot_be_read_are_refused_by_name(
    variable: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, "perhaps")
    with pytest.raises(ImproperlyConfigured, match=f"{variable} must be 1 or 0, not 'perhaps'"):
        env_bool(variable)
    for text in ("perhaps", "-1", "1.5", "²"):
        monkeypatch.setenv(variable, text)
        with pytest.raises(ImproperlyConfigured, match=f"{variable} must be a whole number"):
            env_int(variable, 0)


def test_a_database_address_is_taken_apart() -> None:
    entry = postgresql("postgresql://referee:p%40ss%2Fword@db.example:6543/club?sslmode=require")
    assert entry["NAME"] == "club"
    assert entry["USER"] == "referee"
    assert entry["PASSWORD"] == "p@ss/word"
    assert (entry["HOST"], entry["PORT"]) == ("db.example", "6543")
    assert entry["OPTIONS"] == {
        "fallback_application_name": "spielleiter",
        "sslmode": "require",
    }


def test_a_database_address_without_a_host_means_the_socket() -> None:
    entry = postgresql("postgres://referee@/club?host=/run/postgresql&port=5433")
    assert (entry["HOST"], entry["PORT"]) == ("/run/postgresql", "5433")
    assert entry["OPTIONS"] == {"fallback_application_name": "spielleiter"}


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("mysql://u:secret@h/name", "only PostgreSQL is served, not 'mysql'"),
        ("club", "only PostgreSQL is served, not ''"),
        ("postgresql://u:secret@h", "names no database"),
        ("postgresql://u:secret@h/", "names no database"),
        ("postgresql://u:secret@h/a/b", "names no database"),
        ("postgresql://u:secret@h:many/name", "can't be read"),
        ("postgresql://u:secret@h:99999/name", "can't be read"),
        ("postgresql://u:secret@[h/name", "can't be read"),
        ("postgresql://u:secret@h/name?sslmode", "can't be read"),
        ("postgresql://u@h/name#secret", "as %23"),
    ],
)
def test_a_wrong_database_address_is_refused_without_telling_the_password(
    url: str, reason: str
) -> None:
    with pytest.raises(ImproperlyConfigured, match=reason) as refusal:
        postgresql(url)
    assert "secret" not in str(refusal.value)


def test_without_debug_there_is_no_default_secret(tmp_path: Path) -> None:
    result = run_python("manage.py", "check", var=tmp_path)
    assert result.returncode == 1
    assert result.stderr.startswith("SPIELLEITER_SECRET_KEY is not set")
    assert "Traceback" not in result.stderr


def test_a_kept_secret_is_taken_and_that_of_the_environment_before_it(tmp_path: Path) -> None:
    show = "from referee.settings import SECRET_KEY; print(SECRET_KEY)"
    (tmp_path / "secret_key").write_text("k" * 50 + "\n", encoding="ascii")
    assert run_python("-c", show, var=tmp_path).stdout.strip() == "k" * 50
    given = run_python("-c", show, var=tmp_path, SPIELLEITER_SECRET_KEY="e" * 32)
    assert given.stdout.strip() == "e" * 32


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "has 0 characters"),
        (b"s" * 31 + b"\n", "has 31 characters"),
        (b"\xff" * 50, "can't be read"),
    ],
)
def test_a_kept_secret_that_is_none_stops_the_start(
    content: bytes, reason: str, tmp_path: Path
) -> None:
    file = tmp_path / "secret_key"
    file.write_bytes(content)
    result = run_python("manage.py", "check", var=tmp_path)
    assert result.returncode == 1
    assert result.stderr.startswith(f"The secret in {file} {reason}")
    assert len(result.stderr.splitlines()) == 1


def test_a_kept_secret_that_is_no_file_stops_the_start(tmp_path: Path) -> None:
    (tmp_path / "secret_key").mkdir()
    result = run_python("manage.py", "check", var=tmp_path)
    assert result.returncode == 1
    assert "Is a directory" in result.stderr
    assert "Traceback" not in result.stderr


def test_a_short_secret_of_the_environment_stops_the_start_and_is_not_told(tmp_path: Path) -> None:
    result = run_python("manage.py", "check", var=tmp_path, SPIELLEITER_SECRET_KEY="too-short")
    assert result.returncode == 1
    assert result.stderr.startswith("SPIELLEITER_SECRET_KEY has 9 characters")
    assert "too-short" not in result.stderr
    assert "Traceback" not in result.stderr


def test_a_folder_that_can_not_be_written_stops_the_start(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    result = run_python("manage.py", "check", var=tmp_path / "file" / "var", **PRODUCTION)
    assert result.returncode == 1
    assert f"The data folder {tmp_path}/file/var can't be written: Not a dir" in result.stderr
    assert "Traceback" not in result.stderr


def test_debug_needs_no_secret(tmp_path: Path) -> None:
    assert run_python("manage.py", "check", var=tmp_path, SPIELLEITER_DEBUG="1").returncode == 0


def test_django_finds_nothing_amiss_in_production(tmp_path: Path) -> None:
    result = run_python(
        "manage.py", "check", "--deploy", "--fail-level", "INFO", var=tmp_path, **PRODUCTION
    )
    assert result.returncode == 0, result.stderr


def test_sqlite_is_the_default_and_its_folder_is_made(tmp_path: Path) -> None:
    var = tmp_path / "new" / "var"
    result = run_python("-c", MIGRATE_AND_WRITE, var=var, **PRODUCTION, **DJANGO)
    assert result.returncode == 0, result.stderr
    assert json.loads(result.stdout) == ["sqlite", True]
    assert (var / "db.sqlite3").is_file()


def test_a_database_url_takes_everything_to_postgresql(tmp_path: Path) -> None:
    with servers.new_database() as url:
        result = run_python(
            "-c",
            MIGRATE_AND_WRITE,
            var=tmp_path,
            DATABASE_URL=url,
            **PRODUCTION,
            **DJANGO,
        )
    assert result.returncode == 0, result.stderr
    assert json.loads(result.stdout) == ["postgresql", True]
    assert not (tmp_path / "db.sqlite3").exists()
