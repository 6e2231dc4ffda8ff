"""What a writer meant: the case of a word, tiles left out, an end that does not fit."""

import pytest

from engine.board import Board
from engine.intended_move import meant_with_blanks, move_meant, settle_case, with_blanks
from engine.notation import Move, read_coordinates, read_move
from engine.rulesets import STANDARD
from engine.verdicts import lay

TOR, _ = lay(Board(), read_move("H6-H8", "TOR").move)


@pytest.mark.parametrize(
    ("written", "rack", "meant"),
    [
        ("tore", "TORE", "TORE"),
        ("Tore", "TORE", "TORE"),
        ("Tore", "TOR?", "TORe"),
        ("TORe", "TOR?", "TORe"),
        ("TOre", "TOR?XYZ", "TORe"),  # more small letters than blanks
        ("TORe", "TORE", "TORE"),
        ("ToRe", "", "ToRe"),  # without a rack there may be two blanks
        ("tore", "", "TORE"),
        ("TORE", "TOR?", "TORE"),  # all upper case says real tiles
    ],
)
def test_case_counts_only_where_the_writer_can_have_meant_it(
    written: str, rack: str, meant: str
) -> None:
    at = read_coordinates("H6")
    assert settle_case(written, at, Board(), rack, STANDARD) == meant


def test_nothing_is_settled_before_the_place_is_known() -> None:
    assert settle_case("tore", None, Board(), "TOR?", STANDARD) == "tore"


def test_lying_tiles_need_neither_tile_nor_blank() -> None:
    assert with_blanks("tore", read_coordinates("H6"), TOR, "?") == "TORe"


def test_a_blank_is_taken_where_the_rack_lacks_the_letter() -> None:
    move = Move(read_coordinates("H6").start, read_coordinates("H6").direction, "TORE")
    meant = meant_with_blanks(TOR, move, "X?", STANDARD)
    assert meant is not None
    assert (str(meant.move), meant.points) == ("H6-H9 TORe", 4)
    assert meant_with_blanks(TOR, move, "XY", STANDARD) is None


@pytest.mark.parametrize(
    ("coordinates", "word", "meant"),
    [
        ("H6-H10", "TORE", "H6-H9 TORE"),  # the end is wrong
        ("9H", "EI", "9H-9I EI"),
        ("H9", "EN", "H6-H10 TOREN"),  # only the tiles laid were written
        ("O15", "EIN", None),
    ],
)
def test_a_miswritten_move_is_told_as_it_lies(
    coordinates: str, word: str, meant: str | None
) -> None:
    found = move_meant(TOR, read_move(coordinates, word), STANDARD)
    assert (str(found.move) if found else None) == meant
