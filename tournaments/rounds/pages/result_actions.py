"""Actions of the desk on games: results, corrections, penalties, and the record at the table."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from referee.access import Need, Role
from referee.events import posted
from referee.events.desk import Actions, ask
from tournaments.errors import Implausible
from tournaments.events.pages import named
from tournaments.events.pages.page_requests import Visit
from tournaments.models import Pairing, Penalty, Report
from tournaments.rounds.result_messages import tell_result_of
from tournaments.rounds.services import penalties, results
from tournaments.rounds.services.results import AT_THE_BOARD
from tournaments.tables.services import tables

ACTIONS = Actions[Visit]()

Outcome = Pairing.Outcome


@ACTIONS.action("result", Need.STAFF, part="games")
def _result(visit: Visit) -> HttpResponse | None:
    """What a game came out as; asked is about what is odd, and before another result is replaced.

    The form of a single game says by `correction` that it means to replace.
    """
    game = named.pairing_of(visit)
    outcome = posted.text_of(visit, "outcome") or Outcome.PLAYED
    has_points = outcome in AT_THE_BOARD
    first = posted.number_of(visit, "first_points") if has_points else None
    second = posted.number_of(visit, "second_points") if has_points else None
    new = Pairing(outcome=outcome, first_points=first, second_points=second)
    is_replaced = game.standing == Pairing.ResultState.CONFIRMED and (
        (game.first_points, game.second_points, game.outcome) != (first, second, outcome)
    )
    if is_replaced and "correction" not in visit.request.POST and not visit.is_confirmed:
        told = _("Tisch {table}, {first} – {second}: Es steht {old}. Durch {new} ersetzen?")
        return ask(
            visit,
            told.format(**_game_names(game), old=tell_result_of(game), new=tell_result_of(new)),
        )
    is_director = visit.role is Role.DIRECTOR
    try:
        entered = results.enter_result(
            game,
            visit.at,
            by=visit.by,
            source=Report.Source.DIRECTOR if is_director else Report.Source.SLIP,
            first_points=first,
            second_points=second,
            outcome=outcome,
            confirm_implausible=visit.is_confirmed,
            remark=posted.text_of(visit, "remark"),
        )
    except Implausible as doubt:
        told = _("Tisch {table}, {first} – {second}: {new}.")
        return ask(visit, f"{told.format(**_game_names(game), new=tell_result_of(new))} {doubt}")
    told = _("Tisch {table}: {first} – {second} {new}")
    messages.success(visit.request, told.format(**_game_names(game), new=tell_result_of(entered)))
    return None


@ACTIONS.action("remove_result", part="games")
def _remove_result(visit: Visit) -> None:
    game, remark = named.pairing_of(visit), posted.text_of(visit, "remark")
    results.remove_result(game, visit.at, by=visit.by, remark=remark)


@ACTIONS.action("penalise", part="games")
def _penalise(visit: Visit) -> None:
    reason = posted.one_of(visit, "reason", Penalty.Reason.values)
    is_time = reason == Penalty.Reason.TIME
    penalties.penalise(
        named.pairing_of(visit),
        named.entry_of(visit),
        reason,
        visit.at,
        by=visit.by,
        points=None if is_time else posted.number_of(visit, "points"),
        seconds_over=named.seconds_over(visit, "over") if is_time else None,
        text=posted.text_of(visit, "text"),
    )


@ACTIONS.action("revoke_penalty", part="games")
def _revoke_penalty(visit: Visit) -> None:
    penalties.revoke_penalty(named.penalty_of(visit), visit.at, by=visit.by)


@ACTIONS.action("record", Need.STAFF)
def _record(visit: Visit) -> HttpResponse:
    """Record a game move by move, on a page of its own."""
    game = named.pairing_of(visit)
    table = tables.open_table(visit.tournament, visit.at, by=visit.by, pairing=game)
    return redirect("table", table.pk)


def _game_names(game: Pairing) -> dict[str, object]:
    second = game.second.name if game.second else ""
    return {"table": game.table, "first": game.first.name, "second": second}
