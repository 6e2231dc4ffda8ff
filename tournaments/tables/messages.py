"""What people read of a refused action at a table: every code of the engine has its sentence."""

from collections.abc import Callable, Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.cards.grid import read_place
from engine.errors import Unreadable
from engine.gcg import Difference
from engine.notation import read_coordinates, read_word
from engine.refusals import Refusal
from engine.tiles import read_tiles
from engine.verdicts import Code, Verdict
from referee.messages import FAULTS, RULESETS, tell_verdict
from referee.position.reading import Problem
from tournaments.tables.games import TEXTS, texts_of
from tournaments.tables.games.texts import fill, tell

#: The codes of `engine.refusals` that are none of a verdict, of all games.
REFUSALS: Mapping[str, str | Promise] = {
    code: text
    for game in TEXTS
    for code, text in texts_of(game).refusals.items()
    if code not in list(Code)
}

#: The codes of what a GCG file has wrong.
DIFFERENCES: Mapping[str, str | Promise] = {
    "wrong_points": _("{says} Punkte, richtig sind {right}."),
    "wrong_total": _("{says} Punkte insgesamt, richtig sind {right}."),
    "wrong_tiles": _("{says} übrig, richtig ist {right}."),
    "impossible_rack": _("Das Bänkchen {says} kann es nicht geben."),
    "rack_lacks": _("Auf dem Bänkchen {says} fehlt {right}."),
    "line_missing": _("Die {right} Punkte am Ende für {says} fehlen."),
    "no_clock": _("{says} kann nicht sein: Das Regelwerk hat keine Uhr."),
    "not_over": _("{says} steht da als Rest, aber die Partie ist noch nicht zu Ende."),
    "unfinished": _("Die Partie ist nicht zu Ende."),
    "nothing_lies": _("{says} braucht einen Stein auf {right}, dort liegt aber keiner."),
    "refused": _("{says} geht nicht."),
}

#: What of a refusal's detail is a player's number.
_PLAYERS = ("player", "on_turn", "by", "other", "winner")


#: Between the names of those who are one team.
AND = " & "


def _read_any_coordinates(text: str) -> object:
    """Raises Unreadable for what is none on a board and none on an open table either."""
    try:
        return read_coordinates(text)
    except Unreadable:
        return read_place(text)


_WORD = FAULTS[Problem.WORD_UNREADABLE]
_RACK = FAULTS[Problem.RACK_TILE]
#: What the texts of an action are read by, and what is said of one that can't be.
_TEXTS: Mapping[str, tuple[Callable[[str], object], str | Promise]] = {
    "coordinates": (_read_any_coordinates, FAULTS[Problem.COORDINATES_UNREADABLE]),
    "word": (read_word, _WORD),
    "words": (read_word, _WORD),
    "rack": (read_tiles, _RACK),
    "racks": (read_tiles, _RACK),
    "tiles": (read_tiles, _RACK),
}


def tell_refusal(refusal: Refusal, names: Sequence[str], game: str = "match") -> str:
    """Why the rules of `game` refuse an action, in the reader's language, with these `names`."""
    texts = texts_of(game)
    text = texts.refusals.get(refusal.code)
    if text is None and refusal.code in list(Code):
        return tell_verdict(Verdict(Code(refusal.code), refusal.detail))
    text = text or REFUSALS[refusal.code]
    detail: dict[str, object] = dict(refusal.detail)
    for field in _PLAYERS:
        detail[field] = tell_player(detail.get(field), names)
    if "phase" in detail:
        detail["phase"] = tell(texts.phases, str(detail["phase"]))
    if "kind" in detail:
        detail["kind"] = tell(texts.kinds, str(detail["kind"]), player=detail["player"])
    detail["ruleset"] = RULESETS.get(str(detail.get("ruleset")), "")
    return fill(text, detail)


def tell_right(difference: Difference, names: Sequence[str]) -> str:
    """What would be right there, or why the rules refuse it."""
    refusal = difference.refusal
    return difference.right if refusal is None else tell_refusal(refusal, names)


def tell_difference(difference: Difference, names: Sequence[str]) -> str:
    """What a GCG file has wrong there, in the reader's language."""
    right = tell_right(difference, names)
    told = str(DIFFERENCES[difference.code]).format(says=difference.says, right=right)
    return told if difference.refusal is None else f"{told} {right}"


def is_several(name: str) -> bool:
    """Whether it is a team's that is called by its people: of them one speaks in the plural."""
    return AND in name


def tell_player(number: object, names: Sequence[str]) -> str:
    """The name of the player with that number, counted from 0."""
    if isinstance(number, int) and number < len(names):
        return names[number]
    return gettext("ein Spieler")


def tell_unreadable(action: Mapping[str, object]) -> str:
    """Which text of an action can't be read and what would be right; empty if all of them can."""
    for field, (read, message) in _TEXTS.items():
        given = action.get(field)
        for text in given if isinstance(given, list) else [given]:
            if not isinstance(text, str):
                continue
            try:
                read(text)
            except Unreadable:
                return str(message).format(text=text)
    return ""
