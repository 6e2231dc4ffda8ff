"""The page on which somebody takes part by a code, whatever the code leads to."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from referee.errors import AlreadyEntered, Invalid, Refused
from referee.events.selectors import is_number
from referee.page_requests import Seats, refused
from referee.receipt_time import received_at
from referee.throttles import Purpose, entering

#: The page that asks whether somebody is one of their namesakes.
WHICH_SEAT = "referee/which_seat.html"
#: What its buttons say: the number of a free seat, that of one taken behind this, or nobody's.
TAKEN, SOMEBODY_NEW = "taken-", "new"


@dataclass(frozen=True)
class Joining:
    template: str
    #: Names the page with the form; its address has the code.
    address: str
    #: Names the page of whoever takes part; its address has the id of what the code leads to.
    page: str
    #: What people tell of themselves, and how long each of it may be.
    lengths: dict[str, int]
    #: Raises JoinCodeWrong.
    find: Callable[[str], Model]
    join: Callable[..., tuple[Model, str]]
    seats: Seats[Any]
    #: Where the result is of what is over, None while it is on: its code leads there.
    result: Callable[[Any], str | None] = lambda _found: None
    #: Asks the staff for the seat of a namesake that a phone has: of the code, the number, the name
    #: and the time. None where nobody is asked whether they are entered already.
    ask_for: Callable[[str, int, str, datetime], tuple[Model, str]] | None = None

    def answer(self, request: HttpRequest, code: str, found: Model | None = None) -> HttpResponse:
        """Take a seat where the code leads to, unless that was `found` on the way here; whoever
        has one there goes straight to it, and everybody to the result of what is over.

        What is wrong is told in the form, and guessing is held up as in the API.
        """
        if found is None:
            try:
                with entering(request, Purpose.JOIN, code):
                    found = self.find(code)
            except Refused as refusal:
                return refused(request, refusal)
        person, _token = self.seats.held(request, found.pk)
        if person is not None:
            return redirect(self.page, found.pk)
        if request.method != "POST" and (result := self.result(found)):
            return redirect(result)
        typed = request.POST if request.method == "POST" else request.GET
        context: dict[str, Any] = {self.seats.noun: found, "typed": typed, "lengths": self.lengths}
        context["address"] = reverse(self.address, args=[code])
        status = 200
        if request.method == "POST":
            said = {field: request.POST.get(field, "") for field in self.lengths}
            try:
                token = self._seat_of(request, code, said)
            except AlreadyEntered as question:
                context |= {"said": said, "candidates": question.detail["candidates"]}
                return render(request, WHICH_SEAT, context, status=question.status)
            except Invalid as fault:
                context["faults"] = {fault.detail["field"]: fault.detail["problem"]}
                status = fault.status
            except Refused as refusal:
                context["refusal"] = refusal
                status = refusal.status
            else:
                response = redirect(self.page, found.pk)
                self.seats.take(response, found.pk, token)
                return response
        return render(request, self.template, context, status=status)

    def _seat_of(self, request: HttpRequest, code: str, said: dict[str, str]) -> str:
        """The token of whoever joins: somebody new, or who they say that they are."""
        at, chosen = received_at(request), request.POST.get("seat", "")
        if self.ask_for is None or not chosen:
            return self.join(code, at=at, **said)[1]
        if chosen == SOMEBODY_NEW:
            return self.join(code, at=at, is_new=True, **said)[1]
        number = chosen.removeprefix(TAKEN)
        if not is_number(number):
            raise Invalid(field="seat", problem=_("Richtig ist eine ganze Zahl."))
        if chosen.startswith(TAKEN):
            return self.ask_for(code, int(number), said["name"], at)[1]
        return self.join(code, at=at, number=int(number), **said)[1]
