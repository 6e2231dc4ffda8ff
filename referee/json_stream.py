"""A JSON object of any size, read a value at a time: lists among its members element by element."""

import json
import math
from codecs import getincrementaldecoder
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, NoReturn

from django.utils.translation import gettext as _

from referee.errors import FileUnreadable

#: One value that is read as a whole has at most so many characters.
LONGEST = 256 * 1024 * 1024
_SPACE = " \t\n\r"
#: No word or escape that may be cut off is as long.
_LONGEST_WORD = 16


class Member(NamedTuple):
    """A member of the object, or one element of the list that it is."""

    key: str
    #: Which element it is; None for what is no list.
    place: int | None
    value: Any


class EmptyList:
    """Stands for the value of a member that is an empty list."""


def read_members(pieces: Iterable[bytes]) -> Iterator[Member]:
    """The members in their order; a list comes as its elements, an empty one as `EmptyList`.

    Raises FileUnreadable for what is no JSON object in UTF-8, for a name that comes twice, and for
    what no database keeps: NUL, half characters, numbers beyond all bounds.
    """
    text = _Text(pieces)
    names = set()
    if text.next() != "{":
        _refuse(_("Das ist kein Spiel in unserem Format."))
    text.skip()
    is_first = True
    while text.next() != "}":
        if not is_first:
            text.expect(",")
        is_first = False
        name = text.value()
        if not isinstance(name, str) or name in names:
            _refuse(_("Das ist kein gültiges JSON."))
        names.add(name)
        text.expect(":")
        if text.next() == "[":
            text.skip()
            yield from _elements(name, text)
        else:
            yield Member(name, None, text.value())
    text.skip()
    if text.next():
        _refuse(_("Das ist kein gültiges JSON."))


def _elements(name: str, text: "_Text") -> Iterator[Member]:
    place = 0
    while text.next() != "]":
        if place:
            text.expect(",")
        yield Member(name, place, text.value())
        place += 1
    text.skip()
    if not place:
        yield Member(name, None, EmptyList)


class _Text:
    """As much of the text as is needed for the next value."""

    def __init__(self, pieces: Iterable[bytes]) -> None:
        self._pieces = iter(pieces)
        self._decoder = getincrementaldecoder("utf-8-sig")()
        self._text = ""
        self._at = 0
        self._is_over = False

    def next(self) -> str:
        """The character that comes after white space; '' at the end."""
        while True:
            while self._at < len(self._text):
                if self._text[self._at] not in _SPACE:
                    return self._text[self._at]
                self._at += 1
            if not self._read_on():
                return ""

    def skip(self) -> None:
        """Pass over the character that is next."""
        self._at += 1

    def expect(self, sign: str) -> None:
        if self.next() != sign:
            _refuse(_("Das ist kein gültiges JSON."))
        self.skip()

    def value(self) -> Any:
        self.next()
        while True:
            try:
                value, end = _DECODER.raw_decode(self._text, self._at)
                # A number may go on where the text ends.
                is_whole = end < len(self._text) and self._text[end] not in ".eE"
                if not is_whole and end < len(self._text) - _LONGEST_WORD:
                    _refuse(_("Das ist kein gültiges JSON."))
            except json.JSONDecodeError as fault:
                if not self._may_go_on(fault):
                    _refuse(_("Das ist kein gültiges JSON."))
                is_whole = False
            except (ValueError, RecursionError):  # a number or a nest without end
                _refuse(_("Das ist kein gültiges JSON."))
            if is_whole:
                break
            # Twice as much each time, so that all attempts together cost twice the last one.
            wanted = max(2 * (len(self._text) - self._at), 1)
            if not self._read_on(wanted):
                _refuse(_("Das ist kein gültiges JSON."))
            if len(self._text) > LONGEST:
                _refuse(_("Die Datei ist zu groß."))
        if "\\u" in self._text[self._at : end]:
            _require_storable(value)
        self._at = end
        return value

    def _may_go_on(self, fault: json.JSONDecodeError) -> bool:
        """Whether the value is only cut off, in a string or just where the text ends."""
        is_near_end = fault.pos > len(self._text) - _LONGEST_WORD
        return is_near_end or fault.msg.startswith("Unterminated string")

    def _read_on(self, wanted: int = 1) -> bool:
        """Take more of the file, what is read already away; False at its end."""
        parts, length = [self._text[self._at :]], 0
        self._at = 0
        while length < wanted and not self._is_over:
            piece = next(self._pieces, None)
            self._is_over = piece is None
            try:
                decoded = self._decoder.decode(piece or b"", final=self._is_over)
            except UnicodeDecodeError:
                _refuse(_("Die Datei ist nicht in UTF-8 geschrieben."))
            parts.append(decoded)
            length += len(decoded)
        self._text = "".join(parts)
        return length > 0


def _require_storable(value: object) -> None:
    try:
        text = json.dumps(value, ensure_ascii=False)
        text.encode()
    except (ValueError, RecursionError):
        _refuse_storing()
    if "\\u0000" in text:
        _refuse_storing()


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        _refuse_storing()
    return number


def _no_number(_text: str) -> NoReturn:
    _refuse_storing()


def _refuse_storing() -> NoReturn:
    _refuse(_("Die Datei enthält Zeichen oder Zahlen, die sich nicht speichern lassen."))


def _refuse(problem: str) -> NoReturn:
    raise FileUnreadable(where="", problem=problem)


_DECODER = json.JSONDecoder(parse_float=_finite, parse_constant=_no_number)
