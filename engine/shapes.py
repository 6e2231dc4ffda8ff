"""Values as JSON, in one way for all of them; and the shape which that JSON has.

A dataclass or a named tuple is an object with its fields, an enum its value, a sequence a list.
Who describes that JSON to others, in OpenAPI or to a script, asks `members_of`: so it is written
down once, as a class.
"""

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass
from enum import Enum
from functools import cache, partial
from operator import attrgetter
from types import MappingProxyType
from typing import Any, TypeAlias, TypeGuard, TypeVar, get_type_hints

T = TypeVar("T")

_PLAIN = frozenset({str, int, float, bool, type(None)})
_OMITTED, _INSIDE = "omitted", "inside"
#: What a field is marked with that is never in the JSON.
INSIDE: Mapping[str, bool] = MappingProxyType({_INSIDE: True})
#: A comment on the fields below it, up to the next one.
_COMMENTED = re.compile(r"((?:^ +#: .*\n)+)^ +(\w+)(?::| = )", re.MULTILINE)


def omitted(default: T) -> T:
    """A field that is not in the JSON at all while it has this value."""
    value: T = field(default=default, metadata={_OMITTED: True})
    return value


@dataclass(frozen=True)
class Member:
    """A field as the JSON has it."""

    name: str
    type: Any
    is_always: bool = True
    #: What its comment in the source says; '' without one.
    about: str = ""


@dataclass(frozen=True)
class MadeShape:
    """A shape that no class has: of objects that are read, and not made."""

    name: str
    members: tuple[Member, ...]


Shape: TypeAlias = type | MadeShape


@dataclass(frozen=True)
class Choice:
    """One of several shapes, told apart by what is in the field `by`."""

    name: str
    by: str
    options: tuple[tuple[str, Shape], ...]


def to_json(value: object) -> Any:
    """`value` as `json.dumps` takes it."""
    kind: type = value.__class__
    return value if kind in _PLAIN else _writer_of(kind)(value)


@cache
def _writer_of(kind: type) -> Callable[[Any], Any]:
    """What makes JSON of values of a class; kept, as hundreds of them are sent at a time."""
    if issubclass(kind, Enum):
        return attrgetter("value")
    if is_dataclass(kind):
        return partial(_object, _written(kind))
    if hasattr(kind, "_asdict"):
        return lambda value: to_json(value._asdict())
    if issubclass(kind, Mapping):
        return lambda value: {key: to_json(one) for key, one in value.items()}
    if issubclass(kind, list | tuple):
        return lambda value: [to_json(one) for one in value]
    return lambda value: value


def _object(written: tuple[tuple[str, object], ...], value: object) -> dict[str, Any]:
    found = ((name, default, getattr(value, name)) for name, default in written)
    return {
        name: one if one.__class__ in _PLAIN else to_json(one)
        for name, default, one in found
        if default is MISSING or one != default
    }


@cache
def members_of(shape: Shape) -> tuple[Member, ...]:
    """What is in the JSON of a dataclass or named tuple, in order."""
    if isinstance(shape, MadeShape):
        return shape.members
    types, comments = get_type_hints(shape, include_extras=True), comments_of(shape)
    if not is_dataclass(shape):
        return tuple(Member(name, types[name], about=comments.get(name, "")) for name in types)
    return tuple(
        Member(one.name, types[one.name], not _is(one, _OMITTED), comments.get(one.name, ""))
        for one in fields(shape)
        if not _is(one, _INSIDE)
    )


def names_of(shape: type) -> frozenset[str]:
    return frozenset(member.name for member in members_of(shape))


def name_of(shape: Shape | Choice | type[Enum]) -> str:
    """What a shape is called by others; what belongs to one game bears the game's name."""
    if not isinstance(shape, type):
        return shape.name
    package, name = shape.__module__.split("."), shape.__name__
    if package[0] != "engine" or len(package) < 3 or name.lower().startswith(package[1]):
        return name
    return package[1].capitalize() + name


def is_shape(found: object) -> TypeGuard[Shape]:
    """Whether its values are objects."""
    if isinstance(found, MadeShape):
        return True
    return isinstance(found, type) and (is_dataclass(found) or hasattr(found, "_fields"))


@cache
def _written(shape: type) -> tuple[tuple[str, object], ...]:
    """The fields that are in the JSON, with the value for which each is left out."""
    return tuple(
        (one.name, one.default if _is(one, _OMITTED) else MISSING)
        for one in fields(shape)
        if not _is(one, _INSIDE)
    )


def _is(one: Field[Any], mark: str) -> bool:
    return bool(one.metadata.get(mark))


def comments_of(shape: type) -> dict[str, str]:
    """What the source says of the fields of a shape, or of the values of an enum."""
    comments: dict[str, str] = {}
    for base in reversed(shape.__mro__):
        if base.__module__.startswith(("builtins", "enum", "typing")):
            continue
        for comment, name in _COMMENTED.findall(inspect.getsource(base)):
            comments[name] = " ".join(re.sub(r"^ +#: ", "", comment, flags=re.M).split())
    return comments
