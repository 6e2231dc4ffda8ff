"""Things of the tournament that a form of the desk names."""

import re

from django.utils.translation import gettext as _

from referee.errors import Invalid
from referee.events.posted import number_of, read_number, text_of
from tournaments.errors import PenaltyMissing, RoundMissing, WebhookMissing
from tournaments.events.pages.page_requests import Visit
from tournaments.events.selectors.finding import find_division, find_entry, find_pairing_of
from tournaments.models import Division, Entry, Pairing, Penalty, Round, Webhook

_OVER = re.compile(r"(\d{1,3})(?::([0-5]\d))?", re.ASCII)


def seconds_over(visit: Visit, field: str) -> int:
    """Time as people write it: '4:30', or '4' for minutes. Raises Invalid."""
    found = _OVER.fullmatch(text_of(visit, field).strip())
    if found is None:
        raise Invalid(field=field, problem=_("Richtig sind Minuten und Sekunden wie 2:30."))
    return int(found[1]) * 60 + int(found[2] or 0)


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
        raise Invalid(field="table", problem=told.format(round=round.number, table=table))
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
