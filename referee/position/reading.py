"""Reading what an address tells of a position.

Nothing here knows of HTTP, and nothing raises: what can't be read is a `Fault`, told by
referee.messages, and the position is then the one without it.
"""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from engine.alphabet import BLANK, LETTERS
from engine.board import EMPTY, ROW_NAMES, SIZE, Board, Square
from engine.errors import Unreadable
from engine.notation import Coordinates, WrittenMove, read_coordinates, read_word
from engine.rulesets import RULESETS, STANDARD, Ruleset
from engine.tiles import read_tiles
from engine.verdicts import Verdict, judge
from referee.position.positions import FIELDS, MOST_SHOWN, SHOWN, LaidMove, Position, settled

#: No position needs more characters in one field.
LONGEST = 10_000
#: The largest rack of any ruleset: a game may be looked at by the rules of another.
_MOST_TILES = max(ruleset.rack_size for ruleset in RULESETS.values())

_TILES = frozenset(LETTERS + LETTERS.lower())
_EMPTY_SQUARES = {EMPTY, "·", " "}
_ROW_PART = re.compile(r"[0-9]+|.", re.DOTALL)


class Problem(StrEnum):
    """What may be wrong with an address. referee.messages has a sentence for each."""

    TOO_LONG = "too_long"
    BOARD_HEIGHT = "board_height"
    BOARD_WIDTH = "board_width"
    BOARD_TILE = "board_tile"
    MOVE_UNREADABLE = "move_unreadable"
    MOVE_ILLEGAL = "move_illegal"
    MOVE_RACK_SIZE = "move_rack_size"
    RACK_TILE = "rack_tile"
    RACK_SIZE = "rack_size"
    RACK_BLANKS = "rack_blanks"
    RULES_UNKNOWN = "rules_unknown"
    COORDINATES_UNREADABLE = "coordinates_unreadable"
    WORD_UNREADABLE = "word_unreadable"
    SHOW_UNREADABLE = "show_unreadable"
    SQUARE_UNREADABLE = "square_unreadable"
    ACTION_UNKNOWN = "action_unknown"


@dataclass(frozen=True)
class Fault:
    """A part of an address that can't be read. `detail` fills the sentence of its problem."""

    field: str
    problem: Problem
    detail: Mapping[str, str | int | Verdict]


def read_position(query: Mapping[str, str]) -> tuple[Position, list[Fault]]:
    """The position an address tells, and what of it can't be read."""
    faults = [
        Fault(name, Problem.TOO_LONG, {"most": LONGEST})
        for name in FIELDS
        if len(query.get(name, "")) > LONGEST
    ]
    if faults:
        return Position(), faults
    given = {name: query.get(name, "").strip() for name in FIELDS}
    rules = _read_rules(given["rules"])
    ruleset = STANDARD if isinstance(rules, Fault) else rules
    start = read_board(query.get("board", ""))
    moves, fault = _read_moves(given["moves"], start, ruleset)
    read: dict[str, Any] = {
        "ruleset": rules,
        "start": start,
        "moves": fault or moves,
        "rack": _read_rack(given["rack"], ruleset),
        "at": _read_at(given["at"]),
        "word": _read_word(given["word"]),
        "show": _read_show(given["show"]),
    }
    faults = [value for value in read.values() if isinstance(value, Fault)]
    known = {name: value for name, value in read.items() if not isinstance(value, Fault)}
    position = Position(**{"moves": moves, **known})
    # Whoever writes (A) for a blank means the case of the other letters too.
    return position if "(" in given["word"] else settled(position), faults


