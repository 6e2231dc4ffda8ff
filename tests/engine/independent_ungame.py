"""The un-game worked out in the plainest way, to compare the engine with; nothing of it is used."""

from collections.abc import Container, Iterator, Sequence
from itertools import combinations

Place = tuple[int, int]
Grid = dict[Place, str]

_WORTH = {
    1: "ADEINRSTU",
    2: "GHLO",
    3: "BMWZ",
    4: "CFKP",
    6: "JVÄÜ",
    8: "XÖ",
    10: "QY",
}
VALUES = {letter: worth for worth, letters in _WORTH.items() for letter in letters}


def grid_of(rows: Sequence[str]) -> Grid:
    return {
        (row, column): tile
        for row, line in enumerate(rows)
        for column, tile in enumerate(line)
        if tile != "."
    }


def name(place: Place) -> str:
    return f"{'ABCDEFGHIJKLMNO'[place[0]]}{place[1] + 1}"


def place(name: str) -> Place:
    return "ABCDEFGHIJKLMNO".index(name[0]), int(name[1:]) - 1


def worth(tiles: str) -> int:
    """A lower-case letter is a blank."""
    return sum(VALUES[tile] for tile in tiles if tile in VALUES)


def runs(grid: Grid) -> Iterator[list[Place]]:
    """Every unbroken line of two or more tiles."""
    for down, across in ((0, 1), (1, 0)):
        for row, column in grid:
            if (row - down, column - across) in grid:
                continue
            run = [(row, column)]
            while (further := (run[-1][0] + down, run[-1][1] + across)) in grid:
                run.append(further)
            if len(run) > 1:
                yield run


def words(grid: Grid) -> list[str]:
    return ["".join(grid[place] for place in run).upper() for run in runs(grid)]


def hangs_together(grid: Grid) -> bool:
    todo, seen = list(grid)[:1], set(list(grid)[:1])
    while todo:
        row, column = todo.pop()
        for beside in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
            if beside in grid and beside not in seen:
                seen.add(beside)
                todo.append(beside)
    return len(seen) == len(grid)


def slow_removals(rows: Sequence[str], lexicon: Container[str]) -> dict[frozenset[str], int]:
    """Every legal removal, by the names of its squares, with its points: all there are, tried."""
    grid = grid_of(rows)
    lines = [[*grid]] if len(grid) == 1 else list(runs(grid))
    found = {}
    for line in lines:
        for count in range(1, 7):
            for taken in combinations(line, count):
                rest = {place: tile for place, tile in grid.items() if place not in taken}
                if hangs_together(rest) and all(word in lexicon for word in words(rest)):
                    tiles = "".join(grid[place] for place in taken)
                    found[frozenset(map(name, taken))] = worth(tiles)
    return found
