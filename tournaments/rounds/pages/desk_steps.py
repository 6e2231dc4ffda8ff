"""The next sensible thing to do in a division: what the big button of the desk does."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Round, Tournament
from tournaments.rounds.selectors.desk import Draft, Progress

State = Round.State
#: So many must be there before anybody can be paired.
LEAST_PLAYERS = 2


@dataclass(frozen=True)
class Step:
    """An action, or a place on the page to go to; with neither there is only to wait."""

    label: str
    action: str = ""
    #: The id of a field.
    goes_to: str = ""
    hint: str = ""
    #: Whether assistants may do it.
    is_for_all: bool = False


def next_step(
    tournament: Tournament, now: Progress, all_divisions: Sequence[Progress], draft: Draft | None
) -> Step | None:
    """What to do next in the division that is `now`; None once the tournament is over."""
    if tournament.state == Tournament.State.FINISHED:
        return None
    if draft is not None and now.round is not None:
        return _before_publication(tournament, now.round, draft)
    if now.open_games or now.open_before:
        return _results(now)
    if now.is_over:
        return _after_the_last(all_divisions)
    if now.round is None and now.players < LEAST_PLAYERS:
        hint = _("Tippe einen Namen, dann Enter. Oder lies eine Liste ein.")
        return Step(_("Spieler eintragen"), goes_to="new-name", hint=hint, is_for_all=True)
    label = _("Runde {number} paaren").format(number=now.next_number)
    return Step(label, "draft", hint=_("Noch sieht es niemand außer der Turnierleitung."))


def _before_publication(tournament: Tournament, round: Round, draft: Draft) -> Step:
    if draft.is_outdated and round.state == State.LOCKED:
        label = _("Runde {number} wieder ändern").format(number=round.number)
        return Step(label, "unlock", hint=_("Es spielen nicht mehr dieselben mit."))
    if draft.is_outdated and not draft.games and round.method.get("method") == "manual":
        label = _("Runde {number} von Hand paaren").format(number=round.number)
        return Step(label, goes_to="first-1", hint=_("Trag unten ein, wer gegen wen spielt."))
    if draft.is_outdated:
        label = _("Runde {number} neu paaren").format(number=round.number)
        return Step(label, "draft", hint=_("Es spielen nicht mehr dieselben mit."))
    label = _("Runde {number} veröffentlichen").format(number=round.number)
    hint = _("Sieh dir die Paarungen an. Danach sehen sie alle.")
    if tournament.state == Tournament.State.SETUP:
        hint = _("Sieh dir die Paarungen an. Mit der ersten Runde beginnt das Turnier.")
    return Step(label, "publish", hint=hint)


def _results(now: Progress) -> Step:
    missing = now.open_games + now.open_before
    told = ngettext(
        "Ergebnisse eingeben ({count} fehlt)", "Ergebnisse eingeben ({count} fehlen)", missing
    )
    hint = ""
    if now.disputed_games:
        hint = ngettext(
            "{count} ist strittig: Die beiden melden Verschiedenes.",
            "{count} sind strittig: Die Spieler melden Verschiedenes.",
            now.disputed_games,
        ).format(count=now.disputed_games)
    elif not now.open_games:
        hint = _("Sie fehlen in früheren Runden.")
    return Step(told.format(count=missing), goes_to="table", hint=hint, is_for_all=True)


def _after_the_last(all_divisions: Sequence[Progress]) -> Step:
    waiting = [one.division.name for one in all_divisions if not one.is_over]
    if waiting:
        told = _("Alle Runden sind gespielt. Noch nicht fertig: {names}.")
        return Step(told.format(names=", ".join(waiting)))
    hint = _("Alle Runden sind gespielt. Du kannst es später wieder öffnen.")
    return Step(_("Turnier beenden"), "finish", hint=hint)
