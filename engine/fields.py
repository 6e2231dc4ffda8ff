"""JSON objects read field by field. Whatever is not as it should be raises Unreadable."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import StrEnum
from typing import Annotated, Any, TypeAlias, TypeVar

from engine.errors import Unreadable

Json = Mapping[str, Any]
#: An action and a set-up as they were sent or are stored: what they say is certain once it is read.
Action: TypeAlias = Mapping[str, object]
Setup: TypeAlias = Mapping[str, object]
Texts = Sequence[str]
T = TypeVar("T")
#: What a field is marked with that the server writes into an action.
FROM_SERVER = "from the server"
FromServer = Annotated[T, FROM_SERVER]
E = TypeVar("E", bound=StrEnum)

#: What nobody at a table ever has to say: longer texts and lists, and greater numbers.
LONGEST_TEXT = LONGEST_LIST = 1000
MOST = 10**12


class Fields:
    """The fields of one object. A field that nobody knows is a slip of the pen, so it is refused.

    A field that is null counts as absent. Texts and lists that are longer, and numbers that are
    greater than anybody needs are refused.
    """

    def __init__(self, what: str, given: object, known: Collection[str]) -> None:
        self.what = what
        if not isinstance(given, Mapping):
            raise Unreadable(f"{what}: must be an object with named fields")
        if unknown := [name for name in given if name not in known]:
            names = ", ".join(sorted(known))
            problem = f"{what}: there is no field {unknown[0]!r}; the fields are {names}"
            raise Unreadable(problem, field=str(unknown[0]))
        self._given = {name: value for name, value in given.items() if value is not None}

    def __contains__(self, name: str) -> bool:
        return name in self._given

    def text(self, name: str) -> str:
        value = self._needed(name)
        if not isinstance(value, str) or len(value) > LONGEST_TEXT:
            raise self.wrong(name, f"a text of at most {LONGEST_TEXT} characters")
        return value

    def optional_text(self, name: str) -> str | None:
        return self.text(name) if name in self else None

    def number(self, name: str) -> int:
        """A whole number, not negative."""
        value = self._needed(name)
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= MOST:
            raise self.wrong(name, f"a whole number, 0 or more, at most {MOST}")
        return value

    def optional_number(self, name: str) -> int | None:
        return self.number(name) if name in self else None

    def bounded(self, name: str, least: int, most: int, usual: int | None = None) -> int:
        """A whole number from `least` to `most`; the usual one, where there is, if it is absent."""
        if usual is not None and name not in self:
            return usual
        number = self.number(name)
        if not least <= number <= most:
            raise self.wrong(name, f"a whole number from {least} to {most}")
        return number

    def optional_player(self, name: str, players: int) -> int | None:
        """One of so many players, who are counted from 0."""
        return self.bounded(name, 0, players - 1) if name in self else None

    def choice(self, name: str, kind: type[E], usual: E | None = None) -> E:
        """One of the values of `kind`; the usual one, where there is, if it is absent."""
        if usual is not None and name not in self:
            return usual
        value = self.text(name)
        if value not in list(kind):
            raise self.wrong(name, f"one of {', '.join(kind)}")
        return kind(value)

    def texts(self, name: str) -> tuple[str, ...]:
        given = self.optional_texts(name)
        texts = tuple(text for text in given if text is not None)
        if len(texts) < len(given):
            raise self.wrong(name, "a list of texts")
        return texts

    def optional_texts(self, name: str) -> tuple[str | None, ...]:
        """A list of texts, null among them."""
        value = self.items(name)
        texts = tuple(text for text in value if text is None or isinstance(text, str))
        if len(texts) < len(value):
            raise self.wrong(name, "a list of texts")
        if any(text is not None and len(text) > LONGEST_TEXT for text in texts):
            raise self.wrong(name, f"a list of texts of at most {LONGEST_TEXT} characters")
        return texts

    def one_of_each(self, name: str, players: int) -> tuple[str | None, ...]:
        """A text of each player, null where there is none; all are null where it is absent."""
        texts = self.optional_texts(name) if name in self else (None,) * players
        if len(texts) != players:
            raise self.wrong(name, f"a list of one of each of {players} players")
        return texts

    def flag(self, name: str, *, usual: bool = False) -> bool:
        """True or false; the usual one where it is absent."""
        value = self._given.get(name, usual)
        if not isinstance(value, bool):
            raise self.wrong(name, "true or false")
        return value

    def items(self, name: str) -> tuple[object, ...]:
        """A list of anything."""
        value = self._needed(name)
        if not isinstance(value, list | tuple) or len(value) > LONGEST_LIST:
            raise self.wrong(name, f"a list of at most {LONGEST_LIST}")
        return tuple(value)

    @contextmanager
    def reading(self, name: str) -> Iterator[None]:
        """While what a field holds is read: what can't be read is that field."""
        try:
            yield
        except Unreadable as fault:
            problem = f"{self.what}: {name!r}: {fault}"
            raise Unreadable(problem, field=name, item=fault.item) from None

    def _needed(self, name: str) -> object:
        if name not in self:
            raise Unreadable(f"{self.what}: the field {name!r} is missing", field=name)
        return self._given[name]

    def wrong(self, name: str, right: str) -> Unreadable:
        """What to raise for a field that is not as it should be."""
        return Unreadable(f"{self.what}: {name!r} must be {right}", field=name)
