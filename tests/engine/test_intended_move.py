"""What a writer meant: the case of a word, tiles left out, an end that does not fit."""

import pytest

from engine.board import Board
from engine.games import replay
from engine.intended_move import (
    action_meant,
    judge_slip,
    meant_with_blanks,
    move_meant,
    read_at_table,
    settle_case,
    with_blanks,
    write_at_table,
)
from engine.match import MATCH
from engine.notation import Move, read_coordinates, read_move, read_word
from engine.rulesets import STANDARD
from engine.verdicts import lay
from tests.games.typed_words import TYPED

TOR, _ = lay(Board(), read_move("H6-H8", "TOR").move)


@pytest.mark.parametrize(
    ("written", "rack", "meant"),
    [
        ("tore", "TORE", "TORE"),
        ("Tore", "TORE", "TORE"),
        ("Tore", "TOR?", "TORe"),
        ("To", "TORE", "TO"),
        ("To", "TOR?", "To"),  # one small letter and a blank for it
        ("Tor", "TOR?", "TOR"),
        ("Tor", "TOR??", "Tor"),
        ("to", "TO??", "TO"),
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


@pytest.mark.parametrize(("typed", "meant"), TYPED.items())
def test_a_word_at_a_table_is_read_by_its_small_letters(typed: str, meant: str) -> None:
    assert read_word(read_at_table(typed)) == meant
    assert read_word(read_at_table(write_at_table(meant))) == meant


@pytest.mark.parametrize("typed", ["EH", "Eh", "eh", "E(h)", "Tag", "tag", "Ob"])
def test_in_simultan_it_is_the_same_with_two_blanks_on_the_rack(typed: str) -> None:
    meant = TYPED[typed]
    verdict = judge_slip(
        Board(), read_move("H8", typed), rack=f"{meant.upper()}??", ruleset=STANDARD
    )
    assert (verdict.is_valid, verdict.tiles) == (True, meant)


@pytest.mark.parametrize("typed", ["Eh", "eh", "Ehen", "Tag", "Ob"])
def test_without_blanks_on_the_rack_small_letters_are_tiles(typed: str) -> None:
    verdict = judge_slip(Board(), read_move("H8", typed), rack=typed.upper(), ruleset=STANDARD)
    assert (verdict.is_valid, verdict.tiles) == (True, typed.upper())


def test_a_log_is_read_as_it_is_written() -> None:
    """Two blanks were written without parentheses once, and so they stay."""
    stored = {"kind": "place", "player": 0, "coordinates": "H8", "word": "eh"}
    state = replay(MATCH, {"ruleset": "standard", "players": 2, "begins": 0}, [stored])
    assert (state.turns[-1].word, state.turns[-1].points) == ("eh", 0)


def test_what_is_no_word_is_left_for_the_game_to_refuse() -> None:
    action = {"kind": "place", "word": "a1", "words": ["ähren", "?", 3, None]}
    assert action_meant(action) == {**action, "words": ["ÄHREN", "?", 3, None]}
    assert action_meant({"kind": "place", "word": 7, "words": "x"})["words"] == "x"


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
