"""Actions of the desk on the round: from the draw to the publication, and back."""

from django.contrib import messages
from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from duplicate.labels import label
from duplicate.models import Round
from duplicate.pages.named import round_of, seconds_of
from duplicate.pages.page_requests import Visit
from duplicate.selectors.plays import undecided_plays
from duplicate.selectors.rounds import position_before
from duplicate.selectors.slips import slips_typed_once
from duplicate.services import rounds
from engine.draws import hand_size
from referee.events import posted
from referee.events.desk import Actions, ask

ACTIONS = Actions[Visit]()


@ACTIONS.action("draw")
def _draw(visit: Visit) -> None:
    if rounds.draw_round(visit.game, visit.at, by=visit.by) is None:
        visit.game.refresh_from_db()
        ending = label(visit.game.ending)
        messages.warning(visit.request, _("Das Spiel ist zu Ende.") + " " + ending)


@ACTIONS.action("draw_by_hand")
def _draw_by_hand(visit: Visit) -> HttpResponse | None:
    """Typed are the new tiles, or the whole rack. What would all go back is asked first."""
    typed = "".join(posted.text_of(visit, "rack").split())
    position = position_before(visit.game)
    is_whole = len(typed) >= hand_size(position.tiles_left, visit.game.options.draw_rule)
    rack = typed if is_whole else position.leave + typed
    checked = rounds.check_rack(visit.game, rack)
    if checked.goes_back and not visit.is_confirmed:
        question = _("{rack}: {reason}. Alle Steine gehen zurück in den Beutel. Ist das gezogen?")
        return ask(visit, question.format(rack=checked.rack, reason=label(checked.code)))
    round = rounds.draw_by_hand(visit.game, rack, visit.at, by=visit.by)
    if round.state == Round.State.CANCELLED:
        told = _("{rack} kommt ganz zurück in den Beutel: {reason}. Zieh alle Steine neu.")
        reason = label(round.cancelled_because)
        messages.warning(visit.request, told.format(rack=round.rack, reason=reason))
    return None


@ACTIONS.action("open")
def _open(visit: Visit) -> None:
    limit = seconds_of(visit, "limit") if visit.request.POST.get("limit") else None
    rounds.open_round(round_of(visit), visit.at, by=visit.by, limit_seconds=limit)


@ACTIONS.action("pause")
def _pause(visit: Visit) -> None:
    rounds.pause_round(round_of(visit), visit.at, by=visit.by)


@ACTIONS.action("resume")
def _resume(visit: Visit) -> None:
    rounds.resume_round(round_of(visit), visit.at, by=visit.by)


@ACTIONS.action("extend")
def _extend(visit: Visit) -> None:
    rounds.extend_round(round_of(visit), seconds_of(visit, "longer"), visit.at, by=visit.by)


@ACTIONS.action("close")
def _close(visit: Visit) -> None:
    rounds.begin_closing(round_of(visit), visit.at, by=visit.by)


@ACTIONS.action("reopen")
def _reopen(visit: Visit) -> None:
    rounds.reopen_round(round_of(visit), seconds_of(visit, "longer"), visit.at, by=visit.by)


@ACTIONS.action(
    "cancel",
    asks=gettext_lazy(
        "Die Runde zurückziehen? Alle Steine gehen zurück in den Beutel, abgegebene Züge zählen "
        "nicht."
    ),
)
def _cancel(visit: Visit) -> None:
    text = posted.text_of(visit, "text")
    rounds.cancel_round(round_of(visit), visit.at, by=visit.by, text=text)


@ACTIONS.action("reference")
def _reference(visit: Visit) -> None:
    coordinates, _space, word = posted.text_of(visit, "move").partition(" ")
    rounds.choose_reference(round_of(visit), coordinates, word, visit.at, by=visit.by)


@ACTIONS.action("publish")
def _publish(visit: Visit) -> HttpResponse | None:
    """What nobody has decided on is asked about first, and slips that only one person typed."""
    round = round_of(visit)
    doubtful = undecided_plays(round).count() if round.state == Round.State.JUDGED else 0
    questions = [_still_doubtful(doubtful)] if doubtful else []
    if once := slips_typed_once(round):
        question = _("Erst einmal eingetippt: Nummer {numbers}. Trotzdem veröffentlichen?")
        questions.append(question.format(numbers=", ".join(map(str, once))))
    if questions and not visit.is_confirmed:
        return ask(visit, " ".join(questions))
    rounds.publish_round(round, visit.at, by=visit.by)
    return None


def _still_doubtful(count: int) -> str:
    question = ngettext(
        "{count} Zug ist noch zweifelhaft: Sein Wort steht in keiner Liste, und er zählt 0 Punkte. "
        "Trotzdem veröffentlichen? Später ändert ihn nur eine Entscheidung, die du übernimmst.",
        "{count} Züge sind noch zweifelhaft: Ihre Wörter stehen in keiner Liste, und sie zählen 0 "
        "Punkte. Trotzdem veröffentlichen? Später ändert sie nur eine Entscheidung, die du "
        "übernimmst.",
        count,
    )
    return question.format(count=count)


@ACTIONS.action("retract")
def _retract(visit: Visit) -> None:
    rounds.retract_publication(round_of(visit), visit.at, by=visit.by)
