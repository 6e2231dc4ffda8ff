"""Written coordinates and words: what is read, what is written, what is refused."""

import unicodedata
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.alphabet import LETTERS
from engine.board import SIZE, Square
from engine.errors import Unreadable
from engine.notation import (
    Coordinates,
    CoordinateStyle,
    Direction,
    Move,
    name_square,
    read_coordinates,
    read_move,
    read_word,
)

ACROSS, DOWN = Direction.ACROSS, Direction.DOWN
PARTY = CoordinateStyle.COLUMN_LETTER

squares = st.builds(Square, st.integers(0, SIZE - 1), st.integers(0, SIZE - 1))
words = st.text(LETTERS + LETTERS.lower(), min_size=1, max_size=SIZE)


@pytest.mark.parametrize(
    "text",
    [
        "H4-H9",
        "h4-h9",
        "H4 - H9",
        " H 4–H 9 ",
        "H4—H9",
        "H4\u2212H9",
        "H4\u2010h9",
        "H4 H9",
        "H04-H09",
        "h4/h9",
        "H4 bis H9",
        "H4-9",
        "H 4 – 9",
        "H4 Bis 9",
        "H9-H4",
        "H9-4",
        "H9 bis H4",
    ],
)
def test_coordinates_are_read_in_every_usual_spelling(text: str) -> None:
    assert read_coordinates(text) == Coordinates(Square(7, 3), ACROSS, Square(7, 8))


@pytest.mark.parametrize(
    ("text", "start", "direction", "end"),
    [
        ("9E-9H", Square(4, 8), DOWN, Square(7, 8)),
        ("12 b – 12 g", Square(1, 11), DOWN, Square(6, 11)),
        ("8D-I", Square(3, 7), DOWN, Square(8, 7)),
        ("8 d bis i", Square(3, 7), DOWN, Square(8, 7)),
        ("8I/8D", Square(3, 7), DOWN, Square(8, 7)),
        ("8B bis 8I", Square(1, 7), DOWN, Square(8, 7)),
        ("H4", Square(7, 3), ACROSS, None),
        ("4H", Square(7, 3), DOWN, None),
        ("A1-O15", Square(0, 0), ACROSS, Square(14, 14)),
    ],
)
def test_the_letter_first_is_across_and_the_number_first_is_down(
    text: str, start: Square, direction: Direction, end: Square | None
) -> None:
    assert read_coordinates(text) == Coordinates(start, direction, end)


@pytest.mark.parametrize("text", ["H16", "H0", "Z99", "16H", "H4-H200", "P1-P4"])
def test_squares_that_do_not_exist_are_readable_and_off_the_board(text: str) -> None:
    read = read_coordinates(text)
    assert not (read.end or read.start).on_board
    assert read.written() == text


@pytest.mark.parametrize(
    "text",
    ["", "-", "H", "8", "HH", "88", "H4-", "-H4", "H4-9H", "4H-H9", "H4-H9-H12", "H4--H9", "Ä4",
     "H1000", "H-4", "H4.5", "H٤", "H4-H9 RUCKEN", "H4-I", "8D-9", "bis", "H4 bis", "8DI"],
)  # fmt: skip
def test_other_text_is_no_coordinates(text: str) -> None:
    with pytest.raises(Unreadable, match="H4-H9"):
        read_coordinates(text)


def test_the_party_booklet_names_columns_by_letter() -> None:
    across, down = read_coordinates("D8-I8", PARTY), read_coordinates("5E-11E", PARTY)
    assert across == Coordinates(Square(7, 3), ACROSS, Square(7, 8))
    assert down == Coordinates(Square(4, 4), DOWN, Square(10, 4))
    assert (across.written(), down.written()) == ("H4-H9", "5E-5K")
    assert (across.written(PARTY), down.written(PARTY)) == ("D8-I8", "5E-11E")
    assert (read_coordinates("I8 bis D", PARTY), read_coordinates("5E-11", PARTY)) == (across, down)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("GRÜNDE", "GRÜNDE"),
        ("REGSaMEN", "REGSaMEN"),
        ("REGS(A)MEN", "REGSaMEN"),
        ("REGS(a)MEN", "REGSaMEN"),
        ("REGS?MEN", "REGS?MEN"),
        ("REGS(?)MEN", "REGS?MEN"),
        (" R Ü DE ", "RÜDE"),
        ("CAFÉ", "CAFE"),
        ("CAFé", "CAFe"),
        ("GROß", "GROSS"),
        ("GROẞ", "GROSS"),
        ("üb", "üb"),
        ("SEÑOR", "SENOR"),
    ],
)
def test_words_are_read_with_blanks_in_lower_case(text: str, word: str) -> None:
    assert read_word(text) == word
    assert read_word(unicodedata.normalize("NFD", text)) == word


@pytest.mark.parametrize(
    "text",
    [
        "",
        "  ",
        "()",
        "(AB)",
        "(ß)",
        "REGS(A",
        "A)B",
        "((A))",
        "X-BEINE",
        "A1",
        "AB.",
        "ДА",
        "\u0308",
    ],
)
def test_text_that_tiles_cannot_show_is_no_word(text: str) -> None:
    with pytest.raises(Unreadable):
        read_word(text)


def test_a_move_knows_its_squares_and_prints_the_long_form() -> None:
    move = read_move("9e", "HEXE").move
    assert move == Move(Square(4, 8), DOWN, "HEXE")
    assert [name_square(square) for square in move.squares] == ["E9", "F9", "G9", "H9"]
    assert (move.coordinates, str(move)) == ("9E-9H", "9E-9H HEXE")
    assert Move(Square(7, 7), ACROSS, "A").coordinates == "H8-H8"


def test_a_square_beyond_the_letters_still_has_a_name() -> None:
    assert name_square(Square(40, 3)) == "?4"
    assert name_square(Square(-1, 3), DOWN) == "4?"


@given(squares, squares | st.none(), st.sampled_from(Direction), st.sampled_from(CoordinateStyle))
def test_coordinates_survive_being_written_and_read(
    start: Square, end: Square | None, direction: Direction, style: CoordinateStyle
) -> None:
    fixed = 0 if direction is ACROSS else 1
    is_line = end is not None and start[fixed] == end[fixed]
    written = Coordinates(start, direction, end).written(style)
    read = read_coordinates(written, style)
    if end and is_line:  # from whichever end it was written
        start, end = min(start, end), max(start, end)
    assert read == Coordinates(start, direction, end)


@given(squares, st.sampled_from(Direction), words)
def test_moves_survive_being_written_and_read(
    start: Square, direction: Direction, word: str
) -> None:
    move = Move(start, direction, word)
    if move.end.on_board:
        assert read_move(move.coordinates, move.word).move == move


@given(words, st.sampled_from(["NFC", "NFD"]))
def test_words_survive_every_way_to_write_them(word: str, form: str) -> None:
    marked = "".join(f"({letter.upper()})" if letter.islower() else letter for letter in word)
    for text in (word, marked):
        assert read_word(unicodedata.normalize(form, text)) == word  # type: ignore[arg-type]


@given(st.text())
def test_any_text_is_read_or_refused_as_unreadable(text: str) -> None:
    for read in (read_coordinates, read_word):
        with suppress(Unreadable):
            assert read(text)
