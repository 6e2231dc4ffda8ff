"""What the engine costs, as `make bench` prints it.

Everything is measured in one run, side by side, so that ratios hold on a noisy machine: the same
position goes to each searcher in turn, several times, and the best time of each counts.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from random import Random

import engine
from engine import simultan, solver
from engine.board import Board
from engine.lexicon import Lexicon, compile_lexicon
from engine.scoring import ScoredMove
from engine.tiles import STANDARD
from tests.bench.gaddag import Gaddag

#: At most so much of the plain C search's time; and what we go for.
TARGET, AIM = 0.72, 0.55
#: For the build of the lexicon.
MOST_SECONDS, MOST_MEGABYTES = 15, 64
#: A board with fewer tiles than this is in mid game.
LATE = 60


@dataclass(frozen=True)
class Position:
    board: Board
    rack: str

    @property
    def stage(self) -> str:
        tiles = len(self.board.tiles)
        return "empty" if not tiles else "mid" if tiles < LATE else "late"


def play_games(lexicon: Lexicon, games: int) -> list[Position]:
    """Every turn of so many Simultan games in which the top move is always laid."""
    positions: list[Position] = []

    def find_tops(board: Board, rack: str) -> Sequence[ScoredMove]:
        positions.append(Position(board, rack))
        return solver.find_tops(lexicon, board, rack)

    for game in range(games):
        seed = sha256(f"bench game {game}".encode()).digest()
        for _ in simultan.play(STANDARD, seed, find_tops):
            pass
    return positions


def with_blanks(positions: Sequence[Position], blanks: int, sample: int) -> list[Position]:
    """Some of the positions, their racks changed to hold so many blanks."""
    random = Random(blanks)
    chosen = random.sample(positions, min(sample, len(positions)))
    racks = []
    for position in chosen:
        tiles = list(position.rack.replace("?", "E"))
        random.shuffle(tiles)
        racks.append("?" * blanks + "".join(tiles[blanks:]))
    return [Position(position.board, rack) for position, rack in zip(chosen, racks, strict=True)]


def best_micros(
    positions: Sequence[Position], passes: int, *searches: Callable[[Position], float]
) -> list[list[float]]:
    """For every search its best time on every position; the searches take turns."""
    best = [[float("inf")] * len(positions) for _ in searches]
    for _ in range(passes):
        for place, position in enumerate(positions):
            for times, search in zip(best, searches, strict=True):
                times[place] = min(times[place], search(position))
    return best


def timed(call: Callable[[Position], object]) -> Callable[[Position], float]:
    def search(position: Position) -> float:
        began = time.perf_counter_ns()
        call(position)
        return (time.perf_counter_ns() - began) / 1000

    return search


def row(name: str, times: Sequence[float]) -> str:
    mean, ordered = statistics.fmean(times), sorted(times)
    late = ordered[int(0.99 * len(ordered))]
    return f"{name:<24}{len(times):>7}{mean:>10.1f}{ordered[len(ordered) // 2]:>10.1f}{late:>10.1f}"


def uncompiled_mean(lexicon: Lexicon, positions: Sequence[Position]) -> float:
    """Mean µs of the same source uncompiled, in a process of its own."""
    program = """
import sys, time
from pathlib import Path
import engine
from engine import solver
from engine.board import Board
from engine.lexicon import Lexicon
assert not engine.COMPILED
lexicon = Lexicon(Path(sys.argv[1]))
total = count = 0
for line in sys.stdin:
    cells, rack = line.split()
    began = time.perf_counter_ns()
    solver.search_tops(lexicon, Board(cells), rack)
    total += time.perf_counter_ns() - began
    count += 1
print(total / count / 1000)
"""
    source = Path(engine.__file__).parent
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(source, Path(folder, "engine"), ignore=shutil.ignore_patterns("*.so"))
        done = subprocess.run(
            [sys.executable, "-c", program, str(lexicon.path.resolve())],
            input="\n".join(f"{position.board.cells} {position.rack}" for position in positions),
            env={**os.environ, "PYTHONPATH": folder, "PYTHONIOENCODING": "utf-8"},
            cwd=folder,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=True,
        )
    return float(done.stdout)


def start_seconds(lexicon: Lexicon) -> float:
    """From the start of a process to the answer to its first position."""
    command = [sys.executable, "-m", "engine", "solve", "--lexicon", str(lexicon.path)]
    began = time.perf_counter()
    subprocess.run(command, input=b'{"rack": "ADENRTZ"}\n', capture_output=True, check=True)
    return time.perf_counter() - began


def report(lexicon: Lexicon, games: int, passes: int) -> Iterator[str]:
    def ours(position: Position) -> object:
        return solver.search_tops(lexicon, position.board, position.rack)

    def full(position: Position) -> object:
        return solver.search_all(lexicon, position.board, position.rack)

    words = sorted(lexicon)
    yield f"lexicon          {lexicon.info.name}, {len(words):,} words"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "bench.lexicon")
        began = time.perf_counter()
        compile_lexicon(words, path, name="bench", source="bench", licence="bench")
        yield f"build            {time.perf_counter() - began:.1f} s (at most {MOST_SECONDS})"
        yield f"size             {path.stat().st_size / 1e6:.1f} MB (at most {MOST_MEGABYTES})"
    yield f"start-up         {1000 * min(start_seconds(lexicon) for _ in range(3)):.0f} ms"

    began = time.perf_counter()
    positions = play_games(lexicon, games)
    took = time.perf_counter() - began
    yield f"games            {games / took:.0f} a second, draws and all ({len(positions)} turns)"

    yield ""
    yield f"{'µs per position':<24}{'turns':>7}{'mean':>10}{'median':>10}{'99 %':>10}"
    graph = Gaddag(words)

    def plain_c(position: Position) -> float:
        return graph.find_tops(position.board.rows, position.rack).micros

    compiled, reference = best_micros(positions, passes, timed(ours), plain_c)
    yield row("whole games", compiled)
    yield row("plain C graph search", reference)
    for stage in ("empty", "mid", "late"):
        of_stage = [position for position in positions if position.stage == stage]
        for blanks in (0, 1, 2):
            (times,) = best_micros(with_blanks(of_stage, blanks, 200), passes, timed(ours))
            yield row(f"  {stage}, {blanks} blanks", times)

    some = Random(0).sample(positions, min(150, len(positions)))
    tops, every_move = best_micros(some, passes, timed(ours), timed(full))
    mean = statistics.fmean(compiled)
    ratio = mean / statistics.fmean(reference)
    late = sorted(compiled)[int(0.99 * len(compiled))]
    yield ""
    yield f"to plain C graph search   {ratio:.2f} (at most {TARGET}, going for {AIM})"
    yield f"to plain full generation  {statistics.fmean(tops) / statistics.fmean(every_move):.3f}"
    slow = uncompiled_mean(lexicon, some)
    faster = slow / statistics.fmean(tops)
    yield f"to the uncompiled engine  {1 / faster:.4f} ({faster:.0f} times as fast)"
    yield f"99th percentile to mean   {late / mean:.1f} (below 10)"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--lexicon", type=Path, required=True)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--passes", type=int, default=5)
    options = parser.parse_args()
    if not engine.COMPILED:
        print("The engine is not compiled here: there is nothing to compare.", file=sys.stderr)
        return 1
    for line in report(Lexicon(options.lexicon), options.games, options.passes):
        print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
