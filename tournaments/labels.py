"""What people read of states, kinds and choices: every value of the models has its words here."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from referee.messages import EVENT_STATES, RULESETS
from tournaments.models import (
    Absence,
    LogEntry,
    Pairing,
    Penalty,
    Report,
    Round,
    Staff,
    Table,
    TableLogEntry,
    Tournament,
    Webhook,
    WordRuling,
)
from tournaments.options import FORMULA_NAMES, METRIC_NAMES
from tournaments.pairing.values import CantPair

#: No two of these enumerations use the same value for different things.
LABELS: Mapping[str, str | Promise] = {
    Tournament.Kind.ROUNDS: _("Turnier mit Runden"),
    Tournament.Kind.EVENING: _("Vereinsabend"),
    **EVENT_STATES,
    Staff.Role.DIRECTOR: _("Turnierleitung"),
    Staff.Role.ASSISTANT: _("Helfer"),
    Absence.Kind.BYE: _("spielfrei"),
    Absence.Kind.ABSENT: _("abwesend"),
    Round.State.DRAFT: _("Entwurf"),
    Round.State.LOCKED: _("festgelegt"),
    Round.State.PUBLISHED: _("veröffentlicht"),
    Pairing.Kind.GAME: _("Partie"),
    Pairing.Kind.SET_BYE: _("spielfrei auf Wunsch"),
    Pairing.Outcome.PLAYED: _("gespielt"),
    Pairing.Outcome.LOST_ON_TIME_FIRST: _("Zeit: wer anfing, verliert"),
    Pairing.Outcome.LOST_ON_TIME_SECOND: _("Zeit: wer nachzog, verliert"),
    Pairing.Outcome.FORFEIT_FIRST: _("kampflos: wer anfing, verliert"),
    Pairing.Outcome.FORFEIT_SECOND: _("kampflos: wer nachzog, verliert"),
    Pairing.Outcome.DOUBLE_FORFEIT: _("kampflos: beide verlieren"),
    Pairing.Outcome.UNPLAYED: _("nicht gespielt, zählt nicht"),
    Pairing.ResultState.OPEN: _("offen"),
    Pairing.ResultState.REPORTED: _("gemeldet"),
    Pairing.ResultState.DISPUTED: _("strittig"),
    Pairing.ResultState.CONFIRMED: _("bestätigt"),
    Report.Source.SLIP: _("Zettel"),
    Report.Source.PLAYER: _("Spieler"),
    Report.Source.TABLE: _("Mitschrift"),
    Penalty.Reason.TIME: _("Zeit überschritten"),
    Penalty.Reason.LATE: _("zu spät gekommen"),
    Penalty.Reason.CONDUCT: _("unfaires Verhalten"),
    Penalty.Reason.DEVICE: _("Telefon oder anderes Gerät"),
    Penalty.Reason.TILES: _("Umgang mit den Steinen"),
    Penalty.Reason.OTHER: _("anderer Grund"),
    Table.State.OVER: _("zu Ende"),
    TableLogEntry.Kind.OPENED: _("eröffnet"),
    TableLogEntry.Kind.ACTED: _("gespielt"),
    TableLogEntry.Kind.UNDONE: _("zurückgenommen"),
    WordRuling.Reason.IN_DICTIONARY: _("steht im Wörterbuch"),
    WordRuling.Reason.NOT_IN_DICTIONARY: _("steht nicht im Wörterbuch"),
    WordRuling.Reason.NOT_PLAYABLE: _("nach den Regeln nicht spielbar"),
    Webhook.Event.PAIRINGS: _("Paarungen"),
    Webhook.Event.RESULT: _("Ergebnis"),
    Webhook.Event.STANDINGS: _("Wertung"),
    LogEntry.Kind.CREATED: _("angelegt"),
    LogEntry.Kind.CHANGED: _("geändert"),
    LogEntry.Kind.STAFF_CHANGED: _("Turnierleitung geändert"),
    LogEntry.Kind.STAFF_INVITED: _("Zur Turnierleitung eingeladen"),
    LogEntry.Kind.ERASED: _("Persönliches gelöscht"),
    LogEntry.Kind.STAFF_UNINVITED: _("Einladung zurückgenommen"),
    LogEntry.Kind.DIVISION_MADE: _("Gruppe angelegt"),
    LogEntry.Kind.DIVISION_CHANGED: _("Gruppe geändert"),
    LogEntry.Kind.DIVISION_REMOVED: _("Gruppe entfernt"),
    LogEntry.Kind.ENTERED: _("angemeldet"),
    LogEntry.Kind.IMPORTED: _("Liste eingelesen"),
    LogEntry.Kind.ENTRY_CHANGED: _("Anmeldung geändert"),
    LogEntry.Kind.WITHDRAWN: _("ausgeschieden"),
    LogEntry.Kind.READMITTED: _("wieder dabei"),
    LogEntry.Kind.ABSENCE_SET: _("Abwesenheit eingetragen"),
    LogEntry.Kind.ABSENCE_REMOVED: _("Abwesenheit gestrichen"),
    LogEntry.Kind.CODE_ISSUED: _("Code vergeben"),
    LogEntry.Kind.STARTED: _("begonnen"),
    LogEntry.Kind.REOPENED: _("wieder geöffnet"),
    LogEntry.Kind.PAIRED: _("gepaart"),
    LogEntry.Kind.PAIRED_BY_HAND: _("von Hand gepaart"),
    LogEntry.Kind.UNLOCKED: _("wieder Entwurf"),
    LogEntry.Kind.RETRACTED: _("Veröffentlichung zurückgenommen"),
    LogEntry.Kind.DISCARDED: _("verworfen"),
    LogEntry.Kind.RESULT_REMOVED: _("Ergebnis gestrichen"),
    LogEntry.Kind.PENALISED: _("Strafe"),
    LogEntry.Kind.PENALTY_REVOKED: _("Strafe aufgehoben"),
    LogEntry.Kind.ROUND_COMPLETED: _("Runde vollständig"),
    LogEntry.Kind.TABLE_OPENED: _("Mitschrift eröffnet"),
    LogEntry.Kind.TABLE_FINISHED: _("Mitschrift zu Ende"),
    LogEntry.Kind.CHALLENGED: _("angezweifelt"),
    LogEntry.Kind.RULED: _("Wort entschieden"),
    LogEntry.Kind.RULING_REVOKED: _("Entscheidung aufgehoben"),
    LogEntry.Kind.WEBHOOK_CHANGED: _("Webhook geändert"),
    **METRIC_NAMES,
    **RULESETS,
    **FORMULA_NAMES,
    # The methods of `tournaments.pairing`.
    "round_robin": _("jeder gegen jeden"),
    "quartile_fours": _("Vierergruppen nach Wertungszahl"),
    "swiss": _("Schweizer System"),
    "koth": _("König des Hügels"),
    "qoth": _("Königin des Hügels"),
    "australian": _("Australisches System"),
    "knockout": _("K.-o.-System"),
    "manual": _("von Hand"),
}

#: What people read for the fields of forms.
FIELDS: Mapping[str, str | Promise] = {
    "name": _("Name"),
    "place": _("Ort"),
    "starts_on": _("Erster Tag"),
    "ends_on": _("Letzter Tag"),
    "division": _("Gruppe"),
    "schedule": _("Rundenplan"),
    "club": _("Verein"),
    "category": _("Kategorie"),
    "team": _("Mannschaft"),
    "member_id": _("Mitgliedsnummer"),
    "number": _("Nummer"),
    "rating": _("Wertungszahl"),
    "fixed_table": _("Fester Tisch"),
    "first_round": _("Spielt ab Runde"),
    "from_round": _("Ab Runde"),
    "round": _("Runde"),
    "round_number": _("Runde"),
    "points": _("Punkte"),
    "first_points": _("Punkte, fing an"),
    "second_points": _("Punkte, zog nach"),
    "reason": _("Grund"),
    "text": _("Anmerkung"),
    "remark": _("Anmerkung"),
    "code": _("Code"),
    "table": _("Tisch"),
    "over": _("Zeit"),
    "place_points": _("Punkte für die Plätze"),
}

#: Why a method does not fit the field, by the codes of `tournaments.pairing`.
CANT_PAIR: Mapping[str, str | Promise] = {
    "unknown_method": _("„{method}“ ist keine Art zu paaren. Es gibt: {known}."),
    "bad_option": _("Die Angabe „{option}“ stimmt nicht. Richtig ist: {right}."),
    "unknown_option": _("„{option}“ kennt diese Art zu paaren nicht. Sie kennt: {known}."),
    "too_few_players": _("Es sind zu wenige Spieler: {players} statt {needed}."),
    "same_player_twice": _("Spieler {player} ist zweimal dabei."),
    "not_in_field": _("Spieler {player} ist in dieser Runde nicht dabei."),
    "by_hand": _("Diese Runde wird von Hand gepaart."),
    "groups_do_not_divide": _(
        "{players} Spieler lassen sich nicht auf {groups} Teilgruppen aufteilen."
    ),
    "fours_do_not_divide": _(
        "{players} Spieler ergeben keine Vierergruppen; nur in einer dürfen es drei sein."
    ),
    "no_seating": _("Die Sitzordnung der ersten dieser Runden fehlt."),
    "bad_seating": _("Die Sitzordnung passt nicht zu dieser Art zu paaren."),
    "schedule_over": _("Runden bei dieser Art zu paaren: höchstens {rounds}."),
    "knockout_over": _("Die K.-o.-Runde ist entschieden."),
}

#: What the options of the methods may be.
RIGHT: Mapping[str, str | Promise] = {
    "double": _("ja oder nein"),
    "groups": _("eine ganze Zahl von 1 bis 500"),
    "by": "wins",
    "avoid_clubs": _("eine ganze Zahl von 0 bis 100"),
    "starts": _("even oder strict"),
    "best_of": _("1, 3, 5 oder 7"),
    "players": _("eine ganze Zahl von 0 bis 1024"),
    "places": _("eine ganze Zahl von 2 bis 1024"),
    "others": _("eine Art zu paaren, die sich nicht über mehrere Runden erstreckt"),
}


def label(value: str) -> str:
    """The words for a value; the value itself where it has none."""
    return str(LABELS.get(value, value))


def tell_cant_pair(error: CantPair) -> str:
    """Why it can't be paired so, as a sentence in the reader's language."""
    detail: dict[str, str | int] = dict(error.detail)
    if "right" in detail:
        detail["right"] = str(RIGHT[str(detail["option"])])
    return str(CANT_PAIR[error.code]).format_map(detail)
