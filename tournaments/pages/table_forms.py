"""The forms of a table referee, each read as the action that it means."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from referee.errors import Invalid

Action = dict[str, Any]


def read_action(kind: str, form: QueryDict) -> Action:
    """The action of this kind as `engine.match` reads it.

    Raises Invalid for numbers that are none; all else the game itself refuses.
    """
    return {"kind": kind, **READERS[kind](form)}


def read_version(form: QueryDict) -> int | None:
    """Which version of the table was seen, where the form tells it. Raises Invalid."""
    return _number(form, "expected_version") if form.get("expected_version") else None


def _player(form: QueryDict) -> Action:
    return {"player": _number(form, "player")}


def _turn(form: QueryDict) -> Action:
    """What every turn may tell besides: the rack before it."""
    rack = form.get("rack", "").strip()
    return _player(form) | ({"rack": rack} if rack else {})


def _place(form: QueryDict) -> Action:
    said = {
        "coordinates": form.get("coordinates", "").strip(),
        "word": _word(form.get("word", "").strip()),
    }
    points = {"points": _number(form, "points")} if form.get("points", "").strip() else {}
    return _turn(form) | said | points


def _word(text: str) -> str:
    """Who writes all small, or only the first letter large, does not mean blanks."""
    return text.upper() if text.islower() or (len(text) > 3 and text.istitle()) else text


def _exchange(form: QueryDict) -> Action:
    """The tiles, or how many where a number stands for them."""
    text = form.get("tiles", "").strip()
    said = {"count": int(text)} if re.fullmatch("[0-9]{1,2}", text) else {"tiles": text}
    return _turn(form) | said


def _challenge(form: QueryDict) -> Action:
    return {"by": _number(form, "by"), "words": form.getlist("words")}


def _draw(form: QueryDict) -> Action:
    return {"tiles": [tile.strip() for tile in form.getlist("tiles")]}


def _left(form: QueryDict) -> Action:
    """What an empty field would say follows from the others."""
    return {"racks": [rack.strip() or None for rack in form.getlist("racks")]}


def _clock(form: QueryDict) -> Action:
    """What somebody has used in all, as minutes and seconds."""
    text = re.sub(r"\s", "", form.get("used", ""))
    found = re.fullmatch("([0-9]{1,4})[:.,]([0-5][0-9])", text)
    if not found:
        raise Invalid(field="used", problem=_("Richtig sind Minuten und Sekunden: 12:30."))
    return _player(form) | {"seconds": int(found[1]) * 60 + int(found[2])}


def _end(form: QueryDict) -> Action:
    winner = {"winner": _number(form, "winner")} if form.get("winner", "") else {}
    return {"because": form.get("because", "")} | winner


def _nothing(_form: QueryDict) -> Action:
    return {}


def _number(form: QueryDict, field: str) -> int:
    text = form.get(field, "").strip()
    if not re.fullmatch("[0-9]{1,6}", text):
        raise Invalid(field=field, problem=_("Richtig ist eine ganze Zahl."))
    return int(text)


#: By the kind of action.
READERS: Mapping[str, Callable[[QueryDict], Action]] = {
    "draw": _draw,
    "place": _place,
    "exchange": _exchange,
    "pass": _turn,
    "challenge": _challenge,
    "note": _nothing,
    "clock": _clock,
    "stuck": _nothing,
    "left": _left,
    "end": _end,
}
