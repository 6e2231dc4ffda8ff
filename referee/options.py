"""How an event is run: options, each described once for JSON, form, OpenAPI and docs/options.md.

A set of options is a frozen dataclass with fields made by `option`. What is stored is read as far
as it can be, whatever version wrote it; what is new is checked before it is written.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from typing import Any, Self
from zoneinfo import available_timezones

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from referee.errors import Invalid

Words = str | Promise
#: A time of day as JSON and people write it.
TIME_OF_DAY = "^([01][0-9]|2[0-3]):[0-5][0-9]$"


@dataclass(frozen=True)
class Option(ABC):
    """What is said of an option, whatever its kind."""

    usual: Any
    #: What people read, as all such texts German in the source.
    label: Words = field(default="", kw_only=True)
    meaning: Words = field(default="", kw_only=True)

    @abstractmethod
    def read(self, value: object) -> Any:
        """The value as the set holds it. Raises ValueError, which says what would be right."""

    def recall(self, stored: object) -> Any:
        """What an older version may have written; the usual value where that can't be read."""
        try:
            return self.read(stored)
        except ValueError:
            return self.usual


@dataclass(frozen=True)
class Flag(Option):
    """Either on or off."""

    def read(self, value: object) -> Any:
        if not isinstance(value, bool):
            raise ValueError(_("Richtig ist true oder false."))
        return value


@dataclass(frozen=True)
class Choice(Option):
    #: What there is to choose, with what people read for it.
    words: Mapping[Any, Words]

    def read(self, value: object) -> Any:
        for choice in self.words:
            if choice == value:
                return choice
        raise ValueError(_("Richtig ist: {choices}.").format(choices=", ".join(self.words)))


@dataclass(frozen=True)
class Choices(Choice):
    """Several of them in an order, a list in JSON."""

    def read(self, value: object) -> Any:
        chosen = _items(value)
        if chosen is None or len(set(map(str, chosen))) != len(chosen):
            raise ValueError(_("Richtig ist eine Liste, in der nichts zweimal steht."))
        return tuple(super(Choices, self).read(one) for one in chosen)

    def recall(self, stored: object) -> Any:
        """Those that there still are, unless none of them is."""
        chosen = _items(stored) or ()
        return tuple(known for one in chosen for known in self.words if known == one) or self.usual


@dataclass(frozen=True)
class Number(Option):
    """A whole number."""

    #: The ends are included.
    bounds: tuple[int, int]
    #: What people read where every number has a meaning of its own.
    words: Mapping[int, Words] = field(default_factory=dict, kw_only=True)
    #: Whether it is seconds, which people type as 2:30 or 36 h.
    is_time: bool = field(default=False, kw_only=True)

    def read(self, value: object) -> Any:
        if not self.is_within(value):
            problem = _("Richtig ist eine ganze Zahl von {least} bis {most}.")
            raise ValueError(problem.format(least=self.bounds[0], most=self.bounds[1]))
        return value

    def is_within(self, value: Any) -> bool:
        return _is_whole(value) and self.bounds[0] <= value <= self.bounds[1]

    def recall(self, stored: object) -> Any:
        """As it is, though the bounds may have narrowed."""
        return stored if _is_whole(stored) else self.usual


@dataclass(frozen=True)
class Numbers(Number):
    """So many of them, a list in JSON."""

    lengths: tuple[int, int]

    def read(self, value: object) -> Any:
        numbers, (fewest, longest) = _items(value) or (), self.lengths
        if not fewest <= len(numbers) <= longest or not all(map(self.is_within, numbers)):
            problem = _("Richtig sind {fewest} bis {longest} ganze Zahlen von {least} bis {most}.")
            ends = dict(zip(("least", "most"), self.bounds, strict=True))
            raise ValueError(problem.format(fewest=fewest, longest=longest, **ends))
        return numbers

    def recall(self, stored: object) -> Any:
        return tuple(filter(_is_whole, _items(stored) or ())) or self.usual


@dataclass(frozen=True)
class TimeOfDay(Option):
    """Hours and minutes of some zone, in JSON as '18:00'."""

    def read(self, value: object) -> Any:
        if not isinstance(value, str) or not re.fullmatch(TIME_OF_DAY, value):
            raise ValueError(_("Richtig ist eine Uhrzeit wie 18:00."))
        return value


@dataclass(frozen=True)
class TimeZone(Option):
    """A zone by its name in the time zone database."""

    def read(self, value: object) -> Any:
        if not isinstance(value, str) or value not in known_zones():
            raise ValueError(_("Richtig ist eine Zeitzone wie Europe/Berlin."))
        return value


@cache  # the database is read from its files
def known_zones() -> frozenset[str]:
    return frozenset(available_timezones())


def option(kind: Option, label: Words, meaning: Words) -> Any:
    """A field of a set: an option of that kind, with what people read of it."""
    described = replace(kind, label=label, meaning=meaning)
    return field(default=kind.usual, metadata={"option": described})


@dataclass(frozen=True)
class OptionSet:
    """What every set of options can do; its docstring is read in the API's description."""

    @classmethod
    def described(cls) -> Mapping[str, Option]:
        """Its options by name, in their order."""
        return {column.name: column.metadata["option"] for column in fields(cls)}

    @classmethod
    def recalled(cls, stored: Mapping[str, Any]) -> Self:
        """What `stored` says, as far as it can be read; names that are gone are passed over."""
        known = cls.described()
        return cls(**{name: known[name].recall(stored[name]) for name in stored.keys() & known})

    def changed(self, data: Mapping[str, Any]) -> Self:
        """The set with the fields of `data` in it. What it has already may stay as it is.

        Raises Invalid for a name that is no option, a value of the wrong kind, one out of bounds,
        and options that don't go together.
        """
        known, now, new = self.described(), self.as_json(), {}
        for name, value in data.items():
            if name not in known:
                raise _invalid(name, _("Diese Option gibt es nicht."))
            if value == now[name] and type(value) is type(now[name]):
                continue
            try:
                new[name] = known[name].read(value)
            except ValueError as fault:
                raise _invalid(name, str(fault)) from None
        changed = replace(self, **new)
        clash = changed.clash()
        if clash is not None and clash != self.clash():
            raise _invalid(*clash)
        return changed

    def clash(self) -> tuple[str, str] | None:
        """The name of an option that does not go with the others, and why."""
        return None

    def as_json(self) -> dict[str, Any]:
        values = {column.name: getattr(self, column.name) for column in fields(self)}
        lists = {name: list(value) for name, value in values.items() if isinstance(value, tuple)}
        return values | lists


def stored_options(options: OptionSet, stored: Mapping[str, Any]) -> dict[str, Any]:
    """`options` as they are stored in place of `stored`, whose keys of no concern are kept.

    Raises Invalid as `OptionSet.changed` does.
    """
    before = type(options).recalled(stored)
    return {**stored, **before.changed(options.as_json()).as_json()}


def _items(value: object) -> tuple[Any, ...] | None:
    return tuple(value) if isinstance(value, list | tuple) else None


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _invalid(name: str, problem: str) -> Invalid:
    return Invalid(field=f"options.{name}", problem=problem)
