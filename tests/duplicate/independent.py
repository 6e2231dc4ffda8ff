"""Draws, log and ranking told a second time, after docs/draws.md and what docstrings promise.

Whole games are checked by this. It imports nothing of ours, so that no fault can hide in both.
"""

import hashlib
import hmac
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

ORDER = "?AÄBCDEFGHIJKLMNOÖPQRSTUÜVWXYZ"
VOWELS = "AEIOUÄÖÜ"
COUNTS = (
    "?2 A5 Ä1 B2 C2 D4 E15 F2 G3 H4 I6 J1 K2 L3 M4 N9 O3 Ö1 P1 Q1 R6 S7 T6 U6 Ü1 V1 W1 X1 Y1 Z1"
)
ALL_TILES = "".join(entry[0] * int(entry[1:]) for entry in COUNTS.split())
RACK_SIZE = 7


def in_order(tiles: str) -> str:
    return "".join(sorted(tiles, key=ORDER.index))


def minus(tiles: str, part: str) -> str:
    """What is left of `tiles`; fails where `part` is not among them."""
    rest = Counter(tiles)
    rest.subtract(part)
    assert min(rest.values(), default=0) >= 0, f"{part} is not in {tiles}"
    return in_order("".join(rest.elements()))


def tiles_on(board: Sequence[str]) -> str:
    """The tiles of a board written in rows; a small letter is a blank."""
    return in_order(
        "".join("?" if tile.islower() else tile for row in board for tile in row if tile != ".")
    )


def has_enough(tiles: str, least: int) -> bool:
    """Whether blanks can make up what is missing to `least` vowels and consonants each."""
    blanks = tiles.count("?")
    vowels = sum(tile in VOWELS for tile in tiles)
    consonants = len(tiles) - blanks - vowels
    return max(0, least - vowels) + max(0, least - consonants) <= blanks


def needed(tiles_left: str, number: int) -> int | None:
    """How many vowels and consonants the round needs; None where none can be drawn."""
    least = 2 if number <= 15 and has_enough(tiles_left, 2) else 1
    return least if tiles_left and has_enough(tiles_left, least) else None


@dataclass(frozen=True)
class Redrawn:
    rejected: list[str]
    rack: str
    bag: str


def redraw(seed: str, number: int, attempt: int, bag: str, leave: str) -> Redrawn | None:
    """The draw that the seed brings from this bag and leave; None where the game is over."""
    least = needed(bag + leave, number)
    if least is None:
        return None
    numbers = _stream(bytes.fromhex(seed), f"round {number} draw {attempt}")
    row, rack = list(in_order(bag)), list(leave)
    rejected: list[str] = []
    while True:
        while len(rack) < RACK_SIZE and row:
            byte = next(numbers)
            if byte < 256 - 256 % len(row):
                rack.append(row.pop(byte % len(row)))
        if has_enough("".join(rack), least):
            return Redrawn(rejected, in_order("".join(rack)), "".join(row))
        rejected.append(in_order("".join(rack)))
        row, rack = list(in_order(bag + leave)), []


def _stream(seed: bytes, label: str) -> Iterator[int]:
    counter = 0
    while True:
        yield from hmac.new(seed, f"{label}:{counter}".encode(), hashlib.sha256).digest()
        counter += 1


def first_broken_link(entries: Sequence[Mapping[str, Any]]) -> int | None:
    """The number of the first log entry, as the API tells them, that does not fit; None if all do.

    Data that are withheld are passed over; their digest is part of the chain all the same.
    """
    before = ""
    for number, entry in enumerate(entries, start=1):
        if entry["data"] is not None:
            text = json.dumps(
                entry["data"], sort_keys=True, separators=(",", ":"), ensure_ascii=False
            )
            if hashlib.sha256(text.encode()).hexdigest() != entry["data_digest"]:
                return number
        at = datetime.fromisoformat(entry["at"]).astimezone(UTC)
        lines = [
            before,
            str(number),
            at.strftime("%Y-%m-%dT%H:%M:%S.%fZ"),
            entry["kind"],
            entry["by"],
            entry["data_digest"],
        ]
        digest = hashlib.sha256("\n".join(lines).encode()).hexdigest()
        if (entry["sequence"], entry["hash"]) != (number, digest):
            return number
        before = digest
    return None


def ranking(
    points: Mapping[int, Sequence[int]], tops: Mapping[int, int]
) -> dict[int, tuple[int, int]]:
    """Rank and total of each player: total, tops, last round, the one before it, and so on."""
    merits = {
        number: (sum(scores), tops[number], *reversed(scores)) for number, scores in points.items()
    }
    return {
        number: (1 + sum(other > merit for other in merits.values()), merit[0])
        for number, merit in merits.items()
    }
