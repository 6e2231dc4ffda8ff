"""Positions as addresses: reading, writing, changing them."""

from textwrap import wrap
from urllib.parse import parse_qs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.alphabet import LETTERS
from engine.board import Board, Square
from engine.notation import read_move
from engine.rulesets import REISE
from engine.verdicts import judge
from referee.position.examples import EXAMPLES
from referee.position.positions import (
    FIELDS,
    Position,
    draw,
    lay,
    pick,
    put,
    set_up,
    undo,
    write_board,
)
from referee.position.reading import Fault, Problem, read_board, read_position, read_square

TOR = Board().lay([(Square(7, 5), "T"), (Square(7, 6), "O"), (Square(7, 7), "R")])


def read(**query: str) -> Position:
    position, faults = read_position(query)
    assert faults == []
    return position


def problems(**query: str) -> list[tuple[str, Problem]]:
    return [(fault.field, fault.problem) for fault in read_position(query)[1]]


def laid(position: Position) -> Position:
    assert position.written
    return lay(position, judge(position.board, position.written))


@given(st.text(alphabet=LETTERS + LETTERS.lower() + "." * 60, min_size=225, max_size=225))
def test_a_board_written_is_read_back(cells: str) -> None:
    board = Board(cells)
    assert read_board(write_board(board)) == board
    assert read_board(str(board)) == board
    assert read_board(str(board).replace("\n", "\r\n") + "\r\n") == board


def test_a_board_is_written_shortly() -> None:
    assert write_board(Board()) == ""
    assert write_board(TOR) == "///////5TOR"


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: str(example.title))
def test_an_example_is_read_without_fault_and_its_address_leads_back(example: object) -> None:
    assert isinstance(example, type(EXAMPLES[0]))
    position = read(**example.query)
    again = parse_qs(example.address.removeprefix("?"))
    assert read(**{name: texts[0] for name, texts in again.items()}) == position
    assert position.tiles_in_excess == ""


@given(st.fixed_dictionaries({}, optional=dict.fromkeys(FIELDS, st.text(max_size=30))))
def test_any_text_is_read_or_refused_and_what_was_read_is_read_again(query: dict[str, str]) -> None:
    position, faults = read_position(query)
    assert read_position(position.query()) == (position, [])
    assert {fault.field for fault in faults} <= set(FIELDS)


@pytest.mark.parametrize(
    ("query", "field", "problem"),
    [
        ({"rules": "chess"}, "rules", Problem.RULES_UNKNOWN),
        ({"board": "/" * 15 + "A"}, "board", Problem.BOARD_HEIGHT),
        ({"board": "16"}, "board", Problem.BOARD_WIDTH),
        ({"board": "9" * 5000}, "board", Problem.BOARD_WIDTH),
        ({"board": "14AB"}, "board", Problem.BOARD_WIDTH),
        ({"board": "AßB"}, "board", Problem.BOARD_TILE),
        ({"board": "AſB"}, "board", Problem.BOARD_TILE),
        ({"board": "²"}, "board", Problem.BOARD_TILE),
        ({"moves": "H8"}, "moves", Problem.MOVE_UNREADABLE),
        ({"moves": "H8.TOR.TOR1"}, "moves", Problem.MOVE_UNREADABLE),
        ({"moves": "H8.TOR.TOR,A1.TOR"}, "moves", Problem.MOVE_ILLEGAL),
        ({"rack": "ABC1"}, "rack", Problem.RACK_TILE),
        ({"moves": "H8.TOR.STRASSENT"}, "moves", Problem.MOVE_RACK_SIZE),
        ({"rack": "STRASSEN"}, "rack", Problem.RACK_SIZE),
        ({"rack": "A???"}, "rack", Problem.RACK_BLANKS),
        ({"show": "101"}, "show", Problem.SHOW_UNREADABLE),
        ({"at": "HH"}, "at", Problem.COORDINATES_UNREADABLE),
        ({"word": "TOR!"}, "word", Problem.WORD_UNREADABLE),
        ({"show": "-1"}, "show", Problem.SHOW_UNREADABLE),
        ({"show": "9" * 5000}, "show", Problem.SHOW_UNREADABLE),
        ({"word": "A" * 10_001}, "word", Problem.TOO_LONG),
    ],
)
def test_what_cannot_be_read_is_told_by_field(
    query: dict[str, str], field: str, problem: Problem
) -> None:
    assert problems(**query) == [(field, problem)]


def test_a_fault_says_where() -> None:
    (fault,) = read_position({"board": "//2T%"})[1]
    assert fault.detail == {"square": "C4", "char": "%"}


def test_the_travel_set_has_room_for_eight() -> None:
    assert read(rules="reise", rack="STRASSEN").ruleset is REISE


def test_a_game_with_eight_on_the_rack_is_read_by_other_rules_too() -> None:
    query = {"moves": "H6.TOR.TORENXYA,I6.ER.ENXYARST", "rack": "NXYARST"}
    assert read(**query).moves[0].rack == read(**query, rules="reise").moves[0].rack == "TORENXYA"


