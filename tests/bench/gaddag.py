"""Compiles and drives gaddag.c, the plain C search `make bench` measures the engine against."""

import ctypes
import subprocess
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from engine.alphabet import BLANK, LETTERS
from engine.board import EMPTY, LETTER_FACTORS, ROW_NAMES, SIZE, WORD_FACTORS
from engine.tiles import STANDARD

SOURCE = Path(__file__).with_name("gaddag.c")
COMPILE = ("cc", "-O3", "-shared", "-fPIC")
MOST_TILES = 15

_CODES = {letter: code for code, letter in enumerate(LETTERS, start=1)}
_ON_BOARD = {EMPTY: 0} | _CODES | {x.lower(): code + 32 for x, code in _CODES.items()}
_SHOWN = {code: tile for tile, code in _ON_BOARD.items()}

_Rack = ctypes.c_uint8 * (len(LETTERS) + 1)
_Values = ctypes.c_int32 * (len(LETTERS) + 1)


class _Tie(ctypes.Structure):
    _fields_ = (
        ("down", ctypes.c_uint8),
        ("line", ctypes.c_uint8),
        ("start", ctypes.c_uint8),
        ("length", ctypes.c_uint8),
        ("word", ctypes.c_uint8 * SIZE),
    )


class Tops(NamedTuple):
    """The best points, the moves that make them (long coordinates and word), the time it took."""

    points: int
    moves: list[tuple[str, str]]
    micros: float


class Gaddag:
    """A word graph in C's memory, and the search for the top moves on it. For one thread."""

    def __init__(self, words: Iterable[str], values: Mapping[str, int] = STANDARD.values) -> None:
        """Build the graph of `words`. Raises CalledProcessError or OSError without a compiler."""
        self._library = _compile()
        text = b"".join(sorted(bytes(_CODES[x] for x in word) + b"\0" for word in set(words)))
        self._graph = ctypes.c_void_p(self._library.gaddag_build(text, len(text)))
        self._values = _Values(0, *(values[letter] for letter in LETTERS))
        self._factors = bytes(LETTER_FACTORS), bytes(WORD_FACTORS)
        self._micros = ctypes.c_double()

    def __del__(self) -> None:
        if hasattr(self, "_graph"):
            self._library.gaddag_free(self._graph)

    @property
    def size_bytes(self) -> int:
        return int(self._library.gaddag_bytes(self._graph))

    def find_tops(
        self, rows: Sequence[str], rack: str, bonus_tiles: int = 7, bonus: int = 50
    ) -> Tops:
        """The top moves; the time is that of the C call alone, cross-sets included."""
        board = bytes(_ON_BOARD[char] for row in rows for char in row)
        if len(board) != SIZE * SIZE or len(rack) > MOST_TILES:
            raise ValueError(f"a board of {SIZE}×{SIZE} squares, a rack of at most {MOST_TILES}")
        counts = _Rack(*(rack.count(tile) for tile in BLANK + LETTERS))
        points = self._library.gaddag_find_tops(
            self._graph,
            board,
            counts,
            self._values,
            *self._factors,
            bonus_tiles,
            bonus,
            ctypes.byref(self._micros),
        )
        ties = self._library.gaddag_ties(self._graph)
        found = range(self._library.gaddag_tie_count(self._graph))
        return Tops(points, [_read_tie(ties[number]) for number in found], self._micros.value)


def _read_tie(tie: _Tie) -> tuple[str, str]:
    ends = tie.start, tie.start + tie.length - 1
    if tie.down:
        names = [f"{tie.line + 1}{ROW_NAMES[end]}" for end in ends]
    else:
        names = [f"{ROW_NAMES[tie.line]}{end + 1}" for end in ends]
    return "-".join(names), "".join(_SHOWN[code] for code in tie.word[: tie.length])


def _compile() -> ctypes.CDLL:
    """Compile gaddag.c into a directory that is gone as soon as the library is loaded."""
    with tempfile.TemporaryDirectory() as directory:
        target = Path(directory, "gaddag.so")
        subprocess.run([*COMPILE, "-o", str(target), str(SOURCE)], check=True)
        library = ctypes.CDLL(str(target))
    library.gaddag_build.restype = ctypes.c_void_p
    library.gaddag_build.argtypes = (ctypes.c_char_p, ctypes.c_long)
    library.gaddag_free.argtypes = (ctypes.c_void_p,)
    library.gaddag_bytes.restype = ctypes.c_long
    library.gaddag_bytes.argtypes = (ctypes.c_void_p,)
    library.gaddag_tie_count.argtypes = (ctypes.c_void_p,)
    library.gaddag_ties.restype = ctypes.POINTER(_Tie)
    library.gaddag_ties.argtypes = (ctypes.c_void_p,)
    library.gaddag_find_tops.argtypes = (
        ctypes.c_void_p,
        ctypes.c_char_p,
        _Rack,
        _Values,
        ctypes.c_char_p,
        ctypes.c_char_p,
        ctypes.c_int,
        ctypes.c_int,
        ctypes.POINTER(ctypes.c_double),
    )
    return library
