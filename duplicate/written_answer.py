"""An answer as it is written down: read, and refused at once where no position could save it.

Nothing here knows board, rack or lexicon, so that no refusal tells anything about them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from duplicate.adjudication import EMPTY
from duplicate.errors import CoordinatesUnreadable, Misplaced, WordUnreadable
from engine.errors import Unreadable
from engine.intended_move import with_umlauts
from engine.notation import WrittenMove, read_coordinates, read_word
from engine.verdicts import check_place
from referee.errors import Invalid

#: So many characters are read; spaces, dashes and parentheses included.
MOST_CHARACTERS = 60
#: More than any move can bring.
MOST_POINTS = 9999


@dataclass(frozen=True)
class WrittenAnswer:
    """Coordinates long, or the start alone if no end was written; the word's case as written.

    Who writes all small or all large did not mean blanks: `engine.intended_move` settles that when
    the answer is judged. A slip is kept as it was written, an illegible one has neither coordinates
    nor word.
    """

    coordinates: str
    word: str
    declared_points: int | None
    #: What stands on a slip in the place of points and is no number.
    written_points: str = ""


ILLEGIBLE = WrittenAnswer("", "", None)


def take_slip(coordinates: str, word: str, points: int | str | None) -> WrittenAnswer:
    """A slip as it stands there, to be read when it is judged: nothing can be changed on it.

    Only what can't be seen on paper is left out. Raises Invalid for more than fits a slip.
    """
    coordinates, word = seen("coordinates", coordinates), seen("word", word)
    declared, text = None, ""
    if isinstance(points, int):
        declared = _points(points)
    elif points is not None:
        text = seen("points", points)
        is_number = text.isascii() and text.isdecimal() and len(text) <= len(str(MOST_POINTS))
        declared, text = (int(text), "") if is_number else (None, text)
    if not coordinates and not word:
        coordinates, word = EMPTY
    return WrittenAnswer(coordinates, word, declared, text)


def seen(field: str, text: str) -> str:
    """The text as one line of what can be seen. Raises Invalid for too many characters."""
    visible = "".join(char for char in text if char.isprintable() or char.isspace())
    packed = " ".join(visible.split())
    if len(packed) > MOST_CHARACTERS:
        raise _too_long(field)
    return packed


def read_answer(data: Mapping[str, object]) -> WrittenAnswer:
    """Read `{"coordinates": "H4-H9", "word": "GRÜNDE", "points": 20}`; points may be missing.

    Raises Invalid, CoordinatesUnreadable or WordUnreadable for what can't be read, and Misplaced
    for a place off the board, on no line or of another length than the word.
    """
    coordinates, word = _text(data, "coordinates"), _text(data, "word")
    points = data.get("points")
    declared = None if points is None else _points(points)
    return WrittenAnswer(*_read_move(coordinates, word), declared)


def _points(points: object) -> int:
    is_number = isinstance(points, int) and not isinstance(points, bool)
    if not is_number or not 0 <= points <= MOST_POINTS:  # type: ignore[operator]
        whole = _("eine ganze Zahl von 0 bis {most}")
        raise Invalid(field="points", problem=format_lazy(whole, most=MOST_POINTS))
    return points  # type: ignore[return-value]


def _text(data: Mapping[str, object], field: str) -> str:
    text = data.get(field)
    if not isinstance(text, str) or len(text) > MOST_CHARACTERS:
        raise _too_long(field)
    return text


def _too_long(field: str) -> Invalid:
    short = _("ein Text von höchstens {most} Zeichen")
    return Invalid(field=field, problem=format_lazy(short, most=MOST_CHARACTERS))


@lru_cache(maxsize=4096)  # a crowd finds the same moves
def _read_move(coordinates: str, word: str) -> tuple[str, str]:
    try:
        place = read_coordinates(coordinates)
    except Unreadable:
        raise CoordinatesUnreadable(text=coordinates) from None
    try:
        letters = read_word(word)
    except Unreadable:
        raise WordUnreadable(text=word) from None
    verdict = check_place(WrittenMove(place, letters))
    spellings = (WrittenMove(place, spelled) for spelled in with_umlauts(letters))
    if verdict and all(map(check_place, spellings)):
        raise Misplaced(verdict)
    return place.written(), letters
