"""Production's own environment: the wheel and what requirements.lock names, and nothing else.

Made once for a run, which takes half a minute.
"""

import os
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from shutil import copy, copytree, ignore_patterns

import pytest

from tests.once import made_once
from tests.processes import ROOT

PACKAGES = ("engine", "referee", "duplicate", "tournaments")
FILES = ("setup.py", "pyproject.toml", "MANIFEST.in", "README.md", "LICENSE", "manage.py")
DEBIAN_PYTHON = Path("/usr/bin/python3")


@dataclass(frozen=True)
class Production:
    folder: Path

    @property
    def checkout(self) -> Path:
        """What a package is built of, as a fresh clone has it."""
        return self.folder / "checkout"

    @property
    def dist(self) -> Path:
        """What `make dist` builds."""
        return self.checkout / "dist"

    @property
    def wheel(self) -> Path:
        (wheel,) = self.dist.glob("*.whl")
        return wheel

    @property
    def bin(self) -> Path:
        return self.folder / "environment" / "bin"

    @property
    def path(self) -> str:
        """Where programs are found: those of the environment and of the system."""
        return os.pathsep.join([str(self.bin), "/usr/local/bin", "/usr/bin", "/bin", "/usr/sbin"])

    @property
    def workplace(self) -> Path:
        """A folder to start commands in: of the whole checkout it holds manage.py."""
        return self.folder / "workplace"


@pytest.fixture(scope="session")
def production() -> Production:
    return Production(made_once("production", _make))


def _make(folder: Path) -> None:
    production = Production(folder)
    production.checkout.mkdir()
    for name in FILES:
        copy(ROOT / name, production.checkout)
    for name in PACKAGES:
        made = ignore_patterns("*.so", "*.mo", "__pycache__")
        copytree(ROOT / name, production.checkout / name, ignore=made)
    build(production.checkout, production.dist)
    environment = production.bin.parent
    _run(base_python(), "-m", "venv", "--without-pip", environment)
    pip = [sys.executable, "-m", "pip", "--python", str(production.bin / "python"), "install"]
    install = [*pip, "--quiet", "--disable-pip-version-check", "--no-compile"]
    _run(*install, "--require-hashes", "--requirement", ROOT / "requirements.lock")
    _run(*install, "--no-deps", production.wheel)
    production.workplace.mkdir()
    copy(ROOT / "manage.py", production.workplace)


def build(checkout: Path, out: Path, *options: str, **environment: str) -> None:
    """As `make dist`: the source, and of that the wheel."""
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(out)]
    _run(*command, *options, cwd=checkout, SPIELLEITER_REQUIRE_COMPILED="0", **environment)


@cache
def base_python() -> Path:
    """Debian's own Python where there is one that the wheel fits, else that of the tests."""
    if not DEBIAN_PYTHON.exists():
        return Path(sys.executable)
    is_alike = f"import sys; sys.exit(sys.version_info[:2] != {sys.version_info[:2]})"
    done = subprocess.run([DEBIAN_PYTHON, "-c", is_alike], check=False)
    return Path(sys.executable) if done.returncode else DEBIAN_PYTHON


def _run(*command: str | Path, cwd: Path = ROOT, **environment: str) -> None:
    done = subprocess.run(
        command,
        cwd=cwd,
        env=os.environ | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
