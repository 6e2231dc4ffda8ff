"""Games as tables have stored them: in tests/data/stored/, and written into the log of a table."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee import journals
from tests.duplicate.factories import NOON
from tournaments.models import Table, TableLogEntry

FOLDER = Path(__file__).parents[1] / "data" / "stored"
FILES = sorted(path.stem for path in FOLDER.glob("*.json"))
#: Takes what is left as told while the last move was still open, and told again: both was granted.
OLDER = "match-older"


@dataclass(frozen=True)
class Stored:
    """One game: its log but for the opening, and what it has to come to."""

    game: str
    setup: dict[str, Any]
    scores: list[int]
    places: list[int] | None
    log: list[dict[str, Any]]

    @property
    def entries(self) -> list[TableLogEntry]:
        return [
            TableLogEntry(sequence=sequence, at=NOON, **entry)
            for sequence, entry in enumerate(self.log, start=1)
        ]


def stored(name: str) -> Stored:
    return Stored(**json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8")))


def write_log(table: Table, entries: Iterable[Mapping[str, Any]]) -> None:
    """Append to the log as another version may have done, whatever the game of today says."""
    for entry in entries:
        journals.append(table, entry["kind"], NOON, by=entry["by"], data=entry["data"])


def acted(*actions: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Entries of these actions."""
    return [{"kind": "acted", "by": "leo", "data": dict(action)} for action in actions]
