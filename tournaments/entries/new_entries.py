"""Somebody to be entered in a tournament: what may be told of them, and how it is read."""

from dataclasses import asdict, dataclass
from typing import Any

from referee.events import models
from referee.events.people import NUMBERS, NewPerson, read_texts
from referee.texts import read_number

#: So many rounds a division has at most.
MOST_ROUNDS = 100
#: How long the texts may be, as the columns have it.
LENGTHS = {**models.LENGTHS, "team": 100}
#: What the numbers may be, ends included.
BOUNDS = {
    "number": NUMBERS,
    "rating": (0, 9_999),
    "fixed_table": (1, 9_999),
    "first_round": (1, MOST_ROUNDS),
    "from_round": (1, MOST_ROUNDS),
}


@dataclass(frozen=True)
class NewEntry(NewPerson):
    team: str = ""
    rating: int | None = None
    fixed_table: int | None = None
    #: Unless told, the next round of the division that can still be paired.
    first_round: int | None = None


def read_entry(person: NewEntry) -> dict[str, Any]:
    """The columns of somebody new. Raises Invalid."""
    numbers = ("number", "rating", "fixed_table", "first_round")
    texts: dict[str, Any] = read_texts(asdict(person), LENGTHS)
    return texts | {field: read_bounded(field, getattr(person, field)) for field in numbers}


def read_bounded(field: str, number: int | None) -> int | None:
    """A number as it may be stored, where there is one. Raises Invalid."""
    return None if number is None else read_number(field, number, *BOUNDS[field])
