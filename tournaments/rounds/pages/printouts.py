"""What is printed on A4: pairings, cards and slips, standings, prizes and certificates."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from unicodedata import combining, normalize

from django.http import HttpResponse
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from referee.access import Need
from referee.invitations import ONLY_HERE
from referee.page_requests import Context, Printouts, print_out, whole_in
from referee.qr import qr_code
from tournaments.entries.services.entries import issue_codes
from tournaments.errors import EntryMissing
from tournaments.events.pages.page_requests import Visit
from tournaments.events.selectors.finding import find_division, find_entry, find_round
from tournaments.models import Division, Entry, Round
from tournaments.permissions import demand_published
from tournaments.rounds.exchange.tsh import filed_name
from tournaments.rounds.pages.public import divisions_of, games_of, standings_context
from tournaments.rounds.selectors.brackets import final_of, honours_of
from tournaments.rounds.selectors.crosstable import Cell, crosstable_of
from tournaments.rounds.selectors.rounds import ShownPairing, shown_round
from tournaments.rounds.selectors.standings import groups_of, standings_of
from tournaments.standings import GroupRow, Row, within

SLIPS_A_PAGE = 8
#: So many get a prize unless said otherwise: in the whole field, and in each category.
PLACES, CATEGORY_PLACES = 3, 1
#: With more rounds a card takes a page of its own; else there are two on one.
SHORT_CARD = 11
#: Letters that `normalize` leaves as they are.
ALIKE = str.maketrans({"ß": "ss", "ø": "o", "ł": "l", "đ": "d"})


@dataclass(frozen=True)
class Seat:
    """Where somebody sits in a round."""

    #: As people look for it: 'Meier, Anna'.
    name: str
    entry: Entry
    pairing: ShownPairing

    @property
    def opponent(self) -> Entry | None:
        first, second = self.pairing.first, self.pairing.second
        return second if self.entry.pk == first.pk else first

    @property
    def begins(self) -> bool:
        return self.pairing.second is not None and self.entry.pk == self.pairing.first.pk


@dataclass(frozen=True)
class Card:
    """A player's card: a line for each round, filled in as far as it is known."""

    entry: Entry
    lines: Sequence[tuple[int, Cell | None]]
    #: Only on the page that has just issued it.
    code: str
    qr: SafeString | str


@dataclass(frozen=True)
class Prize:
    """A place that is honoured, of a player or of a team."""

    division: Division
    #: 'player', 'category' or 'team'.
    kind: str
    #: The name of the category.
    group: str
    rank: int
    name: str
    #: The club of a player, or who counts for a team.
    detail: str
    wins2: int
    spread: int
    is_withdrawn: bool


def show_printout(visit: Visit, what: str) -> HttpResponse:
    """One of PRINTOUTS, ready for A4; sent to 'scorecards', codes are issued. Raises NotFound."""
    if what == CARDS and visit.request.method == "POST" and visit.is_enough(Need.STAFF):
        return _issue(visit)
    return print_out(visit, what, PRINTOUTS, "tournaments/rounds/print/{}.html", **_common(visit))


def _common(visit: Visit) -> Context:
    chosen = visit.request.GET.get("division", "")
    return {"divisions": divisions_of(visit.tournament), "chosen": chosen}


# Pairings


def _by_table(visit: Visit) -> Context:
    """The last round of each division, or ?round=n, as it may be seen."""
    found = [
        (division, round, games_of(round, to_staff=False)) for division, round in _rounds(visit)
    ]
    return {"rounds": found, "round": whole_in(visit.request, "round", 0)}


def _by_name(visit: Visit) -> Context:
    """The same by the names of the players, as they stand at the door looking for theirs."""
    found = [(division, round, _seats(round)) for division, round in _rounds(visit)]
    return {"rounds": found, "round": whole_in(visit.request, "round", 0)}


