"""A round's time: opened, paused, extended, closed, reopened.

When answers count is written down in periods. Whoever ends one early ends it after the last
answer that was acknowledged as counting, so that it goes on counting.
"""

from contextlib import suppress
from datetime import datetime, timedelta
from math import ceil
from typing import cast

from django.db import transaction
from django.utils.translation import gettext as _

from duplicate import timers
from duplicate.errors import NobodyReceives, TimeIsUp
from duplicate.models import Game, LogEntry, Period, Round
from duplicate.options import LONGEST_SECONDS, SHORTEST_SECONDS, AfterOutage
from duplicate.selectors.answers import summary_of
from duplicate.selectors.outages import Outage, outage_at_deadline, somebody_receives
from duplicate.selectors.rounds import PATIENCE, answers_are_in
from duplicate.services.receivers import ask_for_marks
from duplicate.services.transitions import (
    lock_running_round,
    record_round,
    require_due,
    require_round_state,
)
from referee.chain import time_text
from referee.errors import Invalid, Refused
from referee.events.log import Actor
from referee.models import User

SHORTEST, LONGEST = timedelta(seconds=SHORTEST_SECONDS), timedelta(seconds=LONGEST_SECONDS)
#: What is later than the last answer, but nothing else.
INSTANT = timedelta(microseconds=1)


@transaction.atomic
def open_round(
    round: Round,
    at: datetime,
    *,
    by: Actor = None,
    limit_seconds: int | None = None,
    closes_at: datetime | None = None,
) -> Round:
    """Show the rack to everybody, up to the game's deadline or for the time given.

    Raises WrongRoundState unless drawn, Invalid for a time out of bounds or given twice.
    """
    round = lock_running_round(round, Round.State.DRAWN)
    if closes_at is None:
        if limit_seconds is None:
            closes_at = round.game.options.deadline(at)
        else:
            closes_at = at + _duration("limit_seconds", limit_seconds, SHORTEST)
    elif limit_seconds is not None or not SHORTEST <= closes_at - at <= LONGEST:
        problem = _("Richtig ist ein Schluss in 30 Sekunden bis 8 Wochen, oder eine Bedenkzeit.")
        raise Invalid(field="closes_at", problem=problem)
    round.opened_at = at
    _end_break(round.game)
    _run(round, at, closes_at)
    record_round(
        round, LogEntry.Kind.OPENED, at, by=by, rack=round.rack, closes_at=time_text(closes_at)
    )
    return round


@transaction.atomic
def pause_round(round: Round, at: datetime, *, by: User) -> Round:
    """Stop the time; answers received in the pause don't count.

    Raises WrongRoundState unless open, TimeIsUp at or after the deadline.
    """
    round = lock_running_round(round, Round.State.OPEN)
    at = _after_last_answer(round, at)
    _require_time_left(round, at)
    _end_last_period(round, at)
    round.state = Round.State.PAUSED
    round.save(update_fields=["state"])
    record_round(round, LogEntry.Kind.PAUSED, at, by=by, closes_at=time_text(_deadline(round)))
    return round


@transaction.atomic
def resume_round(round: Round, at: datetime, *, by: Actor = None) -> Round:
    """Let the time that was left run on. Raises WrongRoundState unless paused."""
    round = lock_running_round(round, Round.State.PAUSED)
    paused_at = _last_period(round).ends_at
    at = max(at, paused_at)
    closes_at = at + (_deadline(round) - paused_at)
    _run(round, at, closes_at)
    record_round(round, LogEntry.Kind.RESUMED, at, by=by, closes_at=time_text(closes_at))
    return round


@transaction.atomic
def extend_round(round: Round, seconds: int, at: datetime, *, by: User) -> Round:
    """Give so many seconds more, also while paused.

    Raises WrongRoundState unless open or paused, TimeIsUp when an open one's deadline has passed,
    Invalid for seconds out of bounds and for more than eight weeks in all.
    """
    round = lock_running_round(round, Round.State.OPEN, Round.State.PAUSED)
    longer = _duration("seconds", seconds, timedelta(seconds=1))
    round.closes_at = _deadline(round) + longer
    if round.closes_at - at > LONGEST:
        raise _out_of_bounds("seconds", timedelta(seconds=1))
    if round.state == Round.State.OPEN:
        if at >= round.closes_at - longer:
            raise TimeIsUp(number=round.number, closes_at=round.closes_at - longer)
        _end_last_period(round, round.closes_at)
        timers.hasten(timers.CLOSE, round.pk, round.closes_at)
    round.save(update_fields=["closes_at"])
    record_round(
        round,
        LogEntry.Kind.EXTENDED,
        at,
        by=by,
        seconds=seconds,
        closes_at=time_text(round.closes_at),
    )
    return round


