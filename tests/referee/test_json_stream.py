"""A large JSON object is read piece by piece, wherever the pieces are cut."""

import json
from collections.abc import Iterable
from typing import Any

import pytest

from referee.errors import FileUnreadable
from referee.json_stream import EmptyList, read_members

OBJECT: dict[str, Any] = {
    "text": 'Öl "und" \\ 😀\n',
    "number": -12.5e3,
    "whole": 123456,
    "nothing": None,
    "no": False,
    "empty": [],
    "none": {},
    "list": [1, "zwei", {"drei": [3, 3, 3]}, [], None],
    "last": 7,
}


def members(pieces: Iterable[bytes]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, place, value in read_members(pieces):
        if place is None:
            found[key] = [] if value is EmptyList else value
        else:
            assert place == len(found.setdefault(key, []))
            found[key].append(value)
    return found


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("size", [1, 2, 3, 7, 50, 10_000])
@pytest.mark.parametrize("is_ascii", [True, False])
def test_an_object_is_read_wherever_it_is_cut(
    indent: int | None, size: int, *, is_ascii: bool
) -> None:
    text = json.dumps(OBJECT, indent=indent, ensure_ascii=is_ascii).encode()
    assert members(text[at : at + size] for at in range(0, len(text), size)) == OBJECT


@pytest.mark.parametrize(
    "text",
    [
        '{"a": NaN}',
        '{"a": 1e999}',
        '{"a": "\\u0000"}',
        '{"a": ["\\ud800"]}',
        '{"a": 1, "a": 2}',
        '{"a": ' + "9" * 5_000 + "}",
        '{"a": ' + "[" * 9_999 + "]" * 9_999 + "}",
        '{"a": tru}',
        '{"a": 1.x}',
        '{"a": "x',
        "{1: 2}",
        '{"a" 1}',
        '{"a": 1,}',
        '{"a": 1} x',
        "",
    ],
)
@pytest.mark.parametrize("size", [1, 10_000])
def test_what_is_no_json_or_cannot_be_stored_is_refused(text: str, size: int) -> None:
    data = text.encode()
    with pytest.raises(FileUnreadable):
        members(data[at : at + size] for at in range(0, len(data), size))


def test_a_file_that_is_broken_early_is_not_read_to_its_end() -> None:
    taken = []

    def pieces() -> Iterable[bytes]:
        for number in range(1_000):
            taken.append(number)
            yield b'{"a": {"b" "c" ' if number == 0 else b" " * 1_000

    with pytest.raises(FileUnreadable):
        members(pieces())
    assert len(taken) < 5
