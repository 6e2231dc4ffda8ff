"""What a form of the staff says: texts, numbers, choices, files and accounts."""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.utils.translation import gettext as _

from referee.errors import Invalid
from referee.events.selectors import find_account
from referee.models import User
from referee.page_requests import Visit
from referee.spreadsheets import MOST_BYTES

_NUMBER = re.compile(r"[-−]?\d{1,9}", re.ASCII)
#: So many things that are odd in a file are told one by one.
MOST_TOLD = 10

AnyVisit = Visit[Any, Any]


def text_of(visit: AnyVisit, field: str) -> str:
    return visit.request.POST.get(field, "")


def number_of(visit: AnyVisit, field: str) -> int:
    """Raises Invalid."""
    return read_number(field, text_of(visit, field))


def number_or_none(visit: AnyVisit, field: str) -> int | None:
    """None for a field left empty. Raises Invalid."""
    return number_of(visit, field) if text_of(visit, field).strip() else None


def read_number(field: str, text: str) -> int:
    """A whole number, with a sign or without. Raises Invalid."""
    typed = text.strip()
    if not _NUMBER.fullmatch(typed):
        raise Invalid(field=field, problem=_("Richtig ist eine ganze Zahl."))
    return int(typed.replace("−", "-"))


def one_of(visit: AnyVisit, field: str, values: Collection[str]) -> str:
    """Raises Invalid."""
    value = text_of(visit, field)
    if value not in values:
        problem = _("Richtig ist: {choices}.").format(choices=", ".join(values))
        raise Invalid(field=field, problem=problem)
    return value


def cleaned(form: Form) -> Mapping[str, Any]:
    """What the form says. Raises Invalid for the first thing that is wrong."""
    if not form.is_valid():
        field, problems = next(iter(form.errors.items()))
        raise Invalid(field=form[field].label, problem=problems[0])
    return form.cleaned_data


def file_of(visit: AnyVisit, field: str = "file") -> tuple[str, bytes]:
    """The name of a file and what is in it, but not much more than any may have. Raises Invalid."""
    file = visit.request.FILES.get(field)
    if file is None:
        raise Invalid(field=_("Datei"), problem=_("Wähle eine Datei aus."))
    return file.name or "", file.read(MOST_BYTES + 1)


def account_of(visit: AnyVisit) -> User:
    """The account whose name the form has. Raises the event's StaffMissing."""
    return find_account(visit.event, " ".join(text_of(visit, "username").split()))


def tell_some(visit: AnyVisit, remarks: Sequence[str]) -> None:
    """Tell what is odd in a file: the first ones, and how many there are besides."""
    for remark in remarks[:MOST_TOLD]:
        messages.warning(visit.request, remark)
    if (more := len(remarks) - MOST_TOLD) > 0:
        messages.warning(visit.request, _("Und weitere: {count}.").format(count=more))
