"""Slips typed from paper, by one assistant or by several at once."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from duplicate.errors import ParticipantMissing, RoundMissing
from duplicate.messages import tell_code
from duplicate.models import Answer, Participant, Round
from duplicate.pages.page_requests import Visit, game_page
from duplicate.pages.shown import rules_for_scripts
from duplicate.selectors.desk import arrival_of
from duplicate.selectors.rounds import current_round
from duplicate.selectors.slips import (
    Check,
    compare_entries,
    numbers_of,
    read_of,
    slips_for,
    slips_of,
)
from duplicate.services.answers import record_slip, settle_slip
from duplicate.services.games import change_game
from engine.notation import WrittenMove
from referee.access import Need, Role
from referee.errors import Forbidden, Invalid, Refused

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


@dataclass(frozen=True)
class SlipView:
    """A slip as it was typed, with what was read of it where that is written otherwise."""

    slip: Answer
    read: str = ""
    fault: str = ""

    @property
    def points(self) -> str:
        declared = self.slip.declared_points
        return self.slip.written_points if declared is None else str(declared)


@require_http_methods(["GET", "HEAD", "POST"])
@game_page(Need.STAFF, back="slips")
def slips(visit: Visit) -> HttpResponse:
    """The form for slips; without a script it is sent here, and a refusal keeps what was typed."""
    posted = visit.request.POST
    if visit.request.method != "POST":
        number = visit.request.GET.get("number", "")
        return _show(visit, _last_typed(visit, number))
    for name, act in (("settle", _settle), ("double_entry", _switch_double_entry)):
        if name in posted:
            act(visit, posted[name])
            return redirect("slips", visit.game.pk)
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
    return redirect("slips", visit.game.pk)


def top_of(round: Round) -> dict[str, Any] | None:
    """The move that 'T' stands for, once the staff may know it."""
    return round.tops[0] if round.state in KNOWN and round.tops else None


def view_slips(slips: Iterable[Answer]) -> list[SlipView]:
    """The slips as people see them."""
    return list(map(_view, slips))


def _view(slip: Answer) -> SlipView:
    read = read_of(slip)
    if read is None:
        return SlipView(slip)
    if isinstance(read, WrittenMove):
        told = f"{read.place.written()} {read.word}"
        return SlipView(slip, read="" if told == f"{slip.coordinates} {slip.word}" else told)
    detail = {"coordinates": slip.coordinates, "word": slip.word}
    return SlipView(slip, fault=tell_code(read, detail))


def _settle(visit: Visit, version: str) -> None:
    """Raises Forbidden for assistants, and as `settle_slip` does."""
    _demand_director(visit)
    answer = settle_slip(_round_of(visit), _whole(version, "settle"), visit.at, by=visit.by)
    person = answer.participant
    messages.success(visit.request, _("{person} ist entschieden.").format(person=person))


def _switch_double_entry(visit: Visit, wanted: str) -> None:
    _demand_director(visit)
    options = replace(visit.game.options, double_entry=wanted == "on")
    change_game(visit.game, visit.at, by=visit.by, options=options)


def _demand_director(visit: Visit) -> None:
    if visit.role is not Role.DIRECTOR:
        raise Forbidden


def _round_of(visit: Visit) -> Round:
    found = visit.game.rounds.filter(pk=_whole(visit.request.POST.get("round", ""), "round"))
    round = found.first()
    if round is None:
        raise RoundMissing
    return round


def _enter(visit: Visit, typed: Typed) -> Participant:
    """Raises as `record_slip` does, and Invalid for a top that nobody may know yet."""
    round = _round_of(visit)
    number = _whole(typed.number, _("Nummer"))
    person = visit.game.participants.filter(number=number).first()
    if person is None:
        raise ParticipantMissing(number=number)
    coordinates, word, points = typed.coordinates, typed.word, typed.points
    if coordinates.upper() == TOP and not word:
        top = top_of(round)
        if top is None:
            problem = _("Den Spitzenzug gibt es erst, wenn die Runde geschlossen ist.")
            raise Invalid(field=_("Koordinaten"), problem=problem)
        coordinates, word = top["coordinates"], top["word"]
        points = points or str(top["points"])
    record_slip(
        round,
        person,
        coordinates=coordinates,
        word=word,
        points=points or None,
        at=visit.at,
        by=visit.by,
        is_late=typed.is_late,
        is_illegible=typed.is_illegible,
    )
    return person


def _show(visit: Visit, typed: Typed, refusal: Refused | None = None) -> HttpResponse:
    round = current_round(visit.game)
    is_taken = round is not None and round.state in TAKEN
    context: dict[str, Any] = {
        "round": round if is_taken else None,
        "last_round": round,
        "typed": typed,
        "refusal": refusal,
        "is_double": visit.game.options.double_entry,
        "is_director": visit.role is Role.DIRECTOR,
    }
    if round and is_taken:
        round.game = visit.game
        context |= {
            "top": top_of(round),
            "geometry": rules_for_scripts(visit.game, round.board.cells),
            "last": view_slips(slips_for(round, visit.by, visit.role)[:MOST_SHOWN]),
            "typed_in_all": slips_of(round).values("participant").distinct().count(),
            "arrival": arrival_of(round),
        }
        if visit.game.options.double_entry:
            context |= _double_entry(visit, round)
    status = refusal.status if refusal else 200
    return visit.render("duplicate/slips.html", context, status=status)


def _double_entry(visit: Visit, round: Round) -> dict[str, Any]:
    """How far two have typed all slips; what they typed differently only directors are shown."""
    compared = compare_entries(round)
    once = [entry for entry in compared if entry.check is Check.ONCE]
    differing = [entry for entry in compared if entry.check is Check.DIFFERS]
    return {
        "differing": numbers_of(differing, Check.DIFFERS),
        "differences": [(entry.participant, view_slips(entry.versions)) for entry in differing],
        "to_type": [one.participant for one in once if not one.is_typed_by(visit.by)],
        "waiting": [one.participant.number for one in once if one.is_typed_by(visit.by)],
        "agreeing": len(compared) - len(once) - len(differing),
    }


def _last_typed(visit: Visit, number: str) -> Typed:
    """What was typed last for this number, as far as it may be seen, to be corrected."""
    round = current_round(visit.game)
    if round is None or not number:
        return Typed(number=number)
    round.game = visit.game
    mine = slips_for(round, visit.by, visit.role)
    slip = mine.filter(participant__number=_whole(number, _("Nummer"))).first()
    if slip is None:
        return Typed(number=number)
    return Typed(
        number=number,
        coordinates=slip.coordinates,
        word=slip.word,
        points=SlipView(slip).points,
        is_late=slip.is_late,
        is_illegible=not slip.coordinates and not slip.word,
    )


def _whole(text: str, field: str) -> int:
    """Raises Invalid for what is no number."""
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise Invalid(field=field, problem=_("Richtig ist eine ganze Zahl."))
    return int(text)


_TEXTS = ("number", "coordinates", "word", "points")
