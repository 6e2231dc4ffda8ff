"""Lists of participants as spreadsheets write them."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from referee.errors import NumberTaken
from referee.events.models import LENGTHS
from referee.events.people import NUMBERS, NewPerson
from referee.spreadsheets import read_people

#: What the columns beside the name may be called.
HEADINGS = {
    "number": ("nummer", "nr", "nr.", "startnummer", "number", "no", "no."),
    "club": ("verein", "club", "klub"),
    "category": ("kategorie", "klasse", "category"),
    "member_id": ("mitgliedsnummer", "mitglieds-nr.", "mitglied", "member", "member_id"),
}


def read_participants(data: bytes, taken: Iterable[int] = ()) -> list[NewPerson]:
    """Read a table with a head; semicolon, tab or comma between the cells, UTF-8 or Latin-1.

    Raises TableUnreadable, saying line and column, for everything that would not be a participant,
    for two with the same number, and for a number that is `taken`.
    """
    entries: list[NewPerson] = []
    numbers: set[int] = set()
    taken = frozenset(taken)
    for line in read_people(data, HEADINGS):
        entry = NewPerson(**line.texts(LENGTHS), number=line.whole_number("number", *NUMBERS))
        if entry.number is not None and entry.number in numbers:
            problem = _("Die Nummer {number} kommt zweimal vor.").format(number=entry.number)
            raise line.fault("number", problem)
        if entry.number in taken:
            raise line.fault("number", str(NumberTaken(number=entry.number)))
        if entry.number is not None:
            numbers.add(entry.number)
        entries.append(entry)
    return entries
