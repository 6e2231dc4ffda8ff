"""An answer as it is written down: read, and refused at once where no position could save it.

Nothing here knows board, rack or lexicon, so that no refusal tells anything about them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from duplicate.errors import CoordinatesUnreadable, Misplaced, WordUnreadable
from engine.errors import Unreadable
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
    the answer is judged. An illegible slip has neither coordinates nor word.
    """

    coordinates: str
    word: str
    declared_points: int | None


ILLEGIBLE = WrittenAnswer("", "", None)


def read_answer(data: Mapping[str, object]) -> WrittenAnswer:
    """Read `{"coordinates": "H4-H9", "word": "GRÜNDE", "points": 20}`; points may be missing.

    Raises Invalid, CoordinatesUnreadable or WordUnreadable for what can't be read, and Misplaced
    for a place off the board, on no line or of another length than the word.
    """
    coordinates, word = _text(data, "coordinates"), _text(data, "word")
    points = data.get("points")
    if points is not None and (
        not isinstance(points, int) or isinstance(points, bool) or not 0 <= points <= MOST_POINTS
    ):
        whole = _("eine ganze Zahl von 0 bis {most}")
        raise Invalid(field="points", problem=format_lazy(whole, most=MOST_POINTS))
    return WrittenAnswer(*_read_move(coordinates, word), declared_points=points)


def _text(data: Mapping[str, object], field: str) -> str:
    text = data.get(field)
    if not isinstance(text, str) or len(text) > MOST_CHARACTERS:
        short = _("ein Text von höchstens {most} Zeichen")
        raise Invalid(field=field, problem=format_lazy(short, most=MOST_CHARACTERS))
    return text


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
    if verdict := check_place(WrittenMove(place, letters)):
        raise Misplaced(verdict)
    return place.written(), letters
