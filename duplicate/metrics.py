"""What Prometheus reads about Simultan."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db.models import Count, Min, Q
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.metrics_core import Metric

from duplicate.models import Answer, Game, LogEntry, Participant, Receiver, Round
from referee.metrics import counts_by, seconds_past

HOUR = timedelta(hours=1)
#: A receiver that fell silent so long ago was killed and replaced.
LONG_DEAD = timedelta(minutes=5)


def collect(at: datetime) -> Iterator[Metric]:
    """Games, rounds, answers and whether the clock keeps up, as they are at `at`."""
    yield from _games_and_rounds()
    yield from _answers(at)
    yield _overdue(at)
    yield _lateness_of_closes(at)
    yield _receivers(at)


def _games_and_rounds() -> Iterator[Metric]:
    games = Game.objects.all()
    yield counts_by("state", Game.State, games, "spielleiter_games", "Games by state")
    rounds = Round.objects.filter(state__in=Round.UNFINISHED)
    about = "Unfinished rounds by state"
    yield counts_by("state", Round.UNFINISHED, rounds, "spielleiter_rounds", about)
    playing = Participant.objects.filter(game__state=Game.State.RUNNING, withdrawn_at=None)
    yield GaugeMetricFamily(
        "spielleiter_participants", "Participants of running games", playing.count()
    )


def _answers(at: datetime) -> Iterator[Metric]:
    counts = Answer.objects.aggregate(
        all=Count("pk"),
        late=Count("pk", filter=Q(is_late=True)),
        last_hour=Count("pk", filter=Q(received_at__gte=at - HOUR)),
    )
    yield CounterMetricFamily("spielleiter_answers", "Answers written down", counts["all"])
    yield CounterMetricFamily("spielleiter_late_answers", "Answers too late", counts["late"])
    yield GaugeMetricFamily(
        "spielleiter_answers_last_hour", "Answers received in the last hour", counts["last_hour"]
    )


def _overdue(at: datetime) -> Metric:
    """How long the oldest thing that should have happened by itself is waiting."""
    rounds, running = Round.objects, Game.objects.filter(state=Game.State.RUNNING)
    due = {
        "close": rounds.filter(state=Round.State.OPEN).aggregate(at=Min("closes_at")),
        "judge": rounds.filter(state__in=[Round.State.CLOSING, Round.State.CLOSED]).aggregate(
            at=Min("closes_at")
        ),
        "publish": rounds.filter(state=Round.State.JUDGED).aggregate(at=Min("publish_at")),
        "start": Game.objects.filter(state=Game.State.SETUP).aggregate(at=Min("starts_at")),
        "next_round": running.aggregate(at=Min("next_round_at")),
    }
    overdue = GaugeMetricFamily(
        "spielleiter_overdue_seconds",
        "How long the oldest due action is waiting",
        labels=["action"],
    )
    for action, oldest in due.items():
        overdue.add_metric([action], seconds_past(oldest["at"], at))
    return overdue


def _lateness_of_closes(at: datetime) -> Metric:
    """The log's `closed` bears the deadline, `judged` the moment a worker was through with it."""
    closed_at: dict[int | None, datetime] = {}
    lateness = [timedelta(0)]
    of_rounds = LogEntry.objects.filter(
        kind__in=[LogEntry.Kind.CLOSED, LogEntry.Kind.JUDGED], at__gte=at - HOUR
    ).order_by("game", "sequence")
    for round_id, kind, moment in of_rounds.values_list("round", "kind", "at"):
        if kind == LogEntry.Kind.CLOSED:
            closed_at[round_id] = moment
        elif deadline := closed_at.pop(round_id, None):
            lateness.append(moment - deadline)
    return GaugeMetricFamily(
        "spielleiter_close_lateness_seconds",
        "Longest time from a deadline to the judged round, in the last hour",
        max(lateness).total_seconds(),
    )


def _receivers(at: datetime) -> Metric:
    """The processes that take answers in, which must keep up only while there may be any."""
    lag = GaugeMetricFamily(
        "spielleiter_receiver_lag_seconds",
        "How far a web process is behind in writing down answers, while a round is open",
        labels=["receiver"],
    )
    if Round.objects.filter(state__in=[Round.State.OPEN, Round.State.CLOSING]).exists():
        for receiver in Receiver.objects.filter(flushed_until__gt=at - LONG_DEAD, has_ended=False):
            lag.add_metric([receiver.name], seconds_past(receiver.flushed_until, at))
    return lag
