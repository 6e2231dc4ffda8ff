"""Whether a word may be laid on the open table: its place and cards, not whether it is a word."""

from engine.alphabet import BLANK, MIN_WORD
from engine.cards.grid import Place, Table, name_move, name_place, name_square
from engine.notation import Coordinates, Direction, Move
from engine.refusals import Refusal
from engine.scoring import line_through, read_line, tiles_laid
from engine.verdicts import Code


def judge(table: Table, place: Place, word: str) -> Move | Refusal:
    """The move meant, lying cards written as they lie, or why it can't be laid.

    The checks and codes are those of the board as far as an open table has them.
    """
    said = place.near(table.anchor)
    move = Move(said.start, said.direction, word)
    if refusal := _check_end(said, move):
        return refusal
    for square, card in zip(move.squares, word, strict=True):
        lying, name = table.at(square), name_square(square)
        # Whether a lying card is a blank is the table's to know; the writer may have forgotten.
        if lying and lying.upper() != card.upper():
            return _refusal(Code.TILE_MISMATCH, move, square=name, letter=card, lying=lying)
        if card == BLANK:
            return _refusal(Code.BLANK_WITHOUT_LETTER, move, square=name)
    letters = zip(move.squares, word, strict=True)
    joined = "".join(table.at(square) or card for square, card in letters)
    move = Move(move.start, move.direction, joined)
    return _check_word(table, move) or _check_contact(table, move) or move


def _check_end(said: Coordinates, move: Move) -> Refusal | None:
    if said.end is None or said.end == move.end:
        return None
    detail: dict[str, str | int] = {"coordinates": name_place(said), "word": move.word}
    fixed = 0 if said.direction is Direction.ACROSS else 1  # the row, or the column, must stay
    if said.start[fixed] != said.end[fixed]:
        return Refusal(Code.NOT_ONE_LINE.value, detail)
    detail |= {"letters": len(move.word), "right": name_move(move)}
    return Refusal(Code.LENGTH_MISMATCH.value, detail)


def _check_word(table: Table, move: Move) -> Refusal | None:
    laid = tiles_laid(table, move)
    after = Table({**table.cards, **dict(laid)})
    line = line_through(after, move.start, move.direction)
    if len(line) > len(move.word):
        whole = Move(line[0], move.direction, read_line(after, line))
        return _refusal(Code.RUNS_ON, move, whole=whole.word, right=name_move(whole))
    if len(move.word) < MIN_WORD:
        return _refusal(Code.SINGLE_LETTER, move)
    return None if laid else _refusal(Code.NOTHING_LAID, move)


def _check_contact(table: Table, move: Move) -> Refusal | None:
    steps = [(direction, count) for direction in Direction for count in (-1, 1)]
    if not table.cards or any(
        table.at(way.step(square, count)) for square in move.squares for way, count in steps
    ):
        return None
    return _refusal(Code.NOT_CONNECTED, move)


def _refusal(code: Code, move: Move, **detail: str | int) -> Refusal:
    return Refusal(code.value, {"coordinates": name_move(move), "word": move.word, **detail})
