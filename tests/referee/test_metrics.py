"""The figures that Prometheus reads, and who may read them."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families
from pytest_django import Settings

from duplicate.models import LogEntry, Receiver, Round
from engine import COMPILED
from referee.events.log import record
from referee.health import SWEEP_KEY, note_sweep
from referee.metrics import listeners
from tests.duplicate.factories import (
    make_answer,
    make_game,
    make_participant,
    make_receiver,
    make_round,
)

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)
ELSEWHERE = "192.0.2.7"


@pytest.fixture(autouse=True)
def _no_sweep_yet() -> None:
    cache.delete(SWEEP_KEY)


def figures(client: Client) -> dict[tuple[str, ...], float]:
    """Every sample by its name followed by the values of its labels, which are sorted by name."""
    text = client.get("/metrics").content.decode()
    return {
        (sample.name, *(value for _, value in sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


@pytest.mark.usefixtures("lexicon")
def test_rounds_answers_and_participants_are_counted(client: Client) -> None:
    now = timezone.now()
    game = make_game()
    participant, _ = make_participant(game)
    make_participant(game, withdrawn_at=now)
    round = make_round(game, opened_at=now)
    make_answer(round, participant, "H4", "REGAM", received_at=now)
    make_answer(round, participant, "H4", "REGAM", received_at=now - 7200 * SECOND, is_late=True)
    found = figures(client)
    assert found["spielleiter_games", "running"] == 1
    assert found["spielleiter_rounds", "open"] == 1
    assert found["spielleiter_rounds", "judged"] == 0
    assert found["spielleiter_participants",] == 1
    assert found["spielleiter_answers_total",] == 2
    assert found["spielleiter_late_answers_total",] == 1
    assert found["spielleiter_answers_last_hour",] == 1


@pytest.mark.usefixtures("lexicon")
def test_what_should_have_happened_by_itself_is_overdue(client: Client) -> None:
    now = timezone.now()
    make_round(make_game(), opened_at=now - 300 * SECOND)
    make_round(make_game(next_round_at=now + 60 * SECOND), opened_at=now)
    make_round(make_game(), state=Round.State.JUDGED, opened_at=now, publish_at=now - 10 * SECOND)
    found = figures(client)
    assert found["spielleiter_overdue_seconds", "close"] >= 120
    assert found["spielleiter_overdue_seconds", "publish"] >= 10
    assert found["spielleiter_overdue_seconds", "next_round"] == 0
    assert found["spielleiter_overdue_seconds", "start"] == 0


@pytest.mark.usefixtures("lexicon")
def test_the_lateness_of_closes_is_read_from_the_log(client: Client) -> None:
    deadline = timezone.now() - 60 * SECOND
    game = make_game()
    round = make_round(game, state=Round.State.JUDGED)
    assert figures(client)["spielleiter_close_lateness_seconds",] == 0
    for kind, at in (
        (LogEntry.Kind.CLOSED, deadline),
        (LogEntry.Kind.JUDGED, deadline + 3 * SECOND),
        (LogEntry.Kind.JUDGED, deadline + 30 * SECOND),  # again, after a ruling
    ):
        record(game, kind, at, by=None, round=round)
    assert figures(client)["spielleiter_close_lateness_seconds",] == 3


@pytest.mark.usefixtures("lexicon")
def test_receivers_lag_only_while_answers_are_taken_in(client: Client) -> None:
    now = timezone.now()
    make_receiver("web-1", now - 9 * SECOND)
    make_receiver("killed yesterday", now - 80_000 * SECOND)
    Receiver.objects.filter(pk=make_receiver("ended", now - SECOND).pk).update(has_ended=True)
    assert lags(client) == {}
    make_round(make_game(), opened_at=now)
    assert lags(client).keys() == {"web-1"}
    assert lags(client)["web-1"] >= 9


def lags(client: Client) -> dict[str, float]:
    name = "spielleiter_receiver_lag_seconds"
    return {key[1]: value for key, value in figures(client).items() if key[0] == name}


def test_build_listeners_and_sweep_are_told(client: Client, settings: Settings) -> None:
    assert ("spielleiter_sweep_age_seconds",) not in figures(client)
    note_sweep(timezone.now() - 5 * SECOND)
    listeners.set(3)
    found = figures(client)
    listeners.set(0)
    assert ("spielleiter_build_info", str(COMPILED).lower(), settings.VERSION) in found
    assert [value for name, value in found.items() if name[0] == "spielleiter_listeners"] == [3]
    assert found["spielleiter_sweep_age_seconds",] >= 5


def test_the_queue_is_measured_where_there_is_one(client: Client, settings: Settings) -> None:
    assert (("spielleiter_queue_length",) in figures(client)) == bool(settings.REDIS_URL)
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    assert ("spielleiter_queue_length",) not in figures(client)


def test_only_this_machine_or_the_token_reads_them(client: Client, settings: Settings) -> None:
    def status(address: str, authorization: str = "") -> int:
        headers = {"Authorization": authorization}
        return client.get("/metrics", REMOTE_ADDR=address, headers=headers).status_code

    assert status("127.0.0.1") == status("::1") == 200
    for token in ("", "geheim"):
        settings.METRICS_TOKEN = token
        assert status(ELSEWHERE) == status("") == status(ELSEWHERE, "Bearer ") == 404
        assert status(ELSEWHERE, "Bearer falsch") == 404
    assert status(ELSEWHERE, "Bearer geheim") == 200
