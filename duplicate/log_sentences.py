"""What people read of a game's log: a heading and a sentence for every kind of entry."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from duplicate.labels import FIELDS, label
from duplicate.models import LogEntry, Participant
from referee.events.log_lines import (
    ERASED,
    EVENT_CHANGES,
    INVITED,
    UNINVITED,
    Data,
    LogLine,
    Sentence,
    Text,
    actor_text,
    changes_text,
    fill,
    hidden_text,
    person_text,
    time_of,
)

Kind = LogEntry.Kind

HEADINGS: Mapping[str, Text] = {
    Kind.CREATED: _("Spiel angelegt"),
    Kind.CHANGED: _("Spiel geändert"),
    Kind.STAFF_CHANGED: _("Spielleitung geändert"),
    Kind.STAFF_INVITED: _("Zur Spielleitung eingeladen"),
    Kind.STAFF_UNINVITED: _("Einladung zurückgenommen"),
    Kind.ERASED: _("Persönliches gelöscht"),
    Kind.JOINED: _("Neu dabei"),
    Kind.PARTICIPANT_CHANGED: _("Teilnehmer geändert"),
    Kind.WITHDRAWN: _("Ausgeschieden"),
    Kind.READMITTED: _("Wieder dabei"),
    Kind.MERGED: _("Zusammengelegt"),
    Kind.HALL_PART: _("Teil des Saals"),
    Kind.STARTED: _("Spiel gestartet"),
    Kind.DRAWN: _("Steine gezogen"),
    Kind.CANCELLED: _("Runde zurückgezogen"),
    Kind.OPENED: _("Runde geöffnet"),
    Kind.PAUSED: _("Uhr angehalten"),
    Kind.RESUMED: _("Weitergespielt"),
    Kind.EXTENDED: _("Zeit geändert"),
    Kind.CLOSING: _("Zeit um"),
    Kind.CLOSED: _("Runde geschlossen"),
    Kind.REOPENED: _("Runde wieder geöffnet"),
    Kind.JUDGED: _("Runde gewertet"),
    Kind.REFERENCE_CHOSEN: _("Zug ausgewählt"),
    Kind.RULED: _("Entscheidung"),
    Kind.RULING_REVOKED: _("Entscheidung zurückgenommen"),
    Kind.PUBLISHED: _("Veröffentlicht"),
    Kind.RETRACTED: _("Veröffentlichung zurückgenommen"),
    Kind.REVISED: _("Ergebnisse berichtigt"),
    Kind.FINISHED: _("Spiel beendet"),
    Kind.IMPORTED: _("Spiel eingelesen"),
    Kind.HALL_FROZEN: _("Saalanzeige angehalten"),
    Kind.HALL_RELEASED: _("Saalanzeige läuft weiter"),
    Kind.INTERRUPTED: _("Server war weg"),
    Kind.HELD: _("Angehalten"),
    Kind.RELEASED: _("Läuft weiter"),
    Kind.BREAK_BEGUN: _("Pause"),
    Kind.BREAK_ENDED: _("Pause beendet"),
    Kind.NOTICE_WRITTEN: _("Mitteilung"),
    Kind.NOTICE_TAKEN_BACK: _("Mitteilung zurückgenommen"),
}
CHANGEABLE: Mapping[str, Text] = {
    "name": FIELDS["name"],
    "club": FIELDS["club"],
    "category": FIELDS["category"],
    **EVENT_CHANGES,
    "starts_at": FIELDS["starts_at"],
    "hall_source": FIELDS["hall_source"],
}


def _staff_changed(data: Data) -> Text:
    if data.get("role") is None:
        return _("{user} gehört nicht mehr zur Spielleitung.")
    return _("{user} ist jetzt dabei als: {role_text}.")


#: What became of somebody's seat.
SEATS: Mapping[str, Text] = {
    "claimed": _("{person} war schon eingetragen und spielt jetzt auf einem Telefon."),
    "asked": _("Jemand möchte als {person} auf einem anderen Telefon weiterspielen."),
    "handed_over": _("{person} spielt auf einem anderen Telefon weiter."),
    "refused": _("Der Platz von {person} bleibt auf seinem Telefon."),
    "code_issued": _("{person} hat einen Code für ein anderes Telefon."),
    "code": _("{person} hat den Platz mit einem Code auf ein anderes Telefon geholt."),
    "card": _("{person} hat den Platz mit einer Karte auf ein Telefon geholt."),
    "vacated": _("{person} spielt auf Papier, der Platz ist frei."),
    "told_apart": _("{person} ist niemand von denen, die genauso heißen."),
}


def _participant_changed(data: Data) -> Text:
    seat = data.get("seat")
    if isinstance(seat, str) and seat in SEATS:
        return SEATS[seat]
    if data.get("is_online"):
        return _("{person} hat einen neuen Zugang.")
    return "{person}: {changes}."


def _drawn(data: Data) -> Text:
    if data.get("drawn_by") == "server":
        return _("Auf dem Bänkchen liegt {rack}, gezogen vom Server. Neu: {drawn}.")
    return _("Auf dem Bänkchen liegt {rack}, von Hand gezogen. Neu: {drawn}.")


def _cancelled(data: Data) -> Text:
    if data.get("text"):
        return _("Die Steine gehen zurück: {reason_text}. {text}")
    return _("Die Steine gehen zurück: {reason_text}.")


def _extended(data: Data) -> Text:
    seconds = data.get("seconds")
    if isinstance(seconds, int) and seconds < 0:
        return _("Es bleibt weniger Zeit ({seconds} s), bis {closes}.")
    return _("Es gibt {seconds} s mehr, bis {closes}.")


def _ruled(data: Data) -> Text:
    ruling = data.get("ruling") or {}
    if "word" in ruling:
        return "{word}: {ruling_text} ({reason_text}). {note}"
    if "play" in ruling:
        return _("{play}: {ruling_text}, {ruled_points} Punkte ({reason_text}). {note}")
    if "points" in ruling:
        return _("{person}: {ruling_text}, {ruled_points} Punkte ({reason_text}). {note}")
    return "{person}: {ruling_text} ({reason_text}). {note}"


def _imported(data: Data) -> Text:
    if "turns" in data:
        return _("Aus einer anderen Aufzeichnung eingelesen, {turns} Züge.")
    return _("Aus einer Datei eingelesen, deren Protokoll {entries} Einträge hat.")


SENTENCES: Mapping[str, Sentence] = {
    Kind.CREATED: _("„{name}“ ist angelegt."),
    Kind.CHANGED: "{changes}.",
    Kind.STAFF_CHANGED: _staff_changed,
    Kind.STAFF_INVITED: INVITED,
    Kind.STAFF_UNINVITED: UNINVITED,
    Kind.ERASED: ERASED,
    Kind.JOINED: _("{person} spielt mit."),
    Kind.PARTICIPANT_CHANGED: _participant_changed,
    Kind.WITHDRAWN: _("{person} scheidet aus."),
    Kind.READMITTED: _("{person} spielt wieder mit."),
    Kind.MERGED: _("{person} ist dieselbe Person wie {into_text}, die alles übernimmt."),
    Kind.HALL_PART: _(
        "Genannt ist {hall_part}: Daraus und aus dem Geheimnis folgen alle Bänkchen."
    ),
    Kind.STARTED: _("Das Spiel läuft. Die Optionen stehen fest."),
    Kind.DRAWN: _drawn,
    Kind.CANCELLED: _cancelled,
    Kind.OPENED: _("Alle sehen {rack}. Zeit bis {closes}."),
    Kind.PAUSED: _("Die Uhr steht."),
    Kind.RESUMED: _("Die Uhr läuft wieder, bis {closes}."),
    Kind.EXTENDED: _extended,
    Kind.CLOSING: _("Die Zeit ist um."),
    Kind.CLOSED: _("Abgegebene Züge: {answers}."),
    Kind.REOPENED: _("Züge zählen wieder, bis {closes}."),
    Kind.JUDGED: _("Abgegebene Züge: {answers}, verschiedene: {plays}. Bester: {top_points}."),
    Kind.REFERENCE_CHOSEN: _("Gelegt wird {reference_text}."),
    Kind.RULED: _ruled,
    Kind.RULING_REVOKED: _ruled,
    Kind.PUBLISHED: _("Gelegt ist {reference_text}. Abgegebene Züge: {answers}."),
    Kind.RETRACTED: _("Die Ergebnisse sind noch einmal offen."),
    Kind.REVISED: _("Geänderte Züge: {plays_changed}, geänderte Ergebnisse: {results_changed}."),
    Kind.FINISHED: "{ending_text}",
    Kind.IMPORTED: _imported,
    Kind.HALL_FROZEN: _("Sie zeigt, was sie gerade zeigt, bis sie weiterläuft."),
    Kind.HALL_RELEASED: _("Sie zeigt wieder, was geschieht."),
    Kind.INTERRUPTED: _(
        "Zum Schluss nahm seit {since_text} niemand Züge an. Es fehlen {seconds} s."
    ),
    Kind.HELD: _("Die nächste Runde kommt nicht von selbst."),
    Kind.RELEASED: _("Die nächste Runde kommt von selbst."),
    Kind.BREAK_BEGUN: _("Pause bis {until_text}."),
    Kind.BREAK_ENDED: _("Es geht weiter."),
    Kind.NOTICE_WRITTEN: "{text}",
    Kind.NOTICE_TAKEN_BACK: _("Sie wird nicht mehr gezeigt."),
}


def lines_of(entries: Iterable[tuple[LogEntry, bool]], names: Mapping[int, str]) -> list[LogLine]:
    """The entries as people read them, each with whether its data are shown; `names` by number."""
    return [
        LogLine(
            sequence=entry.sequence,
            at=entry.at,
            heading=heading_of(entry.kind),
            text=sentence_of(entry.kind, entry.data, names) if is_shown else hidden_text(),
            by=actor_text(entry.by, Participant.noun, names),
            about=_round_text(entry),
        )
        for entry, is_shown in entries
    ]


def heading_of(kind: str) -> str:
    """What kind of thing happened."""
    return str(HEADINGS.get(kind, kind))


def sentence_of(kind: str, data: Data, names: Mapping[int, str]) -> str:
    """What an entry tells, as a sentence in the reader's language."""
    ruling: Mapping[str, Any] = data.get("ruling") or {}
    changed = dict(data)
    if "starts_at" in data:
        changed["starts_at"] = time_of(data["starts_at"])
    told = fill(
        SENTENCES.get(kind, "{changes}"),
        data,
        person=person_text(data.get("participant", ruling.get("participant")), names),
        into_text=person_text(data.get("into"), names),
        changes=changes_text(changed, CHANGEABLE),
        closes=time_of(data.get("closes_at")),
        since_text=time_of(data.get("since")),
        until_text=time_of(data.get("until")),
        role_text=label(str(data.get("role"))),
        reason_text=label(str(data.get("reason", ruling.get("reason")))),
        ruling_text=label(str(ruling.get("kind"))),
        ruled_points=ruling.get("points", "–"),
        word=ruling.get("word", "–"),
        play=_move_text(ruling.get("play")),
        note=ruling.get("text", ""),
        reference_text=_move_text(data.get("reference")),
        ending_text=label(str(data.get("ending"))),
        plays_changed=_length(data.get("plays")),
        results_changed=_length(data.get("results")),
    )
    return told.strip()


def _move_text(move: object) -> str:
    """A move as the log tells it: coordinates, word and perhaps its points."""
    if not isinstance(move, dict):
        return "–"
    told = f"{move.get('coordinates', '')} {move.get('word', '')}".strip()
    return f"{told} ({move['points']})" if "points" in move else told


def _length(rows: object) -> int:
    return len(rows) if isinstance(rows, list) else 0


def _round_text(entry: LogEntry) -> str:
    if entry.round is None:
        return ""
    told = gettext("Runde {number}").format(number=entry.round.number)
    if entry.round.attempt == 1:
        return told
    return told + ", " + gettext("{attempt}. Ziehung").format(attempt=entry.round.attempt)
