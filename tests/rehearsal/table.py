"""What was done, how it ended, how long it took."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Literal

LAST_LINES = 25
WIDTH = 76


class Failed(Exception):
    """A step did not do what the papers promise; the text says what was seen instead."""


class Abandoned(Exception):
    """The steps that follow a failed one have nothing to stand on."""


@dataclass(frozen=True)
class Row:
    suite: str
    step: str
    result: Literal["ok", "FAILED"]
    seconds: float
    said: str = ""


@dataclass
class Table:
    """The rows so far. Each is printed as soon as it is known: the whole takes many minutes."""

    rows: list[Row] = field(default_factory=list)

    @property
    def is_clean(self) -> bool:
        return all(row.result == "ok" for row in self.rows)

    @contextmanager
    def step(self, suite: str, name: str) -> Iterator[None]:
        """Time what is done inside. Where it fails that is written down, and Abandoned raised."""
        begun = time.monotonic()
        try:
            yield
        except (Failed, OSError, ValueError, LookupError) as fault:
            said = str(fault) if isinstance(fault, Failed) else f"{type(fault).__name__}: {fault}"
            self.add(Row(suite, name, "FAILED", time.monotonic() - begun, said))
            raise Abandoned(name) from fault
        self.add(Row(suite, name, "ok", time.monotonic() - begun))

    def add(self, row: Row) -> None:
        self.rows.append(row)
        print(told_row(row), flush=True)
        if row.said:
            print(told_fault(row), flush=True)

    def told(self) -> str:
        """All rows, then the last lines of every failed one."""
        head = [
            f"{'suite':<10}{'step':<{WIDTH + 2}}{'result':<8}{'seconds':>7}",
            "-" * (WIDTH + 27),
        ]
        faults = [told_fault(row) for row in self.rows if row.said]
        failed = len(faults)
        end = f"{len(self.rows)} steps, {f'{failed} FAILED' if failed else 'none failed'}"
        return "\n".join([*head, *map(told_row, self.rows), *faults, end])


def told_row(row: Row) -> str:
    step = row.step if len(row.step) <= WIDTH else f"{row.step[: WIDTH - 1]}…"
    return f"{row.suite:<10}{step:<{WIDTH + 2}}{row.result:<8}{row.seconds:>7.1f}"


def told_fault(row: Row) -> str:
    lines = row.said.strip().splitlines()[-LAST_LINES:]
    return "\n".join([f"--- {row.suite}: {row.step}", *(f"    {line}" for line in lines)])
