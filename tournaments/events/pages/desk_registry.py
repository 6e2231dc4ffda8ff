"""What an action of the desk is, and how a function becomes one."""

from collections.abc import Callable
from dataclasses import dataclass

from django.http import HttpResponse
from django.urls import reverse
from django.utils.functional import Promise

from referee.access import Need
from tournaments.events.pages.page_requests import Visit

Act = Callable[[Visit], object]

CONFIRMED = "confirmed"


@dataclass(frozen=True)
class ShownOnce:
    """What nobody can look up later: a player's code, a webhook's secret."""

    told: str
    text: str
    #: Where it leads, if it leads anywhere.
    address: str = ""


@dataclass(frozen=True)
class Action:
    """`act` may return a response to be sent instead of the desk, or what to show there once."""

    act: Act
    need: Need
    #: What is asked first, of an action that can't be taken back.
    asks: str | Promise
    #: The part of the page to come back to.
    part: str


class Actions(dict[str, Action]):
    """Actions by their names."""

    def action(
        self, name: str, need: Need = Need.DIRECTOR, *, asks: str | Promise = "", part: str = ""
    ) -> Callable[[Act], Act]:
        """Make a function the action of this name."""

        def register(act: Act) -> Act:
            self[name] = Action(act, need, asks, part)
            return act

        return register


def is_confirmed(visit: Visit) -> bool:
    """Whether the question was answered that `ask` puts."""
    return CONFIRMED in visit.request.POST


def ask(visit: Visit, question: str) -> HttpResponse:
    """The page that asks first; 'yes' sends the same form again."""
    back = reverse("tournament_desk", args=[visit.tournament.pk])
    query = visit.request.META.get("QUERY_STRING", "")
    return visit.ask(question, back=f"{back}?{query}" if query else back)
