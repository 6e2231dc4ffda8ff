"""A log in words: what a line of it says, and which lines are looked for.

Each app has a sentence for every kind of its entries; they are filled from the entry's data.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from referee.events.models import Event, Person
from referee.journals import SALT, JournalEntry

#: What an entry tells.
Data = Mapping[str, Any]
Text = str | Promise
#: A text with braces for what the data have, or what finds that text by them.
Sentence = Text | Callable[[Data], Text]


@dataclass(frozen=True)
class LogLine:
    """An entry as people read it."""

    sequence: int
    at: datetime
    #: What kind of thing happened, in a word or two.
    heading: str
    text: str
    #: Who did it.
    by: str
    #: Which round it is about, or ''.
    about: str


@dataclass(frozen=True)
class LogFilter:
    """Which entries are looked for; None and '' for all."""

    kind: str = ""
    round: int | None = None
    #: The number of somebody who plays: what they did, and what was done about them.
    person: int | None = None


EVERYTHING = LogFilter()
#: The same in every app.
EVENT_CHANGES: Mapping[str, Text] = {
    "is_listed": gettext_lazy("auf der Startseite"),
    "options": gettext_lazy("Optionen"),
    "is_archived": gettext_lazy("archiviert"),
    "is_test": gettext_lazy("Test"),
}
INVITED = gettext_lazy("Ein Link lädt ein als: {role_text}, für {uses}, {hours} Stunden lang.")
UNINVITED = gettext_lazy("Der Link gilt nicht mehr.")
ERASED = gettext_lazy(
    "Wer das war, ist auf Wunsch gelöscht; die Ergebnisse bleiben. Geänderte Einträge: {count}."
)


class _Facts(dict[str, object]):
    """Older entries tell less than newer ones."""

    def __missing__(self, _name: str) -> str:
        return "–"


def fill(sentence: Sentence, data: Data, **facts: object) -> str:
    """The sentence with what the entry tells, and `facts` besides."""
    facts |= {"count": len(data.get("seals") or ())}
    text = str(sentence(data) if callable(sentence) else sentence)
    known = {name: value for name, value in data.items() if value is not None and name != SALT}
    return text.format_map(_Facts(known | facts))


def hidden_text() -> str:
    """What stands for data that are not for everybody yet."""
    return _("Was genau, steht hier später.")


def numbers_told(entries: Sequence[JournalEntry], noun: str) -> set[int]:
    """The numbers of those whom these entries are about, or who acted."""
    found: set[int] = set()
    for entry in entries:
        ruling = entry.data.get("ruling")
        told = [entry.data.get(name) for name in ("participant", "player", "first", "second")]
        told.append(ruling.get("participant") if isinstance(ruling, dict) else None)
        found.update(number for number in told if isinstance(number, int))
        if (number := number_in(entry.by, noun)) is not None:
            found.add(number)
    return found


def number_in(by: str, noun: str) -> int | None:
    """The number of somebody who plays, if it was one of them who acted."""
    kind, _space, number = by.partition(" ")
    return int(number) if kind == noun and number.isascii() and number.isdigit() else None


def names_of(
    event: Event, people: type[Person], entries: Sequence[JournalEntry]
) -> Mapping[int, str]:
    """How those are called now whom these entries are about."""
    numbers = numbers_told(entries, people.noun)
    return dict(
        people._default_manager.filter(number__in=numbers, **{event._meta.model_name or "": event})
        .values_list("number", "name")
        .iterator()
    )


def person_text(number: object, names: Mapping[int, str]) -> str:
    """Somebody who plays, by number and name."""
    name = names.get(number) if isinstance(number, int) else None
    return _("Nr. {number} {name}").format(number=number, name=name or "").rstrip()


def actor_text(by: str, noun: str, names: Mapping[int, str]) -> str:
    """Who acted, as people call them."""
    if by == "clock":
        return _("die Uhr")
    if by == "somebody":
        return _("jemand")
    number = number_in(by, noun)
    return by if number is None else person_text(number, names)


def time_of(text: object) -> str:
    """A moment that the log tells, as the clock on the wall shows it."""
    at = parse_datetime(text) if isinstance(text, str) else None
    return date_format(timezone.localtime(at), "SHORT_DATETIME_FORMAT") if at else "–"


def changes_text(data: Data, fields: Mapping[str, Text]) -> str:
    """What was changed, field by field; what has no words of its own is only named."""
    told = []
    for name, field in fields.items():
        if name not in data:
            continue
        value = data[name]
        if isinstance(value, bool):
            value = _("ja") if value else _("nein")
        simple = isinstance(value, str | int)
        told.append(f"{field}: {value if value != '' else '–'}" if simple else str(field))
    return ", ".join(told) or "–"


def about_person(number: int, keys: Sequence[str]) -> Q:
    """Entries whose data name that person under one of these `keys`; paths by `__`."""
    wanted = Q()
    for key in keys:
        wanted |= Q(**{f"data__{key}": number})
    return wanted
