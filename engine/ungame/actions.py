"""What can happen in an un-game, kind by kind: each reads its fields, then changes or refuses."""

from collections.abc import Sequence
from dataclasses import replace

from engine.actions import ActionKind, Actions, wrong_phase
from engine.alphabet import MIN_WORD, spell
from engine.board import EMPTY, Board, Square
from engine.endings import Ending, end_by_word
from engine.errors import Unreadable
from engine.fields import Fields, FromServer, Texts
from engine.notation import Direction, Move, name_square, read_square
from engine.players import check_on_turn, next_player, put
from engine.refusals import Refusal
from engine.scoring import line_through, read_line
from engine.tiles import from_shown, sort_tiles
from engine.ungame.removals import is_connected
from engine.ungame.values import MOST_TAKEN, Reason, Turn, Ungame


def _take(state: Ungame, fields: Fields) -> Ungame | Refusal:
    player, squares = fields.number("player"), _read_squares(fields)
    announced = fields.optional_number("points")
    inadmissible = tuple(spell(word) for word in fields.texts("inadmissible"))
    ways = fields.number("removals")
    if state.is_over:
        return wrong_phase("take", "over")
    if refusal := check_on_turn(state, player):
        return refusal
    if not 1 <= len(squares) <= MOST_TAKEN:
        return Refusal("wrong_number_taken", {"count": len(squares), "most": MOST_TAKEN})
    for square in squares:
        if not state.board.at(square):
            return Refusal("no_tile_there", {"square": name_square(square)})
    word = _word_around(state.board, squares)
    if word is None:
        return Refusal("not_one_word", {"squares": _names(squares)})
    board = state.board.lay((square, EMPTY) for square in squares)
    if not is_connected(board):
        return Refusal("falls_apart", {"squares": _names(squares)})
    if inadmissible:
        return Refusal("word_not_admissible", {"words": ", ".join(inadmissible)})
    tiles = read_line(state.board, squares)
    points = state.ruleset.tile_set.value_of(from_shown(tiles))
    if announced is not None and announced != points:
        return Refusal("wrong_points", {"points": announced, "right": points})

    total = state.scores[player] + points
    turn = Turn(player, squares, tiles, word.word, word.coordinates, points, total)
    own = sort_tiles(state.taken[player] + from_shown(tiles))
    after = replace(
        state,
        board=board,
        on_turn=next_player(state, player),
        taken=put(state.taken, player, own),
        removals=ways,
        turns=(*state.turns, turn),
    )
    if board.is_empty:
        return _over(after, Ending(Reason.CLEARED))
    return after if ways else _over(after, Ending(Reason.STUCK))


def _read_squares(fields: Fields) -> tuple[Square, ...]:
    """The squares from the top left. Raises Unreadable for what is none, or one named twice."""
    squares = [read_square(text) for text in fields.texts("squares")]
    if len(set(squares)) < len(squares):
        raise Unreadable("action take: each square is named once")
    return tuple(sorted(squares))


def _word_around(board: Board, squares: Sequence[Square]) -> Move | None:
    """The word that has all these tiles; None where they are not of one."""
    for direction in Direction:
        line = line_through(board, squares[0], direction)
        is_word = len(line) >= MIN_WORD or len(board.tiles) == 1
        if is_word and set(squares) <= set(line):
            return Move(line[0], direction, read_line(board, line))
    return None


def _stuck(state: Ungame, fields: Fields) -> Ungame | Refusal:
    ways = fields.number("removals")
    if state.is_over:
        return wrong_phase("stuck", "over")
    if ways:
        return Refusal("moves_left", {"count": ways})
    return _over(replace(state, removals=0), Ending(Reason.STUCK))


def _over(state: Ungame, ending: Ending) -> Ungame:
    return replace(state, on_turn=None, ending=ending)


def _names(squares: Sequence[Square]) -> str:
    return ", ".join(map(name_square, squares))


ACTIONS: Actions[Ungame] = Actions(
    ActionKind(
        "take",
        _take,
        player=int,
        squares=Texts,
        points=int | None,
        inadmissible=FromServer[Texts],
        removals=FromServer[int],
    ),
    ActionKind("stuck", _stuck, removals=FromServer[int]),
    end_by_word(Reason.ENDED, _over),
)
