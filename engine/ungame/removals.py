"""Every way in which tiles can be taken off a board."""

from collections.abc import Container, Iterable, Iterator, Sequence
from functools import cache
from itertools import groupby
from typing import NamedTuple

from engine.alphabet import MIN_WORD
from engine.board import EMPTY, SIZE, Board, Square
from engine.tiles import STANDARD, TileSet, from_shown
from engine.ungame.values import MOST_TAKEN

#: Cells by their place in `Board.cells`, in order.
Line = tuple[int, ...]

_LINES = tuple(
    [range(row * SIZE, (row + 1) * SIZE) for row in range(SIZE)]
    + [range(column, SIZE * SIZE, SIZE) for column in range(SIZE)]
)


class Removal(NamedTuple):
    """Tiles that can be taken together."""

    squares: tuple[Square, ...]
    #: As they lie, a blank as a lower-case letter.
    tiles: str
    points: int


def removals(board: Board, lexicon: Container[str], tile_set: TileSet = STANDARD) -> list[Removal]:
    """Every way in which tiles can be taken off `board`, the most points first.

    One to six tiles of one word, after which the rest is connected and every word of it is in
    `lexicon`. Equal points: fewer tiles first, then by squares from the top left.
    """
    lines, lying = _word_lines(board), _filled(board)
    if len(lying) == 1:
        # The rest of a word; if it could not be taken, hardly any board would ever be empty.
        lines = [lying]
    wrong = [frozenset(line) for line in lines if _read(board, line) not in lexicon]
    filled = _mask(lying)
    # As a set, for a single tile may be of a word across and of one down.
    found = {
        cells
        for line in lines
        for cells in _taken_from(board, line, lines, wrong, lexicon)
        if _hangs_together(filled & ~_mask(cells))
    }
    listed = [_removal(board, cells, tile_set) for cells in found]
    return sorted(listed, key=lambda each: (-each.points, len(each.squares), each.squares))


def _taken_from(
    board: Board,
    line: Line,
    lines: Sequence[Line],
    wrong: Sequence[frozenset[int]],
    lexicon: Container[str],
) -> Iterator[Line]:
    """The cells of one word that can be taken as far as words go.

    What is kept of the word itself falls into pieces, each of which must be a word or a single
    tile; so must the two pieces of every word across a tile that is taken. Words that are `wrong`
    as they lie must lose a tile.
    """
    word, cells = _read(board, line), frozenset(line)
    must_go: set[int] = set()
    for other in wrong:
        if other != cells:
            if other.isdisjoint(cells):
                return
            must_go |= other & cells
    crossing = {
        cell: other for other in lines if other != line for cell in cells.intersection(other)
    }

    @cache
    def stays(start: int, end: int) -> bool:
        return end - start < MIN_WORD or word[start:end] in lexicon

    def can_go(cell: int) -> bool:
        other = crossing.get(cell, (cell,))
        place = other.index(cell)
        pieces = (_read(board, other[:place]), _read(board, other[place + 1 :]))
        return all(len(piece) < MIN_WORD or piece in lexicon for piece in pieces)

    may_go = {cell for cell in line if can_go(cell)}

    def choose(place: int, start: int, taken: Line) -> Iterator[Line]:
        """Go on at `place`; the tiles from `start` on are kept so far."""
        if place == len(line):
            if taken and stays(start, place):
                yield taken
            return
        cell = line[place]
        if cell not in must_go:
            yield from choose(place + 1, start, taken)
        if cell in may_go and len(taken) < MOST_TAKEN and stays(start, place):
            yield from choose(place + 1, place + 1, (*taken, cell))

    yield from choose(0, 0, ())


def _removal(board: Board, cells: Line, tile_set: TileSet) -> Removal:
    tiles = "".join(board.cells[cell] for cell in cells)
    squares = tuple(Square(*divmod(cell, SIZE)) for cell in cells)
    return Removal(squares, tiles, tile_set.value_of(from_shown(tiles)))


def _word_lines(board: Board) -> list[Line]:
    """The cells of every word that lies on the board, those across first."""
    runs = (
        tuple(run)
        for line in _LINES
        for is_filled, run in groupby(line, lambda cell: board.cells[cell] != EMPTY)
        if is_filled
    )
    return [run for run in runs if len(run) >= MIN_WORD]


def _filled(board: Board) -> Line:
    return tuple(cell for cell, tile in enumerate(board.cells) if tile != EMPTY)


def _read(board: Board, line: Line) -> str:
    return "".join(board.cells[cell] for cell in line).upper()


def words_on(board: Board) -> tuple[str, ...]:
    """The words that lie on the board, each once, those across first."""
    return tuple(dict.fromkeys(_read(board, line) for line in _word_lines(board)))


#: A row of the mask has an empty bit at its end, so that no tile is next to one of another row.
_WIDTH = SIZE + 1


def _mask(cells: Iterable[int]) -> int:
    return sum(1 << (cell // SIZE * _WIDTH + cell % SIZE) for cell in cells)


def is_connected(board: Board) -> bool:
    """Whether all tiles hang together, side by side; none at all do."""
    return _hangs_together(_mask(_filled(board)))


def _hangs_together(filled: int) -> bool:
    reached, before = filled & -filled, 0
    while reached != before:
        before = reached
        beside = reached << 1 | reached >> 1 | reached << _WIDTH | reached >> _WIDTH
        reached |= beside & filled
    return reached == filled
