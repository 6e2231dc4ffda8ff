"""What Prometheus reads about tournaments."""

from collections.abc import Iterator
from datetime import datetime

from django.db.models import Count, Min, Q
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import Metric

from tournaments.models import Delivery, Entry, Pairing, Round, Table, Tournament


def collect(at: datetime) -> Iterator[Metric]:
    """Tournaments, games, tables, and whether timers and webhooks are served, at `at`."""
    yield from _tournaments()
    yield from _timers(at)
    yield _games()
    yield from _webhooks(at)


def _tournaments() -> Iterator[Metric]:
    family = GaugeMetricFamily("spielleiter_tournaments", "Tournaments by state", labels=["state"])
    in_state = dict(Tournament.objects.order_by().values_list("state").annotate(Count("pk")))
    for state in Tournament.State:
        family.add_metric([state], in_state.get(state, 0))
    yield family
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
    overdue = (at - counts["first"]).total_seconds() if counts["first"] else 0
    yield GaugeMetricFamily(
        "spielleiter_table_timer_overdue_seconds",
        "How long the timer that is over longest has been waiting for a worker",
        max(0, overdue),
    )


def _games() -> Metric:
    family = GaugeMetricFamily(
        "spielleiter_paired_games",
        "Published games of running tournaments by how sure their result is",
        labels=["standing"],
    )
    games = Pairing.objects.filter(
        kind=Pairing.Kind.GAME,
        round__state=Round.State.PUBLISHED,
        round__division__tournament__state=Tournament.State.RUNNING,
    )
    counts = dict(games.order_by().values_list("standing").annotate(Count("pk")))
    for standing in Pairing.ResultState:
        family.add_metric([standing], counts.get(standing, 0))
    return family


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
    overdue = (at - counts["oldest"]).total_seconds() if counts["oldest"] else 0
    yield GaugeMetricFamily(
        "spielleiter_webhook_overdue_seconds",
        "How long the oldest message due to a webhook is waiting",
        max(0, overdue),
    )
