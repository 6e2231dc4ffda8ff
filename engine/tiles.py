"""Tile sets, and collections of tiles (racks, bags) as plain strings such as 'ADENRT?'."""

import unicodedata
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

from engine.alphabet import BLANK, LETTERS
from engine.errors import TilesMissing, Unreadable

#: The order in which tiles are listed and in which players begin: the blank before A.
TILE_ORDER = BLANK + LETTERS
_ORDER = {tile: rank for rank, tile in enumerate(TILE_ORDER)}


@dataclass(frozen=True)
class TileSet:
    """How many of each tile there are and what each is worth; a blank is worth nothing."""

    name: str
    counts: Mapping[str, int]
    values: Mapping[str, int]

    @classmethod
    def parse(cls, name: str, table: str) -> "TileSet":
        """Read 'A5×1 B2×3 …': tile, count, value."""
        counts, values = {}, {}
        for entry in table.split():
            count, value = entry[1:].split("×")
            counts[entry[0]], values[entry[0]] = int(count), int(value)
        return cls(name, MappingProxyType(counts), MappingProxyType(values))

    @cached_property
    def all_tiles(self) -> str:
        """Every tile of the set, sorted: a full bag."""
        return sort_tiles("".join(tile * count for tile, count in self.counts.items()))

    def value_of(self, tiles: str) -> int:
        """What the tiles are worth together, as at the end of a game."""
        return sum(self.values[tile] for tile in tiles)


STANDARD = TileSet.parse(
    "standard",
    "A5×1 B2×3 C2×4 D4×1 E15×1 F2×4 G3×2 H4×2 I6×1 J1×6 K2×4 L3×2 M4×3 N9×1 O3×2 P1×4 Q1×10 "
    "R6×1 S7×1 T6×1 U6×1 V1×6 W1×3 X1×8 Y1×10 Z1×3 Ä1×6 Ö1×8 Ü1×6 ?2×0",
)
#: The historical travel set, played with eight tiles on the rack.
REISE = TileSet.parse(
    "reise",
    "A6×1 B2×3 C4×2 D6×1 E16×1 F3×3 G3×2 H5×2 I9×1 J1×6 K2×3 L4×2 M4×3 N10×1 O4×2 P1×4 Q1×10 "
    "R7×1 S8×1 T5×2 U6×1 V1×4 W2×2 X1×8 Y1×10 Z2×3 Ä1×6 Ö1×8 Ü1×5 ?2×0",
)


def sort_tiles(tiles: str) -> str:
    """The same tiles in the order of the alphabet, blanks first. Raises Unreadable for others."""
    try:
        return "".join(sorted(tiles, key=_ORDER.__getitem__))
    except KeyError as foreign:
        raise Unreadable(f"{foreign} is on no tile (use {LETTERS} and {BLANK})") from None


def from_shown(shown: str) -> str:
    """The tiles that show these letters: a lower-case letter is shown by a blank."""
    if shown.isupper():  # no blanks, as nearly always
        return shown
    return "".join(BLANK if letter.islower() else letter for letter in shown)


def read_tiles(text: str) -> str:
    """Read a rack as a person types it: any case, spaces allowed, '?' for a blank.

    Raises Unreadable for a character that is on no tile, ß among them. The order is kept.
    """
    if _ORDER.keys() >= set(text):
        return text
    tiles = unicodedata.normalize("NFC", "".join(text.split()))
    tiles = "".join(tile if tile == "ß" else tile.upper() for tile in tiles)
    for tile in tiles:
        if tile not in _ORDER:
            raise Unreadable(f"rack {text!r}: {tile!r} is on no tile (use {LETTERS} and {BLANK})")
    return tiles


def missing_tiles(tiles: str, part: str) -> str:
    """Those of `part` that `tiles` does not hold, sorted; empty when it holds them all."""
    return sort_tiles("".join((Counter(part) - Counter(tiles)).elements()))


def without(tiles: str, part: str) -> str:
    """The sorted rest after taking `part` out of `tiles`. Raises TilesMissing if it isn't there."""
    if lacking := missing_tiles(tiles, part):
        raise TilesMissing(
            f"{lacking} can't be taken: only {sort_tiles(tiles) or 'nothing'} is there"
        )
    return sort_tiles("".join((Counter(tiles) - Counter(part)).elements()))
