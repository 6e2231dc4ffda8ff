"""Penalties: points off a player in one game; and games lost by the clock."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from engine.settlement import time_deduction
from referee.errors import Invalid
from referee.events.log import name_of
from referee.texts import read_number, read_text
from tournaments.errors import NoClock, NotInPairing, PenaltyMissing
from tournaments.events.journal import Actor, record_round
from tournaments.events.locking import lock_pairing
from tournaments.models import Entry, LogEntry, Pairing, Penalty
from tournaments.rounds.services.counting import (
    count_again,
    counted,
    game_log_fields,
    tell_result,
    tell_standings,
)

Reason = Penalty.Reason

MOST_POINTS = 500
#: Nobody is a day over the time.
MOST_SECONDS = 24 * 60 * 60
LONGEST_TEXT = 300


@transaction.atomic
def penalise(
    pairing: Pairing,
    entry: Entry,
    reason: str,
    at: datetime,
    *,
    by: Actor,
    points: int | None = None,
    seconds_over: int | None = None,
    text: str = "",
) -> Penalty:
    """Take points off a player of a game, before its result is known or after.

    For TIME they follow from `seconds_over` by the clock of the ruleset; beyond what that allows
    the game is lost instead, its points stand. For any other reason `points` says how many.
    Raises Invalid, NotInPairing, NoClock, and as `locking.lock_pairing` does.
    """
    if reason not in Reason.values:
        choices = ", ".join(Reason.values)
        raise Invalid(field="reason", problem=_("Richtig ist: {choices}.").format(choices=choices))
    is_time = reason == Reason.TIME
    _demand_number("seconds_over", seconds_over, MOST_SECONDS, is_wanted=is_time)
    _demand_number("points", points, MOST_POINTS, is_wanted=not is_time)
    text = read_text("text", text, LONGEST_TEXT)
    game = lock_pairing(pairing)
    if entry.pk not in {game.first_id, game.second_id}:
        raise NotInPairing(name=entry.name)
    penalty = game.penalties.create(
        entry=entry,
        reason=reason,
        points=_points_for(game, seconds_over) if seconds_over else points or 0,
        seconds_over=seconds_over,
        text=text,
        by=name_of(by),
        at=at,
    )
    _follow(penalty, game, LogEntry.Kind.PENALISED, at, by=by)
    return penalty


@transaction.atomic
def revoke_penalty(penalty: Penalty, at: datetime, *, by: Actor) -> Penalty:
    """Take a penalty back; it stays on record. One that was revoked already stays as it is.

    Raises as `locking.lock_pairing` does.
    """
    game = lock_pairing(penalty.pairing)
    found = game.penalties.filter(pk=penalty.pk).select_related("entry").first()
    if found is None:
        raise PenaltyMissing
    if found.revoked_at is None:
        found.revoked_by, found.revoked_at = name_of(by), at
        found.save(update_fields=["revoked_by", "revoked_at"])
        _follow(found, game, LogEntry.Kind.PENALTY_REVOKED, at, by=by)
    return found


def _follow(
    penalty: Penalty, game: Pairing, kind: LogEntry.Kind, at: datetime, *, by: Actor
) -> None:
    """Let result and standings follow what was decided in the locked game, and record it."""
    count_again(game)
    data = game_log_fields(game) | {
        "penalty": penalty.pk,
        "player": penalty.entry.number,
        "reason": penalty.reason,
        "points": penalty.points,
        "seconds_over": penalty.seconds_over,
        "text": penalty.text,
    }
    is_confirmed = game.standing == Pairing.ResultState.CONFIRMED
    if is_confirmed:
        data |= {"result": counted(game).as_json()}
    record_round(game.round, kind, at, by=by, data=data)
    if is_confirmed:
        tell_result(game, at)
    if game.round.completed_at is not None:
        tell_standings(game.round, at)


def _points_for(game: Pairing, seconds_over: int) -> int:
    """What so much time costs: nothing more where the game is lost. Raises NoClock."""
    clock = game.round.division.tournament.options.rules.clock
    if clock is None:
        raise NoClock
    return time_deduction(clock.seconds + seconds_over, clock) or 0


def _demand_number(field: str, number: int | None, most: int, *, is_wanted: bool) -> None:
    """Raises Invalid."""
    if not is_wanted:
        if number is not None:
            raise Invalid(field=field, problem=_("Das passt nicht zu diesem Grund."))
    else:
        read_number(field, number, 1, most)
