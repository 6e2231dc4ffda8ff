"""JSON objects read field by field. Whatever is not as it should be raises Unreadable."""

from collections.abc import Mapping
from typing import Any

from engine.errors import Unreadable

Json = Mapping[str, Any]


class Fields:
    """The fields of one object. A field that nobody knows is a slip of the pen, so it is refused.

    A field that is null counts as absent.
    """

    def __init__(self, what: str, given: object, known: frozenset[str]) -> None:
        self.what = what
        if not isinstance(given, Mapping):
            raise Unreadable(f"{what}: must be an object with named fields")
        if unknown := [name for name in given if name not in known]:
            names = ", ".join(sorted(known))
            raise Unreadable(f"{what}: there is no field {unknown[0]!r}; the fields are {names}")
        self._given = {name: value for name, value in given.items() if value is not None}

    def __contains__(self, name: str) -> bool:
        return name in self._given

    def text(self, name: str) -> str:
        value = self._needed(name)
        if not isinstance(value, str):
            raise self._wrong(name, "a text")
        return value

    def optional_text(self, name: str) -> str | None:
        return self.text(name) if name in self else None

    def number(self, name: str) -> int:
        """A whole number, not negative."""
        value = self._needed(name)
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise self._wrong(name, "a whole number, 0 or more")
        return value

    def optional_number(self, name: str) -> int | None:
        return self.number(name) if name in self else None

    def texts(self, name: str) -> tuple[str, ...]:
        given = self.optional_texts(name)
        texts = tuple(text for text in given if text is not None)
        if len(texts) < len(given):
            raise self._wrong(name, "a list of texts")
        return texts

    def optional_texts(self, name: str) -> tuple[str | None, ...]:
        """A list of texts, null among them."""
        value = self._needed(name)
        if not isinstance(value, list | tuple) or not all(
            text is None or isinstance(text, str) for text in value
        ):
            raise self._wrong(name, "a list of texts")
        return tuple(value)

    def _needed(self, name: str) -> object:
        if name not in self:
            raise Unreadable(f"{self.what}: the field {name!r} is missing")
        return self._given[name]

    def _wrong(self, name: str, right: str) -> Unreadable:
        return Unreadable(f"{self.what}: {name!r} must be {right}")
