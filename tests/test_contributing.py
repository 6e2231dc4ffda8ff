"""What CONTRIBUTING.md tells a newcomer to type works on a fresh clone."""

import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from tests.processes import ROOT
from tests.rehearsal import papers

EXAMPLE = papers.quoted(
    (ROOT / "CONTRIBUTING.md").read_text("utf-8"), "# Working here", "make .venv/dev"
)
SET_UP, TEST = (shlex.split(part) for part in EXAMPLE.split(" && "))


def test_the_example_finds_a_test_and_it_passes() -> None:
    assert TEST[0] == ".venv/bin/pytest"
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *TEST[1:]],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_the_example_sets_up_what_the_test_is_run_with(tmp_path: Path) -> None:
    for name in ("Makefile", "requirements.lock", "requirements-dev.lock"):
        shutil.copy(ROOT / name, tmp_path)
    for name in ("pyproject.toml", "setup.py"):
        (tmp_path / name).touch()
    told = subprocess.run(
        [*SET_UP, "--dry-run"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    locks = {word for word in told.stdout.split() if word.endswith(".lock")}
    assert any("\npytest==" in (tmp_path / lock).read_text("utf-8") for lock in locks), told.stdout
