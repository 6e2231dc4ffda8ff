"""Slips typed from paper, by one assistant or by several at once."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from duplicate.errors import ParticipantMissing, RoundMissing
from duplicate.models import Participant, Round
from duplicate.pages.page_requests import Visit, game_page
from duplicate.selectors.desk import arrival_of
from duplicate.selectors.rounds import current_round
from duplicate.selectors.slips import Check, compare_entries, differing, slips_of
from duplicate.services.answers import record_slip
from referee.access import Need
from referee.errors import Invalid, Refused

State = Round.State
#: While a round is in one of these, slips are taken; in the last two its top is known.
TAKEN = {State.OPEN, State.PAUSED, State.CLOSING, State.CLOSED, State.JUDGED}
KNOWN = {State.CLOSED, State.JUDGED}
#: What stands for the top in the field of the coordinates.
TOP = "T"
#: So many of the last entries are shown.
MOST_SHOWN = 20


@dataclass(frozen=True)
class Typed:
    """What stands in the form."""

    number: str = ""
    coordinates: str = ""
    word: str = ""
    points: str = ""
    is_late: bool = False
    is_illegible: bool = False


@require_http_methods(["GET", "HEAD", "POST"])
@game_page(Need.STAFF, back="slips")
def slips(visit: Visit) -> HttpResponse:
    """The form for slips; without a script it is sent here, and a refusal keeps what was typed."""
    posted = visit.request.POST
    if visit.request.method != "POST":
        number = visit.request.GET.get("number", "")
        return _show(visit, _last_typed(visit, number))
    typed = Typed(
        **{name: posted.get(name, "").strip() for name in _TEXTS},
        is_late="is_late" in posted,
        is_illegible="is_illegible" in posted,
    )
    try:
        person = _enter(visit, typed)
    except Refused as refusal:
        return _show(visit, typed, refusal)
    messages.success(visit.request, _("{person} ist eingetragen.").format(person=person))
    double = "?double=1" if "double" in posted else ""
    return redirect(reverse("slips", args=[visit.game.pk]) + double)


def top_of(round: Round) -> dict[str, Any] | None:
    """The move that 'T' stands for, once the staff may know it."""
    return round.tops[0] if round.state in KNOWN and round.tops else None


def _enter(visit: Visit, typed: Typed) -> Participant:
    """Raises as `record_slip` does, and Invalid for a top that nobody may know yet."""
    found = visit.game.rounds.filter(pk=_whole(visit.request.POST.get("round", ""), "round"))
    round = found.first()
    if round is None:
        raise RoundMissing
    number = _whole(typed.number, _("Nummer"))
    person = visit.game.participants.filter(number=number).first()
    if person is None:
        raise ParticipantMissing(number=number)
    coordinates, word, points = typed.coordinates, typed.word, typed.points
    declared = _whole(points, _("Punkte")) if points else None
    if coordinates.upper() == TOP and not word:
        top = top_of(round)
        if top is None:
            problem = _("Den Spitzenzug gibt es erst, wenn die Runde geschlossen ist.")
            raise Invalid(field=_("Koordinaten"), problem=problem)
        coordinates, word = top["coordinates"], top["word"]
        declared = top["points"] if declared is None else declared
    record_slip(
        round,
        person,
        coordinates=coordinates,
        word=word,
        declared_points=declared,
        at=visit.at,
        by=visit.by,
        is_late=typed.is_late,
        is_illegible=typed.is_illegible,
    )
    return person


def _show(visit: Visit, typed: Typed, refusal: Refused | None = None) -> HttpResponse:
    round = current_round(visit.game)
    is_double = "double" in visit.request.GET or "double" in visit.request.POST
    context: dict[str, Any] = {
        "round": round if round and round.state in TAKEN else None,
        "last_round": round,
        "typed": typed,
        "refusal": refusal,
        "is_double": is_double,
    }
    if round and round.state in TAKEN:
        round.game = visit.game
        context |= {
            "top": top_of(round),
            "last": slips_of(round)[:MOST_SHOWN],
            "typed_in_all": slips_of(round).values("participant").distinct().count(),
            "arrival": arrival_of(round),
        }
        if is_double:
            compared = compare_entries(round)
            context |= {
                "differences": differing(compared),
                "once": [entry for entry in compared if entry.check is Check.ONCE],
                "agreeing": sum(entry.check is Check.AGREES for entry in compared),
            }
    status = refusal.status if refusal else 200
    return visit.render("duplicate/slips.html", context, status=status)


def _last_typed(visit: Visit, number: str) -> Typed:
    """What was typed last for this number, to be corrected."""
    round = current_round(visit.game)
    if round is None or not number:
        return Typed(number=number)
    slip = slips_of(round).filter(participant__number=_whole(number, _("Nummer"))).first()
    if slip is None:
        return Typed(number=number)
    return Typed(
        number=number,
        coordinates=slip.coordinates,
        word=slip.word,
        points="" if slip.declared_points is None else str(slip.declared_points),
        is_late=slip.is_late,
        is_illegible=not slip.coordinates,
    )


def _whole(text: str, field: str) -> int:
    """Raises Invalid for what is no number."""
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise Invalid(field=field, problem=_("Richtig ist eine ganze Zahl."))
    return int(text)


_TEXTS = ("number", "coordinates", "word", "points")