def read_board(text: str) -> Board | Fault:
    """Read a board as `write_board` writes it, or as 15 lines with '.' for empty squares."""
    if len(text) > LONGEST:
        return Fault("board", Problem.TOO_LONG, {"most": LONGEST})
    text = unicodedata.normalize("NFC", text).replace("\r\n", "/").replace("\n", "/")
    rows = text.rstrip("/ ").split("/")
    if len(rows) > SIZE:
        return Fault("board", Problem.BOARD_HEIGHT, {"rows": len(rows)})
    cells = []
    for name, row in zip(ROW_NAMES, rows, strict=False):
        squares = ""
        for part in _ROW_PART.findall(row.rstrip()):
            if "0" <= part[0] <= "9":
                squares += EMPTY * min(int(part[:9]), SIZE + 1)
            elif part in _EMPTY_SQUARES:
                squares += EMPTY
            elif part in _TILES:
                squares += part
            else:
                square = f"{name}{len(squares) + 1}"
                return Fault("board", Problem.BOARD_TILE, {"square": square, "char": part})
        if len(squares) > SIZE:
            return Fault("board", Problem.BOARD_WIDTH, {"row": name})
        cells.append(squares.ljust(SIZE, EMPTY))
    return Board("".join(cells).ljust(SIZE * SIZE, EMPTY))


def read_square(text: str) -> Square | Fault:
    """Read 'H8' as a square of the board."""
    try:
        place = read_coordinates(text)
    except Unreadable:
        place = None
    if place and place.start.on_board and place.end is None:
        return place.start
    return Fault("pick", Problem.SQUARE_UNREADABLE, {"text": clip(text)})


def clip(text: str) -> str:
    """Enough of a text to know it by."""
    return text if len(text) <= 40 else text[:39] + "…"


def _read_rules(name: str) -> Ruleset | Fault:
    if name and name not in RULESETS:
        detail = {"text": clip(name), "names": ", ".join(RULESETS)}
        return Fault("rules", Problem.RULES_UNKNOWN, detail)
    return RULESETS.get(name, STANDARD)


def _read_at(text: str) -> Coordinates | Fault | None:
    try:
        return read_coordinates(text) if text else None
    except Unreadable:
        return Fault("at", Problem.COORDINATES_UNREADABLE, {"text": clip(text)})


def _read_word(text: str) -> str | Fault:
    try:
        return read_word(text) if text else ""
    except Unreadable:
        return Fault("word", Problem.WORD_UNREADABLE, {"text": clip(text)})


def _read_show(text: str) -> int | Fault:
    if not text:
        return SHOWN
    if text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= MOST_SHOWN:
        return int(text)
    return Fault("show", Problem.SHOW_UNREADABLE, {"text": clip(text), "most": MOST_SHOWN})


def _read_rack(text: str, ruleset: Ruleset) -> str | Fault:
    try:
        rack = read_tiles(text)
    except Unreadable:
        return Fault("rack", Problem.RACK_TILE, {"text": clip(text)})
    if len(rack) > ruleset.rack_size:
        detail = {"tiles": len(rack), "most": ruleset.rack_size}
        return Fault("rack", Problem.RACK_SIZE, detail)
    if rack.count(BLANK) > (most := ruleset.tile_set.counts[BLANK]):
        detail = {"blanks": rack.count(BLANK), "most": most}
        return Fault("rack", Problem.RACK_BLANKS, detail)
    return rack


def _read_moves(
    text: str, board: Board | Fault, ruleset: Ruleset
) -> tuple[tuple[LaidMove, ...], Fault | None]:
    """The moves laid since `board`, up to the first that can't be read or laid."""
    if isinstance(board, Fault):
        return (), None
    moves: list[LaidMove] = []
    for number, written in enumerate(filter(None, text.split(",")), start=1):
        detail: dict[str, str | int | Verdict] = {"number": number, "text": clip(written)}
        place, word, tiles = [*written.split(".", 2), "", ""][:3]
        try:
            move, rack = WrittenMove(read_coordinates(place), read_word(word)), read_tiles(tiles)
        except Unreadable:
            return tuple(moves), Fault("moves", Problem.MOVE_UNREADABLE, detail)
        if len(rack) > _MOST_TILES:
            detail |= {"tiles": len(rack), "most": _MOST_TILES}
            return tuple(moves), Fault("moves", Problem.MOVE_RACK_SIZE, detail)
        verdict = judge(board, move, ruleset=ruleset)
        if verdict.move is None or verdict.score is None:
            detail["reason"] = verdict
            return tuple(moves), Fault("moves", Problem.MOVE_ILLEGAL, detail)
        moves.append(LaidMove(verdict.move, rack, verdict.score))
        board = board.lay(verdict.score.laid)
    return tuple(moves), None
