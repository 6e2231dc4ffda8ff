"""Seeded test positions, from the empty board to the full one, with 0, 1 and 2 blanks on the rack.

They come from the slow generator alone, so that the fast one has no say in what it is tested on.
What it found in 2,340 of them is kept in data/positions.txt, one a line: board, rack, number of
legal moves, top score, number of moves that reach it, digests of those and of all moves.

python -m tests.positions       finds it all anew, which takes half a minute
"""

import re
from collections.abc import Iterator, Mapping
from hashlib import sha256
from itertools import chain, islice
from pathlib import Path
from random import Random
from typing import NamedTuple

from engine.tiles import STANDARD
from tests.lexicons import WORDS
from tests.slow import ROWS, SIZE, Key, slow_moves, tops

RACK_SIZE = 7
MOST_TURNS = 60
KNOWN_FILE = Path(__file__).parent / "data" / "positions.txt"
#: Of those kept: positions from games, and boards that no game leads to.
FROM_GAMES, SCATTERED = 2040, 300


class Known(NamedTuple):
    """A position and what the slow generator found in it."""

    rows: tuple[str, ...]
    rack: str
    legal: int
    top: int
    ties: int
    tops_digest: str
    all_digest: str

    @classmethod
    def of(cls, rows: tuple[str, ...], rack: str, moves: Mapping[Key, int]) -> "Known":
        best, ties = tops(moves)
        digests = digest_of(dict.fromkeys(ties, best)), digest_of(moves)
        return cls(rows, rack, len(moves), best, len(ties), *digests)

    @classmethod
    def from_line(cls, line: str) -> "Known":
        """Empty squares of the board are counted, as in 'GRÜNDE9'; '-' is an empty rack."""
        board, rack, legal, top, ties, *digests = line.split()
        spread = re.sub(r"\d+", lambda number: "." * int(number[0]), board)
        rows = tuple(spread.split("/"))
        return cls(rows, rack.strip("-"), int(legal), int(top), int(ties), *digests)

    def to_line(self) -> str:
        board = re.sub(r"\.+", lambda empty: str(len(empty[0])), "/".join(self.rows))
        return " ".join(map(str, (board, self.rack or "-", *self[2:])))


def digest_of(moves: Mapping[Key, int]) -> str:
    told = sorted(f"{where} {word} {points}" for (where, word), points in moves.items())
    return sha256("\n".join(told).encode()).hexdigest()[:16]


def known_positions() -> list[Known]:
    return list(map(Known.from_line, KNOWN_FILE.read_text(encoding="utf-8").splitlines()))


def found_anew() -> Iterator[Known]:
    """What data/positions.txt should hold, line by line."""
    games = chain.from_iterable(random_game(WORDS, seed) for seed in range(FROM_GAMES))
    strewn = (scattered_position(WORDS, seed) for seed in range(SCATTERED))
    for position in chain(islice(games, FROM_GAMES), strewn):
        yield Known.of(*position)


class Position(NamedTuple):
    """A board and a rack, with every legal move and its points as the slow generator sees them."""

    rows: tuple[str, ...]
    rack: str
    moves: Mapping[Key, int]


def random_game(words: frozenset[str], seed: int) -> Iterator[Position]:
    """Every turn of a game of random moves; the tiles not laid go back to the bag each time.

    The blanks on the rack are forced to 0, 1, 2 in turn. In games of an odd seed the bag never
    runs out, which fills the board; in the others the last racks are short.
    """
    random = Random(seed)
    bag = list(STANDARD.all_tiles.replace("?", ""))
    rows = (SIZE * ".",) * SIZE
    stuck = 0
    for turn in range(MOST_TURNS):
        rack = draw_rack(random, bag, blanks=(seed + turn) % 3)
        moves = slow_moves(words, rows, rack, STANDARD.values)
        yield Position(rows, rack, moves)
        stuck = 0 if moves else stuck + 1
        if stuck == 3:
            return
        if not moves:
            continue
        before = "".join(rows)
        # The best of a few fills the board sooner than any one would.
        rows = lay(rows, max(random.choices(sorted(moves), k=4), key=moves.__getitem__))
        if seed % 2 == 0:
            for old, new in zip(before, "".join(rows), strict=True):
                if new != old and new.isupper():
                    bag.remove(new)
        if not bag:
            return


def scattered_position(words: frozenset[str], seed: int) -> Position:
    """A board no game leads to: words and letters strewn about, some of the boards quite full."""
    random = Random(seed)
    rows = (SIZE * ".",) * SIZE
    by_alphabet = sorted(words)
    for _ in range(random.choice((1, 2, 4, 8, 40))):
        word = random.choice(by_alphabet)
        line, start = random.randrange(SIZE), random.randrange(SIZE - len(word) + 1)
        name = f"{ROWS[line]}{start + 1}-" if random.random() < 0.5 else f"{line + 1}{ROWS[start]}-"
        rows = lay(rows, (name, "".join(random.choice((x, x, x, x.lower())) for x in word)))
    if seed % 8 == 0:
        holes = random.choice((0, 1, 5, 20))
        cells = [random.choice(by_alphabet)[0] if x == "." else x for x in "".join(rows)]
        for hole in random.sample(range(SIZE * SIZE), holes):
            cells[hole] = "."
        text = "".join(cells)
        rows = tuple(text[at : at + SIZE] for at in range(0, SIZE * SIZE, SIZE))
    rack = draw_rack(random, list(STANDARD.all_tiles.replace("?", "")), blanks=seed % 3)
    return Position(rows, rack, slow_moves(words, rows, rack, STANDARD.values))


def draw_rack(random: Random, bag: list[str], blanks: int) -> str:
    """Up to seven tiles of `bag`, of which `blanks` are turned into blanks."""
    tiles = random.sample(bag, min(RACK_SIZE, len(bag)))
    return "".join(tiles[blanks:]) + "?" * min(blanks, len(tiles))


def lay(rows: tuple[str, ...], move: Key) -> tuple[str, ...]:
    """The board after `move`, with no question asked."""
    start, word = move[0].partition("-")[0], move[1]
    across = start[0] in ROWS
    row = ROWS.index(start[0] if across else start[-1])
    column = int(start[1:] if across else start[:-1]) - 1
    cells = [list(line) for line in rows]
    for step, tile in enumerate(word):
        cells[row + (0 if across else step)][column + (step if across else 0)] = tile
    return tuple("".join(line) for line in cells)


if __name__ == "__main__":
    KNOWN_FILE.write_text("".join(f"{known.to_line()}\n" for known in found_anew()), "utf-8")
