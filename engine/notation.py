"""Moves as people write them: 'H4-H9 GRÜNDE'.

Coordinates name the first and the last square of the main word. The letter first means across
(H4-H9), the number first means down (9E-9H). In the word an upper-case letter is a real tile,
a lower-case letter a blank standing for it; tiles that already lie there are written along.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache
from string import ascii_uppercase

from engine.alphabet import BLANK, LETTERS, spell
from engine.board import Square
from engine.errors import Unreadable


class Direction(StrEnum):
    ACROSS = "across"
    DOWN = "down"

    @property
    def other(self) -> "Direction":
        return Direction.DOWN if self is Direction.ACROSS else Direction.ACROSS

    def step(self, square: Square, count: int = 1) -> Square:
        """The square `count` steps further in this direction, perhaps off the board."""
        if self is Direction.ACROSS:
            return Square(square.row, square.column + count)
        return Square(square.row + count, square.column)


class CoordinateStyle(StrEnum):
    """What the letter of a square names. The letter comes first for across in both styles."""

    #: Rows A–O, columns 1–15: ours, and that of every booklet but one.
    ROW_LETTER = "row_letter"
    #: Columns A–O, rows 1–15: the Party booklet, whose D8-I8 lies across and 5E-11E down.
    COLUMN_LETTER = "column_letter"


@dataclass(frozen=True)
class Coordinates:
    """Where a word was said to lie. Nothing is promised: the ends may be off the board or askew."""

    start: Square
    direction: Direction
    #: None when only the start was written.
    end: Square | None = None

    def written(self, style: CoordinateStyle = CoordinateStyle.ROW_LETTER) -> str:
        """The long form 'H4-H9', or the start alone where no end is known."""
        ends = (self.start,) if self.end is None else (self.start, self.end)
        return "-".join(name_square(square, self.direction, style) for square in ends)


@dataclass(frozen=True)
class Move:
    """A whole main word from its first square on, the lying tiles included."""

    start: Square
    direction: Direction
    word: str

    @cached_property
    def squares(self) -> tuple[Square, ...]:
        return squares_from(self.start, self.direction, len(self.word))

    @property
    def end(self) -> Square:
        return self.direction.step(self.start, len(self.word) - 1)

    @property
    def place(self) -> Coordinates:
        return Coordinates(self.start, self.direction, self.end)

    @property
    def coordinates(self) -> str:
        """The long form in our style: 'H4-H9' across, '9E-9H' down."""
        return self.place.written()

    def __str__(self) -> str:
        return f"{self.coordinates} {self.word}"


@lru_cache(maxsize=10_000)  # thousands of moves of a round lie on the same few hundred lines
def squares_from(start: Square, direction: Direction, count: int) -> tuple[Square, ...]:
    """So many squares from `start` on, perhaps off the board."""
    return tuple(direction.step(start, further) for further in range(count))


@dataclass(frozen=True)
class WrittenMove:
    """A move as handed in: readable, but not yet judged. Its end need not fit its word."""

    place: Coordinates
    word: str

    @property
    def move(self) -> Move:
        """The move meant, trusting start, direction and word rather than the end."""
        return Move(self.place.start, self.place.direction, self.word)


#: Hyphens, dashes and the minus sign; keyboards and phones offer them all.
DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212"
#: Between two squares: any of them, a slash, or the word.
_TO = rf"(?:[{DASHES}/]|[Bb][Ii][Ss])"
_LETTER, _NUMBER = "([A-Za-z])", "([0-9]{1,3})"
#: Two squares, with or without something between them, or one; the last one may be named by its
#: number alone (`_TO_NUMBER`) or by its letter alone (`_TO_LETTER`).
_LETTER_FIRST = rf"{_LETTER}{_NUMBER}(?:{_TO}?{_LETTER}{_NUMBER}|%s)?"
_NUMBER_FIRST = rf"{_NUMBER}{_LETTER}(?:{_TO}?{_NUMBER}{_LETTER}|%s)?"
_TO_NUMBER, _TO_LETTER = _TO + _NUMBER, _TO + _LETTER
_ACROSS = {
    CoordinateStyle.ROW_LETTER: re.compile(_LETTER_FIRST % _TO_NUMBER),
    CoordinateStyle.COLUMN_LETTER: re.compile(_LETTER_FIRST % _TO_LETTER),
}
_DOWN = {
    CoordinateStyle.ROW_LETTER: re.compile(_NUMBER_FIRST % _TO_LETTER),
    CoordinateStyle.COLUMN_LETTER: re.compile(_NUMBER_FIRST % _TO_NUMBER),
}
_IN_PARENTHESES = re.compile(r"\(([^()]*)\)")
#: What a word is written with that needs no spelling.
_PLAIN = frozenset(LETTERS + LETTERS.lower() + BLANK)


def read_coordinates(text: str, style: CoordinateStyle = CoordinateStyle.ROW_LETTER) -> Coordinates:
    """Read 'H4-H9' or '9E-9H', or the start square alone: 'H4' across, '4H' down.

    Also as people write them: with spaces, any dash, a slash or 'bis', in lower case, from the last
    square to the first, and the last one without what all squares of the line share ('H4-9',
    '9E-H'). What stands first in the first square says the direction, nothing else does. Squares
    that don't exist, such as H16 or Z99, are read all the same, and so are ends on no line: saying
    so is the verdict's business. Raises Unreadable otherwise.
    """
    packed = "".join(text.split())
    if found := _ACROSS[style].fullmatch(packed):
        letter, number, end_letter, end_number, short = found.groups()
        direction = Direction.ACROSS
    elif found := _DOWN[style].fullmatch(packed):
        number, letter, end_number, end_letter, short = found.groups()
        direction = Direction.DOWN
    else:
        raise Unreadable(
            f"coordinates {text!r}: write the first and the last square, the letter first for a "
            "word across (H4-H9), the number first for a word down (9E-9H)"
        )
    if short:
        is_number = short.isdecimal()
        end_letter, end_number = (letter, short) if is_number else (short, number)
    start = _square(letter, number, style)
    if end_letter is None:
        return Coordinates(start, direction)
    end = _square(end_letter, end_number, style)
    fixed = 0 if direction is Direction.ACROSS else 1  # the row, or the column
    first, last = sorted((start, end)) if start[fixed] == end[fixed] else (start, end)
    return Coordinates(first, direction, last)


def read_square(text: str, style: CoordinateStyle = CoordinateStyle.ROW_LETTER) -> Square:
    """Read 'H4' or '4H', a square of the board. Raises Unreadable."""
    place = read_coordinates(text, style)
    if place.end is not None or not place.start.on_board:
        raise Unreadable(f"{text!r} is no square of the board, such as H4")
    return place.start


def read_word(text: str) -> str:
    """Read a written word: upper case for real tiles, lower case or '(A)' for blanks.

    Spaces and accents are dropped; ß becomes SS and œ OE, real tiles, for no blank stands for two.
    A '?' is kept: the blank was not given a letter, which is for the verdict to say.
    Raises Unreadable for anything else that is on no tile, and for no word at all.
    """
    packed = "".join(text.split())
    if packed and _PLAIN.issuperset(packed):
        return packed
    word = "".join(_tiles(_IN_PARENTHESES.sub(_blank, packed)))
    if not word:
        raise Unreadable(f"word {text!r}: at least one letter is needed")
    return word


def read_move(
    coordinates: str, word: str, style: CoordinateStyle = CoordinateStyle.ROW_LETTER
) -> WrittenMove:
    """Read a move from its two parts. Raises Unreadable; says nothing about legality."""
    return WrittenMove(read_coordinates(coordinates, style), read_word(word))


def name_square(
    square: Square,
    direction: Direction = Direction.ACROSS,
    style: CoordinateStyle = CoordinateStyle.ROW_LETTER,
) -> str:
    """The square as coordinates write it, 'H4' in a word across and '4H' in one down.

    Squares off the board have names too; where the letters run out, the letter is '?'.
    """
    named, counted = square if style is CoordinateStyle.ROW_LETTER else reversed(square)
    letter = ascii_uppercase[named] if 0 <= named < len(ascii_uppercase) else "?"
    number = str(counted + 1)
    return letter + number if direction is Direction.ACROSS else number + letter


def _square(letter: str, number: str, style: CoordinateStyle) -> Square:
    named, counted = ascii_uppercase.index(letter.upper()), int(number) - 1
    if style is CoordinateStyle.ROW_LETTER:
        return Square(named, counted)
    return Square(counted, named)


def _blank(parentheses: re.Match[str]) -> str:
    letters = list(_tiles(parentheses[1]))
    if len(letters) != 1:
        raise Unreadable(f"{parentheses[0]}: the parentheses of a blank hold one letter, as in (A)")
    return letters[0].lower()


def _tiles(text: str) -> Iterator[str]:
    """Spell letter by letter, as the case of each one tells a tile from a blank."""
    for letter in _letters_with_accents(text):
        if letter == BLANK:
            yield letter
        else:
            tiles = spell(letter)
            yield from tiles.lower() if letter[0].islower() and len(tiles) == 1 else tiles


def _letters_with_accents(text: str) -> list[str]:
    """Take `text` apart so that every accent stays with its letter."""
    letters: list[str] = []
    for char in unicodedata.normalize("NFD", text):
        if letters and unicodedata.combining(char):
            letters[-1] += char
        else:
            letters.append(char)
    return letters
