"""What the start page shows of tournaments, and where the codes of players lead."""

from django.db.models import Count
from django.http import HttpRequest
from django.urls import reverse

from referee.entrance import Destination, Place, Section
from referee.models import User
from tournaments.entries.codes import entry_by_code, evening_by_code
from tournaments.events.pages.page_requests import SEATS
from tournaments.models import Tournament

#: So many finished and own tournaments are listed.
MOST_LISTED = 12


def sections(request: HttpRequest) -> list[Section]:
    # Counting makes the usual order get lost.
    shown_ones = Tournament.objects.filter(is_archived=False)
    counted = shown_ones.annotate(players=Count("entries")).order_by("-created_at")
    listed = counted.filter(is_listed=True)
    running = listed.exclude(state=Tournament.State.FINISHED)
    finished = listed.filter(state=Tournament.State.FINISHED).order_by("-finished_at")
    seats = SEATS.all_held(request).exclude(tournament__state=Tournament.State.FINISHED)
    shown = [
        Section(Place.SEATS, "tournaments/start_page/seats.html", {"seats": seats}),
        Section(Place.ON, "tournaments/start_page/on.html", {"on": running}),
        Section(
            Place.OVER, "tournaments/start_page/finished.html", {"finished": finished[:MOST_LISTED]}
        ),
    ]
    if isinstance(request.user, User):
        own = counted.filter(staff__user=request.user)[:MOST_LISTED]
        shown.append(Section(Place.OWN, "tournaments/start_page/own.html", {"own": own}))
    return shown


def destination_of_code(code: str) -> Destination | None:
    """Where those sign in who have the code of a player, and those join who have an evening's."""
    if evening := evening_by_code(code):
        return Destination(reverse("evening_join", args=[evening.join_code]), evening)
    return Destination(reverse("tournament_code", args=[code])) if entry_by_code(code) else None
