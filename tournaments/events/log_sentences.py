"""What people read of a tournament's log: a sentence for every kind of entry."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

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
)
from tournaments.labels import FIELDS, label
from tournaments.models import Entry, LogEntry

Kind = LogEntry.Kind

CHANGEABLE: Mapping[str, Text] = {
    **FIELDS,
    **EVENT_CHANGES,
    "is_public": _("für alle zu sehen"),
    "counts": _("zählt für den Abend"),
}
WEBHOOK_CHANGES: Mapping[str, Text] = {
    "made": _("angelegt"),
    "changed": _("geändert"),
    "removed": _("entfernt"),
}


def _staff_changed(data: Data) -> Text:
    if data.get("role") is None:
        return _("{user} gehört nicht mehr zur Turnierleitung.")
    return _("{user} ist jetzt dabei als: {role_text}.")


def _changed(data: Data) -> Text:
    return _("An einem Tisch: {changes}.") if "table" in data else "{changes}."


def _entry_changed(data: Data) -> Text:
    return _("{person} ist gestrichen.") if data.get("removed") else "{person}: {changes}."


def _imported(data: Data) -> Text:
    if data.get("rounds"):
        return _("{people} Spieler und {rounds_told} Runden eingelesen.")
    return _("{people} Spieler eingelesen.")


def _by_hand(data: Data) -> Text:
    return _("{game}: Jetzt fängt {first_text} an.") if "swapped" in data else "{pairings}."


def _confirmed(data: Data) -> Text:
    if "was" in data:
        return _("{game}: {score} statt {was_score}. {remark}")
    return "{game}: {score}."


def _challenged(data: Data) -> Text:
    if data.get("is_admissible"):
        return _("{words_told}: zulässig.")
    return _("{words_told}: nicht zulässig.")


def _ruled(data: Data) -> Text:
    if data.get("is_allowed"):
        return _("{word} gilt ({reason_text}). {text}")
    return _("{word} gilt nicht ({reason_text}). {text}")


PENALTY = _("{person}: {points} Punkte ({reason_text}). {text}")
SENTENCES: Mapping[str, Sentence] = {
    Kind.CREATED: _("„{name}“ ist angelegt."),
    Kind.CHANGED: _changed,
    Kind.STAFF_CHANGED: _staff_changed,
    Kind.STAFF_INVITED: INVITED,
    Kind.STAFF_UNINVITED: UNINVITED,
    Kind.ERASED: ERASED,
    Kind.DIVISION_MADE: _("Die Gruppe „{name}“ ist da."),
    Kind.DIVISION_CHANGED: "{changes}.",
    Kind.DIVISION_REMOVED: _("Die Gruppe „{name}“ ist entfernt."),
    Kind.ENTERED: _("{person} ist angemeldet."),
    Kind.IMPORTED: _imported,
    Kind.ENTRY_CHANGED: _entry_changed,
    Kind.WITHDRAWN: _("{person} scheidet aus, ab Runde {from_round}."),
    Kind.READMITTED: _("{person} ist wieder dabei."),
    Kind.ABSENCE_SET: _("{person}, Runde {round}: {absence_text}."),
    Kind.ABSENCE_REMOVED: _("{person} spielt in Runde {round} doch."),
    Kind.CODE_ISSUED: _("Neue Codes für die Nummern {players_told}."),
    Kind.STARTED: _("Das Turnier läuft. Regelwerk und Wörterliste stehen fest."),
    Kind.FINISHED: _("Das Turnier ist zu Ende, die Wertung steht fest."),
    Kind.REOPENED: _("Es geht weiter, als wäre es nicht zu Ende gewesen."),
    Kind.PAIRED: "{pairings}.",
    Kind.PAIRED_BY_HAND: _by_hand,
    Kind.LOCKED: _("Niemand paart diese Runde mehr neu."),
    Kind.UNLOCKED: _("Diese Runde kann wieder anders gepaart werden."),
    Kind.PUBLISHED: "{pairings}.",
    Kind.RETRACTED: _("Die Paarungen sind nicht mehr öffentlich."),
    Kind.DISCARDED: _("Den Entwurf gibt es nicht mehr."),
    Kind.REPORTED: _("{game}: {score}, gemeldet."),
    Kind.DISPUTED: _("{game}: Die Meldungen unterscheiden sich."),
    Kind.CONFIRMED: _confirmed,
    Kind.RESULT_REMOVED: _("{game}: {was_score} gilt nicht mehr. {remark}"),
    Kind.PENALISED: PENALTY,
    Kind.PENALTY_REVOKED: PENALTY,
    Kind.ROUND_COMPLETED: _("Alle Ergebnisse sind da."),
    Kind.TABLE_OPENED: _("Am Tisch sitzen {names_told}."),
    Kind.TABLE_FINISHED: _("Punkte am Tisch: {scores_told}."),
    Kind.CHALLENGED: _challenged,
    Kind.RULED: _ruled,
    Kind.RULING_REVOKED: _ruled,
    Kind.WEBHOOK_CHANGED: "{host}: {change_text}.",
}


def lines_of(entries: Iterable[tuple[LogEntry, bool]], names: Mapping[int, str]) -> list[LogLine]:
    """The entries as people read them, each with whether its data are shown; `names` by number."""
    return [
        LogLine(
            sequence=entry.sequence,
            at=entry.at,
            heading=label(entry.kind),
            text=sentence_of(entry.kind, entry.data, names) if is_shown else hidden_text(),
            by=actor_text(entry.by, Entry.noun, names),
            about=_round_text(entry.data) if is_shown else "",
        )
        for entry, is_shown in entries
    ]


def sentence_of(kind: str, data: Data, names: Mapping[int, str]) -> str:
    """What an entry tells, as a sentence in the reader's language."""
    swapped: Mapping[str, Any] = data.get("swapped") or {}
    told = fill(
        SENTENCES.get(kind, "{changes}"),
        data,
        person=person_text(data.get("player"), names),
        changes=changes_text(data, CHANGEABLE),
        game=_game_text({**data, **swapped}, names),
        first_text=person_text(swapped.get("first"), names),
        score=_score_text(data),
        was_score=_score_text(data.get("was") or {}),
        pairings=_pairings_text(data),
        role_text=label(str(data.get("role"))),
        reason_text=label(str(data.get("reason"))),
        absence_text=label(str(data.get("absence"))),
        change_text=WEBHOOK_CHANGES.get(str(data.get("change")), str(data.get("change"))),
        people=len(_row(data, "players")),
        rounds_told=len(_row(data, "rounds")),
        players_told=_told(data, "players"),
        words_told=_told(data, "words"),
        names_told=_told(data, "names"),
        scores_told=_told(data, "scores"),
    )
    return told.strip()


