"""Options as a frozen dataclass of whole numbers, booleans and choices, read from JSON."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from enum import Enum
from typing import Any, TypeVar, get_type_hints

from django.utils.translation import gettext as _

from referee.errors import Invalid

Options = TypeVar("Options", bound=Any)


@dataclass(frozen=True)
class Limits:
    """What the fields may be that their type does not tell."""

    #: Of whole numbers, ends included.
    bounds: Mapping[str, tuple[int, int]]
    #: Of texts.
    choices: Mapping[str, Sequence[str]]
    #: How many there may be in a list of whole numbers, ends included.
    lengths: Mapping[str, tuple[int, int]] = field(default_factory=dict)


def read_fields(base: Options, data: Mapping[str, Any], limits: Limits) -> Options:
    """`base` with the fields of `data` in it.

    A field of several choices or numbers is a tuple of them, a list in JSON. Raises Invalid for a
    name that is no option, a value of the wrong kind, and one out of bounds.
    """
    kinds = get_type_hints(type(base))
    names = {column.name for column in fields(base)}
    chosen: dict[str, Any] = {}
    for name, value in data.items():
        if name not in names:
            raise _invalid(name, _("Diese Option gibt es nicht."))
        chosen[name] = _read(name, kinds[name], value, limits)
    return replace(base, **chosen)


def _read(name: str, kind: Any, value: object, limits: Limits) -> object:
    if kind is bool:
        if not isinstance(value, bool):
            raise _invalid(name, _("Richtig ist true oder false."))
        return value
    if kind is int:
        least, most = limits.bounds[name]
        if not _is_between(value, least, most):
            problem = _("Richtig ist eine ganze Zahl von {least} bis {most}.")
            raise _invalid(name, problem.format(least=least, most=most))
        return value
    if kind is str:
        return _choose(name, value, tuple(limits.choices[name]))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(_choose(name, value, tuple(kind)))
    if kind.__args__[0] is int:
        return _read_numbers(name, value, limits)
    return _read_several(name, kind.__args__[0], value)


def _read_numbers(name: str, value: object, limits: Limits) -> tuple[int, ...]:
    least, most = limits.bounds[name]
    fewest, longest = limits.lengths[name]
    numbers = tuple(value) if isinstance(value, list | tuple) else ()
    is_right = all(_is_between(number, least, most) for number in numbers)
    if not is_right or not fewest <= len(numbers) <= longest:
        problem = _("Richtig sind {fewest} bis {longest} ganze Zahlen von {least} bis {most}.")
        told = problem.format(fewest=fewest, longest=longest, least=least, most=most)
        raise _invalid(name, told)
    return numbers


def _is_between(value: object, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _read_several(name: str, kind: type[Enum], value: object) -> tuple[Enum, ...]:
    if not isinstance(value, list | tuple) or len(set(map(str, value))) != len(value):
        raise _invalid(name, _("Richtig ist eine Liste, in der nichts zweimal steht."))
    return tuple(kind(_choose(name, one, tuple(kind))) for one in value)


def _choose(name: str, value: object, choices: tuple[Any, ...]) -> object:
    if value not in choices:
        problem = _("Richtig ist: {choices}.").format(choices=", ".join(map(str, choices)))
        raise _invalid(name, problem)
    return value


def _invalid(name: str, problem: str) -> Invalid:
    return Invalid(field=f"options.{name}", problem=problem)
