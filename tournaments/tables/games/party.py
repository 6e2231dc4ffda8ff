"""What people read of Party: dice, timer and bonus squares."""

from django.utils.translation import gettext_lazy as _

from tournaments.tables.games.texts import GameTexts

_ZONES = {
    "4x": "4×",
    "3x": "3×",
    "2x": "2×",
    "1x": "1×",
    "-1": "−1",
    "-5": "−5",
}
_FACES = {
    "triple": _("ein Stein zählt dreifach"),
    "double": _("ein Stein zählt doppelt"),
    "free_letter": _("nächster Zug ohne Buchstabenwürfel"),
    "again": _("noch einmal am Zug"),
    "opponent_1x": _("Timer der anderen beginnt bei 1×"),
    "opponent_2x": _("Timer der anderen beginnt bei 2×"),
}

TEXTS = GameTexts(
    name=_("Party"),
    summary=_("Zwei Teams legen um die Wette: offene Steine, zwei Würfel und ein Timer."),
    kinds={
        "roll": _("{player} würfelt den Buchstaben"),
        "start": _("{player} startet den Timer"),
        "stop": _("{player} stoppt den Timer"),
        "bonus": _("{player} würfelt den Bonus"),
        "choose": _("Stein wählen"),
        "timeout": _("Die Zeit ist um"),
        "false_start": _("Frühstart"),
        "false_stop": _("Zu früh gestoppt"),
        "stuck": _("Kein Platz mehr auf dem Brett"),
    },
    titles={
        "choose": _("Welcher Stein zählt mehr?"),
        "false_start": _("Wer hat den Timer vor dem Würfeln gestartet?"),
        "false_stop": _("Wer hat den Timer gestoppt, bevor das Wort fertig lag?"),
    },
    told={
        "roll": _("{player} würfelt {letter}."),
        "start": _("{player} startet den Timer."),
        "stop": _("{player} stoppt den Timer."),
        "bonus": _("{player} würfelt mit dem Bonuswürfel."),
        "choose": _("{player} wählt den Stein auf {squares}."),
        "timeout": _("Die Zeit von {player} ist um."),
        "false_start": _("Frühstart von {player}."),
        "false_stop": _("{player} hat den Timer zu früh gestoppt."),
        "stuck": _("Beide Teams sind sich einig: Auf dem Brett ist kein Platz mehr."),
    },
    turns={
        "timeout": _("Zeit abgelaufen"),
        "vain": _("dreimal umsonst gewürfelt"),
        "missed": _("setzt aus"),
    },
    asked={
        "players": _("Teams"),
        "player": _("Team"),
        "dice": _("Würfel"),
        "timer": _("Timer"),
        "zone_seconds": _("Sekunden je Bereich des Timers"),
        "begins": _("Wer fängt an?"),
        "faces": _("Die 20 Seiten des Buchstabenwürfels"),
        "bonus_squares": _("Felder mit Bonuswürfel"),
        "many_bonus": _("Punkte für sieben Steine oder mehr"),
        "idle_rounds": _("Schluss nach so vielen Runden ohne Wort"),
        "letter": _("Gewürfelter Buchstabe"),
        "zone": _("Bereich, in dem der Timer steht"),
        "face": _("Der Bonuswürfel zeigt"),
        "squares": _("Feld des Steins"),
    },
    hints={
        "coordinates": _("waagerecht D8 oder D8-I8, senkrecht 5E oder 5E-11E"),
        "points": _(
            "Nachgerechnet wird, was auf dem Brett steht: vor Bonuswürfel und Timer, mit dem Bonus "
            "für viele Steine. Das Feld kann leer bleiben."
        ),
        "false_start": _("Das Team setzt bei seinem nächsten Zug aus."),
        "false_stop": _("Das Team setzt bei seinem nächsten Zug aus; die Zeit läuft weiter."),
        "choose": _("Es zählt der Wert, der auf dem Stein steht. Ein Joker ist nichts wert."),
        "zone_seconds": _("Der Timer hat sechs gleich lange Bereiche."),
        "faces": _("Zwanzig Buchstaben; wer auf mehreren Seiten steht, mehrmals."),
        "bonus_squares": _(
            "Wie auf eurem Brett: Buchstabe der Spalte, Zahl der Reihe. Ein Strich für keine."
        ),
    },
    choices={
        "dice.server": _("würfelt der Spielleiter"),
        "dice.typed": _("würfelt ihr selbst"),
        "dice.none": _("ohne Würfel"),
        "timer.server": _("läuft hier"),
        "timer.typed": _("habt ihr selbst"),
        "timer.none": _("ohne Timer"),
        "begins.": _("wird ausgewürfelt"),
        **{f"zone.{zone}": text for zone, text in _ZONES.items()},
        **{f"face.{face}": text for face, text in _FACES.items()},
    },
    facts={
        "begin_rolls": _("Gewürfelt, wer anfängt"),
        "letter": _("Diesen Buchstaben müsst ihr legen: {value}"),
        "in_vain": _("Umsonst gewürfelt"),
        "zone": _("Der Timer steht bei"),
        "first_zone": _("Der Timer ist bestenfalls bei"),
        **{f"zone.{zone}": text for zone, text in _ZONES.items()},
        **{f"first_zone.{zone}": text for zone, text in _ZONES.items()},
        "misses_turn": _("{player} setzt beim nächsten Zug aus"),
        "free_letter": _("{player} spielt den nächsten Zug ohne Buchstabenwürfel"),
        "begins_in_1x": _("Der Timer von {player} beginnt nächstes Mal bei 1×"),
        "begins_in_2x": _("Der Timer von {player} beginnt nächstes Mal bei 2×"),
    },
    trays={"tray": _("Ablage")},
    marks={"bonus_die": _("Bonuswürfel"), "laid_now": _("in diesem Zug gelegt")},
    zones=_ZONES,
    phases={
        "beginning": _("auswürfeln, wer anfängt"),
        "rolling": _("Buchstaben würfeln"),
        "ready": _("Buchstaben suchen, Timer starten"),
        "running": _("Wort suchen, die Zeit läuft"),
        "laying": _("Wort eintragen"),
        "checking": _("Wort prüfen, Bonus, Punkte"),
    },
    endings={
        "out": _("Die Ablage ist leer."),
        "vain": _("Beide Teams haben dreimal umsonst gewürfelt."),
        "stuck": _("Auf dem Brett ist kein Platz mehr."),
        "idle": _("Lange hat kein Team mehr ein Wort gelegt."),
    },
    notes={
        **{f"zone_{zone}": text for zone, text in _ZONES.items()},
        **_FACES,
        "many_tiles": _("sieben Steine oder mehr"),
    },
    refusals={
        "equal_faces": _(
            "Alle Seiten des Buchstabenwürfels sind gleich, und niemand fängt an: So wird nie "
            "ausgelost, wer beginnt."
        ),
        "off_party_board": _(
            "{coordinates} {word} ragt über das Brett hinaus: Spalten A bis O, Reihen 1 bis 15."
        ),
        "no_such_face": _("Diese Seite hat der Würfel nicht: {face}."),
        "letter_not_laid": _(
            "Der gewürfelte Buchstabe {letter} muss aus der Ablage gelegt werden; gelegt ist nur "
            "{tiles}."
        ),
        "letter_by_blank": _(
            "Ein Joker darf nicht für den gewürfelten Buchstaben {letter} stehen."
        ),
        "others_timer": _("{player} ist am Zug: Den Timer bedient das andere Team."),
        "zone_missing": _("Der Timer läuft: In welchem Bereich wurde er gestoppt?"),
        "zone_past": _("Bei {zone} kann der Timer nicht stehen, bestenfalls bei {first}."),
        "time_is_up": _("Die Zeit ist schon um."),
        "time_left": _("Die Zeit ist noch nicht um."),
        "no_timer": _("Ihr spielt ohne Timer."),
        "fault_told": _("Das ist für {player} in diesem Zug schon eingetragen."),
        "bonus_owed": _("Erst der Bonuswürfel, dann stehen die Punkte fest."),
        "no_bonus_due": _("Jetzt wird nicht mit dem Bonuswürfel gewürfelt."),
        "nothing_to_choose": _("Jetzt ist kein Stein zu wählen."),
        "not_laid_now": _("Auf {square} wurde in diesem Zug kein Stein gelegt."),
    },
    aside=frozenset({"false_start", "false_stop", "stuck"}),
)
