"""The master line as GCG, the notation of game records that most viewers read; UTF-8 throughout.

GCG names rows by numbers and columns by letters, and writes the number first for a word across:
our H4-H9 is 8D there, our 9E-9H is I5. Tiles lying there are written as dots.
"""

from duplicate.exchange.records import GameRecord
from engine.board import Board
from engine.notation import CoordinateStyle, Move, name_square
from engine.scoring import tiles_laid

NICKNAME = "Master"


def write_gcg(record: GameRecord, *, name: str) -> str:
    """The moves laid, round by round, as those of one player; `name` is the game's."""
    lines = [
        "#character-encoding UTF-8",
        f"#title {_line(name)}",
        f"#player1 {NICKNAME} {_line(name)}",
    ]
    if record.lexicon_name:
        lines.append(f"#lexicon {_line(record.lexicon_name)}")
    board, total = Board(), 0
    for played in record.rounds:
        move, points = played.reference
        total += points
        place, word = gcg_coordinates(move), _through(board, move)
        lines.append(f">{NICKNAME}: {played.rack} {place} {word} +{points} {total}")
        board = board.lay(tiles_laid(board, move))
    return "\n".join(lines) + "\n"


def gcg_coordinates(move: Move) -> str:
    """The start square as GCG names it: '8D' across, 'D8' down."""
    # In the other style the letter comes first across, and here it is to come first down.
    return name_square(move.start, move.direction.other, CoordinateStyle.COLUMN_LETTER)


def _through(board: Board, move: Move) -> str:
    letters = zip(move.squares, move.word, strict=True)
    return "".join("." if board.at(square) else letter for square, letter in letters)


def _line(text: str) -> str:
    return " ".join(text.split())
