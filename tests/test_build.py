"""The build: an engine fast where there is a compiler, the same where there is none; English."""

import gettext
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine import COMPILED

ROOT = Path(__file__).resolve().parent.parent
NO_COMPILER = {"CC": "/nonexistent/cc"}


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """The engine's sources as a fresh clone has them, with a binary that an older one left."""
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    shutil.copytree(
        ROOT / "engine", tmp_path / "engine", ignore=shutil.ignore_patterns("*.so", "__pycache__")
    )
    stale = tmp_path / "engine" / "search.old.so"
    stale.write_bytes(b"not even a binary")
    os.utime(stale, (0, 0))
    return tmp_path


def build(checkout: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"],
        cwd=checkout,
        env={**os.environ, "SPIELLEITER_REQUIRE_COMPILED": "0", **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def is_compiled(checkout: Path) -> str:
    program = "import engine; print(engine.COMPILED)"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=checkout, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def test_without_a_compiler_the_build_succeeds_and_says_so(checkout: Path) -> None:
    done = build(checkout, **NO_COMPILER)
    assert done.returncode == 0, done.stderr
    assert done.stderr.startswith("!!! ENGINE NOT COMPILED")
    assert list(checkout.glob("engine/*.so")) == []
    assert is_compiled(checkout) == "False"


def test_where_it_must_be_compiled_a_missing_compiler_is_an_error(checkout: Path) -> None:
    done = build(checkout, SPIELLEITER_REQUIRE_COMPILED="1", **NO_COMPILER)
    assert done.returncode != 0
    assert "must be compiled here" in done.stderr


@pytest.mark.skipif(not COMPILED, reason="there is no compiler here")
def test_with_a_compiler_a_binary_takes_the_place_of_a_stale_one(checkout: Path) -> None:
    done = build(checkout)
    assert done.returncode == 0, done.stderr
    assert not (checkout / "engine" / "search.old.so").exists()
    assert is_compiled(checkout) == "True"


@pytest.mark.skipif(not COMPILED, reason="there is no compiler here")
def test_a_source_that_can_not_be_compiled_is_an_error_and_no_slow_engine(checkout: Path) -> None:
    with (checkout / "engine" / "search.py").open("a") as source:
        source.write("def broken(:\n")
    assert build(checkout).returncode != 0


def test_translations_are_compiled_and_follow_their_source(checkout: Path) -> None:
    name = Path("referee/locale/en/LC_MESSAGES/django.po")
    (checkout / name).parent.mkdir(parents=True)
    shutil.copy(ROOT / name, checkout / name)
    compiled = (checkout / name).with_suffix(".mo")
    assert build(checkout, **NO_COMPILER).returncode == 0
    with compiled.open("rb") as binary:
        english = gettext.GNUTranslations(binary)
    assert english.gettext("Brett") == "Board"
    assert [english.ngettext("%(count)s Spieler", "%(count)s Spieler", n) for n in (1, 2)] == [
        "%(count)s player",
        "%(count)s players",
    ]

    text = (checkout / name).read_text("utf-8")
    (checkout / name).write_text(text.replace('msgstr "Board"', 'msgstr ""'), "utf-8")
    assert build(checkout, **NO_COMPILER).returncode == 0
    with compiled.open("rb") as binary:
        assert gettext.GNUTranslations(binary).gettext("Brett") == "Brett"
