"""Actions of the desk that decide: on words, moves and people, and what follows for results."""

from django.contrib import messages
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from duplicate.errors import PlayMissing, RulingMissing
from duplicate.labels import label
from duplicate.models import Round, Ruling
from duplicate.pages.named import person_of, round_of
from duplicate.pages.page_requests import Visit
from duplicate.services import rulings
from referee.events import posted
from referee.events.desk import Actions

ACTIONS = Actions[Visit]()
#: The kinds of ruling on a participant.
Kind = Ruling.Kind


@ACTIONS.action("rule", part="judging")
def _rule(visit: Visit) -> None:
    rulings.rule_on_word(
        round_of(visit),
        posted.text_of(visit, "word"),
        visit.at,
        by=visit.by,
        is_admissible=posted.text_of(visit, "verdict") == "allow",
        reason=posted.text_of(visit, "reason"),
        text=posted.text_of(visit, "text"),
    )


@ACTIONS.action("points", part="judging")
def _points(visit: Visit) -> None:
    play = round_of(visit).plays.filter(pk=posted.number_of(visit, "play")).first()
    if play is None:
        raise PlayMissing
    points = posted.number_of(visit, "points")
    reason, text = posted.text_of(visit, "reason"), posted.text_of(visit, "text")
    rulings.rule_on_play(play, points, visit.at, by=visit.by, reason=reason, text=text)


@ACTIONS.action("sanction", part="people")
def _sanction(visit: Visit) -> None:
    round, person = round_of(visit), person_of(visit)
    by, reason, text = visit.by, posted.text_of(visit, "reason"), posted.text_of(visit, "text")
    kind = posted.one_of(visit, "kind", [Kind.WARNING, Kind.PENALTY, Kind.AVERAGE])
    if kind == Kind.WARNING:
        rulings.warn_participant(round, person, visit.at, by=by, reason=reason, text=text)
    elif kind == Kind.PENALTY:
        points = posted.number_of(visit, "points")
        rulings.penalise_participant(
            round, person, points, visit.at, by=by, reason=reason, text=text
        )
    else:
        given = posted.number_or_none(visit, "points")
        rulings.credit_average(
            round, person, visit.at, by=by, reason=reason, text=text, points=given
        )
    if round.state == Round.State.PUBLISHED:
        told = _("{kind} für {name}: Runde {number} ist veröffentlicht, es wartet aufs Übernehmen.")
        said = {"kind": label(kind), "name": person.name, "number": round.number}
        messages.warning(visit.request, told.format(**said))


@ACTIONS.action("revoke", part="rulings")
def _revoke(visit: Visit) -> None:
    ruling = posted.number_of(visit, "ruling")
    found = Ruling.objects.filter(round__game=visit.game, pk=ruling).first()
    if found is None:
        raise RulingMissing
    rulings.revoke_ruling(found, visit.at, by=visit.by)


@ACTIONS.action(
    "revise",
    asks=gettext_lazy(
        "Die veröffentlichten Ergebnisse dieser Runde ändern? Das Protokoll sagt es."
    ),
    part="revisions",
)
def _revise(visit: Visit) -> None:
    rulings.revise_round(round_of(visit), visit.at, by=visit.by)
