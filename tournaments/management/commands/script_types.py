"""Write the types that the table's scripts name in their JSDoc."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from engine.typedefs import typedefs
from tournaments.tables.answers import TableState

TYPES = Path(__file__).parents[2] / "static" / "tournaments" / "table_types.js"
_HEAD = """\
// What is told live of a game at its table, as types. Made of the dataclasses in engine/ and
// tournaments/tables/answers.py by `make schema`: change those.
"""


def script_types() -> str:
    return f"{_HEAD}\n{typedefs([TableState])}\n\nexport {{}};\n"


class Command(BaseCommand):
    help = "Write the types of the table's scripts anew."

    def handle(self, **_options: Any) -> None:
        TYPES.write_text(script_types(), encoding="utf-8")
