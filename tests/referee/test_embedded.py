"""One process that does it all: a server without Redis."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils import timezone

from duplicate.models import LogEntry, Round
from tests.duplicate.factories import SECOND, make_game, make_receiver, make_round
from tests.processes import Processes, asking, heard_lines, wait_until

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lexicon")]


@pytest.fixture
def processes(tmp_path: Path) -> Iterator[Processes]:
    with Processes(tmp_path, REDIS_URL="") as started:
        yield started


def test_a_server_without_redis_closes_a_round_and_tells_its_listeners(
    processes: Processes,
) -> None:
    game = make_game()
    web = processes.web()
    with asking(web, f"/api/v1/duplicate/games/{game.pk}/events/") as stream:
        lines = heard_lines(stream)
        assert "event: state" in lines
        # Only now: who comes later than the end waits for news that has passed.
        round = make_round(game, opened_at=timezone.now(), limit=2 * SECOND)
        # Who looks a moment later is told of the judging only.
        assert any(line in {"event: closed", "event: judged"} for line in lines)
    closed = LogEntry.objects.get(game=game, kind=LogEntry.Kind.CLOSED)
    assert closed.at == round.closes_at
    with asking(web, "/health/") as health:
        assert health.status == 200


def test_a_server_that_was_away_does_what_came_due(processes: Processes) -> None:
    game = make_game()
    # A server ran at the deadline: it was gone when there was more to do.
    round = make_round(game, opened_at=timezone.now() - 60 * SECOND, limit=30 * SECOND)
    assert round.closes_at
    make_receiver("gone", round.closes_at)
    processes.web()
    wait_until(lambda: Round.objects.filter(pk=round.pk, state=Round.State.JUDGED).exists())
    assert LogEntry.objects.get(game=game, kind=LogEntry.Kind.CLOSED).at == round.closes_at


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM])
def test_the_server_ends_when_asked_to_although_somebody_listens(
    processes: Processes, by: signal.Signals
) -> None:
    game = make_game()
    web = processes.web()
    with asking(web, f"/api/v1/duplicate/games/{game.pk}/events/") as stream:
        assert stream.readline() == b"retry: 2000\n"
        web.end(by)
        assert stream.read().count(b"event: ") == 1
    assert "Application shutdown complete" in web.said
    assert "Traceback" not in web.said


def test_a_second_process_without_redis_is_refused(processes: Processes) -> None:
    processes.web()
    second = processes.run("second", "uvicorn", "referee.asgi:application", "--port", "0")
    assert second.process.wait(30) != 0
    assert "set REDIS_URL, or serve with one" in second.said