def _slips(visit: Visit) -> Context:
    """Slips for the games of a round; ?for=blank without names."""
    is_blank = visit.request.GET.get("for") == "blank"
    slips: list[tuple[Division | None, Round | None, ShownPairing | None]] = [
        (division, round, pairing)
        for division, round in ([] if is_blank else _rounds(visit))
        for pairing in shown_round(round, to_staff=False).pairings
        if pairing.second
    ]
    slips = [(None, None, None)] * SLIPS_A_PAGE if is_blank else slips
    pages = [slips[at : at + SLIPS_A_PAGE] for at in range(0, len(slips), SLIPS_A_PAGE)]
    return {"pages": pages, "is_blank": is_blank, "round": whole_in(visit.request, "round", 0)}


def _rounds(visit: Visit) -> list[tuple[Division, Round]]:
    """A round of each division asked for: ?round=n or the last one that the visitor may see.

    The staff print a round that is locked before it is published; a draft they must ask for. Where
    one division is asked for, raises RoundMissing and NotPublished.
    """
    number = whole_in(visit.request, "round", 0)
    if number and visit.request.GET.get("division"):
        (division,) = _chosen(visit)
        round = find_round(division, number)
        demand_published(round, visit.role)
        return [(division, round)]
    seen = {Round.State.PUBLISHED} | ({Round.State.LOCKED} if visit.role.is_staff else set())
    rounds = []
    for division in _chosen(visit):
        shown = division.rounds.filter(state__in=seen)
        found = (shown.filter(number=number) if number else shown).last()
        if found:
            rounds.append((division, found))
    return rounds


def _seats(round: Round) -> list[Seat]:
    seats = [
        Seat(filed_name(entry.name), entry, pairing)
        for pairing in shown_round(round, to_staff=False).pairings
        for entry in (pairing.first, pairing.second)
        if entry
    ]
    return sorted(seats, key=lambda seat: (_sorted(seat.name), seat.entry.number))


def _sorted(name: str) -> str:
    """The name as a German list is ordered: an umlaut beside its letter."""
    folded = normalize("NFKD", name.casefold()).translate(ALIKE)
    return "".join(letter for letter in folded if not combining(letter))


# Cards and codes


def _cards(visit: Visit) -> Context:
    """Everybody's card without a code, or that of player ?number=n."""
    number = whole_in(visit.request, "number", 0)
    return _cards_context(
        visit, [find_entry(visit.tournament, number)] if number else _playing(visit), {}
    )


def _cards_context(visit: Visit, entries: Iterable[Entry], codes: Mapping[int, str]) -> Context:
    divisions = {division.pk: division for division in divisions_of(visit.tournament)}
    cells = {
        line.row.player.id: {cell.round: cell for cell in line.placed}
        for division in divisions.values()
        for line in crosstable_of(division).rows
    }
    cards = [
        Card(
            entry=entry,
            lines=[
                (number, cells.get(entry.pk, {}).get(number))
                for number in range(1, len(divisions[entry.division_id].schedule) + 1)
            ],
            code=codes.get(entry.number, ""),
            qr=qr_code(_address(visit, codes[entry.number])) if entry.number in codes else "",
        )
        for entry in entries
    ]
    longest = max((len(card.lines) for card in cards), default=0)
    a_page = 2 if longest <= SHORT_CARD else 1
    return {
        "pages": [cards[at : at + a_page] for at in range(0, len(cards), a_page)],
        "is_issued": visit.request.method == "POST",
        "missing": _playing(visit).filter(code_digest=None).count(),
        "is_open": visit.tournament.state != visit.tournament.State.FINISHED,
        "number": whole_in(visit.request, "number", 0),
        "home": visit.request.get_host(),
        "is_only_here": visit.request.get_host().rsplit(":", 1)[0] in ONLY_HERE,
    }


def _playing(visit: Visit) -> Any:
    """Those who are still in, of the divisions asked for."""
    playing = Entry.objects.filter(division__in=_chosen(visit), withdrawn_from=None)
    return playing.select_related("division").order_by("division__number", "number")


