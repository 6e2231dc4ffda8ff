"""Templates and style sheets are written to be read in a diff, as a formatter keeps them."""

import re
import subprocess
import sysconfig
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
#: What a screen shows beside its other half; the formatters themselves break earlier.
MOST_CHARACTERS = 160


def files(pattern: str) -> list[Path]:
    return [
        path
        for app in ("referee", "duplicate", "tournaments")
        for path in sorted((ROOT / app).rglob(pattern))
    ]


@pytest.mark.parametrize("pattern", ["*.html", "*.css"])
def test_no_line_is_too_long_to_review(pattern: str) -> None:
    long = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in files(pattern)
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if len(line) > MOST_CHARACTERS
    ]
    assert long == []


@pytest.mark.parametrize(("formatter", "pattern"), [("djangofmt", "*.html"), ("oxfmt", "*.css")])
def test_the_formatter_would_change_nothing(formatter: str, pattern: str) -> None:
    program = Path(sysconfig.get_path("scripts")) / formatter
    asked = subprocess.run(
        [program, "--check", *files(pattern)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert asked.returncode == 0, asked.stdout + asked.stderr


def test_every_template_is_named_somewhere_and_every_name_is_a_template() -> None:
    there = {path.as_posix().partition("/templates/")[2] for path in files("*.html")}
    of_errors = {"400.html", "403.html", "404.html", "500.html"}  # named by Django
    text = "".join(path.read_text() for path in [*files("*.html"), *files("*.py")])
    names = re.findall(
        r"""["']((?:referee|duplicate|tournaments)/(?:[\w/]|{.*?})+\.html)["']""", text
    )
    patterns = {re.sub(r"{.*?}", "*", name) for name in names}
    used = {name for name in there for pattern in patterns if fnmatchcase(name, pattern)}
    assert there - used == of_errors
    assert {pattern for pattern in patterns if "*" not in pattern} <= there
