"""What the papers tell people to do: commands of a README, a Containerfile, a Procfile."""

import re
import shlex
from dataclasses import dataclass

from tests.rehearsal.table import Failed


class Untold(Failed):
    """A paper does not say what the rehearsal looks for there."""


def section(text: str, heading: str) -> str:
    """What stands below `heading`, up to the next one of its rank or a higher one."""
    rank = len(heading.partition(" ")[0])
    lines: list[str] = []
    is_inside = is_code = False
    for line in text.splitlines(keepends=True):
        is_code ^= line.startswith("```")
        if not is_code and re.match(rf"#{{1,{rank}}} ", line):
            is_inside = line.strip() == heading
        elif is_inside:
            lines.append(line)
    if not lines:
        raise Untold(f"there is nothing below a heading '{heading}'")
    return "".join(lines)


def blocks(text: str, heading: str) -> list[str]:
    """The ```sh blocks below `heading`, at least one."""
    found = _shell_blocks(section(text, heading))
    if not found:
        raise Untold(f"there is no ```sh block below '{heading}'")
    return found


def block_with(text: str, command: str) -> str:
    """The first ```sh block that has a line beginning with `command`."""
    for block in _shell_blocks(text):
        if any(line.startswith(command) for line in commands(block)):
            return block
    raise Untold(f"there is no ```sh block with '{command}'")


def _shell_blocks(text: str) -> list[str]:
    return [found[1] for found in re.finditer(r"(?ms)^```sh\n(.*?)^```$", text)]


def commands(block: str) -> list[str]:
    """A block's commands, one for each line; what goes on after a backslash is one."""
    lines = re.sub(r"\\\n\s*", "", block).splitlines()
    return [line for line in lines if line.strip() and not line.lstrip().startswith("#")]


def without_remark(command: str) -> str:
    """A command as it is shown in the table: what stands behind ` #` is for people."""
    return re.split(r"\s+#\s", command)[0].strip()


def quoted(text: str, heading: str, start: str) -> str:
    """The command in the running text below `heading` that begins with `start`."""
    found = re.search(rf"`({re.escape(start)}[^`]*)`", section(text, heading))
    if not found:
        raise Untold(f"there is no `{start}…` below '{heading}'")
    return " ".join(found[1].split())


def filled_in(example: str, values: dict[str, str]) -> str:
    """An environment file with `values`, also where the example has them behind a #."""
    for name, value in values.items():
        example, number = re.subn(rf"(?m)^#?{name}=.*$", f"{name}={value}", example)
        if number != 1:
            raise Untold(f"the example names {name} {number} times")
    return example


def processes(procfile: str) -> dict[str, str]:
    """The Procfile's commands by the name of their process."""
    return dict(line.split(": ", 1) for line in procfile.splitlines())


@dataclass(frozen=True)
class Instruction:
    """One of a Containerfile: COPY, its --options, and the rest."""

    verb: str
    options: dict[str, str]
    text: str

    @property
    def words(self) -> list[str]:
        return shlex.split(self.text)


def instructions(containerfile: str) -> list[Instruction]:
    """A Containerfile's instructions in order, comments left out, continued lines joined."""
    without_comments = re.sub(r"(?m)^\s*#.*\n", "", containerfile)
    lines = re.sub(r"\\\n\s*", "", without_comments).splitlines()
    return [_instruction(line) for line in lines if line.strip()]


def _instruction(line: str) -> Instruction:
    verb, *words = line.split()
    options = {}
    while words and words[0].startswith("--"):
        name, _, value = words.pop(0).removeprefix("--").partition("=")
        options[name] = value
    rest = line.split(maxsplit=1 + len(options))[-1]
    return Instruction(verb, options, rest)
