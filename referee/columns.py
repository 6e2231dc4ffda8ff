"""Columns of a table, each described once for page, spreadsheet and API."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from operator import attrgetter
from typing import Any

from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from referee.figures import written
from referee.spreadsheets import Cell, table_lines


@dataclass(frozen=True)
class Shown:
    """How pages show a column."""

    #: Its place among the others, which is not that of spreadsheets; 0 for none.
    place: int
    heading: str | Promise
    #: Classes of its head and cells, and those of cells alone.
    classes: str = ""
    cell_classes: str = ""
    #: How a value is written.
    written: Callable[[Any], str] = written
    #: Whether a short table has it too.
    in_short: bool = True


NOWHERE = Shown(0, "")


@dataclass(frozen=True)
class Column:
    """In lists of these the order is that of spreadsheets and API."""

    #: What the API calls it.
    name: str
    #: What heads it in spreadsheets, which are German; '' where they lack it.
    in_files: str = ""
    page: Shown = NOWHERE
    #: Where a row has the value, as `player.club`; or how it is found there.
    source: str | Callable[[Any], Any] = ""
    kind: type = int
    is_null: bool = False
    #: For the API's description.
    meaning: str = ""
    #: So many of the value make one of what people count: halves or quarters.
    parts: int = 1

    def value(self, row: Any) -> Any:
        if callable(self.source):
            return self.source(row)
        return attrgetter(self.source or self.name)(row)

    def in_file(self, row: Any) -> Cell:
        value: Cell = self.value(row)
        if not isinstance(value, int):
            return value
        return Decimal(value) / self.parts if value % self.parts else value // self.parts


def strong(value: object) -> str:
    """As pages write what counts most."""
    return format_html("<strong>{}</strong>", written(value))


#: Classes of columns of numbers, and of those that small screens lack.
NUMBER, WIDE = "number", "number wide-only"
RANK = Column("rank", "Platz", Shown(10, _("Platz"), NUMBER, "place", written="{}.".format))
NAME = Column("name", "Name", Shown(30, _("Name"), "name"), "player.name", str)
CLUB = Column(
    "club",
    "Verein",
    Shown(40, _("Verein"), "wide-only", "muted", in_short=False),
    "player.club",
    str,
)


def _names(row: Any) -> str:
    return ", ".join(member.player.name for member in row.members)


#: Who counts for a club or team; pages also tell what each of them brought, the API all of them.
MEMBERS = Column("members", "Gewertet", Shown(45, _("Gewertet")), _names, str)


def columns_csv(columns: Iterable[Column], rows: Iterable[Any]) -> str:
    """A table for spreadsheets."""
    return "".join(columns_lines(columns, rows))


def columns_lines(columns: Iterable[Column], rows: Iterable[Any]) -> Iterator[str]:
    """The same, line by line."""
    filed = [column for column in columns if column.in_files]
    head = [column.in_files for column in filed]
    return table_lines(head, ([column.in_file(row) for column in filed] for row in rows))


def on_page(columns: Iterable[Column], *, is_short: bool = False) -> list[Column]:
    """The columns of a page's table, or of a short one, in the page's order."""
    shown = [
        column for column in columns if column.page.place and (column.page.in_short or not is_short)
    ]
    return sorted(shown, key=lambda column: column.page.place)
