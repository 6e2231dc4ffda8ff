"""We promise Python 3.11.0: nothing of ours needs what came later."""

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.processes import ROOT, ending_with_us
from tests.production import DEBIAN_PYTHON, PACKAGES, Production, base_python
from tests.servers import new_database, redis_place

SHIPPED = [*PACKAGES, "manage.py", "setup.py"]
#: Parameters that came with a later 3.11, which tools that know 3.11 and 3.12 don't tell.
LATER = {
    "extract": "filter",
    "extractall": "filter",
    "unpack_archive": "filter",
    "getaddresses": "strict",
    "parseaddr": "strict",
}
#: The rules, and what has most to do with files and processes; tests/deploy runs there anyway.
QUICK = [
    *("tests/deploy/test_backup.py", "tests/referee/test_wordlist.py"),
    *("tests/referee/test_settings.py", "tests/referee/test_command.py"),
    *(
        f"tests/engine/test_{name}.py"
        for name in ("cli", "golden", "lexicon", "scoring", "verdicts")
    ),
]


def test_nothing_needs_a_newer_python_than_we_promise() -> None:
    vermin = [str(Path(sys.executable).with_name("vermin")), "--target=3.11-", "--violations"]
    done = subprocess.run(
        [*vermin, "--quiet", "--no-tips", "--eval-annotations", *SHIPPED],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def later_parameters(source: str) -> Iterator[str]:
    """The calls in `source` that need a later 3.11 than the first."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            name = ast.unparse(node.func).rpartition(".")[2]
            if name in LATER and LATER[name] in {keyword.arg for keyword in node.keywords}:
                yield f"line {node.lineno}: {name}({LATER[name]}=…)"


def test_nothing_needs_a_later_release_of_the_first_one() -> None:
    assert list(later_parameters("archive.extractall(folder, filter='data')"))
    assert not list(later_parameters("query.filter(filter=1); archive.extract(name)"))
    for file in (file for name in PACKAGES for file in (ROOT / name).rglob("*.py")):
        assert list(later_parameters(file.read_text("utf-8"))) == [], file


@pytest.mark.skipif(
    base_python() != DEBIAN_PYTHON or Path(sys.base_prefix) == Path("/usr"),
    reason="Debian's own Python is not here, or it is the one that runs all tests",
)
def test_the_quick_part_passes_under_debians_own_python(production: Production) -> None:
    """What production's environment lacks for tests is found in that of the tests."""
    packages = [path for path in sys.path if path.endswith("site-packages")]
    environment = {name: text for name, text in os.environ.items() if "PYTEST" not in name}
    pytest_there = [str(production.bin / "python"), "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    with new_database() as url:
        own = {"PYTHONPATH": os.pathsep.join(packages), "DATABASE_URL": url}
        done = subprocess.run(
            ending_with_us([*pytest_there, *QUICK]),
            cwd=ROOT,
            env=environment | own | {"REDIS_URL": redis_place(3)},
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-5000:]
