"""What the writer of a move may have meant, where it is not written as the rules want it."""

from dataclasses import replace

from engine.alphabet import BLANK
from engine.board import Board, Square
from engine.notation import Coordinates, Move, WrittenMove
from engine.rulesets import Ruleset
from engine.scoring import ScoredMove
from engine.tiles import from_shown
from engine.verdicts import Verdict, judge, move_from_tiles


def settle_case(
    word: str, at: Coordinates | None, board: Board, rack: str, ruleset: Ruleset
) -> str:
    """The word tried at `at`, with blanks in lower case even where the writer ignored case.

    That is so where all is small, or all but the first letter as Germans write a noun, or more
    than there are blanks. Nothing is settled before the place is known.
    """
    squares = Move(at.start, at.direction, word).squares if at else ()
    laid = "".join(
        tile for square, tile in zip(squares, word, strict=False) if not board.at(square)
    )
    blanks = rack.count(BLANK) if rack else ruleset.tile_set.counts[BLANK]
    small = sum(tile.islower() for tile in laid)
    ignored = word.islower() or word[1:].islower() or small > blanks
    if not at or not small or not ignored:
        return word
    return with_blanks(word, at, board, rack)


def with_blanks(word: str, at: Coordinates, board: Board, rack: str) -> str:
    """The word with tiles of the rack wherever it has them, and blanks for the others.

    Letters for which there is neither stay real tiles. Lying tiles are written as they lie.
    """
    settled = ""
    for count, letter in enumerate(word.upper()):
        lying = board.at(at.direction.step(at.start, count))
        tile = lying if lying.upper() == letter else letter
        if not lying:
            if letter not in rack and BLANK in rack:
                tile = letter.lower()
            rack = rack.replace(from_shown(tile), "", 1)
        settled += tile
    return settled


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


def meant_with_blanks(board: Board, move: Move, rack: str, ruleset: Ruleset) -> ScoredMove | None:
    """The move with blanks for the tiles missing: phones write everything in upper case."""
    at = Coordinates(move.start, move.direction)
    guess = replace(move, word=with_blanks(move.word, at, board, rack))
    verdict = judge(board, guess, rack=rack, ruleset=ruleset)
    return ScoredMove(guess, verdict.points) if verdict.is_valid else None


def _free_squares(board: Board, move: Move) -> list[Square]:
    """The empty squares from the start of `move` to the edge of the board."""
    squares, square = [], move.start
    while square.on_board:
        if not board.at(square):
            squares.append(square)
        square = move.direction.step(square)
    return squares
