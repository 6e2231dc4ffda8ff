"""Erasing what is known of somebody while the results stay: who they were is told nowhere any more.

What is chained in a log is amended, and one more entry vouches for it (`referee.chain`).
"""

import json
import re
from collections.abc import Callable, Collection, Mapping
from typing import Any

from django.db.models import Q, TextField
from django.db.models.functions import Cast
from django.utils.translation import gettext_lazy as _

from referee.errors import Refused
from referee.events.models import Event, Person
from referee.journals import JournalEntry, LogData
from referee.models import PreparedFile, RememberedWrite

#: What is written freely, and may name somebody.
FREE_TEXTS = frozenset({"text", "remark", "note", "message", "names", "reason_text"})
#: What an entry about somebody tells of them.
PERSONAL = frozenset({"name", "club", "category", "team", "member_id"})


class StillPlaying(Refused):
    message = _("{name} spielt noch mit: Lass sie oder ihn erst ausscheiden.")


def placeholder(person: Person) -> str:
    """How somebody is called once they are erased: by no name that anybody else has anywhere."""
    return f"Teilnehmer {person.number} ({person.event_id.hex[:4]})"


class Eraser:
    """Writes `name` wherever one of `names` stands as a word of its own."""

    def __init__(self, names: Collection[str], name: str) -> None:
        known = sorted({one for one in names if one.strip()}, key=len, reverse=True)
        self._found = re.compile("|".join(rf"(?<!\w){re.escape(one)}(?!\w)" for one in known))
        self._is_idle = not known
        self.name = name

    def text(self, text: str) -> str:
        """The text without the names."""
        return text if self._is_idle else self._found.sub(lambda _match: self.name, text)

    def free_texts(self, data: Any, *, is_free: bool = False) -> Any:
        """The same data, the names gone from what is written freely, however deep."""
        match data:
            case str():
                return self.text(data) if is_free else data
            case list():
                return [self.free_texts(one, is_free=is_free) for one in data]
            case dict():
                return {
                    key: self.free_texts(value, is_free=key in FREE_TEXTS)
                    for key, value in data.items()
                }
            case _:
                return data

    def row(self, told: Mapping[str, Any]) -> LogData:
        """What is told of the person themself, with no more than the name that stands for them."""
        empty: dict[str, object] = dict.fromkeys(PERSONAL & told.keys(), "")
        if "name" in empty:
            empty["name"] = self.name
        return {**told, **empty}


def changed(
    change: Callable[[JournalEntry], LogData],
) -> Callable[[JournalEntry], tuple[str, LogData] | None]:
    """For `amend`: an entry is left as it is where `change` makes the same data of it."""

    def said(entry: JournalEntry) -> tuple[str, LogData] | None:
        data = change(entry)
        return None if data == entry.data else (entry.by, data)

    return said


def forget_copies(event: Event, person: Person, names: Collection[str]) -> None:
    """Drop the files made of the event, and answers that were remembered and name the person."""
    PreparedFile.objects.filter(about=event.pk).delete()
    told = Q(sender=f"{person.noun} {person.pk}")
    for name in names:
        told |= Q(text__contains=name) | Q(text__contains=json.dumps(name)[1:-1])
    remembered = RememberedWrite.objects.annotate(text=Cast("body", TextField()))
    remembered.filter(told).delete()
