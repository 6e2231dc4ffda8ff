"""static/tournaments/table_types.js: shapes as types that the table's scripts name in their JSDoc,
made of the same classes as the JSON.

python -m tests.script_types     writes it anew
"""

import types
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from pathlib import Path
from textwrap import wrap
from typing import Annotated, Any, Literal, NewType, Union, get_args, get_origin

import django

from engine.shapes import Choice, Shape, is_shape, members_of, name_of

SCRIPTS = Path(__file__).resolve().parent.parent / "tournaments" / "static" / "tournaments"
TYPES = SCRIPTS / "table_types.js"
_HEAD = """\
// What is told live of a game at its table, as types. Made of the dataclasses in engine/ and
// tournaments/tables/answers.py by `make schema`: change those.
"""
_WIDTH = 110
_PLAIN: Mapping[Any, str] = {
    str: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    type(None): "null",
    Any: "*",
}


def script_types() -> str:
    from tournaments.tables.answers import TableState

    return f"{_HEAD}\n{typedefs([TableState])}\n\nexport {{}};\n"


def typedefs(shapes: Iterable[Shape]) -> str:
    """The definitions of `shapes` and of all that is in them, each once, in the order of need."""
    found: dict[str, str] = {}
    for shape in shapes:
        _define(shape, found)
    return "\n\n".join(found.values())


def _define(shape: Shape, found: dict[str, str]) -> None:
    """Add a shape to those found, after all that it is made of."""
    if name_of(shape) in found:
        return
    choice: Choice | None = getattr(shape, "CHOICE", None)
    exact = {
        member.name
        for _value, option in (choice.options if choice else ())
        for member in members_of(option)
    }
    members = [member for member in members_of(shape) if member.name not in exact]
    for needed in (shape for member in members for shape in _shapes_in(member.type)):
        _define(needed, found)
    name = name_of(shape)
    if choice is not None:
        for _value, option in choice.options:
            _define(option, found)
        options = " | ".join(name_of(option) for _value, option in choice.options)
        name = f"{name}OfAny"
    lines = [f"@typedef {{Object}} {name}"]
    for member in members:
        field = member.name if member.is_always else f"[{member.name}]"
        lines.append(f"@property {{{_type(member.type)}}} {field} {member.about}".rstrip())
    found[name] = _comment(lines)
    if choice is not None:
        found[name_of(shape)] = _comment([f"@typedef {{{name} & ({options})}} {name_of(shape)}"])


def _comment(lines: Iterable[str]) -> str:
    wrapped = (part for line in lines for part in wrap(line, _WIDTH, subsequent_indent="  "))
    return "\n".join(["/**", *(f" * {line}" for line in wrapped), " */"])


def _shapes_in(found: Any) -> Iterator[Shape]:
    if is_shape(found):
        yield found
    elif isinstance(found, Choice):
        yield from (option for _value, option in found.options)
    else:
        for part in get_args(found):
            yield from _shapes_in(part)


def _type(found: Any) -> str:
    origin, parts = get_origin(found), get_args(found)
    if found in _PLAIN:
        return _PLAIN[found]
    if is_shape(found):
        return name_of(found)
    if isinstance(found, Choice):
        return _union(name_of(option) for _value, option in found.options)
    if isinstance(found, NewType):
        return _type(found.__supertype__)
    if isinstance(found, type) and issubclass(found, Enum):
        return _union(f'"{one.value}"' for one in found)
    if origin is Annotated:
        return _type(parts[0])
    if origin is Literal:
        return _union(f'"{value}"' for value in parts)
    if origin in (Union, types.UnionType):
        return _union(map(_type, parts))
    if issubclass(origin, Mapping):
        return f"Object<string, {_type(parts[1])}>"
    if issubclass(origin, Sequence):
        return f"Array<{_type(parts[0])}>"
    raise TypeError(f"no type of a script for {found}")


def _union(names: Iterable[str]) -> str:
    return " | ".join(dict.fromkeys(names))


if __name__ == "__main__":
    django.setup()
    TYPES.write_text(script_types(), encoding="utf-8")
