"""Who plays in an event: what may be stored of somebody, and under which number."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from typing import Any

from django.db.models import Max, QuerySet

from referee.errors import AlreadyWithdrawn, NotWithdrawn, NumberTaken
from referee.events.models import LENGTHS, Person
from referee.texts import read_number, read_text

#: What somebody's number may be, ends included.
NUMBERS = (1, 99_999)


@dataclass(frozen=True)
class NewPerson:
    """Somebody to be entered; without a number they get the next one."""

    name: str
    club: str = ""
    category: str = ""
    member_id: str = ""
    number: int | None = None


def read_texts(given: Mapping[str, Any], lengths: Mapping[str, int] = LENGTHS) -> dict[str, str]:
    """Those of somebody's texts that are given, as they may be stored. Raises Invalid."""
    return {
        field: read_text(field, given[field], most, least=1 if field == "name" else 0)
        for field, most in lengths.items()
        if given.get(field) is not None
    }


def numbers_for(people: QuerySet[Any], wanted: Sequence[int | None]) -> list[int]:
    """The numbers of those who are entered beside `people`: what they want.

    Who wants none gets one above all that others have or want. Raises NumberTaken, Invalid.
    """
    asked = {number for number in wanted if number is not None}
    highest: int = people.aggregate(highest=Max("number"))["highest"] or 0
    following = count(max(highest, *asked, 0) + 1)
    taken = set(people.filter(number__in=asked).values_list("number", flat=True))
    numbers = []
    for want in wanted:
        number = read_number("number", next(following) if want is None else want, *NUMBERS)
        if number in taken:
            raise NumberTaken(number=number)
        taken.add(number)
        numbers.append(number)
    return numbers


def set_withdrawn(person: Person, since: datetime | int | None) -> None:
    """Let them play no more from then on, or again (None); what they achieved stays.

    Raises AlreadyWithdrawn, NotWithdrawn.
    """
    was_withdrawn = getattr(person, person.withdrawn_column) is not None
    if since is not None and was_withdrawn:
        raise AlreadyWithdrawn(name=person.name)
    if since is None and not was_withdrawn:
        raise NotWithdrawn(name=person.name)
    change_person(person, {person.withdrawn_column: since})


def change_person(person: Person, changes: Mapping[str, Any]) -> dict[str, Any]:
    """Store what is changed; what of it the log may tell."""
    for field, value in changes.items():
        setattr(person, field, value)
    person.save(update_fields=list(changes))
    return {field: value for field, value in changes.items() if field not in person.private}
