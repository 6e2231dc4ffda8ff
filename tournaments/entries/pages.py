"""Actions of the desk on who plays."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from referee.access import Need
from referee.events import posted
from referee.events.desk import ASKS_ERASURE, Actions, ShownOnce, ask
from tournaments.entries.new_entries import NewEntry
from tournaments.entries.services import entries
from tournaments.entries.services.erasure import erase_entry
from tournaments.events.pages import named
from tournaments.events.pages.page_requests import Visit
from tournaments.events.selectors.finding import find_division
from tournaments.kinds import has_rounds
from tournaments.models import Absence, Entry
from tournaments.rounds.result_messages import tell_import_note
from tournaments.rounds.services import imports
from tournaments.rounds.services.imports import Format

ACTIONS = Actions[Visit]()

TEXTS = ("name", "club", "category", "team", "member_id")
#: How a name of a file ends that tsh has written.
TSH_ENDING = ".t"


@ACTIONS.action("enter", Need.STAFF, part="people")
def _enter(visit: Visit) -> None:
    texts: dict[str, Any] = {field: posted.text_of(visit, field) for field in TEXTS}
    person = NewEntry(
        **texts,
        number=posted.number_or_none(visit, "number"),
        rating=posted.number_or_none(visit, "rating"),
    )
    entered = entries.enter(named.division_of(visit), person, visit.at, by=visit.by)
    told = _("{name} hat die Nummer {number}.")
    if entered.first_round > 1:
        told = _("{name} hat die Nummer {number} und spielt ab Runde {round}.")
    messages.success(
        visit.request,
        told.format(name=entered.name, number=entered.number, round=entered.first_round),
    )


@ACTIONS.action("import", Need.STAFF, part="people")
def _import(visit: Visit) -> None:
    name, data = posted.file_of(visit)
    is_tsh = name.lower().endswith(TSH_ENDING)
    imported = imports.import_entries(
        named.division_of(visit),
        data,
        visit.at,
        by=visit.by,
        file_format=Format.TSH if is_tsh else Format.CSV,
        with_rounds="with_rounds" in visit.request.POST,
    )
    told = _("{count} Spieler eingetragen.")
    if imported.rounds:
        told = _("{count} Spieler eingetragen, gespielte Runden: {rounds}.")
    messages.success(
        visit.request, told.format(count=len(imported.entries), rounds=imported.rounds)
    )
    if imported.notes:
        names = {entry.number: entry.name for entry in imported.entries}
        posted.tell_some(visit, [tell_import_note(note, names) for note in imported.notes])


@ACTIONS.action("correct", Need.STAFF, part="people")
def _correct(visit: Visit) -> None:
    entry = named.entry_of(visit)
    changes: dict[str, Any] = {field: posted.text_of(visit, field) for field in TEXTS}
    changes |= {field: posted.number_or_none(visit, field) for field in ("rating", "fixed_table")}
    entries.change_entry(entry, visit.at, by=visit.by, **changes, **_place_changes(visit, entry))
    messages.success(visit.request, _("Gespeichert."))


def _place_changes(visit: Visit, entry: Entry) -> dict[str, Any]:
    """What of somebody's place in the tournament the form changes; it need not name it."""
    changes: dict[str, Any] = {}
    for field in ("number", "first_round"):
        number = posted.number_or_none(visit, f"new_{field}")
        if number is not None and number != getattr(entry, field):
            changes[field] = number
    division = posted.number_or_none(visit, "new_division")
    if division is not None and division != entry.division.number:
        changes["division"] = find_division(visit.tournament, division)
    return changes


@ACTIONS.action("remove_entry", part="people")
def _remove_entry(visit: Visit) -> HttpResponse | None:
    entry = named.entry_of(visit)
    if not visit.is_confirmed:
        told = _("{name} aus der Liste entfernen? Das lässt sich nicht zurücknehmen.")
        return ask(visit, told.format(name=entry.name))
    entries.remove_entry(entry, visit.at, by=visit.by)
    messages.success(visit.request, _("{name} ist entfernt.").format(name=entry.name))
    return None


@ACTIONS.action("withdraw", Need.STAFF, part="people")
def _withdraw(visit: Visit) -> None:
    from_round = posted.number_or_none(visit, "from_round")
    entry = entries.withdraw(named.entry_of(visit), visit.at, by=visit.by, from_round=from_round)
    told = (
        _("{name} spielt ab Runde {round} nicht mehr mit.")
        if has_rounds(visit.tournament)
        else _("{name} spielt heute nicht mehr mit.")
    )
    messages.success(visit.request, told.format(name=entry.name, round=entry.withdrawn_from))


@ACTIONS.action("erase", asks=ASKS_ERASURE, part="people")
def _erase(visit: Visit) -> None:
    erase_entry(named.entry_of(visit), visit.at, by=visit.by)


@ACTIONS.action("readmit", Need.STAFF, part="people")
def _readmit(visit: Visit) -> None:
    entries.readmit(named.entry_of(visit), visit.at, by=visit.by)


@ACTIONS.action("absent", Need.STAFF, part="people")
def _absent(visit: Visit) -> None:
    kind = Absence.Kind(posted.one_of(visit, "kind", Absence.Kind.values))
    round_number = posted.number_of(visit, "round_number")
    entries.set_absence(named.entry_of(visit), round_number, kind, visit.at, by=visit.by)


@ACTIONS.action("present", Need.STAFF, part="people")
def _present(visit: Visit) -> None:
    round_number = posted.number_of(visit, "round_number")
    entries.remove_absence(named.entry_of(visit), round_number, visit.at, by=visit.by)


@ACTIONS.action("code", Need.STAFF, part="people")
def _code(visit: Visit) -> ShownOnce | HttpResponse:
    entry = named.entry_of(visit)
    if entry.code_digest and not visit.is_confirmed:
        told = _("{name} hat schon einen Code. Einen neuen ausstellen? Der alte gilt dann nicht.")
        return ask(visit, told.format(name=entry.name))
    code = entries.issue_code(entry, visit.at, by=visit.by)
    address = visit.request.build_absolute_uri(reverse("tournament_code", args=[code]))
    told = _("Der Code von {name} für das Telefon, nur jetzt zu sehen:")
    return ShownOnce(told.format(name=entry.name), code, address)
