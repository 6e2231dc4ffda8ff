"""What people read of verdicts and faults: every code has its sentence, here and nowhere else.

German is the source; referee/locale translates. `detail` fills the braces in any language.
"""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.alphabet import BLANK
from engine.rulesets import Ruleset
from engine.verdicts import Code, Verdict
from referee.position.reading import Fault, Problem

#: The states of a game or tournament, as `referee.events.models` has them.
EVENT_STATES: Mapping[str, str | Promise] = {
    "setup": _("in Vorbereitung"),
    "running": _("läuft"),
    "finished": _("beendet"),
}

VERDICTS: Mapping[Code, str | Promise] = {
    Code.VALID: _("{word} auf {coordinates} ist ein gültiger Zug."),
    Code.OFF_BOARD: _(
        "{coordinates} {word} passt nicht auf das Brett: Es hat die Zeilen A bis O und die "
        "Spalten 1 bis 15."
    ),
    Code.NOT_ONE_LINE: _(
        "{coordinates} ist keine gerade Linie: Waagerecht bleibt der Buchstabe gleich (H4-H9), "
        "senkrecht die Zahl (9E-9H)."
    ),
    Code.LENGTH_MISMATCH: _(
        "Wort und Koordinaten sind verschieden lang: {word} liegt auf {right}, nicht auf "
        "{coordinates}."
    ),
    Code.TILE_MISMATCH: _(
        "{coordinates} {word} braucht auf {square} ein {letter}, dort liegt aber {lying}."
    ),
    Code.BLANK_WITHOUT_LETTER: _(
        "Der Joker auf {square} hat keinen Buchstaben: Schreibe den, für den er steht, klein "
        "oder in Klammern, also a oder (A)."
    ),
    Code.RUNS_ON: _(
        "{word} auf {coordinates} ist nicht das ganze Wort: Mit den Steinen daneben heißt es "
        "{whole} auf {right}."
    ),
    Code.SINGLE_LETTER: _(
        "{word} auf {coordinates} ist nur ein Buchstabe: Ein Wort hat mindestens zwei."
    ),
    Code.NOTHING_LAID: _("Kein Stein wurde gelegt: Ein Zug legt mindestens einen."),
    Code.MISSES_CENTRE: _(
        "{coordinates} {word} liegt nicht über der Mitte: Das erste Wort bedeckt das Feld H8."
    ),
    Code.FIRST_WORD_TOO_SHORT: _(
        "{word} ist zu kurz: Das erste Wort hat mindestens {least} Buchstaben."
    ),
    Code.NOT_CONNECTED: _(
        "{coordinates} {word} hängt in der Luft: Nach dem ersten Zug legt jeder an mindestens "
        "einen liegenden Stein an."
    ),
    Code.TOO_MANY_TILES: _(
        "{coordinates} {word} legt {laid} Steine: In einem Zug sind es höchstens {most}."
    ),
    Code.NOT_ON_RACK: _("Nicht auf dem Bänkchen {rack}: {missing}."),
    Code.WORD_NOT_ADMISSIBLE: _("Nicht in der Wörterliste: {words}."),
    Code.SQUARE_TAKEN: _("Auf {square} liegt schon {lying}: Ein Stein braucht ein leeres Feld."),
    Code.GAP: _("{square} bleibt zwischen den Steinen leer: Ein Zug hat keine Lücke."),
    Code.BLANKS_STAY: _(
        "Joker bleiben liegen: Das Regelwerk {ruleset} lässt sie nicht zurücknehmen."
    ),
    Code.NO_BLANK_THERE: _("Auf {square} liegt kein Joker, der zurückgenommen werden könnte."),
}

