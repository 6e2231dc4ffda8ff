"""What people read of states, reasons and kinds: every value of the models has its words here."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from duplicate.errors import ROUND_STATES
from duplicate.models import Game, Round, Ruling, Staff
from referee.messages import EVENT_STATES

#: No two of these enumerations use the same value for different things.
LABELS: Mapping[str, str | Promise] = {
    **EVENT_STATES,
    **ROUND_STATES,
    Game.Ending.NO_TILES: _("Alle Steine sind gelegt."),
    Game.Ending.NO_VOWELS: _("Es sind keine Vokale mehr übrig."),
    Game.Ending.NO_CONSONANTS: _("Es sind keine Konsonanten mehr übrig."),
    Game.Ending.NO_PLAYABLE_RACK: _("Mit keinem Bänkchen ist noch ein Zug möglich."),
    Game.Ending.BY_DIRECTOR: _("Die Spielleitung hat das Spiel beendet."),
    Round.Cancelled.MISDRAW: _("falsch gezogen"),
    Round.Cancelled.UNPLAYABLE: _("kein Zug möglich"),
    Round.Cancelled.TOO_FEW_VOWELS: _("zu wenige Vokale"),
    Round.Cancelled.TOO_FEW_CONSONANTS: _("zu wenige Konsonanten"),
    Round.Cancelled.WITHDRAWN: _("nicht gespielt"),
    Ruling.Kind.WORD_ALLOWED: _("zugelassen"),
    Ruling.Kind.WORD_BARRED: _("nicht zugelassen"),
    Ruling.Kind.PLAY_POINTS: _("Punkte festgesetzt"),
    Ruling.Kind.WARNING: _("Verwarnung"),
    Ruling.Kind.PENALTY: _("Strafpunkte"),
    Ruling.Kind.AVERAGE: _("Durchschnitt"),
    Ruling.Reason.IN_DICTIONARY: _("steht im Wörterbuch"),
    Ruling.Reason.NOT_IN_DICTIONARY: _("steht nicht im Wörterbuch"),
    Ruling.Reason.INFLECTION: _("gebeugte Form"),
    Ruling.Reason.LEXICON_ERROR: _("Fehler der Wörterliste"),
    Ruling.Reason.MISREAD: _("falsch gelesen"),
    Ruling.Reason.WRONG_POINTS: _("Punkte falsch oder nicht angegeben"),
    Ruling.Reason.UNMARKED_BLANK: _("Joker nicht gekennzeichnet"),
    Ruling.Reason.ILLEGIBLE: _("unleserlich"),
    Ruling.Reason.DISTURBANCE: _("Störung"),
    Ruling.Reason.LATE_SLIP: _("Zettel zu spät"),
    Ruling.Reason.UNFAIR: _("unfaires Verhalten"),
    Ruling.Reason.ABSENT: _("entschuldigt abwesend"),
    Ruling.Reason.TECHNICAL: _("technischer Fehler"),
    Ruling.Reason.OTHER: _("anderer Grund"),
    Staff.Role.DIRECTOR: _("Spielleitung"),
    Staff.Role.ASSISTANT: _("Helfer"),
}

#: What people read for the fields of forms.
FIELDS: Mapping[str, str | Promise] = {
    "name": _("Name"),
    "club": _("Verein"),
    "category": _("Kategorie"),
    "member_id": _("Mitgliedsnummer"),
    "number": _("Nummer"),
    "person": _("Nummer"),
    "points": _("Punkte"),
    "reason": _("Grund"),
    "text": _("Anmerkung"),
    "starts_at": _("Beginn"),
    "hall_source": _("Woher der Teil des Saals kommt"),
    "hall_part": _("Teil des Saals"),
}


def label(value: str) -> str:
    """The words for a value; the value itself where it has none."""
    return str(LABELS.get(value, value))
