"""Outages on purpose: a set-up on this machine whose processes are killed and frozen.

The simulator starts them itself, each from its line `name: command` of a Procfile, so that it can
start them again.
"""

import asyncio
import os
import shlex
import signal
import sys
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from enum import StrEnum
from itertools import product
from pathlib import Path
from random import Random
from typing import IO

from duplicate.simulator.wire import Unplayable

#: Not a process but what is done before any is started.
RELEASE = "release"
#: Before a process that has ended by itself is started again.
AGAIN_SECONDS = 0.5
#: For how long a process may be away.
SHORTEST_SECONDS, LONGEST_SECONDS = 1.0, 5.0


class Kind(StrEnum):
    KILLED = "killed"
    FROZEN = "frozen"


@dataclass(frozen=True)
class Outage:
    """What happens to a process in a round, from so many seconds after the opening, for so long."""

    process: str
    kind: Kind
    after_seconds: float
    seconds: float

    def __str__(self) -> str:
        return (
            f"{self.process} {self.kind} after {self.after_seconds:.1f} s, for {self.seconds:.1f} s"
        )


def plan_outages(processes: Sequence[str], limit_seconds: float, rng: Random) -> Iterator[Outage]:
    """One for every round, without end: each process killed and frozen once before any is again.

    They begin at any time of the round, so that some last over its end.
    """
    while processes:
        for process, kind in _shuffled(processes, rng):
            after = rng.uniform(0, limit_seconds)
            yield Outage(process, kind, after, rng.uniform(SHORTEST_SECONDS, LONGEST_SECONDS))


def _shuffled(processes: Sequence[str], rng: Random) -> list[tuple[str, Kind]]:
    deck = list(product(processes, Kind))
    return rng.sample(deck, len(deck))


def read_procfile(text: str) -> dict[str, list[str]]:
    """The command of each process by its name. Raises Unplayable for what is no Procfile."""
    commands = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        name, found, command = line.partition(":")
        if not found or not command.strip():
            raise Unplayable(f"line {number} of the Procfile: 'name: command', not {line!r}")
        commands[name.strip()] = shlex.split(command)
    commands.pop(RELEASE, None)
    if not commands:
        raise Unplayable("the Procfile names no process")
    return commands


class Process:
    """A process of the set-up: it runs, and again whenever it has ended, unless it is held down."""

    def __init__(self, command: Sequence[str], log: Path) -> None:
        self._command, self._log = command, log
        self._may_run = asyncio.Event()
        self._may_run.set()
        self._process: asyncio.subprocess.Process | None = None

    async def keep_running(self) -> None:
        """Raises OSError if there is no such command."""
        try:
            while await self._may_run.wait():
                with self._log.open("ab") as log:
                    self._process = await self._start(log)
                await self._process.wait()
                await asyncio.sleep(AGAIN_SECONDS)
        finally:
            await self._signal(signal.SIGKILL)

    async def suffer(self, outage: Outage) -> None:
        """Be away as the outage says, and come back, whatever happens meanwhile."""
        try:
            await asyncio.sleep(outage.after_seconds)
            if outage.kind is Kind.KILLED:
                self._may_run.clear()
                await self._signal(signal.SIGKILL)
            else:
                await self._signal(signal.SIGSTOP)
            await asyncio.sleep(outage.seconds)
        finally:
            self._may_run.set()
            await self._signal(signal.SIGCONT)

    async def _start(self, log: IO[bytes]) -> asyncio.subprocess.Process:
        # Commands of this very Python are found, wherever its folder is.
        folder = str(Path(sys.executable).parent)
        path = os.pathsep.join([folder, os.environ.get("PATH", os.defpath)])
        return await asyncio.create_subprocess_exec(
            *self._command,
            env=os.environ | {"PATH": path},
            stdout=log,
            stderr=log,
            start_new_session=True,
        )

    async def _signal(self, number: signal.Signals) -> None:
        """To all of its processes: those of PostgreSQL don't share its group."""
        if self._process is None or self._process.returncode is not None:
            return
        for pid in await _family(self._process.pid):
            with suppress(ProcessLookupError):
                os.kill(pid, number)


async def _family(pid: int) -> list[int]:
    """A process and all that it and its children have started."""
    asked = await asyncio.create_subprocess_exec(
        "ps", "-A", "-o", "pid=,ppid=", stdout=asyncio.subprocess.PIPE
    )
    told, _ = await asked.communicate()
    pairs = [tuple(map(int, line.split())) for line in told.splitlines()]
    family = [pid]
    for parent in family:  # which grows meanwhile
        family += (child for child, its_parent in pairs if its_parent == parent)
    return family


@asynccontextmanager
async def running(
    commands: Mapping[str, Sequence[str]], folder: Path
) -> AsyncIterator[dict[str, Process]]:
    """The processes of a set-up, which end with this; what they say is in `folder`."""
    processes = {name: Process(line, folder / f"{name}.log") for name, line in commands.items()}
    tasks = [asyncio.create_task(process.keep_running()) for process in processes.values()]
    try:
        yield processes
    finally:
        for task in tasks:
            task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
    for fault in ended:
        if isinstance(fault, OSError):
            raise Unplayable(f"a process of the set-up can't be started: {fault}")
