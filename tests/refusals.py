"""Every code with which the engine refuses, and what it tells along, as its source has them; every
code with which the API does."""

import ast
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from string import Formatter

import engine
from engine.verdicts import MESSAGES, Code
from referee.errors import Refused


def refusal_codes() -> set[str]:
    """The codes of problem responses that are classes of ours, whichever modules raise them."""
    for module in ("referee.urls", "referee.stream", "referee.search_gate", "duplicate.writer"):
        import_module(module)

    def below(refused: type[Refused]) -> Iterator[type[Refused]]:
        for one in refused.__subclasses__():
            yield from (one, *below(one))

    return {one.code for one in below(Refused) if not one.__module__.startswith("tests.")}


def fields_in(text: str) -> set[str]:
    """What stands in braces."""
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def _refusals() -> Iterator[tuple[str, set[str]]]:
    for path in Path(engine.__file__).parent.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for function in ast.walk(tree):
            if isinstance(function, ast.FunctionDef):
                yield from _refused_in(function)


def _refused_in(function: ast.FunctionDef) -> Iterator[tuple[str, set[str]]]:
    for call in ast.walk(function):
        match call:
            case ast.Call(ast.Name("Refusal"), [ast.Constant(str() as code), detail]):
                yield code, _keys(detail, function)
            case ast.Call(ast.Name("Contradiction"), [ast.Constant(str() as code)], told):
                yield code, {keyword.arg for keyword in told if keyword.arg}


def _keys(detail: ast.expr | None, function: ast.FunctionDef) -> set[str]:
    """The keys of a dict, written there or given its name in the same function."""
    match detail:
        case ast.Attribute(ast.Name("verdict"), "detail"):
            return fields_in(MESSAGES[Code.OFF_BOARD])  # the only one with a code of its own
        case ast.Dict(keys, values):
            pairs = zip(keys, values, strict=True)
            found = [_keys(value, function) if key is None else _text(key) for key, value in pairs]
            return set().union(*found)
        case ast.Name(name):
            for node in ast.walk(function):
                match node:
                    case ast.Assign([ast.Name(target)], value) if target == name:
                        return _keys(value, function)
                    case ast.AnnAssign(ast.Name(target), _, value) if target == name:
                        return _keys(value, function)
    raise AssertionError(f"{function.name}: what does this refusal tell?")


def _text(key: ast.expr) -> set[str]:
    assert isinstance(key, ast.Constant)
    return {str(key.value)}


@cache
def refused() -> dict[str, set[str]]:
    """By the codes of a game's refusals what is told by all of a code, wherever they are made."""
    told: dict[str, set[str]] = {}
    for code, names in _refusals():
        told[code] = told[code] & names if code in told else names
    return told


@cache
def told_with() -> dict[str, set[str]]:
    """By all codes of a table: a move is also refused by those of its verdict."""
    return {code.value: fields_in(text) for code, text in MESSAGES.items()} | refused()