@pytest.mark.parametrize(
    ("rack", "word", "meant"),
    [
        ("DEGNRÜR", "gründe", "GRÜNDE"),
        ("DEGNRÜR", "Gründe", "GRÜNDE"),
        ("", "gründe", "GRÜNDE"),
        ("DEG?RÜR", "gründe", "GRÜnDE"),
        ("DEGNRÜ?", "GRÜnDE", "GRÜnDE"),
        ("DEGNRÜR", "GRÜnDE", "GRÜNDE"),
        ("", "GRÜnDE", "GRÜnDE"),
        ("??XYZ", "tor", "toR"),
        # Without a rack there may be two blanks, as at a table.
        ("", "Tore", "TORE"),
        ("", "Tor", "Tor"),
        ("", "Ei", "Ei"),
        ("", "ei", "EI"),
        ("", "e", "E"),
        ("TORENXY", "Tor", "TOR"),
        ("T?RENXY", "Tor", "ToR"),
        ("TORENX?", "Tor", "TOR"),
        ("TOREN??", "Tor", "Tor"),
        ("TORENX?", "T(O)R", "ToR"),
        ("TORENX?", "TO(R)", "TOr"),
    ],
)
def test_small_letters_are_blanks_unless_all_are_or_more_than_there_can_be(
    rack: str, word: str, meant: str
) -> None:
    assert read(rack=rack, at="H4", word=word).word == meant


@pytest.mark.parametrize("word", ["(E)(I)", "E(I)", "(E)I", "ei", "EI"])
def test_a_word_with_blanks_keeps_them_in_its_address(word: str) -> None:
    position = read(rack="EI??", at="H7", word=word)
    assert read(**position.query()) == position
    assert "(" not in word or position.word == {"(E)(I)": "ei", "E(I)": "Ei", "(E)I": "eI"}[word]
    tried = undo(laid(position))
    assert (tried.word, read(**tried.query())) == (position.word, tried)


def test_a_word_waits_for_its_place_before_blanks_are_chosen() -> None:
    position = read(board="///////5TOR", rack="?", word="tore")
    assert position.word == "tore"
    assert pick(position, Square(7, 5)).word == "TORe"


def test_the_addresses_of_many_moves_are_those_of_each() -> None:
    moves = [read_move(at, word).move for at, word in (("H6", "TOR"), ("6H", "Ei"), ("A1", "eß"))]
    for position in (Position(), read(board="///////5TOR", rack="EI?", at="A1", word="X")):
        each = [position.trying(move).address for move in moves]
        assert list(position.addresses(moves)) == each


def test_a_word_in_small_letters_takes_nothing_for_tiles_that_lie() -> None:
    assert read(board="///////5tOR", rack="?", at="H6", word="tore").word == "tORe"


def test_laying_takes_tiles_from_the_rack_and_undoing_brings_everything_back() -> None:
    before = read(rack="TORXYZ?", at="H6", word="TOr")
    after = laid(before)
    assert (after.board.rows[7], after.rack) == (".....TOr.......", "RXYZ")
    assert (after.at, after.word, after.points) == (None, "", 6)
    assert read(**after.query()) == after
    assert undo(after) == before
    assert undo(before) == before


def test_a_move_that_the_rack_lacks_can_be_laid_all_the_same() -> None:
    assert laid(read(rack="OXY", at="H6", word="TOR")).rack == "XY"


def test_a_word_can_be_put_anywhere_by_no_rule() -> None:
    position = put(read(board="///////5TOR"), read_move("A1", "ROT").move)
    assert position.board == TOR.lay(zip(read_move("A1", "ROT").move.squares, "ROT", strict=True))
    assert put(position, read_move("A14", "ROT").move) is position


def test_setting_up_forgets_the_moves() -> None:
    position = set_up(laid(read(rack="TOR", at="H6", word="TOR")), Board())
    assert (position.moves, position.board) == ((), Board())


def first(tiles: str, count: int) -> list[str]:
    return list(tiles[:count])


def test_drawing_fills_the_rack_up_from_the_tiles_left() -> None:
    position = draw(read(board="///////5QüYX", rack="ZV"), first)
    assert position.rack == "ZV?AAAA"
    assert not set(position.tiles_left) & set("QYXZV")


def test_drawing_replaces_a_full_rack_and_ends_with_the_bag() -> None:
    assert draw(read(rack="QXYZVÄÖ"), first).rack == "??AAAAA"
    every_tile = Position().tiles_left.replace("??", "en")
    assert draw(read(board="/".join(wrap(every_tile, 15)), rack=""), first).rack == ""


def test_picking_a_square_begins_there_and_picking_it_again_turns() -> None:
    square = read_square("H8")
    assert isinstance(square, Square)
    across = pick(Position(), square)
    down = pick(across, square)
    assert [p.query()["at"] for p in (across, down, pick(down, square))] == ["H8", "8H", "H8"]
    assert pick(down, Square(0, 0)).query()["at"] == "1A"


@pytest.mark.parametrize("text", ["", "H", "H16", "Z1", "H4-H9", "<b>"])
def test_no_square_can_be_picked_that_does_not_exist(text: str) -> None:
    assert isinstance(read_square(text), Fault)
