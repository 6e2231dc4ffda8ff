"""Lists of players as spreadsheets write them."""

from collections.abc import Collection
from typing import Any

from django.utils.translation import gettext as _

from referee.spreadsheets import read_people
from tournaments.entries.new_entries import BOUNDS, LENGTHS, NewEntry

#: What the columns beside the name may be called.
HEADINGS = {
    "number": ("nummer", "nr", "nr.", "startnummer", "number", "no", "no."),
    "club": ("verein", "club", "klub"),
    "category": ("kategorie", "klasse", "category", "class"),
    "team": ("mannschaft", "team"),
    "member_id": ("mitgliedsnummer", "mitglieds-nr.", "mitglied", "member", "member_id"),
    "rating": ("wertungszahl", "wertung", "elo", "rating"),
    "fixed_table": ("fester tisch", "tisch", "fixed_table", "table"),
    "first_round": ("erste runde", "ab runde", "first_round"),
}
#: The columns of whole numbers.
NUMBERS = ("number", "rating", "fixed_table", "first_round")


def read_entries(data: bytes, taken: Collection[int], soonest: int) -> list[NewEntry]:
    """Read a table with a head; semicolon, tab or comma between the cells, UTF-8 or Latin-1.

    Raises TableUnreadable, saying line and column, for everything that would not be a player, for
    a number that is `taken` or there twice, and for a first round before the `soonest` possible.
    """
    people: list[NewEntry] = []
    seen: set[int] = set()
    for line in read_people(data, HEADINGS):
        fields: dict[str, Any] = dict(line.texts(LENGTHS))
        fields |= {field: line.whole_number(field, *BOUNDS[field]) for field in NUMBERS}
        person = NewEntry(**fields)
        if person.number in seen:
            problem = _("Die Nummer {number} kommt zweimal vor.").format(number=person.number)
            raise line.fault("number", problem)
        if person.number in taken:
            problem = _("Die Nummer {number} ist schon vergeben.").format(number=person.number)
            raise line.fault("number", problem)
        if person.first_round is not None and person.first_round < soonest:
            problem = _("Frühestens geht es ab Runde {number}.").format(number=soonest)
            raise line.fault("first_round", problem)
        if person.number is not None:
            seen.add(person.number)
        people.append(person)
    return people
