"""Actions of the desk on seats: another phone, who asks for one, who is entered twice."""

import re

from django.contrib import messages
from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from duplicate.models import Participant
from duplicate.pages.named import person_of
from duplicate.pages.page_requests import Visit
from duplicate.selectors.finding import find_participant
from duplicate.selectors.merging import conflicts_of
from duplicate.selectors.seats import find_request
from duplicate.services import seats
from duplicate.services.merging import Choices, merge_participants
from referee.access import Need
from referee.events import posted
from referee.events.desk import Actions
from referee.invitations import invitation_to

ACTIONS = Actions[Visit]()


@ACTIONS.action("seat_code", Need.STAFF, part="people")
def _seat_code(visit: Visit) -> HttpResponse:
    """Shown in the dialog over the desk: whoever has lost a phone stands there."""
    person = person_of(visit)
    code = seats.issue_seat_code(person, visit.at, by=visit.by)
    until = time_format(timezone.localtime(visit.at + seats.CODE_LIFE))
    address = visit.request.build_absolute_uri(reverse("seat_code", args=[code]))
    shown = {"person": person, "code": code, "until": until, "back": _back(visit)}
    return visit.render(
        "duplicate/desk/seat_code.html", shown | invitation_to(visit.request, address)
    )


@ACTIONS.action("vacate", Need.STAFF, part="people")
def _vacate(visit: Visit) -> None:
    person = seats.vacate_seat(person_of(visit), visit.at, by=visit.by)
    told = _("{name} spielt auf Papier, bis jemand den Platz nimmt.")
    messages.success(visit.request, told.format(name=person.name))


@ACTIONS.action("grant_seat", Need.STAFF, part="seats")
def _grant(visit: Visit) -> None:
    asked = find_request(visit.game, posted.number_of(visit, "seat_request"))
    person = seats.grant_seat(asked, visit.at, by=visit.by)
    told = _("{name} spielt auf dem neuen Telefon weiter.")
    messages.success(visit.request, told.format(name=person.name))


@ACTIONS.action("refuse_seat", Need.STAFF, part="seats")
def _refuse(visit: Visit) -> None:
    asked = find_request(visit.game, posted.number_of(visit, "seat_request"))
    seats.refuse_seat(asked, visit.at, by=visit.by)


@ACTIONS.action("distinct", Need.STAFF, part="people")
def _distinct(visit: Visit) -> None:
    seats.tell_apart(person_of(visit), visit.at, by=visit.by)


@ACTIONS.action("merge", part="people")
def _merge(visit: Visit) -> HttpResponse | None:
    """The person goes into the number that the form names, once all is said that must be."""
    gone = person_of(visit)
    kept = find_participant(visit.game, posted.number_of(visit, "into"))
    if not visit.is_confirmed:
        return _ask_to_merge(visit, gone, kept)
    answers = {
        int(found[1]): posted.number_of(visit, name)
        for name in visit.request.POST
        if (found := re.fullmatch(r"answers-(\d{1,4})", name))
    }
    choices = Choices(posted.number_or_none(visit, "phone"), answers)
    person = merge_participants(gone, kept, visit.at, by=visit.by, choices=choices)
    told = _("{name} ist jetzt nur noch Nummer {number}.")
    messages.success(visit.request, told.format(name=person.name, number=person.number))
    return None


def _ask_to_merge(visit: Visit, gone: Participant, kept: Participant) -> HttpResponse:
    shown = {
        "gone": gone,
        "kept": kept,
        "both": (gone, kept),
        "conflicts": conflicts_of(gone, kept),
        "has_two_phones": gone.token_digest is not None and kept.token_digest is not None,
        "back": _back(visit),
    }
    return visit.render("duplicate/desk/merge.html", shown)


@ACTIONS.action(
    "renew_cards",
    asks=gettext_lazy(
        "Alle gedruckten Karten ungültig machen? Danach müssen alle neu gedruckt werden."
    ),
    part="people",
)
def _renew_cards(visit: Visit) -> None:
    seats.renew_cards(visit.game, visit.at, by=visit.by)
    messages.success(visit.request, _("Die alten Karten gelten nicht mehr. Druck neue."))


def _back(visit: Visit) -> str:
    query = visit.request.META.get("QUERY_STRING", "")
    return reverse(visit.desk, args=[visit.game.pk]) + (f"?{query}" if query else "")