def _row(data: Data, name: str) -> Sequence[object]:
    value = data.get(name)
    return value if isinstance(value, list) else ()


def _told(data: Data, name: str) -> str:
    return ", ".join(map(str, _row(data, name))) or "–"


def _pairings_text(data: Data) -> str:
    told = gettext("Partien: {count}").format(count=len(_row(data, "games")))
    alone = len(_row(data, "alone"))
    return told + ", " + gettext("ohne Gegner: {count}").format(count=alone) if alone else told


def _game_text(data: Data, names: Mapping[int, str]) -> str:
    """Which game the log means: the table, and who plays there."""
    first, second = (person_text(data.get(name), names) for name in ("first", "second"))
    return gettext("Tisch {table}, {first} – {second}").format(
        table=data.get("table") or "–", first=first, second=second
    )


def _score_text(data: Data) -> str:
    told = f"{_points(data, 'first_points')} : {_points(data, 'second_points')}"
    outcome = data.get("outcome")
    return told if outcome in {None, "", "played"} else f"{told} ({label(str(outcome))})"


def _points(data: Data, name: str) -> object:
    points = data.get(name)
    return "–" if points is None else points


def _round_text(data: Data) -> str:
    told = []
    if isinstance(data.get("division"), int):
        told.append(gettext("Gruppe {number}").format(number=data["division"]))
    if isinstance(data.get("round"), int):
        told.append(gettext("Runde {number}").format(number=data["round"]))
    return ", ".join(told)
