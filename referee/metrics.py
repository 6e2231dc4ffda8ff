"""What Prometheus reads: figures taken from the database and the queue when it asks.

So it does not matter which of several processes answers. Every app may have a module `metrics`
whose `collect(at)` gives metric families; this one gives what belongs to no app.
"""

import ipaddress
import os
import secrets
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

import redis
from django.conf import settings
from django.db.models import Count, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from prometheus_client import CollectorRegistry, Gauge, generate_latest
from prometheus_client.core import GaugeMetricFamily, InfoMetricFamily
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from engine import COMPILED
from referee.app_modules import app_modules
from referee.celery import app as celery
from referee.health import last_sweep

_LISTENERS = Gauge(
    "spielleiter_listeners",
    "Followers of live streams connected to the process that answers",
    ["process"],
    registry=None,
)
#: For the live stream to set; the one figure that other processes don't know.
listeners = _LISTENERS.labels(os.getpid())


def metrics(request: HttpRequest) -> HttpResponse:
    """All figures as Prometheus' text. 404 unless asked on this machine or with the token."""
    if not (_is_local(request) or _has_token(request)):
        raise Http404
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Figures(timezone.now()))
    return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_PLAIN_0_0_4)


def collect(at: datetime) -> Iterator[Metric]:
    """Build, live connections and the state of the queue."""
    build = {"version": settings.VERSION, "compiled": str(COMPILED).lower()}
    yield InfoMetricFamily("spielleiter_build", "What is running", build)
    yield from _LISTENERS.collect()
    if swept_at := last_sweep():
        # A sweep is queued every second, so that its age is the queue's.
        age = (at - swept_at).total_seconds()
        yield GaugeMetricFamily("spielleiter_sweep_age_seconds", "Since a worker last swept", age)
    if settings.REDIS_URL:
        yield from _queue()


def counts_by(
    column: str, values: Iterable[str], rows: QuerySet[Any], name: str, about: str
) -> Metric:
    """How many of the rows have each of these values there, those that none has included."""
    family = GaugeMetricFamily(name, about, labels=[column])
    counts = dict(rows.order_by().values_list(column).annotate(Count("pk")))
    for value in values:
        family.add_metric([value], counts.get(value, 0))
    return family


def seconds_past(due: datetime | None, at: datetime) -> float:
    """How long it is past `due` at `at`; nothing before that, and where nothing is due."""
    return max(0, (at - due).total_seconds()) if due else 0


def _queue() -> Iterator[Metric]:
    try:
        with redis.Redis.from_url(
            settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=2
        ) as server:
            waiting = server.llen(celery.conf.task_default_queue)
            taken = server.hlen("unacked")
    except redis.RedisError:
        return
    yield GaugeMetricFamily("spielleiter_queue_length", "Tasks no worker has taken yet", waiting)
    yield GaugeMetricFamily(
        "spielleiter_queue_taken",
        "Tasks a worker has taken and not finished, timers included",
        taken,
    )


class _Figures(Collector):
    """The figures of all apps at one moment."""

    def __init__(self, at: datetime) -> None:
        self.at = at

    def collect(self) -> Iterable[Metric]:
        for module in app_modules("metrics"):
            yield from module.collect(self.at)


def _is_local(request: HttpRequest) -> bool:
    try:
        return ipaddress.ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False


def _has_token(request: HttpRequest) -> bool:
    wanted = f"Bearer {settings.METRICS_TOKEN}".encode()
    given = request.headers.get("Authorization", "").encode()
    return bool(settings.METRICS_TOKEN) and secrets.compare_digest(wanted, given)
