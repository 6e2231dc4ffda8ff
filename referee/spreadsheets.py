"""Tables of people as spreadsheets write them, and tables that German spreadsheets open at once."""

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from io import StringIO
from itertools import chain

from django.utils.translation import gettext as _

from referee.errors import Invalid, TableUnreadable
from referee.texts import read_text

MOST_BYTES = 1_000_000
MOST_ROWS = 10_000
#: What the columns of a name may be called, in any case. One of the first and the last must be.
NAMES: Mapping[str, Sequence[str]] = {
    "name": ("name", "teilnehmer", "teilnehmerin", "spieler", "spielerin", "player"),
    "first_name": ("vorname", "first name", "first_name", "firstname"),
    "last_name": ("nachname", "familienname", "last name", "last_name", "lastname", "surname"),
}
_DELIMITERS = ";\t,"
_BYTE_ORDER_MARK = "\ufeff"
#: A cell that begins so would be a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")

Cell = str | int | Decimal | None


@dataclass(frozen=True)
class Line:
    """One person's line, its cells read by the fields that the columns stand for."""

    #: Where it ends in the file, counted from 1.
    number: int
    cells: Sequence[str]
    #: Where each field stands, and what its column is called.
    columns: Mapping[str, tuple[int, str]]

    def cell(self, field: str) -> str:
        """What is written there, or '' where nothing is."""
        place, _called = self.columns.get(field, (len(self.cells), ""))
        return self.cells[place].strip() if place < len(self.cells) else ""

    @property
    def name(self) -> str:
        """The name, from one column or from two."""
        return self.cell("name") or f"{self.cell('first_name')} {self.cell('last_name')}"

    def texts(self, lengths: Mapping[str, int]) -> dict[str, str]:
        """The fields of these greatest lengths, 'name' never empty. Raises TableUnreadable."""
        read = {}
        for field, most in lengths.items():
            text = self.name if field == "name" else self.cell(field)
            try:
                read[field] = read_text(field, text, most, least=int(field == "name"))
            except Invalid as fault:
                raise self.fault(field, str(fault.detail["problem"])) from fault
        return read

    def whole_number(self, field: str, least: int, most: int) -> int | None:
        """The number there, None where nothing is. Raises TableUnreadable."""
        text = self.cell(field)
        if not text:
            return None
        if text.isascii() and text.isdecimal() and len(text) < 9 and least <= int(text) <= most:
            return int(text)
        problem = _("Richtig ist eine ganze Zahl von {least} bis {most}.")
        raise self.fault(field, problem.format(least=least, most=most))

    def fault(self, field: str, problem: str) -> TableUnreadable:
        """What is wrong with a field of this line, to be raised."""
        _place, called = self.columns.get(field) or self.columns["last_name"]
        return _fault(self.number, called, problem)


def read_people(data: bytes, headings: Mapping[str, Sequence[str]]) -> Iterator[Line]:
    """The lines of a table with a head: semicolon, tab or comma between cells, UTF-8 or Latin-1.

    `headings` says for each field besides the name what its column may be called, in lower case;
    other columns are passed over. Raises TableUnreadable, saying line and column.
    """
    if len(data) > MOST_BYTES:
        raise _fault(1, "", _("Die Datei ist zu groß."))
    text = decode(data)
    head = text.partition("\n")[0]
    delimiter = max(_DELIMITERS, key=head.count)
    rows = csv.reader(StringIO(text, newline=""), delimiter=delimiter, strict=True)
    columns: Mapping[str, tuple[int, str]] | None = None
    count = 0
    try:
        for cells in rows:
            if not any(map(str.strip, cells)):
                continue
            if columns is None:
                columns = _columns(cells, {**NAMES, **headings})
                continue
            if count == MOST_ROWS:
                problem = _("Mehr als {most} Teilnehmer.").format(most=MOST_ROWS)
                raise _fault(rows.line_num, "", problem)
            count += 1
            yield Line(rows.line_num, cells, columns)
    except csv.Error as fault:
        raise _fault(rows.line_num, "", _("Hier endet ein Anführungszeichen falsch.")) from fault
    if not count:
        raise _fault(1, "", _("Die Tabelle enthält niemanden."))


def write_table(head: Sequence[Cell], rows: Iterable[Sequence[Cell]]) -> str:
    """A table for German spreadsheets: semicolons, UTF-8 with a mark, decimals with a comma."""
    return "".join(table_lines(head, rows))


def table_lines(head: Sequence[Cell], rows: Iterable[Sequence[Cell]]) -> Iterator[str]:
    """The same, line by line."""
    text = StringIO()
    writer = csv.writer(text, delimiter=";", lineterminator="\r\n")
    yield _BYTE_ORDER_MARK
    for row in chain([head], rows):
        writer.writerow(map(_cell, row))
        yield text.getvalue()
        text.seek(0)
        text.truncate()


def decode(data: bytes) -> str:
    """The text of a file in UTF-8 or, as older programs write it, in Latin 1."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _columns(
    cells: Sequence[str], headings: Mapping[str, Sequence[str]]
) -> dict[str, tuple[int, str]]:
    columns: dict[str, tuple[int, str]] = {}
    for place, heading in enumerate(cells):
        called = " ".join(heading.split())
        for field, names in headings.items():
            if called.casefold() in names:
                if field in columns:
                    raise _fault(1, called, _("Diese Spalte gibt es zweimal."))
                columns[field] = place, called
    if not columns.keys() & {"name", "last_name"}:
        raise _fault(1, "", _("Die erste Zeile muss die Spalten nennen, darunter „Name“."))
    return columns


def _fault(line: int, column: str, problem: str) -> TableUnreadable:
    return TableUnreadable(line=line, column=column, problem=problem)


def _cell(value: Cell) -> str | int:
    """Decimals with a comma, and a text that would be a formula behind an apostrophe."""
    match value:
        case None:
            return ""
        case int():
            return value
        case Decimal():
            return str(value).replace(".", ",")
        case _:
            return f"'{value}" if value.startswith(_FORMULA) else value
