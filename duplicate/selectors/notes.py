"""Why somebody was warned, fined or credited in a published round, for themselves to read.

Told by the log up to the last publication or revision of the round: a ruling given since changes
nothing before the round is revised, and is told then.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from duplicate.labels import label
from duplicate.models import LogEntry, Round, Ruling

Kind = LogEntry.Kind
#: A ruling on a participant, as `duplicate.services.rulings` writes it into the log.
LoggedRuling = Mapping[str, Any]
_ON_PARTICIPANTS = (Ruling.Kind.WARNING, Ruling.Kind.PENALTY, Ruling.Kind.AVERAGE)


def applied_rulings(round: Round) -> dict[int, list[LoggedRuling]]:
    """The rulings on participants that the published results contain, by the people's numbers."""
    told = round.log.filter(kind__in=(Kind.PUBLISHED, Kind.REVISED)).order_by("sequence").last()
    if told is None:
        return {}
    rulings: dict[int, LoggedRuling] = {}
    entries = round.log.filter(
        kind__in=(Kind.RULED, Kind.RULING_REVOKED), sequence__lt=told.sequence
    )
    for kind, data in entries.order_by("sequence").values_list("kind", "data"):
        ruling = data["ruling"]
        if kind == Kind.RULED:
            rulings[ruling["id"]] = ruling
        else:
            rulings.pop(ruling["id"], None)
    found: defaultdict[int, list[LoggedRuling]] = defaultdict(list)
    for ruling in rulings.values():
        if ruling["kind"] in _ON_PARTICIPANTS:
            found[ruling["participant"]].append(ruling)
    return dict(found)


def tell_notes(warnings: Sequence[str], rulings: Sequence[LoggedRuling]) -> list[str]:
    """What there is to say of somebody's `warnings` (coded reasons, those that were ruled among
    them) and of the rulings on them, a sentence each, in the active language."""
    ruled = [ruling["reason"] for ruling in rulings if ruling["kind"] == Ruling.Kind.WARNING]
    of_form = list(warnings)
    for reason in ruled:
        if reason in of_form:
            of_form.remove(reason)
    said = [_("Verwarnung: {reason}.").format(reason=label(reason)) for reason in of_form]
    return said + [_tell_ruling(ruling) for ruling in rulings]


def _tell_ruling(ruling: LoggedRuling) -> str:
    reason = label(ruling["reason"])
    if ruling["text"]:
        reason = f"{reason} ({ruling['text']})"
    match ruling["kind"]:
        case Ruling.Kind.WARNING:
            return _("Verwarnung: {reason}.").format(reason=reason)
        case Ruling.Kind.PENALTY:
            points = ruling["points"]
            told = ngettext(
                "{points} Strafpunkt: {reason}.", "{points} Strafpunkte: {reason}.", points
            )
            return told.format(points=points, reason=reason)
        case _:
            return _("Gutgeschrieben: {reason}.").format(reason=reason)
