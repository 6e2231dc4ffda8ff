"""The forms of a table referee, each read as the action that it means, whatever the game.

Which fields there are the game's offers say (`engine.table.Asked`).
"""

import re
from collections.abc import Callable, Container, Iterable, Mapping, Sequence

from django.http import QueryDict
from django.utils.translation import gettext as _

from engine.offers import Asked, Offer, What
from referee.errors import Invalid

Action = dict[str, object]

#: What every form has besides.
_USUAL = {"csrfmiddlewaretoken", "expected_version", "confirmed", "kind"}
_MOST_DIGITS = 9
#: What people write for no square at all, where an empty field means the usual ones.
_NONE = {"-", "–"}


def read_action(kind: str, offers: Iterable[Offer], form: QueryDict) -> Action:
    """The action of this kind as the game reads it, by what is asked in the `offers` of it.

    Raises Invalid for numbers and times that are none; all else the game itself refuses. So it
    does with what is offered no more: without any offer texts and numbers are passed on as said.
    """
    asked = asked_in(offers)
    said = read_fields(asked.values(), form) if asked else _read_unasked(form)
    player = form.get("player", "")
    if re.fullmatch(f"[0-9]{{1,{_MOST_DIGITS}}}", player):
        said = {"player": int(player), **said}
    return {"kind": kind, **said}


def asked_in(offers: Iterable[Offer]) -> dict[str, Asked]:
    """All fields that any of `offers` asks for, by name."""
    return {asked.name: asked for offer in offers for asked in offer.asked}


def read_fields(asked: Iterable[Asked], form: QueryDict) -> Action:
    """What a form says in these fields; what is left empty and may be is left out. Raises Invalid.

    A number in the field of tiles means how many, where a field `count` is asked for as well.
    """
    fields = {field.name: field for field in asked}
    said: Action = {}
    for name, field in fields.items():
        text = form.get(name, "").strip()
        if is_with_count(field, fields) and re.fullmatch("[0-9]{1,2}", text):
            said["count"] = int(text)
        elif name != "count" or name not in said:
            said |= _READERS[field.what](field, form)
    counted = next((name for name in fields if is_with_count(fields[name], fields)), "")
    if counted and all(fields[name].what is What.TILES for name in said if name != counted):
        said = {counted: "", **said} if "count" not in said else said  # what is not said is nothing
    return said


def is_with_count(field: Asked, fields: Container[str]) -> bool:
    """Whether it asks for the tiles of which `count` says how many."""
    return field.name in {"tiles", "cards"} and field.what is What.TILES and "count" in fields


def read_version(form: QueryDict) -> int | None:
    """Which version of the table was seen, where the form tells it. Raises Invalid."""
    text = form.get("expected_version", "")
    return _number("expected_version", text) if text else None


def _read_unasked(form: QueryDict) -> Action:
    said: Action = {}
    for name in form.keys() - _USUAL:
        texts = [text.strip() for text in form.getlist(name)]
        is_number = re.fullmatch(f"[0-9]{{1,{_MOST_DIGITS}}}", texts[0])
        one = int(texts[0]) if is_number else texts[0]
        said[name] = one if len(texts) == 1 else texts
    return said


# By what is asked


def _text(field: Asked, form: QueryDict) -> Action:
    """A text; several where each stands on a line of its own."""
    text = form.get(field.name, "").strip()
    if field.is_many:
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        return {field.name: lines} if lines or field.is_needed else {}
    return {field.name: text} if text or field.is_needed else {}


def _read_number(field: Asked, form: QueryDict) -> Action:
    text = form.get(field.name, "").strip()
    if not text and not field.is_needed:
        return {}
    number = _number(field.name, text)
    least, most = field.least, field.most
    if field.is_fixed:  # what was seen there: of another the game says why
        return {field.name: number}
    if (least is not None and number < least) or (most is not None and number > most):
        raise Invalid(field=field.name, problem=_tell_bounds(least, most))
    return {field.name: number}


def _tell_bounds(least: int | None, most: int | None) -> str:
    if most is None:
        return _("Richtig ist eine ganze Zahl ab {least}.").format(least=least)
    if least is None:
        return _("Richtig ist eine ganze Zahl bis {most}.").format(most=most)
    problem = _("Richtig ist eine ganze Zahl von {least} bis {most}.")
    return problem.format(least=least, most=most)


def _seconds(field: Asked, form: QueryDict) -> Action:
    """Minutes and seconds."""
    text = re.sub(r"\s", "", form.get(field.name, ""))
    if not text and not field.is_needed:
        return {}
    found = re.fullmatch("([0-9]{1,4})[:.,]([0-5][0-9])", text)
    if not found:
        problem = _("Richtig sind Minuten und Sekunden: 12:30.")
        raise Invalid(field=field.name, problem=problem)
    return {field.name: int(found[1]) * 60 + int(found[2])}


def _flag(field: Asked, form: QueryDict) -> Action:
    """A box that was there to be ticked; where nothing says so, only one that is."""
    is_set = field.name in form
    return {field.name: is_set} if is_set or field.is_needed or field.usual else {}


def _choice(field: Asked, form: QueryDict) -> Action:
    known: Mapping[str, str | int] = {str(choice): choice for choice in field.choices}
    said = [known.get(text, text) for text in map(str.strip, form.getlist(field.name)) if text]
    if field.is_many:
        return {field.name: said} if said or field.is_needed else {}
    if not said and not field.is_needed:
        return {}
    return {field.name: said[0] if said else ""}


def _player(field: Asked, form: QueryDict) -> Action:
    texts = [text.strip() for text in form.getlist(field.name) if text.strip()]
    if field.is_many:
        said = [_number(field.name, text) for text in texts]
        return {field.name: said} if said or field.is_needed else {}
    if not texts and not field.is_needed:
        return {}
    return {field.name: _number(field.name, texts[0] if texts else "")}


def _tiles(field: Asked, form: QueryDict) -> Action:
    """Tiles of one; or of each player, where what may stay empty is not said."""
    if not field.is_many:
        return _text(field, form)
    texts = [text.strip() for text in form.getlist(field.name)]
    return {field.name: texts if field.is_needed else [text or None for text in texts]}


def _word(field: Asked, form: QueryDict) -> Action:
    if not field.is_many:
        return _text(field, form)
    words = _split(form.getlist(field.name))
    return {field.name: words} if words or field.is_needed else {}


def _squares(field: Asked, form: QueryDict) -> Action:
    names = [name.upper() for name in _split(form.getlist(field.name))]
    if names and _NONE.issuperset(names):
        return {field.name: []}
    return {field.name: names} if names or field.is_needed else {}


def _split(texts: Sequence[str]) -> list[str]:
    return [part for text in texts for part in re.split(r"[\s,;]+", text) if part]


def _number(field: str, text: str) -> int:
    if not re.fullmatch(f"[-−]?[0-9]{{1,{_MOST_DIGITS}}}", text):
        raise Invalid(field=field, problem=_("Richtig ist eine ganze Zahl."))
    return int(text.replace("−", "-"))


_READERS: Mapping[What, Callable[[Asked, QueryDict], Action]] = {
    What.TEXT: _text,
    What.NUMBER: _read_number,
    What.SECONDS: _seconds,
    What.FLAG: _flag,
    What.CHOICE: _choice,
    What.PLAYER: _player,
    What.TILES: _tiles,
    What.WORD: _word,
    What.COORDINATES: _text,
    What.SQUARES: _squares,
}
