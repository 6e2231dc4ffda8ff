"""The best moves of a position: the search behind plain values."""

import threading
from array import array
from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from engine.alphabet import BLANK, LETTERS
from engine.board import EMPTY, SIZE, Board, Square
from engine.errors import EngineError, Unreadable
from engine.lexicon import Lexicon
from engine.notation import Direction, Move
from engine.rulesets import STANDARD, Ruleset
from engine.scoring import ScoredMove, preference
from engine.search import RECORD, Searcher
from engine.tiles import read_tiles

#: The search handles no more tiles than this, and none worth more than this.
MOST_TILES, MOST_VALUE = 8, 20

_BLANK_BIT = 32
_NO_CODE = 255
#: Letter codes by Latin-1 byte, which has every letter of the game.
_CELL_CODES = bytearray([_NO_CODE] * 256)
_CELL_CODES[ord(".")] = 0
for _code, _letter in enumerate(LETTERS, start=1):
    _CELL_CODES[ord(_letter)] = _code
    _CELL_CODES[ord(_letter.lower())] = _code | _BLANK_BIT


@dataclass(frozen=True)
class Findings:
    """The moves a search found, told one by one only when asked for."""

    lexicon: Lexicon
    board: Board
    records: "array[int]"

    @property
    def count(self) -> int:
        return len(self.records) // RECORD

    @property
    def points(self) -> int | None:
        """What the best of them scores; None where there is no move."""
        return max(self._tally, default=None)

    def better_than(self, points: int) -> int:
        """How many of them score more than `points`."""
        return sum(count for score, count in self._tally.items() if score > points)

    def moves(self, limit: int | None = None) -> list[ScoredMove]:
        """The first `limit` of them or all, best first; among equals in the order of the rules."""
        least = 0 if limit is None else self._least_of(limit)
        chosen = (number for number, points in enumerate(self._points) if points >= least)
        told = map(self._move_at, chosen)
        return sorted(told, key=lambda scored: preference(self.board, scored))[:limit]

    @property
    def _points(self) -> "array[int]":
        return self.records[::RECORD]

    @cached_property
    def _tally(self) -> Counter[int]:
        """How many moves score so much: there may be a million of them, so one pass must do."""
        return Counter(self._points)

    def _least_of(self, limit: int) -> int:
        """What the last of the first `limit` moves scores; 0 where there are no more than that."""
        for points in sorted(self._tally, reverse=True):
            if self.better_than(points - 1) >= limit:
                return points
        return 0

    def _move_at(self, number: int) -> ScoredMove:
        at = number * RECORD
        points, spot, place, blanks = self.records[at : at + RECORD]
        line, first, length = spot >> 4 & 15, spot & 15, spot >> 9
        if spot & 256:
            start, direction, step = Square(first, line), Direction.DOWN, SIZE
        else:
            start, direction, step = Square(line, first), Direction.ACROSS, 1
        lying = self.board.cells[start.cell : start.cell + step * length : step]
        word = "".join(
            tile if tile != EMPTY else letter.lower() if blanks >> n & 1 else letter
            for n, (tile, letter) in enumerate(
                zip(lying, self.lexicon.spell(place, length), strict=True)
            )
        )
        return ScoredMove(Move(start, direction, word), points)


def search_tops(lexicon: Lexicon, board: Board, rack: str, ruleset: Ruleset = STANDARD) -> Findings:
    """Find the best moves, all that score the same.

    Raises Unreadable for a rack or board that is none, EngineError for a rack too large and for
    house rules that the search does not know.
    """
    return _search(lexicon, board, rack, ruleset, only_tops=True)


def search_all(lexicon: Lexicon, board: Board, rack: str, ruleset: Ruleset = STANDARD) -> Findings:
    """Find every legal move. Raises as `search_tops` does."""
    return _search(lexicon, board, rack, ruleset, only_tops=False)


def find_tops(
    lexicon: Lexicon, board: Board, rack: str, ruleset: Ruleset = STANDARD
) -> list[ScoredMove]:
    """The best moves; none where no move is legal. Raises as `search_tops` does."""
    return search_tops(lexicon, board, rack, ruleset).moves()


class _Scratch(threading.local):
    """Room for the moves found, which grows with the need of its thread and stays."""

    def __init__(self) -> None:
        self.records = array("I", bytes(4 * RECORD * 1024))


_scratch = _Scratch()


def _search(
    lexicon: Lexicon, board: Board, rack: str, ruleset: Ruleset, *, only_tops: bool
) -> Findings:
    count = _run(lexicon, board, rack, ruleset, only_tops, _scratch.records)
    if count * RECORD > len(_scratch.records):
        _scratch.records = array("I", bytes(4 * RECORD * count))
        _run(lexicon, board, rack, ruleset, only_tops, _scratch.records)
    return Findings(lexicon, board, _scratch.records[: count * RECORD])


def _run(
    lexicon: Lexicon,
    board: Board,
    rack: str,
    ruleset: Ruleset,
    only_tops: bool,
    records: "array[int]",
) -> int:
    searcher = lexicon.searcher()
    if searcher.rules is not ruleset:
        _set_rules(searcher, ruleset)
    return searcher.run(_encode_board(board), _encode_rack(rack, ruleset), only_tops, records)


def _encode_board(board: Board) -> bytes:
    cells = board.cells.encode("latin-1", "replace").translate(_CELL_CODES)
    if len(cells) != SIZE * SIZE or _NO_CODE in cells:
        raise Unreadable("a board has 225 squares, each '.' or a letter of the game")
    return cells


def _encode_rack(rack: str, ruleset: Ruleset) -> bytes:
    tiles = read_tiles(rack)
    if len(tiles) > (most := min(ruleset.rack_size, MOST_TILES)):
        raise EngineError(f"rack {rack!r}: {len(tiles)} tiles, but there may be {most} at most")
    blanks, most_blanks = tiles.count(BLANK), ruleset.tile_set.counts.get(BLANK, 0)
    if blanks > most_blanks:  # every one more takes many times as long to search
        raise EngineError(f"rack {rack!r}: {blanks} blanks, but there are only {most_blanks}")
    counts = bytearray(len(LETTERS) + 1)
    for tile in tiles:
        counts[LETTERS.find(tile) + 1] += 1  # a blank is not found, which is its code 0
    return bytes(counts)


def _set_rules(searcher: Searcher, ruleset: Ruleset) -> None:
    if ruleset.theme_bonus:
        raise EngineError("the search can't know which words fit the theme: set theme_bonus to 0")
    if ruleset.blanks_taken_back:
        raise EngineError(
            "the search takes no blanks back: do it first (verdicts.take_back_blank), and search "
            "with blanks_taken_back=False"
        )
    if max(ruleset.tile_set.values.values()) > MOST_VALUE:
        raise EngineError(f"the search takes tiles worth up to {MOST_VALUE} points")
    values = [0, *(ruleset.tile_set.values[letter] for letter in LETTERS)]
    bonuses = [ruleset.bonus(laid) for laid in range(MOST_TILES + 1)]
    most_tiles = min(ruleset.most_tiles, MOST_TILES)
    searcher.set_rules(ruleset, values, bonuses, most_tiles, ruleset.first_word_letters)
