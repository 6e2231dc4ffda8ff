"""What people read of a refused action at a table: every code of the engine has its sentence."""

from collections.abc import Callable, Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.errors import Unreadable
from engine.gcg import Difference
from engine.match.values import Phase
from engine.notation import read_coordinates, read_word
from engine.refusals import Refusal
from engine.tiles import read_tiles
from engine.verdicts import Code, Verdict
from referee.messages import FAULTS, RULESETS, tell_verdict
from referee.position import Problem

#: The codes of `engine.refusals` that are none of a verdict.
REFUSALS: Mapping[str, str | Promise] = {
    "wrong_phase": _("Das geht jetzt nicht: Die Partie ist in der Phase „{phase}“."),
    "no_such_player": _("So viele Spieler hat die Partie nicht."),
    "not_on_turn": _("{player} ist nicht am Zug, sondern {on_turn}."),
    "each_draws_one": _("{players} Spieler losen aus, wer anfängt; gezogen wurden {drawn} Steine."),
    "tile_not_left": _("So viele Steine gibt es nicht mehr: {tiles}."),
    "wrong_rack_size": _(
        "{rack} sind {tiles} Steine; auf dem Bänkchen von {player} sind aber {size}."
    ),
    "more_than_rack": _("{count} Steine sind mehr als die {size} auf dem Bänkchen."),
    "wrong_points": _("Der Zug bringt {right} Punkte, nicht {points}."),
    "exchange_too_late": _(
        "Kein Tausch mehr: Im Beutel sind noch {bag} Steine, es müssen {needs} sein."
    ),
    "bag_too_small": _("{count} Steine lassen sich nicht tauschen: Im Beutel sind noch {bag}."),
    "nothing_exchanged": _("Getauscht wird mindestens ein Stein."),
    "tiles_not_shown": _("Beim Regelwerk {ruleset} werden getauschte Steine gezeigt: Nenne sie."),
    "window_shut": _("Anzweifeln geht nur, bevor die Punkte notiert sind."),
    "own_move": _("{player} hat den Zug gemacht und kann ihn nicht selbst anzweifeln."),
    "not_formed": _("Das hat der Zug nicht gebildet: {words}."),
    "already_ruled": _("Darüber ist schon entschieden, es ist zulässig: {words}."),
    "not_challenged": _("Das wurde nicht angezweifelt: {words}."),
    "passes_end_it": _("Beim Regelwerk {ruleset} endet eine Partie ohne Züge durch Passen."),
    "bag_not_empty": _(
        "Beim Regelwerk {ruleset} geht es weiter, solange Steine im Beutel sind ({bag}): Tausche."
    ),
    "no_clock": _("Das Regelwerk {ruleset} hat keine Uhr."),
    "rack_missing": _("Welche Steine hat {player} übrig?"),
    "racks_differ": _("{player} hat {right} übrig, nicht {rack}."),
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

PHASES: Mapping[str, str | Promise] = {
    Phase.DRAWING: _("auslosen"),
    Phase.PLAYING: _("spielen"),
    Phase.SETTLING: _("abrechnen"),
    Phase.OVER: _("beendet"),
}

_WORD = FAULTS[Problem.WORD_UNREADABLE]
_RACK = FAULTS[Problem.RACK_TILE]
#: What the texts of an action are read by, and what is said of one that can't be.
_TEXTS: Mapping[str, tuple[Callable[[str], object], str | Promise]] = {
    "coordinates": (read_coordinates, FAULTS[Problem.COORDINATES_UNREADABLE]),
    "word": (read_word, _WORD),
    "words": (read_word, _WORD),
    "rack": (read_tiles, _RACK),
    "racks": (read_tiles, _RACK),
    "tiles": (read_tiles, _RACK),
}


def tell_refusal(refusal: Refusal, names: Sequence[str]) -> str:
    """Why the rules refuse an action, in the reader's language; `names` are the players'."""
    if refusal.code not in REFUSALS:
        return tell_verdict(Verdict(Code(refusal.code), refusal.detail))
    detail: dict[str, object] = dict(refusal.detail)
    for field in ("player", "on_turn"):
        detail[field] = tell_player(detail.get(field), names)
    detail["phase"] = PHASES.get(str(detail.get("phase")), "")
    detail["ruleset"] = RULESETS.get(str(detail.get("ruleset")), "")
    return str(REFUSALS[refusal.code]).format_map(detail)


def tell_difference(difference: Difference, names: Sequence[str]) -> str:
    """What a GCG file has wrong there, in the reader's language."""
    told = str(DIFFERENCES[difference.code]).format(says=difference.says, right=difference.right)
    if difference.refusal is None:
        return told
    return f"{told} {tell_refusal(difference.refusal, names)}"


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
