"""What a form of the desk says: things of the tournament that it names, numbers and choices."""

import re
from collections.abc import Collection, Mapping, Sequence

from django.contrib import messages
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from referee.errors import Invalid
from referee.models import User
from referee.spreadsheets import MOST_BYTES
from tournaments.errors import (
    PenaltyMissing,
    RoundMissing,
    StaffMissing,
    WebhookMissing,
)
from tournaments.events.pages.page_requests import Visit
from tournaments.events.selectors.finding import find_division, find_entry, find_pairing_of
from tournaments.labels import FIELDS
from tournaments.models import Division, Entry, Pairing, Penalty, Round, Webhook

_NUMBER = re.compile(r"[-−]?\d{1,9}", re.ASCII)
#: What the pages call fields that are theirs alone.
NAMES: Mapping[str, str | Promise] = {
    "table": gettext_lazy("Tisch"),
    "over": gettext_lazy("Zeit"),
}
#: So many things that are odd in a file are told one by one.
MOST_TOLD = 10
_OVER = re.compile(r"(\d{1,3})(?::([0-5]\d))?", re.ASCII)


def text_of(visit: Visit, field: str) -> str:
    return visit.request.POST.get(field, "")


def number_of(visit: Visit, field: str) -> int:
    """Raises Invalid."""
    return read_number(field, text_of(visit, field))


def number_or_none(visit: Visit, field: str) -> int | None:
    """None for a field left empty. Raises Invalid."""
    return number_of(visit, field) if text_of(visit, field).strip() else None


def read_number(field: str, text: str) -> int:
    """A whole number, with a sign or without. Raises Invalid."""
    typed = text.strip()
    if not _NUMBER.fullmatch(typed):
        raise _invalid(field, _("Richtig ist eine ganze Zahl."))
    return int(typed.replace("−", "-"))


def seconds_over(visit: Visit, field: str) -> int:
    """Time as people write it: '4:30', or '4' for minutes. Raises Invalid."""
    found = _OVER.fullmatch(text_of(visit, field).strip())
    if found is None:
        raise _invalid(field, _("Richtig sind Minuten und Sekunden wie 2:30."))
    return int(found[1]) * 60 + int(found[2] or 0)


def one_of(visit: Visit, field: str, values: Collection[str]) -> str:
    """Raises Invalid."""
    value = text_of(visit, field)
    if value not in values:
        problem = _("Richtig ist: {choices}.").format(choices=", ".join(values))
        raise _invalid(field, problem)
    return value


def file_of(visit: Visit) -> tuple[str, bytes]:
    """The name of a file and what is in it, but not much more than any may have. Raises Invalid."""
    file = visit.request.FILES.get("file")
    if file is None:
        raise Invalid(field=_("Datei"), problem=_("Wähle eine Datei aus."))
    return file.name or "", file.read(MOST_BYTES + 1)


def tell_some(visit: Visit, remarks: Sequence[str]) -> None:
    """Tell what is odd in a file: the first ones, and how many there are besides."""
    for remark in remarks[:MOST_TOLD]:
        messages.warning(visit.request, remark)
    if (more := len(remarks) - MOST_TOLD) > 0:
        messages.warning(visit.request, _("Und weitere: {count}.").format(count=more))


def division_of(visit: Visit) -> Division:
    """Raises DivisionMissing."""
    division = find_division(visit.tournament, number_of(visit, "division"))
    division.tournament = visit.tournament
    return division


def round_of(visit: Visit) -> Round:
    """The very round that the page showed, which may have been discarded since."""
    rounds = Round.objects.filter(division__tournament=visit.tournament)
    found = rounds.select_related("division").filter(pk=number_of(visit, "round")).first()
    if found is None:
        raise RoundMissing
    return found


def pairing_of(visit: Visit) -> Pairing:
    """By its key, or by round and table. Raises PairingMissing."""
    if "pairing" in visit.request.POST:
        return find_pairing_of(visit.tournament, number_of(visit, "pairing"))
    round = round_of(visit)
    table = number_of(visit, "table")
    found = round.pairings.filter(table=table).select_related("first", "second").first()
    if found is None:
        told = _("In Runde {round} gibt es keinen Tisch {table}.")
        raise _invalid("table", told.format(round=round.number, table=table))
    return find_pairing_of(visit.tournament, found.pk)


def entry_of(visit: Visit, field: str = "player") -> Entry:
    """By number, which may have the name behind it. Raises EntryMissing, Invalid."""
    return find_entry(visit.tournament, read_player(field, text_of(visit, field)))


def read_player(field: str, text: str) -> int:
    """The number of '12' or '12 Anna'. Raises Invalid."""
    number, _space, _name = text.strip().partition(" ")
    return read_number(field, number)


def penalty_of(visit: Visit) -> Penalty:
    """Raises PenaltyMissing."""
    found = Penalty.objects.filter(
        pk=number_of(visit, "penalty"), pairing__round__division__tournament=visit.tournament
    )
    penalty = found.select_related("pairing__round__division").first()
    if penalty is None:
        raise PenaltyMissing
    return penalty


def webhook_of(visit: Visit) -> Webhook:
    """Raises WebhookMissing."""
    found = visit.tournament.webhooks.filter(pk=number_of(visit, "webhook")).first()
    if found is None:
        raise WebhookMissing
    return found


def account_of(visit: Visit) -> User:
    """Raises StaffMissing."""
    name = " ".join(text_of(visit, "username").split())
    found = User.objects.filter(username=name).first() if name.isprintable() else None
    if found is None:
        raise StaffMissing(username=name)
    return found


def _invalid(field: str, problem: str) -> Invalid:
    return Invalid(field=FIELDS.get(field, NAMES.get(field, field)), problem=problem)