FAULTS: Mapping[Problem, str | Promise] = {
    Problem.TOO_LONG: _("Das ist zu lang: Höchstens {most} Zeichen werden gelesen."),
    Problem.BOARD_HEIGHT: _(
        "Das Brett hat {rows} Zeilen: Es sind 15, von A bis O, jede auf einer eigenen Zeile "
        "oder durch „/“ getrennt."
    ),
    Problem.BOARD_WIDTH: _("Zeile {row} des Bretts ist zu lang: Eine Zeile hat 15 Felder."),
    Problem.BOARD_TILE: _(
        "Feld {square} des Bretts: „{char}“ steht auf keinem Stein. Richtig sind A–Z, Ä, Ö, Ü, "
        "klein für einen Joker, und „.“ für ein leeres Feld."
    ),
    Problem.MOVE_UNREADABLE: _(
        "Zug {number} („{text}“) ist nicht lesbar. Richtig sind Anfang, Wort und Bänkchen mit "
        "Punkten dazwischen, etwa H4.GRÜNDE.DEGNRÜR."
    ),
    Problem.MOVE_ILLEGAL: _("Zug {number} („{text}“) lässt sich nicht legen. {reason}"),
    Problem.MOVE_RACK_SIZE: _(
        "Zug {number} („{text}“): Auf dem Bänkchen waren {tiles} Steine, höchstens {most} gehen."
    ),
    Problem.RACK_TILE: _(
        "Bänkchen „{text}“: Da ist etwas, das auf keinem Stein steht. Richtig sind A–Z, Ä, Ö, Ü "
        "und „?“ für einen Joker."
    ),
    Problem.RACK_SIZE: _(
        "Auf dem Bänkchen sind {tiles} Steine: In diesem Regelwerk sind es höchstens {most}."
    ),
    Problem.RACK_BLANKS: _("Auf dem Bänkchen sind {blanks} Joker: Es gibt nur {most}."),
    Problem.RULES_UNKNOWN: _("Es gibt kein Regelwerk „{text}“. Es gibt: {names}."),
    Problem.COORDINATES_UNREADABLE: _(
        "Die Koordinaten „{text}“ sind nicht lesbar. Waagerecht steht der Buchstabe vorn, H4 "
        "oder H4-H9; senkrecht die Zahl, 9E oder 9E-9H."
    ),
    Problem.WORD_UNREADABLE: _(
        "Das Wort „{text}“ ist nicht lesbar. Richtig sind A–Z, Ä, Ö, Ü; ein Joker wird klein "
        "oder in Klammern geschrieben, also a oder (A)."
    ),
    Problem.SHOW_UNREADABLE: _(
        "„{text}“ ist keine Anzahl von Zügen. Richtig ist eine Zahl von 1 bis {most}."
    ),
    Problem.SQUARE_UNREADABLE: _("„{text}“ ist kein Feld. Richtig sind A1 bis O15."),
    Problem.ACTION_UNKNOWN: _("„{text}“ kann diese Seite nicht. Sie kann: {names}."),
}

#: The rulesets by name.
RULESETS: Mapping[str, str | Promise] = {
    "standard": _("Standard"),
    "kompakt": _("Kompakt"),
    "reise": _("Reise"),
    "tournament": _("Turnier"),
}
_BLANKS: Mapping[int, str | Promise] = {1: _("ein Joker"), 2: _("zwei Joker")}


def tell_ruleset(ruleset: Ruleset) -> str:
    """The ruleset with what of it matters to a position."""
    return gettext("{name}: {tiles} Steine, {most} auf dem Bänkchen").format(
        name=RULESETS[ruleset.name],
        tiles=len(ruleset.tile_set.all_tiles),
        most=ruleset.rack_size,
    )


def tell_verdict(verdict: Verdict) -> str:
    """The verdict as a sentence in the reader's language."""
    detail = dict(verdict.detail)
    if "missing" in detail:
        detail["missing"] = _tell_tiles(str(detail["missing"]))
    return str(VERDICTS[verdict.code]).format_map(detail)


def _tell_tiles(tiles: str) -> str:
    blanks = tiles.count(BLANK)
    told = _BLANKS.get(blanks, _("mehr Joker, als es gibt")) if blanks else ""
    return ", ".join(filter(None, (tiles.replace(BLANK, ""), str(told))))


def tell_fault(fault: Fault) -> str:
    """What can't be read, where, and what would be right, in the reader's language."""
    detail = {
        name: tell_verdict(value) if isinstance(value, Verdict) else value
        for name, value in fault.detail.items()
    }
    return str(FAULTS[fault.problem]).format_map(detail)
