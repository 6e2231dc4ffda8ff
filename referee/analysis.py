"""What there is to say about a position: the verdict on the move tried, and the best moves."""

from dataclasses import dataclass

from engine import COMPILED
from engine.alphabet import BLANK
from engine.board import Board, Square
from engine.lexicon import Lexicon
from engine.notation import Move, WrittenMove
from engine.rulesets import Ruleset
from engine.scoring import LaidTile, ScoredMove
from engine.solver import Rank, rank_of, search_all, search_tops
from engine.verdicts import Code, Verdict, judge, move_from_tiles
from referee.position import MOST_SHOWN, Position

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
    ranking = _ranking(position, lexicon) if lexicon and position.rack else None
    rank = None
    if lexicon and ranking and verdict and verdict.is_valid:
        where = (lexicon, position.board, position.rack, position.ruleset)
        if _can_count(position.rack) or verdict.points == ranking.points:
            rank = rank_of(verdict.points, *where)
    meant = None
    if position.written and verdict and verdict.code in _MISWRITTEN:
        meant = move_meant(position.board, position.written, position.ruleset)
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


def _ranking(position: Position, lexicon: Lexicon) -> Ranking:
    where = (lexicon, position.board, position.rack, position.ruleset)
    tops = search_tops(*where)
    if tops.points is None:
        return Ranking((), 0, 0, 0)
    found = search_all(*where) if _can_count(position.rack) else tops
    ranked: list[RankedMove] = []
    for number, (move, points) in enumerate(found.moves(position.show), start=1):
        equal = ranked and ranked[-1].points == points
        ranked.append(RankedMove(ranked[-1].rank if equal else number, move, points))
    return Ranking(tuple(ranked), tops.points, tops.count, None if found is tops else found.count)


def _can_count(rack: str) -> bool:
    """With blanks there are up to 100,000 moves, which takes the uncompiled engine seconds."""
    return COMPILED or BLANK not in rack
