"""Slips as people write them: read as the move they mean, or judged for what they are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duplicate.adjudication import (
    EMPTY,
    ILLEGIBLE,
    Entry,
    HandedIn,
    JudgedPlay,
    RoundJudge,
    warnings_of,
)
from duplicate.messages import tell_code
from duplicate.options import Options
from duplicate.written_answer import take_slip
from engine.board import Board, Square
from engine.intended_move import Unread, read_slip
from engine.notation import Direction, Move, WrittenMove
from engine.rulesets import STANDARD
from tests.duplicate.factories import RACK
from tests.lexicons import WORDS

JUDGE = RoundJudge(Board(), RACK, WORDS, STANDARD)


@pytest.mark.parametrize(
    ("coordinates", "word", "key", "code"),
    [
        ("–", "", ("–", ""), "empty"),
        ("", "---", ("–", ""), "empty"),
        ("", "MAGENS", ("", "MAGENS"), "coordinates_missing"),
        ("–", "MAGENS", ("–", "MAGENS"), "coordinates_missing"),
        ("H4", "", ("H4", ""), "word_missing"),
        ("HH", "MAGENS", ("HH", "MAGENS"), "coordinates_unreadable"),
        ("oben links", "", ("oben links", ""), "word_missing"),
        ("H4", "M4GENS", ("H4", "M4GENS"), "word_unreadable"),
        ("H4-I9", "MAGENS", ("H4-I9", "MAGENS"), "not_one_line"),
        ("H4-H8", "MAGENS", ("H4-H8", "MAGENS"), "length_mismatch"),
        ("H14", "MAGENS", ("H14", "MAGENS"), "off_board"),
        ("h9 bis h4", "magens", ("H4-H9", "MAGENS"), "valid"),
        ("H4-9", "MAGENS", ("H4-H9", "MAGENS"), "valid"),
    ],
)
def test_every_slip_is_judged_and_told_why(
    coordinates: str, word: str, key: tuple[str, str], code: str
) -> None:
    play, unmarked = JUDGE.judge(coordinates, word)
    assert (play.key, play.code, unmarked) == (key, code, False)
    assert play.points == (24 if code == "valid" else 0)
    assert tell_code(play.code, play.detail)
    # Taken in from elsewhere a play is judged by its own words.
    assert JUDGE.judge(*play.key).play.code == code


@pytest.mark.parametrize(
    ("coordinates", "word", "rack", "read"),
    [
        ("H4-H9", "GRUENDE", "DEGNRÜR", ("H4-H9", "GRÜNDE")),
        ("H4", "gruende", "DEGNRÜR", ("H4-H9", "GRÜNDE")),
        ("H4", "GRUENDE", "DEEGNRU", ("H4-H10", "GRUENDE")),  # it lies as it is written
        ("H4-H9", "GRUENDE", "DEGN?RR", ("H4-H9", "GRüNDE")),
        ("H4", "BAEUERIN", "BÄUERIN", ("H4-H10", "BÄUERIN")),  # only the first is one
        ("H4-H8", "GRUENDE", "DEGNRÜR", ("H4-H8", "GRUENDE")),  # nor does it fit so
    ],
)
def test_an_umlaut_written_out_is_read_where_the_word_fits_only_so(
    coordinates: str, word: str, rack: str, read: tuple[str, str]
) -> None:
    judge = RoundJudge(Board(), rack, {"GRÜNDE", "BÄUERIN"}, Options().rules)
    assert judge.judge(coordinates, word).play.key == read


@given(st.text(max_size=60), st.text(max_size=60), st.sampled_from(["AEGMNRS", "ÄÖE??UR"]))
def test_no_slip_is_beyond_judging(coordinates: str, word: str, rack: str) -> None:
    written = take_slip(coordinates, word, None)
    play, _ = RoundJudge(JUDGE.board, rack, WORDS, JUDGE.rules).judge(
        written.coordinates, written.word
    )
    assert tell_code(play.code, play.detail)


@given(
    st.builds(Square, st.integers(0, 14), st.integers(0, 14)),
    st.sampled_from(Direction),
    st.text("AEMRÄÖÜ", min_size=1, max_size=7),
    st.integers(0, 3),
)
def test_what_was_printed_is_read_back_however_it_was_copied(
    start: Square, direction: Direction, word: str, way: int
) -> None:
    move = Move(start, direction, word)
    first, last = move.coordinates.split("-")
    short = last[1:] if last[0].isalpha() else last.lstrip("0123456789")
    copies = (f"{first}-{last}", f"{last} bis {first}", f"{first}/{short}", f" {first} – {short}")
    if move.end.on_board:
        assert read_slip(copies[way], word) == WrittenMove(move.place, word)


def test_only_an_illegible_slip_brings_a_warning_of_those_without_a_move() -> None:
    options = Options(warning_deduction=5)
    for code in (*Unread, "length_mismatch"):
        assert warnings_of(Entry(HandedIn(JudgedPlay(EMPTY, code), None)), options) == ()
    assert warnings_of(Entry(HandedIn(JudgedPlay(EMPTY, ILLEGIBLE), None)), options)
