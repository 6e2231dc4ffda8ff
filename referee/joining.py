"""The page on which somebody takes part by a code, whatever the code leads to."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from referee.errors import Invalid, JoinCodeWrong, Refused
from referee.page_requests import refused
from referee.receipt_time import received_at
from referee.throttles import count_wrong_entry, demand_entry

#: What the code leads to, and who takes part there.
Event = TypeVar("Event")
Person = TypeVar("Person")


@dataclass(frozen=True)
class Joining(Generic[Event, Person]):
    template: str
    #: What the template calls what the code leads to.
    noun: str
    #: Names the page of whoever takes part; its address has the id of what the code leads to.
    page: str
    #: What people tell of themselves, and how long each of it may be.
    lengths: dict[str, int]
    #: Raises JoinCodeWrong.
    find: Callable[[str], Event]
    is_seated: Callable[[HttpRequest, Event], bool]
    join: Callable[..., tuple[Person, str]]
    take_seat: Callable[[HttpResponse, Person, str], None]

    def answer(self, request: HttpRequest, code: str) -> HttpResponse:
        """Take a seat where the code leads to; whoever has one there goes straight to it.

        What is wrong is told in the form, and guessing is held up as in the API.
        """
        try:
            demand_entry(request)
            found: Any = self.find(code)
        except Refused as refusal:
            if isinstance(refusal, JoinCodeWrong):
                count_wrong_entry(request)
            return refused(request, refusal)
        if self.is_seated(request, found):
            return redirect(self.page, found.pk)
        typed = request.POST if request.method == "POST" else request.GET
        context: dict[str, Any] = {self.noun: found, "typed": typed, "lengths": self.lengths}
        status = 200
        if request.method == "POST":
            person = {field: request.POST.get(field, "") for field in self.lengths}
            try:
                who, token = self.join(code, at=received_at(request), **person)
            except Invalid as fault:
                context["faults"] = {fault.detail["field"]: fault.detail["problem"]}
                status = fault.status
            except Refused as refusal:
                context["refusal"] = refusal
                status = refusal.status
            else:
                response = redirect(self.page, found.pk)
                self.take_seat(response, who, token)
                return response
        return render(request, self.template, context, status=status)
