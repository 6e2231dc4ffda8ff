"""What people read of plays: the sentence of their verdict."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from duplicate.adjudication import ILLEGIBLE
from duplicate.models import Play
from engine.intended_move import Unread
from engine.verdicts import Code, Verdict
from referee.messages import tell_verdict

#: Why there is no move on a slip. `detail` fills the braces.
_WITHOUT_MOVE: Mapping[str, str | Promise] = {
    ILLEGIBLE: _("Der Zettel war nicht zu lesen."),
    Unread.EMPTY: _("Auf dem Zettel steht nichts."),
    Unread.COORDINATES_MISSING: _("Auf dem Zettel stehen keine Koordinaten: „{word}“."),
    Unread.WORD_MISSING: _("Auf dem Zettel steht kein Wort: „{coordinates}“."),
    Unread.COORDINATES_UNREADABLE: _(
        "Auf dem Zettel steht „{coordinates}“: So heißen keine Felder."
    ),
    Unread.WORD_UNREADABLE: _("Auf dem Zettel steht „{word}“: Das lässt sich nicht legen."),
}


def tell_play(play: Play) -> str:
    """The verdict on a play as a sentence in the reader's language."""
    return tell_code(play.code, play.detail)


def tell_code(code: str, detail: Mapping[str, Any]) -> str:
    """The same, of a play's columns."""
    if code in _WITHOUT_MOVE:
        return str(_WITHOUT_MOVE[code]).format_map({"coordinates": "", "word": "", **detail})
    return tell_verdict(Verdict(Code(code), detail))
