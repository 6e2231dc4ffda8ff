"""What people read of plays: the sentence of their verdict."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext

from duplicate.adjudication import ILLEGIBLE
from duplicate.models import Play
from engine.verdicts import Code, Verdict
from referee.messages import tell_verdict


def tell_play(play: Play) -> str:
    """The verdict on a play as a sentence in the reader's language."""
    return tell_code(play.code, play.detail)


def tell_code(code: str, detail: Mapping[str, Any]) -> str:
    """The same, of a play's columns."""
    if code == ILLEGIBLE:
        return gettext("Der Zettel war nicht zu lesen.")
    return tell_verdict(Verdict(Code(code), detail))
