"""What is printed: slips to cut, standings, sheets, the arbitration sheet, the join code."""

from typing import Any

from django.core.paginator import Page
from django.db.models import QuerySet
from django.http import HttpResponse
from django.urls import reverse
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from duplicate.errors import WrongRoundState
from duplicate.labels import label
from duplicate.messages import tell_play
from duplicate.models import Participant, Play, Round
from duplicate.pages.page_requests import Visit, game_page
from duplicate.pages.shown import board_before, rack_tiles
from duplicate.pages.standings import MOST_PRINTED, printed_standings
from duplicate.selectors.plays import plays_of
from duplicate.selectors.reports import sheets_of
from duplicate.selectors.rounds import current_round, living_round
from duplicate.selectors.seats import card_code
from referee.access import Need, Role
from referee.invitations import invitation
from referee.page_requests import Printouts, page_of, print_out, whole_in
from referee.qr import qr_code

#: The rounds for which slips are printed unless said otherwise, and at most.
ROUNDS, MOST_ROUNDS = 24, 40
SLIPS_A_PAGE = 8
CARDS_A_PAGE = 10
#: A game of thousands is printed in parts of so many.
PEOPLE_A_PART = 200
JUDGED = (Round.State.JUDGED, Round.State.PUBLISHED)


@require_safe
@game_page()
def print_page(visit: Visit, what: str) -> HttpResponse:
    """One of PRINTOUTS, ready for A4. Raises NotFound."""
    return print_out(visit, what, PRINTOUTS, "duplicate/print/{}.html")


def _slips(visit: Visit) -> dict[str, Any]:
    """Slips for those who play on paper; ?for=all for everybody, ?for=blank without a name."""
    who = visit.request.GET.get("for", "paper")
    first = max(1, whole_in(visit.request, "first", 1))
    last = min(whole_in(visit.request, "last", ROUNDS), first + MOST_ROUNDS - 1)
    rounds = range(first, last + 1)
    shown: dict[str, Any] = {"who": who, "first": first, "last": last}
    people: list[Participant | None] = [None]
    if who != "blank":
        shown |= _part_of(visit, _players_for(visit, who))
        people = list(shown["parts"])
        shown["has_seats"] = "seats" in visit.request.GET
        if shown["has_seats"]:
            shown["cards"] = _cards_of(visit, list(shown["parts"]))
    slips = [
        (person, number if person else None)
        for person in people
        for number in (rounds if person else range(SLIPS_A_PAGE))
    ]
    pages = [slips[at : at + SLIPS_A_PAGE] for at in range(0, len(slips), SLIPS_A_PAGE)]
    return shown | {"pages": pages}


def _arbitration(visit: Visit) -> dict[str, Any]:
    """The plays of ?round=n, the last one that is judged unless said, or a part of them.

    Raises WrongRoundState.
    """
    last = current_round(visit.game)
    number = whole_in(visit.request, "round", last.number if last else 1)
    round = living_round(visit.game, number)
    round.game = visit.game
    if round.state not in JUDGED:
        raise WrongRoundState(number=number, state=round.state, needed=list(JUDGED))
    parts: Page[Play] = page_of(visit.request, plays_of(round), MOST_PRINTED)
    return {
        "parts": parts,
        "round": round,
        "rack": rack_tiles(visit.game, round.rack),
        "board": board_before(visit.game, round),
        "plays": [(play, tell_play(play)) for play in parts],
        "rulings": [
            (ruling, label(ruling.kind), label(ruling.reason))
            for ruling in round.rulings.filter(revoked_at=None).select_related(
                "participant", "play"
            )
        ],
    }


def _sheets(visit: Visit) -> dict[str, Any]:
    """The sheet of everybody, or of participant ?number=n."""
    people = visit.game.participants.filter(merged_into=None)
    if visit.request.GET.get("number"):
        people = people.filter(number=whole_in(visit.request, "number", 0))
    shown = _part_of(visit, people)
    return shown | {"sheets": sheets_of(visit.game, list(shown["parts"]))}


def _part_of(visit: Visit, people: QuerySet[Participant]) -> dict[str, Any]:
    """Those with the numbers ?from= to ?to=; where they are many, a part of them."""
    first, last = whole_in(visit.request, "from", 0), whole_in(visit.request, "to", 0)
    people = people.filter(number__gte=first)
    if last:
        people = people.filter(number__lte=last)
    parts: Page[Participant] = page_of(visit.request, people, PEOPLE_A_PART)
    return {"parts": parts, "from": first or "", "to": last or ""}


def _cards(visit: Visit) -> dict[str, Any]:
    """A card with a seat for everybody; ?for=paper for those whom no phone has yet."""
    who = visit.request.GET.get("for", "all")
    shown = _part_of(visit, _players_for(visit, who))
    cards = _cards_of(visit, list(shown["parts"]))
    pages = [cards[at : at + CARDS_A_PAGE] for at in range(0, len(cards), CARDS_A_PAGE)]
    is_director = visit.role is Role.DIRECTOR
    common = {"who": who, "pages": pages, "is_director": is_director}
    return shown | common | invitation(visit.request, visit.game.join_code)


def _cards_of(visit: Visit, people: list[Participant]) -> list[tuple[Participant, SafeString]]:
    """Each with the QR code that gives them their seat."""
    addresses = [reverse("seat_code", args=[card_code(person)]) for person in people]
    return [
        (person, qr_code(visit.request.build_absolute_uri(address), f"seat-{person.number}"))
        for person, address in zip(people, addresses, strict=True)
    ]


def _players_for(visit: Visit, who: str) -> QuerySet[Participant]:
    playing = visit.game.participants.filter(withdrawn_at=None)
    return playing.filter(is_online=False) if who == "paper" else playing


def _code(visit: Visit) -> dict[str, Any]:
    return invitation(visit.request, visit.game.join_code)


PRINTOUTS: Printouts[Visit] = {
    "slips": (Need.STAFF, _slips),
    "standings": (Need.EVERYBODY, printed_standings),
    "arbitration": (Need.STAFF, _arbitration),
    "sheets": (Need.STAFF, _sheets),
    "code": (Need.STAFF, _code),
    "cards": (Need.STAFF, _cards),
}
