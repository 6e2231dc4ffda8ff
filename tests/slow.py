"""A slow move generator that shares no thought with the engine's: the tests' yardstick.

It tries every window of every line, every word that fits it and every way to lay that word from
the rack. Its geometry, scoring and word check are its own; only the premium layout is borrowed.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from operator import contains
from typing import NamedTuple

from engine.alphabet import LETTERS
from engine.board import LETTER_FACTORS, WORD_FACTORS

SIZE = 15
CENTRE = 112
ROWS = "ABCDEFGHIJKLMNO"

#: Coordinates in the long form and the whole word as it then lies, blanks in lower case.
Key = tuple[str, str]
WordIndex = Mapping[tuple[int, int, str], Sequence[str]]


class Cell(NamedTuple):
    """One square of a line, with the tiles right before and after it on the crossing line."""

    square: int
    tile: str  # '' when the square is empty
    before: str
    after: str
    options: frozenset[str]  # the letters that may stand here, in upper case


def slow_moves(
    words: frozenset[str],
    board_rows: Sequence[str],
    rack: str,
    values: Mapping[str, int],
    bonuses: Mapping[int, int] = {7: 50},
    most_tiles: int | None = None,
    first_word_letters: int = 2,
) -> dict[Key, int]:
    """The points of every legal move. A one-tile move stands once, under its longer word."""
    most = len(rack) if most_tiles is None else min(most_tiles, len(rack))
    blanks = rack.count("?")
    empty_board = all(set(row) == {"."} for row in board_rows)
    index = index_words(words)
    longest: dict[frozenset[tuple[int, str]], Key] = {}
    points: dict[Key, int] = {}
    for across in (True, False):
        for number in range(SIZE):
            cells = read_line(words, board_rows, number, across, rack)
            for start, window in windows(cells):
                fresh = [place for place, cell in enumerate(window) if not cell.tile]
                if not 1 <= len(fresh) <= most:
                    continue
                if empty_board:
                    on_centre = any(cell.square == CENTRE for cell in window)
                    connected = on_centre and len(window) >= first_word_letters
                else:
                    connected = any(cell.tile or cell.before or cell.after for cell in window)
                if not connected:
                    continue
                where = coordinates(number, start, start + len(window) - 1, across)
                for word in words_that_fit(window, index):
                    letters = "".join([word[place] for place in fresh])
                    if blanks_needed(letters, rack) > blanks:
                        continue
                    for laid in spellings(letters, rack):
                        tiles = dict(zip(fresh, laid, strict=True))
                        shown = "".join(tiles.get(i, cell.tile) for i, cell in enumerate(window))
                        key = where, shown
                        points[key] = score(window, shown, values) + bonuses.get(len(laid), 0)
                        placed = frozenset((window[i].square, tiles[i]) for i in fresh)
                        # Across comes first, so it stays when both words are equally long.
                        if placed not in longest or len(longest[placed][1]) < len(shown):
                            longest[placed] = key
    return {key: points[key] for key in longest.values()}


def tops(moves: Mapping[Key, int]) -> tuple[int, set[Key]]:
    """The best points among `moves` and every move that makes them."""
    best = max(moves.values(), default=0)
    return best, {key for key, points in moves.items() if points == best}


@lru_cache(maxsize=4)
def index_words(words: frozenset[str]) -> WordIndex:
    """The words by length, place of a letter, and that letter."""
    index = defaultdict(list)
    for word in words:
        for place, letter in enumerate(word):
            index[len(word), place, letter].append(word)
    return dict(index)


def read_line(
    words: frozenset[str], rows: Sequence[str], number: int, across: bool, rack: str
) -> list[Cell]:
    """The cells of one row (across) or column."""
    columns = ["".join(column) for column in zip(*rows, strict=True)]
    line, crossing_lines = (rows[number], columns) if across else (columns[number], rows)
    at_hand = frozenset(LETTERS if "?" in rack else rack)
    cells = []
    for place, (char, crossing) in enumerate(zip(line, crossing_lines, strict=True)):
        square = number * SIZE + place if across else place * SIZE + number
        before = crossing[:number].rpartition(".")[2]
        after = crossing[number + 1 :].partition(".")[0]
        options = at_hand
        if char != ".":
            options = frozenset(char.upper())
        elif before or after:
            options = frozenset(x for x in at_hand if (before + x + after).upper() in words)
        cells.append(Cell(square, char.strip("."), before, after, options))
    return cells


def windows(cells: Sequence[Cell]) -> Iterator[tuple[int, Sequence[Cell]]]:
    """Every stretch of two squares or more, with its start, that no lying tile prolongs."""
    for start in range(SIZE):
        for end in range(start + 2, SIZE + 1):
            tile_before = start > 0 and cells[start - 1].tile
            tile_after = end < SIZE and cells[end].tile
            if not tile_before and not tile_after:
                yield start, cells[start:end]


def words_that_fit(window: Sequence[Cell], index: WordIndex) -> Iterator[str]:
    """The words as long as the window whose every letter may stand on its square."""
    options = [cell.options for cell in window]
    narrowest = min(range(len(window)), key=lambda place: len(options[place]))
    for letter in options[narrowest]:
        for word in index.get((len(window), narrowest, letter), ()):
            if all(map(contains, options, word)):
                yield word


def blanks_needed(letters: str, rack: str) -> int:
    """How many of `letters` have no tile of their own on the rack."""
    for tile in rack:
        letters = letters.replace(tile, "", 1)
    return len(letters)


def spellings(letters: str, rack: str) -> list[str]:
    """Every way to lay `letters` from `rack`: as a tile, or as a blank shown in lower case."""
    if not letters:
        return [""]
    ways = []
    for tile, shown in ((letters[0], letters[0]), ("?", letters[0].lower())):
        if tile in rack:
            ways += [shown + rest for rest in spellings(letters[1:], rack.replace(tile, "", 1))]
    return ways


def score(window: Sequence[Cell], shown: str, values: Mapping[str, int]) -> int:
    """The points of the main word `shown` and of all words crossing it, without a bonus."""

    def worth(tiles: str) -> int:
        return sum(values[tile] for tile in tiles if tile.isupper())

    main, main_factor, crossing = 0, 1, 0
    for cell, tile in zip(window, shown, strict=True):
        letter_factor = 1 if cell.tile else LETTER_FACTORS[cell.square]
        word_factor = 1 if cell.tile else WORD_FACTORS[cell.square]
        main += worth(tile) * letter_factor
        main_factor *= word_factor
        if not cell.tile and (cell.before or cell.after):
            beside = worth(cell.before + cell.after)
            crossing += (beside + worth(tile) * letter_factor) * word_factor
    return main * main_factor + crossing


def coordinates(line: int, first: int, last: int, across: bool) -> str:
    """'H4-H9' for row H across, '9E-9H' for column 9 down."""
    if across:
        return f"{ROWS[line]}{first + 1}-{ROWS[line]}{last + 1}"
    return f"{line + 1}{ROWS[first]}-{line + 1}{ROWS[last]}"
