"""What Prometheus reads about tournaments."""

from collections.abc import Iterator
from datetime import datetime

from django.db.models import Count, Min, Q
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import Metric

from referee.metrics import counts_by, seconds_past
from tournaments.models import Delivery, Entry, Pairing, Round, Table, Tournament


def collect(at: datetime) -> Iterator[Metric]:
    """Tournaments, games, tables, and whether timers and webhooks are served, at `at`."""
    yield from _tournaments()
    yield from _timers(at)
    yield _games()
    yield from _webhooks(at)


def _tournaments() -> Iterator[Metric]:
    name, about = "spielleiter_tournaments", "Tournaments by state"
    yield counts_by("state", Tournament.State, Tournament.objects.all(), name, about)
    running = Tournament.State.RUNNING
    playing = Entry.objects.filter(tournament__state=running, withdrawn_from=None)
    yield GaugeMetricFamily(
        "spielleiter_entries", "Players of running tournaments", playing.count()
    )
    recorded = Table.objects.filter(state=Table.State.RUNNING)
    yield GaugeMetricFamily(
        "spielleiter_tables", "Games being recorded at their tables", recorded.count()
    )


def _timers(at: datetime) -> Iterator[Metric]:
    """What is due at a table happens within a second or two, unless no worker is there."""
    counts = Table.objects.aggregate(running=Count("due_at"), first=Min("due_at"))
    yield GaugeMetricFamily(
        "spielleiter_table_timers", "Timers that run at tables", counts["running"]
    )
    yield GaugeMetricFamily(
        "spielleiter_table_timer_overdue_seconds",
        "How long the timer that is over longest has been waiting for a worker",
        seconds_past(counts["first"], at),
    )


def _games() -> Metric:
    games = Pairing.objects.filter(
        kind=Pairing.Kind.GAME,
        round__state=Round.State.PUBLISHED,
        round__division__tournament__state=Tournament.State.RUNNING,
    )
    about = "Published games of running tournaments by how sure their result is"
    return counts_by("standing", Pairing.ResultState, games, "spielleiter_paired_games", about)


def _webhooks(at: datetime) -> Iterator[Metric]:
    """The sweep sends every second: what is long overdue shows that no worker does."""
    counts = Delivery.objects.aggregate(
        waiting=Count("pk", filter=Q(due_at__isnull=False)),
        given_up=Count("pk", filter=Q(due_at=None, delivered_at=None)),
        oldest=Min("due_at", filter=Q(webhook__is_active=True)),
    )
    yield GaugeMetricFamily(
        "spielleiter_webhook_waiting", "Messages to webhooks not yet delivered", counts["waiting"]
    )
    yield GaugeMetricFamily(
        "spielleiter_webhook_given_up",
        "Messages to webhooks that were given up, of those not yet forgotten",
        counts["given_up"],
    )
    yield GaugeMetricFamily(
        "spielleiter_webhook_overdue_seconds",
        "How long the oldest message due to a webhook is waiting",
        seconds_past(counts["oldest"], at),
    )
