"""The word judge: words are typed, and the whole screen says whether all of them may be laid."""

import re

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from referee.access import Need
from referee.errors import Invalid, Refused
from referee.page_requests import Context, number_in, refusal_text
from tournaments.events.pages.page_requests import Visit, tournament_page
from tournaments.labels import FIELDS
from tournaments.models import Pairing, Round, Tournament
from tournaments.words import services as words

#: What the fields of the form are called.
ASKED = {**FIELDS, "words": gettext_lazy("Wörter"), "table": gettext_lazy("Tisch")}
#: So many of the last rulings are listed.
MOST_LISTED = 20


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@tournament_page(Need.STAFF, back="judge")
def judge(visit: Visit) -> HttpResponse:
    """The field for words, or with ?ruling=… what was ruled; a POST asks.

    Nobody learns which of several words is wrong: the answer is about all of them together. What
    can't be judged is told beside what was typed.
    """
    request, tournament = visit.request, visit.tournament
    if request.method == "POST":
        try:
            challenge = words.judge(
                tournament,
                re.split(r"[\s,;]+", request.POST.get("words", "").strip()),
                visit.at,
                by=visit.by,
                pairing=_pairing(tournament, request),
            )
        except Refused as refusal:
            context = _asked(visit) | {
                "typed": request.POST,
                "problem": refusal_text(refusal, ASKED),
            }
            return visit.render("tournaments/words/judge.html", context, status=refusal.status)
        address = reverse("judge", args=[tournament.pk])
        return redirect(f"{address}?ruling={challenge.pk}")
    text = request.GET.get("ruling", "")
    pk = int(text) if re.fullmatch("[0-9]{1,18}", text) else None
    ruling = tournament.challenges.filter(pk=pk).first() if pk is not None else None
    if ruling is None:
        return visit.render("tournaments/words/judge.html", _asked(visit))
    return visit.render("tournaments/words/judge_ruling.html", {"ruling": ruling})


def _asked(visit: Visit) -> Context:
    tournament = visit.tournament
    rulings = tournament.challenges.select_related("pairing__first", "pairing__second")
    return {
        "divisions": list(tournament.divisions.all()),
        "division": number_in(visit.request, "division"),
        "rulings": rulings[:MOST_LISTED],
    }


def _pairing(tournament: Tournament, request: HttpRequest) -> Pairing | None:
    """The game at the table named, in the last published round of its division.

    None where no table is named. Raises Invalid.
    """
    text = request.POST.get("table", "").strip()
    if not text:
        return None
    if not re.fullmatch("[0-9]{1,4}", text):
        raise Invalid(field="table", problem=_("Richtig ist eine ganze Zahl."))
    number = request.POST.get("division", "")
    for division in tournament.divisions.all():
        if number not in ("", str(division.number)):
            continue
        last = division.rounds.filter(state=Round.State.PUBLISHED).last()
        found = last.pairings.filter(table=int(text)).first() if last else None
        if found is not None:
            return found
    raise Invalid(field="table", problem=_("Dort wird in dieser Runde nicht gespielt."))