def _issue(visit: Visit) -> HttpResponse:
    """New codes for those who have none, for=all, or the player for=one number=n.

    Asks before an old code is replaced. Nobody can look a code up later: it stands on this page
    only. Raises EntryMissing, WrongTournamentState.
    """
    match visit.request.POST.get("for"):
        case "one":
            text = visit.request.POST.get("number", "")
            if not (text.isascii() and text.isdigit() and len(text) <= 5):
                raise EntryMissing(number=text)
            entries = [find_entry(visit.tournament, int(text))]
        case "all":
            entries = list(_playing(visit))
        case _:
            entries = list(_playing(visit).filter(code_digest=None))
    is_replacing = any(entry.code_digest for entry in entries)
    if is_replacing and "confirmed" not in visit.request.POST:
        question = _("Die bisherigen Codes gelten dann nicht mehr. Neue Codes ausgeben?")
        back = reverse("tournament_print", args=[visit.tournament.pk, CARDS])
        return visit.ask(question, back=back)
    codes = issue_codes(visit.tournament, entries, visit.at, by=visit.by)
    context = {"what": CARDS, **_common(visit), **_cards_context(visit, entries, codes)}
    response = visit.render("tournaments/rounds/print/scorecards.html", context)
    add_never_cache_headers(response)
    return response


def _address(visit: Visit, code: str) -> str:
    return visit.request.build_absolute_uri(reverse("tournament_code", args=[code]))


# Standings, prizes, certificates, the wall chart


def _standings(visit: Visit) -> Context:
    shown = [(one, standings_context(visit.request, one)) for one in _chosen(visit)]
    return {"tables": shown}


def _wallchart(visit: Visit) -> Context:
    return {"charts": [(division, crosstable_of(division)) for division in _chosen(visit)]}


def _prizes(visit: Visit) -> Context:
    """The first ?top=n of each division and the first ?category=n of each category."""
    top = whole_in(visit.request, "top", PLACES)
    category_top = whole_in(visit.request, "category", CATEGORY_PLACES)
    found = [(one, prizes_of(one, top, category_top)) for one in _chosen(visit)]
    return {
        "prizes": found,
        "by_bracket": {one.pk for one, _prizes in found if final_of(one)},
        "has_prizes": any(prizes for _division, prizes in found),
        "top": top,
        "category": category_top,
        "is_over": visit.tournament.state == visit.tournament.State.FINISHED,
    }


def prizes_of(division: Division, top: int, category_top: int) -> list[Prize]:
    """Who is honoured: the field's best, then each category's, then the teams. None before that.

    Players by what a knock-out at the end has brought, then by the standings.
    """
    table = standings_of(division)
    if not any(row.games or row.byes or row.set_byes for row in table.rows):
        return []
    honoured = honours_of(division)
    prizes = [_prize(division, "player", "", row) for row in honoured if row.rank <= top]
    for category, rows in within(honoured, "category").items():
        if category:
            prizes += [
                _prize(division, "category", category, row)
                for row in rows
                if row.rank <= category_top
            ]
    teams = groups_of(division, "team", table)
    return prizes + [_prize(division, "team", "", team) for team in teams if team.rank <= top]


def _prize(division: Division, kind: str, group: str, row: Row | GroupRow) -> Prize:
    if isinstance(row, Row):
        name, detail, is_withdrawn = row.player.name, row.player.club, row.is_withdrawn
    else:
        members = ", ".join(member.player.name for member in row.members)
        name, detail, is_withdrawn = row.name, members, False
    return Prize(division, kind, group, row.rank, name, detail, row.wins2, row.spread, is_withdrawn)


# What the address says


def _chosen(visit: Visit) -> list[Division]:
    """All divisions, or ?division=n. Raises DivisionMissing."""
    number = whole_in(visit.request, "division", 0)
    if number:
        return [find_division(visit.tournament, number)]
    return divisions_of(visit.tournament)


CARDS = "scorecards"
PRINTOUTS: Printouts[Visit] = {
    "pairings-by-table": (Need.EVERYBODY, _by_table),
    "pairings-by-name": (Need.EVERYBODY, _by_name),
    CARDS: (Need.STAFF, _cards),
    "slips": (Need.STAFF, _slips),
    "standings": (Need.EVERYBODY, _standings),
    "prizes": (Need.STAFF, _prizes),
    "certificates": (Need.STAFF, _prizes),
    "wallchart": (Need.EVERYBODY, _wallchart),
}