@transaction.atomic
def begin_closing(round: Round, at: datetime, *, by: Actor = None) -> Round:
    """Stop the time for good; the round is closed as soon as all answers are in.

    Closing a round whose time is stopped changes nothing, so that racing workers are harmless.
    The clock (None) acts at the deadline, however late it comes; but if no server ran then, the
    round goes on, or waits for the director, as the game says. A director may come earlier, and
    close a paused round where it stopped. Raises WrongRoundState for other rounds, NotYetDue,
    NobodyReceives where there is nobody yet to go on for.
    """
    round = lock_running_round(round, *Round.State)
    if round.state in {
        Round.State.CLOSING,
        Round.State.CLOSED,
        Round.State.JUDGED,
        Round.State.PUBLISHED,
    }:
        return round
    if by is None:
        require_round_state(round, Round.State.OPEN)
        require_due(round.closes_at, at)
        outage = outage_at_deadline(round)
        if outage and not outage.is_over_soon():
            return _go_on(round, outage, at)
    else:
        require_round_state(round, Round.State.OPEN, Round.State.PAUSED)
        if round.state == Round.State.OPEN:
            _end_last_period(round, min(_deadline(round), _after_last_answer(round, at)))
        round.closes_at = _last_period(round).ends_at
    round.state = Round.State.CLOSING
    round.save(update_fields=["state", "closes_at"])
    deadline = _deadline(round)
    record_round(round, LogEntry.Kind.CLOSING, deadline, by=by, closes_at=time_text(deadline))
    ask_for_marks()
    timers.hasten(timers.FINISH, round.pk)
    return round


def go_on_after_outages(at: datetime) -> None:
    """Before a process that has just begun writes down answers: rounds at whose deadline nobody was
    there go on, so that what waits counts.
    """
    over = Round.objects.filter(game__state=Game.State.RUNNING, state=Round.State.OPEN)
    for round in over.filter(closes_at__lte=at).select_related("game"):
        with suppress(Refused):  # another process was faster
            begin_closing(round, at)


def _go_on(round: Round, outage: Outage, at: datetime) -> Round:
    """Pause the open round where people were shut out; give back what was left then, or wait.

    It is as if it had been done when a server was back, so that answers sent since then count.
    """
    if outage.back is None or not somebody_receives(at):
        raise NobodyReceives(number=round.number)
    back = outage.back if at - outage.back <= PATIENCE else at
    since = _after_last_answer(round, outage.since)
    seconds = ceil(max(_deadline(round) - since, SHORTEST).total_seconds())
    _end_last_period(round, since)
    round.state = Round.State.PAUSED
    round.closes_at = since + timedelta(seconds=seconds)
    round.shut_out_seconds += seconds
    round.save(update_fields=["state", "closes_at", "shut_out_seconds"])
    record_round(
        round,
        LogEntry.Kind.INTERRUPTED,
        back,
        by=None,
        since=time_text(since),
        seconds=seconds,
        closes_at=time_text(_deadline(round)),
    )
    if round.game.options.after_outage is AfterOutage.WAIT:
        return round
    return resume_round(round, back)


@transaction.atomic
def finish_closing(round: Round, at: datetime) -> Round:
    """Close a closing round if all answers received in time are in; else it stays as it is."""
    round = lock_running_round(round, *Round.State)
    if round.state != Round.State.CLOSING or not answers_are_in(round, at):
        return round
    round.state = Round.State.CLOSED
    round.save(update_fields=["state"])
    record_round(round, LogEntry.Kind.CLOSED, _deadline(round), by=None, **summary_of(round))
    timers.hasten(timers.JUDGE, round.pk)
    return round


@transaction.atomic
def reopen_round(round: Round, seconds: int, at: datetime, *, by: User) -> Round:
    """Let the time run again for so many seconds; what was handed in before goes on counting.

    Raises WrongRoundState unless closed or judged, Invalid for seconds out of bounds.
    """
    round = lock_running_round(round, Round.State.CLOSED, Round.State.JUDGED)
    at = max(at, _last_period(round).ends_at)
    closes_at = at + _duration("seconds", seconds, timedelta(seconds=1))
    round.publish_at = round.reference = None
    round.reference_chosen = False
    _run(round, at, closes_at)
    record_round(round, LogEntry.Kind.REOPENED, at, by=by, closes_at=time_text(closes_at))
    return round


def _end_break(game: Game) -> None:
    if game.break_until is not None:
        game.break_until = None
        game.save(update_fields=["break_until"])


def _run(round: Round, at: datetime, closes_at: datetime) -> None:
    """Let answers count from `at` up to `closes_at`."""
    round.state = Round.State.OPEN
    round.closes_at = closes_at
    round.save()
    round.periods.create(starts_at=at, ends_at=closes_at)
    ask_for_marks()  # so that it is known that somebody is there, whatever comes
    timers.hasten(timers.CLOSE, round.pk, closes_at)


def _deadline(round: Round) -> datetime:
    return cast(datetime, round.closes_at)  # since it was opened


def _last_period(round: Round) -> Period:
    return round.periods.latest("starts_at")


def _end_last_period(round: Round, ends_at: datetime) -> None:
    period = _last_period(round)
    period.ends_at = ends_at
    period.save(update_fields=["ends_at"])


def _after_last_answer(round: Round, at: datetime) -> datetime:
    last = round.answers.filter(is_late=False).order_by("received_at").last()
    return at if last is None else max(at, last.received_at + INSTANT)


def _require_time_left(round: Round, at: datetime) -> None:
    if at >= _deadline(round):
        raise TimeIsUp(number=round.number, closes_at=_deadline(round))


def _duration(field: str, seconds: int, shortest: timedelta) -> timedelta:
    """Raises Invalid. The seconds are compared first: a timedelta can't hold them all."""
    if not shortest.total_seconds() <= seconds <= LONGEST.total_seconds():
        raise _out_of_bounds(field, shortest)
    return timedelta(seconds=seconds)


def _out_of_bounds(field: str, shortest: timedelta) -> Invalid:
    problem = _("Richtig sind {least} Sekunden bis 8 Wochen.")
    return Invalid(field=field, problem=problem.format(least=int(shortest.total_seconds())))
