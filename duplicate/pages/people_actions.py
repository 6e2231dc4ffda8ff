"""Actions of the desk on who plays."""

from django.contrib import messages
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from duplicate.exchange.people import read_participants
from duplicate.pages.named import person_of
from duplicate.pages.page_requests import Visit
from duplicate.selectors.finding import numbers_in
from duplicate.services import participants
from duplicate.services.erasure import erase_participant
from referee.access import Need
from referee.events import posted
from referee.events.desk import ASKS_ERASURE, Actions, ShownOnce
from referee.events.people import NewPerson

ACTIONS = Actions[Visit]()
PERSON = ("name", "club", "category", "member_id")


@ACTIONS.action("enter", Need.STAFF, part="people")
def _enter(visit: Visit) -> None:
    number = posted.number_or_none(visit, "number")
    person = {field: posted.text_of(visit, field) for field in PERSON}
    entered = participants.enter_participant(
        visit.game, NewPerson(**person, number=number), visit.at, by=visit.by
    )
    told = _("{name} hat die Nummer {number}.")
    messages.success(visit.request, told.format(name=entered.name, number=entered.number))


@ACTIONS.action("import", Need.STAFF, part="people")
def _import(visit: Visit) -> None:
    _name, data = posted.file_of(visit, "table")
    entries = read_participants(data, numbers_in(visit.game))
    entered = participants.enter_participants(visit.game, entries, visit.at, by=visit.by)
    told = _("{count} Teilnehmer eingetragen.")
    messages.success(visit.request, told.format(count=len(entered)))


@ACTIONS.action("correct", Need.STAFF, part="people")
def _correct(visit: Visit) -> None:
    given = {field: visit.request.POST.get(field) for field in PERSON}
    participants.change_participant(person_of(visit), visit.at, by=visit.by, **given)


@ACTIONS.action("withdraw", Need.STAFF, part="people")
def _withdraw(visit: Visit) -> None:
    participants.withdraw_participant(person_of(visit), visit.at, by=visit.by)


@ACTIONS.action("readmit", Need.STAFF, part="people")
def _readmit(visit: Visit) -> None:
    participants.readmit_participant(person_of(visit), visit.at, by=visit.by)


@ACTIONS.action("erase", asks=ASKS_ERASURE, part="people")
def _erase(visit: Visit) -> None:
    erase_participant(person_of(visit), visit.at, by=visit.by)


@ACTIONS.action(
    "token",
    Need.STAFF,
    asks=gettext_lazy("Einen neuen Zugang ausstellen? Ein früherer gilt dann nicht mehr."),
    part="people",
)
def _token(visit: Visit) -> ShownOnce:
    person = person_of(visit)
    token = participants.issue_token(person, visit.at, by=visit.by)
    address = visit.request.build_absolute_uri(reverse("seat", args=[visit.game.pk, token]))
    told = _("Neuer Zugang für {name}, nur jetzt zu sehen:")
    return ShownOnce(told.format(name=person.name), address=address)
