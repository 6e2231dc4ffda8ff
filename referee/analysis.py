"""What there is to say about a position: the verdict on the move tried, and the best moves."""

from dataclasses import dataclass, replace

from engine import COMPILED
from engine.alphabet import BLANK
from engine.board import Board, Square
from engine.lexicon import Lexicon
from engine.notation import Coordinates, Move, WrittenMove
from engine.rulesets import Ruleset
from engine.scoring import LaidTile, ScoredMove
from engine.solver import Findings, Rank, search_all, search_tops
from engine.verdicts import Code, Verdict, judge, move_from_tiles
from referee.position import MOST_SHOWN, Position, with_blanks

#: Faults in the writing of a move that lies well enough.
_MISWRITTEN = {Code.LENGTH_MISMATCH, Code.RUNS_ON, Code.TILE_MISMATCH, Code.OFF_BOARD}


@dataclass(frozen=True)
class RankedMove:
    #: Equal moves share a rank, so the one after two tops has rank 3.
    rank: int
    move: Move
    points: int


@dataclass(frozen=True)
class Ranking:
    """The best moves of a position, equal ones in the order of the rules."""

    moves: tuple[RankedMove, ...]
    points: int
    tops: int
    #: How many legal moves there are; None where counting them would take too long.
    total: int | None

    @property
    def more(self) -> int:
        """How many could be listed beyond those shown."""
        known = self.tops if self.total is None else self.total
        return min(known, MOST_SHOWN) - len(self.moves)


@dataclass(frozen=True)
class Analysis:
    verdict: Verdict | None
    #: The move probably meant, where the one tried was not written as the rules want it.
    meant: ScoredMove | None
    #: None without a lexicon or a rack.
    ranking: Ranking | None
    #: Where the move tried stands; None unless it is legal and a ranking is known.
    rank: Rank | None


def analyse(position: Position, lexicon: Lexicon | None) -> Analysis:
    """Judge the move tried, and rank it, as far as rack and lexicon are there."""
    verdict = judge_tried(position, lexicon)
    found = _search(position, lexicon) if lexicon and position.rack else None
    ranking = _ranking(found, position) if found else None
    rank = None
    if found and found.points is not None and verdict and verdict.is_valid:
        distance = found.points - verdict.points
        if distance == 0 or _can_count(position.rack):
            rank = Rank(found.better_than(verdict.points) + 1, found.points, distance)
    meant = None
    if position.written and verdict and verdict.code in _MISWRITTEN:
        meant = move_meant(position.board, position.written, position.ruleset)
    elif verdict and verdict.move and verdict.code is Code.NOT_ON_RACK:
        meant = _meant_with_blanks(position, verdict.move)
    return Analysis(verdict, meant, ranking, rank)


def judge_tried(position: Position, lexicon: Lexicon | None) -> Verdict | None:
    """The verdict on the move tried; without a rack, any tiles may be laid."""
    if position.written is None:
        return None
    return judge(
        position.board,
        position.written,
        rack=position.rack or None,
        lexicon=lexicon,
        ruleset=position.ruleset,
    )


def move_meant(board: Board, written: WrittenMove, ruleset: Ruleset) -> ScoredMove | None:
    """What the writer may have meant: another end, or only the tiles laid without the lying ones.

    None where neither lies well on the board.
    """
    guesses: list[Move | Verdict] = [written.move]
    free = _free_squares(board, written.move)[: len(written.word)]
    if len(free) == len(written.word) and BLANK not in written.word:
        guesses.append(move_from_tiles(board, list(zip(free, written.word, strict=True))))
    for guess in guesses:
        if isinstance(guess, Move):
            verdict = judge(board, guess, ruleset=ruleset)
            if verdict.move and verdict.is_valid:
                return ScoredMove(verdict.move, verdict.points)
    return None


def _meant_with_blanks(position: Position, move: Move) -> ScoredMove | None:
    """The move with blanks for the tiles missing: phones write everything in upper case."""
    at, board, rack = Coordinates(move.start, move.direction), position.board, position.rack
    guess = replace(move, word=with_blanks(move.word, at, board, rack))
    verdict = judge(board, guess, rack=rack, ruleset=position.ruleset)
    return ScoredMove(guess, verdict.points) if verdict.is_valid else None


def preview(board: Board, move: Move) -> tuple[LaidTile, ...]:
    """The tiles of a move, legal or not, that can be shown on the board."""
    letters = zip(move.squares, move.word, strict=True)
    return tuple(
        LaidTile(square, tile)
        for square, tile in letters
        if square.on_board and board.at(square).upper() != tile.upper()
    )


def _free_squares(board: Board, move: Move) -> list[Square]:
    """The empty squares from the start of `move` to the edge of the board."""
    squares, square = [], move.start
    while square.on_board:
        if not board.at(square):
            squares.append(square)
        square = move.direction.step(square)
    return squares


def _search(position: Position, lexicon: Lexicon) -> Findings:
    search = search_all if _can_count(position.rack) else search_tops
    return search(lexicon, position.board, position.rack, position.ruleset)


def _ranking(found: Findings, position: Position) -> Ranking:
    if found.points is None:
        return Ranking((), 0, 0, 0)
    ranked: list[RankedMove] = []
    for number, (move, points) in enumerate(found.moves(position.show), start=1):
        equal = ranked and ranked[-1].points == points
        ranked.append(RankedMove(ranked[-1].rank if equal else number, move, points))
    tops = found.better_than(found.points - 1)
    total = found.count if _can_count(position.rack) else None
    return Ranking(tuple(ranked), found.points, tops, total)


def _can_count(rack: str) -> bool:
    """With blanks there may be a million moves, which takes the uncompiled engine minutes."""
    return COMPILED or BLANK not in rack
