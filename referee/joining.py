"""The page on which somebody takes part by a code, whatever the code leads to."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from referee.errors import Invalid, Refused
from referee.page_requests import Seats, refused
from referee.receipt_time import received_at
from referee.throttles import Purpose, entering


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

    def answer(self, request: HttpRequest, code: str) -> HttpResponse:
        """Take a seat where the code leads to; whoever has one there goes straight to it, and
        everybody to the result of what is over.

        What is wrong is told in the form, and guessing is held up as in the API.
        """
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
                _who, token = self.join(code, at=received_at(request), **said)
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
