"""The master line as GCG: the moves laid, as those of one player."""

from duplicate.exchange.records import GameRecord
from engine.board import Board
from engine.gcg import Event, EventKind, Person, Record, through, write_record
from engine.notation import Coordinates
from engine.scoring import tiles_laid

NICKNAME = "Master"


def write_gcg(record: GameRecord, *, name: str) -> str:
    """The moves laid, round by round; `name` is the game's."""
    board, total = Board(), 0
    events = []
    for played in record.rounds:
        move, points = played.reference
        total += points
        events.append(
            Event(
                0,
                EventKind.PLACE,
                played.rack,
                place=Coordinates(move.start, move.direction),
                word=through(board, move),
                points=points,
                total=total,
            )
        )
        board = board.lay(tiles_laid(board, move))
    return write_record(
        Record((Person(NICKNAME, name),), tuple(events), title=name, lexicon=record.lexicon_name)
    )
