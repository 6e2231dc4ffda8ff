"""Lists of participants as spreadsheets write them."""

import csv
from collections.abc import Sequence
from io import StringIO

from django.utils.translation import gettext as _

from duplicate.errors import TableUnreadable
from duplicate.services.participants import LENGTHS, MOST_NUMBER, Entry
from duplicate.texts import read_text
from referee.errors import Invalid

MOST_BYTES = 1_000_000
MOST_ROWS = 10_000
#: What the columns may be called, in any case; other columns are passed over.
HEADINGS = {
    "number": ("nummer", "nr", "nr.", "startnummer", "number", "no", "no."),
    "name": ("name", "teilnehmer", "teilnehmerin", "spieler", "spielerin", "player"),
    "first_name": ("vorname", "first name", "first_name", "firstname"),
    "last_name": ("nachname", "familienname", "last name", "last_name", "lastname", "surname"),
    "club": ("verein", "club", "klub"),
    "category": ("kategorie", "klasse", "category"),
    "member_id": ("mitgliedsnummer", "mitglieds-nr.", "mitglied", "member", "member_id"),
}
_DELIMITERS = ";\t,"


def read_participants(data: bytes) -> list[Entry]:
    """Read a table with a head; semicolon, tab or comma between the cells, UTF-8 or Latin-1.

    Raises TableUnreadable, saying line and column, for everything that would not be a participant,
    and for two with the same number.
    """
    if len(data) > MOST_BYTES:
        raise _fault(1, "", _("Die Datei ist zu groß."))
    text = _decode(data)
    head = text.partition("\n")[0]
    delimiter = max(_DELIMITERS, key=head.count)
    rows = csv.reader(StringIO(text, newline=""), delimiter=delimiter, strict=True)
    columns: dict[str, tuple[int, str]] | None = None
    entries: list[Entry] = []
    numbers: set[int] = set()
    try:
        for cells in rows:
            if not any(map(str.strip, cells)):
                continue
            if columns is None:
                columns = _columns(cells)
                continue
            if len(entries) == MOST_ROWS:
                problem = _("Mehr als {most} Teilnehmer.").format(most=MOST_ROWS)
                raise _fault(rows.line_num, "", problem)
            entry = _entry(cells, columns, rows.line_num)
            if entry.number is not None and entry.number in numbers:
                problem = _("Die Nummer {number} kommt zweimal vor.").format(number=entry.number)
                raise _fault(rows.line_num, columns["number"][1], problem)
            if entry.number is not None:
                numbers.add(entry.number)
            entries.append(entry)
    except csv.Error as fault:
        raise _fault(rows.line_num, "", _("Hier endet ein Anführungszeichen falsch.")) from fault
    if not entries:
        raise _fault(1, "", _("Die Tabelle enthält niemanden."))
    return entries


def _decode(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _columns(cells: Sequence[str]) -> dict[str, tuple[int, str]]:
    """Where each field stands, and what its column is called."""
    columns: dict[str, tuple[int, str]] = {}
    for place, heading in enumerate(cells):
        called = " ".join(heading.split())
        for field, names in HEADINGS.items():
            if called.casefold() in names:
                if field in columns:
                    raise _fault(1, called, _("Diese Spalte gibt es zweimal."))
                columns[field] = place, called
    if not columns.keys() & {"name", "last_name"}:
        raise _fault(1, "", _("Die erste Zeile muss die Spalten nennen, darunter „Name“."))
    return columns


def _entry(cells: Sequence[str], columns: dict[str, tuple[int, str]], line: int) -> Entry:
    def cell(field: str) -> str:
        place, _called = columns.get(field, (len(cells), ""))
        return cells[place].strip() if place < len(cells) else ""

    texts = {field: cell(field) for field in LENGTHS}
    texts["name"] = texts["name"] or f"{cell('first_name')} {cell('last_name')}"
    read = {}
    for field, text in texts.items():
        try:
            read[field] = read_text(field, text, LENGTHS[field], least=int(field == "name"))
        except Invalid as fault:
            _place, called = columns.get(field) or columns["last_name"]
            raise _fault(line, called, str(fault.detail["problem"])) from fault
    return Entry(**read, number=_number(cell("number"), columns, line))


def _number(text: str, columns: dict[str, tuple[int, str]], line: int) -> int | None:
    if not text:
        return None
    if text.isascii() and text.isdecimal() and len(text) < 9 and 1 <= int(text) <= MOST_NUMBER:
        return int(text)
    problem = _("Richtig ist eine ganze Zahl von {least} bis {most}.")
    raise _fault(line, columns["number"][1], problem.format(least=1, most=MOST_NUMBER))


def _fault(line: int, column: str, problem: str) -> TableUnreadable:
    return TableUnreadable(line=line, column=column, problem=problem)
