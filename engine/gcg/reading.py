"""GCG files as people and programs write them, read as far as they make sense."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from engine.errors import Unreadable
from engine.gcg.values import (
    LYING,
    MOST_PLAYERS,
    Event,
    EventKind,
    Person,
    Record,
    read_place,
    tidy,
    tidy_note,
)
from engine.notation import read_word
from engine.tiles import read_tiles

MOST_BYTES = 1_000_000

_ENCODINGS = {
    "utf-8": "utf-8",
    "utf8": "utf-8",
    "iso-8859-1": "latin-1",
    "iso8859-1": "latin-1",
    "iso_8859-1": "latin-1",
    "latin-1": "latin-1",
    "latin1": "latin-1",
    "windows-1252": "cp1252",
    "cp1252": "cp1252",
}
_DECLARED = re.compile(rb"\s*#character-encoding\s+(\S+)", re.IGNORECASE)
_PRAGMA = re.compile(r"#\s*(\S*)\s*(.*)", re.DOTALL)
_NUMBERED = re.compile(r"(player|rack)([0-9]+)")
#: A rack: letters and blanks, '_' for tiles nobody knows, '|' between tiles.
_RACK = re.compile(r"(?:[^\W\d]|[?|])+")
_PLACE = re.compile(r"[0-9]{1,2}[A-Oa-o]|[A-Oa-o][0-9]{1,2}")
_POINTS = re.compile(r"([-+−–]?)([0-9]{1,6})")
_PARENTHESES = re.compile(r"\( ?([^() ]*) ?\)")
_EXAMPLE = "a move is written '>Anna: ADEGNRÜ 8D GRÜNDE +32 32'"


def read_gcg(data: bytes) -> Record:
    """Read a game record in UTF-8 or Latin-1, as tolerantly as can be.

    Odd spaces, missing points and totals, and pragmas nobody knows are no hindrance; whether the
    game can have been played so is for `to_actions` to say. Raises Unreadable, naming the line,
    for what is no record.
    """
    if len(data) > MOST_BYTES:
        raise Unreadable(f"a game record has {MOST_BYTES} bytes at most, not {len(data)}")
    reader = _Reader()
    for number, text in enumerate(re.split("\r\n|\r|\n", _decode(data)), start=1):
        try:
            reader.read_line(number, text.strip())
        except Unreadable as fault:
            raise Unreadable(f"line {number}: {fault}") from None
    return reader.record()


def _decode(data: bytes) -> str:
    declared = _DECLARED.match(data.removeprefix(b"\xef\xbb\xbf"))
    encoding = "utf-8"
    if declared:
        named = declared[1].decode("latin-1").lower()
        if named not in _ENCODINGS:
            raise Unreadable(
                f"line 1: the encoding {named!r} is not known: use UTF-8 or ISO-8859-1"
            )
        encoding = _ENCODINGS[named]
    try:
        return data.removeprefix(b"\xef\xbb\xbf").decode(encoding)
    except UnicodeDecodeError:
        return data.decode("latin-1")


@dataclass
class _Reader:
    people: dict[int, Person] = field(default_factory=dict)
    racks: dict[int, str] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)
    texts: dict[str, str] = field(default_factory=dict)
    others: list[tuple[str, str]] = field(default_factory=list)
    #: The notes before the first event, and after each one.
    notes: list[list[str]] = field(default_factory=lambda: [[]])
    is_incomplete: bool = False
    is_in_note: bool = False

    def read_line(self, number: int, text: str) -> None:
        if text.startswith("#"):
            self.is_in_note = False
            self._read_pragma(text)
        elif text.startswith(">"):
            self.is_in_note = False
            self.events.append(replace(self._read_event(text), line=number))
            self.notes.append([])
        elif self.is_in_note:
            self.notes[-1].append(text)
        elif text:
            raise Unreadable(f"{text[:40]!r} is no event (>) and no pragma (#); {_EXAMPLE}")

    def record(self) -> Record:
        people = tuple(self.people[number] for number in sorted(self.people))
        if not people:
            raise Unreadable(f"there is no player and no move; {_EXAMPLE}")
        # Those not declared in order were known by their numbers so far.
        order = {number: place for place, number in enumerate(sorted(self.people))}
        head, *notes = map(tidy_note, self.notes)
        events = (
            replace(event, player=order[event.player], note=note)
            for event, note in zip(self.events, notes, strict=True)
        )
        racks = tuple(self.racks.get(number, "") for number in sorted(self.people))
        return Record(
            people,
            tuple(events),
            note=head,
            racks=racks if any(racks) else (),
            is_incomplete=self.is_incomplete,
            others=tuple(self.others),
            **self.texts,
        )

    def _read_pragma(self, text: str) -> None:
        found = _PRAGMA.match(text)
        keyword, value = (found[1].lower(), found[2]) if found else ("", "")
        if keyword == "note":
            self.is_in_note = True
            self.notes[-1].append(value)
        elif keyword in ("title", "description", "id", "lexicon"):
            self.texts[keyword] = tidy(value)
        elif keyword == "incomplete":
            self.is_incomplete = True
        elif numbered := _NUMBERED.fullmatch(keyword):
            self._read_numbered(numbered[1], int(numbered[2][:3]), value)
        elif keyword and keyword != "character-encoding":
            self.others.append((keyword, tidy(value)))

    def _read_numbered(self, what: str, number: int, value: str) -> None:
        if not 1 <= number <= MOST_PLAYERS:
            raise Unreadable(f"#{what}{number}: there are players 1 to {MOST_PLAYERS}")
        if what == "rack":
            self.racks[number] = _read_rack(value)
            return
        nickname, _, name = tidy(value).partition(" ")
        nickname = nickname.removesuffix(":")
        if not nickname:
            raise Unreadable(f"#player{number}: write a nickname of one word, then the name")
        if any(person.nickname == nickname for person in self.people.values()):
            raise Unreadable(f"#player{number}: there is a player {nickname} already")
        if number in self.people:
            raise Unreadable(f"#player{number}: this player is {self.people[number].nickname}")
        self.people[number] = Person(nickname, name or nickname)

    def _player(self, called: str) -> int:
        """Whom the line is about; somebody not declared takes the next place."""
        alike: tuple[Callable[[Person], bool], ...] = (
            lambda person: person.nickname == called,
            lambda person: person.nickname.lower() == called.lower(),
            lambda person: person.name.lower() == called.lower(),
        )
        for is_meant in alike:
            for number, person in self.people.items():
                if is_meant(person):
                    return number
        number = max(self.people, default=0) + 1
        known = ", ".join(person.nickname for person in self.people.values())
        # Whoever has declared two players has declared all of them.
        if not called or number > (2 if len(self.people) < 2 else 0):
            raise Unreadable(f"there is no player {called!r}; the players are {known or 'none'}")
        self.people[number] = Person("_".join(called.split()), called)
        return number

    def _read_event(self, text: str) -> Event:
        called, colon, said = map(tidy, text[1:].partition(":"))
        if not colon:
            raise Unreadable(f"{text[:40]!r} names no player; {_EXAMPLE}")
        player = self._player(called)
        words = _PARENTHESES.sub(r"(\1)", said).split()
        rack = _read_rack(words.pop(0)) if words and _RACK.fullmatch(words[0]) else ""
        if not words:
            raise Unreadable(f"{text[:40]!r} says nothing after the rack; {_EXAMPLE}")
        what, *rest = words
        event = Event(player, EventKind.PASS, rack)
        if what == "--":
            event = replace(event, kind=EventKind.TAKEN_BACK)
        elif what.startswith("-"):
            event = _read_exchange(event, what[1:])
        elif what.lower() == "(challenge)":
            event = replace(event, kind=EventKind.CHALLENGE)
        elif what.lower() == "(time)":
            event = replace(event, kind=EventKind.TIME)
        elif what.startswith("("):
            event = replace(event, kind=EventKind.LEFT, tiles=_read_rack(what[1:].rstrip(")")))
        elif _PLACE.fullmatch(what) and rest:
            word = _read_word(rest.pop(0))
            event = replace(event, kind=EventKind.PLACE, place=read_place(what), word=word)
        else:
            raise Unreadable(f"{what[:40]!r} is no move; {_EXAMPLE}")
        return _with_points(event, rest)


def _read_rack(text: str) -> str:
    return read_tiles(text.replace("|", "").replace("_", ""))


def _read_exchange(event: Event, tiles: str) -> Event:
    if tiles.isascii() and tiles.isdecimal():
        count = int(tiles[:3])
        return replace(event, kind=EventKind.EXCHANGE, count=count) if count else event
    if not tiles:
        return event
    return replace(event, kind=EventKind.EXCHANGE, tiles=_read_rack(tiles))


def _read_word(text: str) -> str:
    """The word with dots for the tiles written in parentheses, which lie there."""
    text = _PARENTHESES.sub(lambda lying: LYING * len(lying[1]), text.replace("|", ""))
    parts = re.split(r"(\.+)", text)
    return "".join(part if part.startswith(LYING) else part and read_word(part) for part in parts)


def _with_points(event: Event, words: list[str]) -> Event:
    """The event with its points and total, if they are there; what follows them is passed over."""
    numbers: list[int | None] = []
    for word in words[:2]:
        found = _POINTS.fullmatch(word)
        if not found and not numbers:
            raise Unreadable(f"{word[:40]!r} are no points: write them as +32")
        if not found:
            break
        numbers.append(int(found[2]) * (-1 if found[1] and found[1] != "+" else 1))
    points, total = [*numbers, None, None][:2]
    return replace(event, points=points, total=total)
