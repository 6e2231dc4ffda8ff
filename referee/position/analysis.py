"""What there is to say about a position: the verdict on the move tried, and the best moves."""

from dataclasses import dataclass

from engine import COMPILED
from engine.alphabet import BLANK
from engine.board import Board
from engine.intended_move import meant_with_blanks, move_meant
from engine.lexicon import Lexicon
from engine.notation import Move
from engine.scoring import LaidTile, ScoredMove
from engine.solver import Findings, search_all, search_tops
from engine.verdicts import Code, Verdict, judge
from referee.position.positions import MOST_SHOWN, Position

#: Faults in the writing of a move that lies well enough.
_MISWRITTEN = {Code.LENGTH_MISMATCH, Code.RUNS_ON, Code.TILE_MISMATCH, Code.OFF_BOARD}


@dataclass(frozen=True)
class Rank:
    """Where a score stands among all moves: equal moves share a rank."""

    rank: int
    top: int
    #: Points below the top.
    distance: int


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
    if verdict is None:
        return Analysis(None, None, ranking, None)
    rank = _rank(found, verdict.points, position) if found and verdict.is_valid else None
    return Analysis(verdict, _meant(verdict, position), ranking, rank)


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


def preview(board: Board, move: Move) -> tuple[LaidTile, ...]:
    """The tiles of a move, legal or not, that can be shown on the board."""
    letters = zip(move.squares, move.word, strict=True)
    return tuple(
        LaidTile(square, tile)
        for square, tile in letters
        if square.on_board and board.at(square).upper() != tile.upper()
    )


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


def _rank(found: Findings, points: int, position: Position) -> Rank | None:
    top = found.points
    if top is None or (points != top and not _can_count(position.rack)):
        return None
    return Rank(found.better_than(points) + 1, top, top - points)


def _meant(verdict: Verdict, position: Position) -> ScoredMove | None:
    if position.written and verdict.code in _MISWRITTEN:
        return move_meant(position.board, position.written, position.ruleset)
    if verdict.move and verdict.code is Code.NOT_ON_RACK:
        return meant_with_blanks(position.board, verdict.move, position.rack, position.ruleset)
    return None


def _can_count(rack: str) -> bool:
    """With blanks there may be a million moves, which takes the uncompiled engine minutes."""
    return COMPILED or BLANK not in rack
