"""The Containerfile's steps in order, where there is no container engine."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from tests.rehearsal.machine import ENVIRONMENT, NSPAWN, Background, background, call
from tests.rehearsal.papers import Instruction, Untold

RUN_SECONDS = 900
# What Python's image has and a bare Debian has not: `python`, environments, headers.
PYTHON = "python-is-python3 python3-venv python3-dev"


@dataclass
class Image:
    """A stage being built: its files, and what the instructions so far say of its commands."""

    root: Path
    folder: str = "/"
    user: str = "root"
    environment: dict[str, str] = field(default_factory=lambda: dict(ENVIRONMENT))

    def run(self, command: str, *, seconds: float = RUN_SECONDS) -> str:
        """Run a shell command in the image, with this machine's network."""
        return call(self._entering(command), seconds=seconds)

    @contextmanager
    def running(self, command: str, *, network_of: int) -> Iterator[Background]:
        """A shell command of a container that shares the network of process `network_of`."""
        network = f"--network-namespace-path=/proc/{network_of}/ns/net"
        with background(self._entering(command, network)) as process:
            yield process

    def _entering(self, command: str, *options: str) -> list[str]:
        variables = [f"--setenv={name}={value}" for name, value in self.environment.items()]
        return [
            *(*NSPAWN, "--as-pid2", "--pipe", *options, f"--directory={self.root}"),
            *(f"--chdir={self.folder}", f"--user={self.user}", *variables),
            *("sh", "-c", command),
        ]


class Builder:
    """Follows a Containerfile. Its `FROM`s are stood in for by bare systems with Python."""

    def __init__(self, context: Path, new_system: Callable[[str], Path]) -> None:
        self.context = context
        self.new_system = new_system
        self.stages: dict[str, Image] = {}

    @property
    def image(self) -> Image:
        """The stage that is being built."""
        return list(self.stages.values())[-1]

    def follow(self, instruction: Instruction) -> None:
        """Do one instruction; Untold if it is of a kind that we don't know."""
        words = instruction.words
        match instruction.verb:
            case "FROM":
                name = words[2] if len(words) == 3 else "last"
                self.stages[name] = Image(self.new_system(f"image-{name}"))
                self.image.run(f"apt-get install -qq {PYTHON}")
            case "RUN":
                self.image.run(instruction.text)
            case "COPY":
                self._copy(instruction.options, words[:-1], words[-1])
            case "WORKDIR":
                self.image.folder = words[0]
                self._place(words[0]).mkdir(parents=True, exist_ok=True)
            case "USER":
                self.image.user = words[0]
            case "ENV":
                self.image.environment |= dict(map(self._variable, words))
            case "EXPOSE" | "CMD":
                pass
            case other:
                raise Untold(f"the rehearsal does not know {other}")

    def _copy(self, options: dict[str, str], sources: list[str], target: str) -> None:
        origin = self.stages[options["from"]].root if "from" in options else self.context
        place = self._place(target)
        for source in sources:
            found = origin / source.lstrip("/")
            # As engines do: a folder's contents, a file under its name where there is a folder.
            copy = place / found.name if found.is_file() and place.is_dir() else place
            call(["cp", "--archive", "--no-target-directory", found, copy], seconds=120)
            if "chown" in options:
                inside = f"/{copy.relative_to(self.image.root)}"
                self.image.run(f"chown --recursive {options['chown']} {inside}")

    def _place(self, target: str) -> Path:
        """Where a path of the image is on this machine."""
        return self.image.root / str(PurePosixPath(self.image.folder, target)).lstrip("/")

    def _variable(self, word: str) -> tuple[str, str]:
        name, _, value = word.partition("=")
        known = self.image.environment
        return name, re.sub(r"\$(\w+)", lambda found: known.get(found[1], ""), value)
