"""The rehearsal's reading of our papers; what it does with them needs root and bare systems."""

import io
import re
import tomllib
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from tests.rehearsal import papers
from tests.rehearsal.__main__ import SUITES
from tests.rehearsal.table import Abandoned, Failed, Table

ROOT = Path(__file__).resolve().parent.parent
PAPER = """# Title

## First steps

As root: `apt-get install one
two`. Then:

```sh
first    # a remark
second \\
    --option
# only a remark
third '# no remark'
```

```json
{"not": "shell"}
```

### Details

```sh
fourth
```

## Next

```sh
fifth
```
"""


def test_a_sections_blocks_are_its_own_and_those_of_its_subsections() -> None:
    assert [papers.commands(block) for block in papers.blocks(PAPER, "## First steps")] == [
        ["first    # a remark", "second --option", "third '# no remark'"],
        ["fourth"],
    ]
    assert papers.blocks(PAPER, "### Details") == ["fourth\n"]
    assert papers.blocks(PAPER, "## Next") == ["fifth\n"]
    assert papers.block_with(PAPER, "fou") == "fourth\n"


def test_a_command_in_the_running_text_is_read_over_the_end_of_a_line() -> None:
    found = papers.quoted(PAPER, "## First steps", "apt-get install")
    assert found == "apt-get install one two"


@pytest.mark.parametrize(
    ("heading", "said"),
    [
        ("## Nowhere", "nothing below a heading '## Nowhere'"),
        ("# Empty", "no ```sh block below '# Empty'"),
    ],
)
def test_a_paper_that_does_not_tell_is_named(heading: str, said: str) -> None:
    with pytest.raises(papers.Untold, match=said):
        papers.blocks("# Empty\n\nNothing.\n", heading)


def test_an_environment_is_filled_in_also_behind_a_hash() -> None:
    example = "# Secret:\nSECRET=\n#URL=redis://example\n"
    filled = papers.filled_in(example, {"SECRET": "s", "URL": "u"})
    assert filled == "# Secret:\nSECRET=s\nURL=u\n"
    with pytest.raises(papers.Untold, match="names OTHER 0 times"):
        papers.filled_in(example, {"OTHER": "o"})


def test_a_containerfile_is_read_as_an_engine_reads_it() -> None:
    from_, run, copy = papers.instructions(
        "# One\nFROM base AS build\nRUN a \\\n    && b\n"
        "# Two\n\nCOPY --from=build --chown=me /a  /b\n"
    )
    assert (from_.verb, from_.words) == ("FROM", ["base", "AS", "build"])
    assert (run.verb, run.text) == ("RUN", "a && b")
    assert (copy.options, copy.words) == ({"from": "build", "chown": "me"}, ["/a", "/b"])


def test_our_papers_tell_what_the_rehearsal_follows() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    two = papers.commands(papers.blocks(readme, "## Two commands")[0])
    assert [papers.without_remark(line) for line in two] == ["make run", "make test"]
    deploy = (ROOT / "deploy/README.md").read_text("utf-8")
    _server, proxy = papers.blocks(deploy, "## Without containers")
    assert papers.commands(proxy)[-1] == "nginx -t && systemctl reload nginx"
    assert papers.quoted(deploy, "## Without containers", "apt-get install")
    operations = (ROOT / "docs/operations.md").read_text("utf-8")
    for heading in ("## Backup", "## Restore"):
        assert papers.blocks(operations, heading)
    text = (ROOT / "deploy/Containerfile").read_text("utf-8")
    assert [one.verb for one in papers.instructions(text)].count("FROM") == 2


def test_a_failed_step_is_told_with_its_last_lines() -> None:
    table = Table()
    with redirect_stdout(io.StringIO()) as shown:
        with table.step("bookworm", "good"):
            pass
        with pytest.raises(Abandoned), table.step("trixie", "bad"):
            raise Failed("\n".join(f"line {number}" for number in range(99)))
    assert not table.is_clean
    told = table.told()
    assert told.endswith("2 steps, 1 FAILED")
    assert "--- trixie: bad" in told
    assert "line 98" in told
    assert "line 9\n" not in told
    assert "FAILED" in shown.getvalue(), "each row is shown when it is known"


def test_a_clean_table_says_so() -> None:
    table = Table()
    with redirect_stdout(io.StringIO()), table.step("bookworm", "good"):
        pass
    assert table.is_clean
    assert table.told().endswith("1 steps, none failed")


def test_the_support_table_says_what_is_rehearsed_and_declared() -> None:
    deploy = (ROOT / "deploy/README.md").read_text("utf-8")
    table = papers.section(deploy, "## What it runs on")
    rows = dict(re.findall(r"(?m)^\| (\w+) \| ([^|]+) \|", table))
    assert tuple(re.findall(r"\((\w+)\)", rows["Debian"])) == SUITES
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    lowest, highest = rows["Python"].split(" – ")
    assert project["requires-python"] == f">={lowest}"
    declared = re.findall(r"Python :: (3\.\d+)", " ".join(project["classifiers"]))
    assert (declared[0], declared[-1]) == (lowest, highest)
