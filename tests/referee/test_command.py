"""The command `spielleiter` in a checkout: its secret, its accounts, and what it refuses."""

import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from referee.secret import find_secret, keep_secret

ROOT = Path(__file__).resolve().parents[2]
BIN = Path(sys.executable).parent


def environment(var: Path, **own: str) -> dict[str, str]:
    """What every login has, and the data folder."""
    return {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "SPIELLEITER_VAR": str(var), **own}


def run(*command: str, var: Path, **own: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        cwd=ROOT,
        env=environment(var, **own),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        stdin=subprocess.DEVNULL,
        start_new_session=True,  # without a terminal that could be asked
    )


def spielleiter(*arguments: str, var: Path, **own: str) -> subprocess.CompletedProcess[str]:
    return run(str(BIN / "spielleiter"), *arguments, var=var, **own)


def test_two_who_start_at_once_agree_on_one_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SPIELLEITER_SECRET_KEY", raising=False)

    def keep_and_find(folder: Path) -> str:
        keep_secret(folder)
        return find_secret(folder)

    with ThreadPoolExecutor(8) as threads:
        for attempt in range(50):
            folder = tmp_path / str(attempt)
            found = set(threads.map(keep_and_find, [folder] * 8))
            assert len(found) == 1
            assert [file.name for file in folder.iterdir()] == ["secret_key"]
            assert (folder / "secret_key").stat().st_mode & 0o777 == 0o600


def test_the_first_command_of_the_api_chapter_brings_a_token_alone(tmp_path: Path) -> None:
    chapter = (ROOT / "docs" / "api.md").read_text("utf-8")
    (command,) = re.findall(r'(?m)^D="Authorization: Bearer \$\((.+)\)"$', chapter)
    assert command.startswith(".venv/bin/")
    done = run("/bin/sh", "-c", command.replace(".venv/bin", str(BIN), 1), var=tmp_path)
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(r"slu_[\w-]+\n", done.stdout)
    assert done.stderr == "anna is there. The token, for programs:\n"
    # And from now on Django's own commands find the secret too.
    assert run(sys.executable, "manage.py", "migrate", "--check", var=tmp_path).returncode == 0


def test_an_account_that_was_made_is_no_error_on_a_terminal(tmp_path: Path) -> None:
    green, red = "\x1b[32;1m", "\x1b[31;1m"
    command = f"{BIN}/spielleiter director anna --token-only"
    # script(1) is a terminal to the command it runs.
    shown = run("/usr/bin/script", "-qec", command, "/dev/null", var=tmp_path, TERM="xterm").stdout
    assert f"{green}anna is there." in shown
    assert red not in shown


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("run", "--port", "99999"), "can't serve at 127.0.0.1:99999: ports end at 65535"),
        (("run", "--host", "192.0.2.1"), "can't serve at 192.0.2.1:8000: Cannot assign"),
        (("director", "anna"), "The data folder"),
        (("simulate", "--token", "slu_x"), "The data folder"),
    ],
)
def test_what_can_not_be_done_is_told_in_a_sentence(
    arguments: tuple[str, ...], reason: str, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    done = spielleiter(*arguments, var=tmp_path / "file" / "var")
    assert done.returncode == 1
    assert done.stderr.startswith(f"spielleiter {arguments[0]}: {reason}")
    assert len(done.stderr.splitlines()) == 1
    assert [file.name for file in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize("arguments", [("director", "anna", "--token-only"), ("manage", "migrate")])
def test_a_database_out_of_reach_is_told_in_a_sentence(
    arguments: tuple[str, ...], tmp_path: Path
) -> None:
    nowhere = f"postgresql://spielleiter@/spielleiter?host={tmp_path}"
    secret = {"SPIELLEITER_SECRET_KEY": "x" * 50}
    done = spielleiter(*arguments, var=tmp_path, DATABASE_URL=nowhere, **secret)
    assert done.returncode == 1
    assert "the database can't be used: " in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_name_that_is_none_is_refused(tmp_path: Path) -> None:
    done = spielleiter("director", "an na", "--token-only", var=tmp_path)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith("CommandError: ")


def test_where_nobody_can_type_a_password_no_account_is_made(tmp_path: Path) -> None:
    done = spielleiter("director", "anna", var=tmp_path)
    assert done.returncode == 1
    assert done.stderr.endswith("No password was typed. --token-only asks for none.\n")
    assert "Traceback" not in done.stderr
    again = spielleiter("director", "anna", "--token-only", var=tmp_path)
    assert again.stderr.startswith("anna is there.")


def test_a_list_of_ones_own_goes_to_the_data_folder(tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("aal\n", encoding="utf-8")
    done = spielleiter("lexicon", "--from", str(words), var=tmp_path / "var")
    assert done.returncode == 0, done.stderr
    assert [file.name for file in (tmp_path / "var").iterdir()] == ["german.lexicon"]
