"""What the chapters name is there: files, folders of ours, names in the code, other chapters."""

import re
from functools import cache
from pathlib import Path

import pytest

from tests.processes import ROOT
from tests.refusals import refusal_codes

CHAPTERS = [
    *sorted((ROOT / "docs").glob("*.md")),
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "deploy/README.md")),
]
OURS = ("engine/", "referee/", "duplicate/", "tournaments/", "tests/", "deploy/", "docs/")
#: What belongs to other programs, or to the reader.
FOREIGN = {
    "check.py",
    "last_archived_time",
    "last_failed_time",
    "max_over_time",
    "pg_stat_archiver",
    "player_event_cmd",
}


def quoted_in(chapter: Path) -> str:
    """All that is quoted in the running text of a chapter: examples to copy are the reader's."""
    text = re.sub(r"(?ms)^```.*?^```", "", chapter.read_text("utf-8"))
    return "\n".join(" ".join(quoted.split()) for quoted in re.findall(r"`([^`]+)`", text))


@cache
def files() -> tuple[str, ...]:
    """Every file and folder of ours, folders with a slash at their end."""
    found = [path for folder in OURS for path in (ROOT / folder, *(ROOT / folder).rglob("*"))]
    found += ROOT.glob("*.py")
    return tuple(
        f"/{path.relative_to(ROOT)}{'/' if path.is_dir() else ''}"
        for path in found
        if "__pycache__" not in path.parts
    )


@cache
def words() -> frozenset[str]:
    """Every word in what is ours, chapters apart, and in the names of its files."""
    found = set(re.findall(r"\w+", " ".join(files())))
    for name in files():
        path = ROOT / name[1:]
        if path.suffix in {".py", ".js", ".html", ".css", ".yaml", ".service"}:
            found |= set(re.findall(r"\w+", path.read_text("utf-8")))
    found |= set(re.findall(r"\w+", (ROOT / "Makefile").read_text("utf-8")))
    return frozenset(found | refusal_codes())


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.name)
def test_the_files_that_a_chapter_names_are_there(chapter: Path) -> None:
    """A file by its name or the end of its path, a folder by its whole path."""
    quoted = quoted_in(chapter)
    named = set(re.findall(r"(?m)^[\w./-]+\.(?:py|js|html|css)$", quoted))
    named |= {name for name in re.findall(r"(?m)^[\w./-]+/$", quoted) if name.startswith(OURS)}
    missing = {name for name in named if not any(path.endswith(f"/{name}") for path in files())}
    assert missing - FOREIGN == set()


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.name)
def test_the_names_that_a_chapter_quotes_are_in_the_code(chapter: Path) -> None:
    names = set(re.findall(r"\b[A-Za-z]+(?:_[A-Za-z0-9]+)+\b", quoted_in(chapter)))
    names |= set(re.findall(r"\b[A-Z][a-z]+[A-Z][A-Za-z]+\b", quoted_in(chapter)))
    assert names - words() - FOREIGN == set()


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.name)
def test_a_chapters_links_lead_somewhere(chapter: Path) -> None:
    text = re.sub(r"(?ms)^```.*?^```", "", chapter.read_text("utf-8"))
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        if "://" in link:
            continue
        name, _, heading = link.partition("#")
        target = chapter.parent / name if name else chapter
        assert target.exists(), link
        if heading:
            assert heading in headings_of(target), link


def headings_of(chapter: Path) -> set[str]:
    """The headings of a chapter as links name them."""
    found = re.findall(r"(?m)^#+ (.+)$", chapter.read_text("utf-8"))
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in found}
