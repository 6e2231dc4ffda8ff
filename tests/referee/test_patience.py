"""No process waits for PostgreSQL for ever."""

import os
import subprocess
import sys

import pytest
from django.db import OperationalError, connection, transaction

from referee.patience import WEB, WORKER, Limits
from tests.processes import ROOT, database_url

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has its own"),
]

#: What a process tells that has begun as servers and workers do.
TELL = """
import {module}
{begin}
from django.db import connection
with connection.cursor() as cursor:
    for name in {names!r}:
        cursor.execute("SHOW " + name)
        print(cursor.fetchone()[0])
"""
WORKER_BEGINS = """
import django
from celery.signals import worker_init
django.setup()
worker_init.send(None)
"""


@pytest.mark.parametrize(
    ("module", "begin", "limits"),
    [
        ("referee.asgi", "", WEB),
        (
            "referee.celery",
            WORKER_BEGINS,
            WORKER,
        ),
    ],
)
def test_servers_and_workers_wait_within_bounds(module: str, begin: str, limits: Limits) -> None:
    code = TELL.format(module=module, begin=begin, names=list(limits))
    environment = {"DATABASE_URL": database_url(), "DJANGO_SETTINGS_MODULE": "referee.settings"}
    told = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert told == [{"60s": "1min"}.get(time, time) for time in limits.values()]


def test_what_is_given_up_is_a_database_that_is_away() -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL statement_timeout = '1ms'")
        with pytest.raises(OperationalError):
            cursor.execute("SELECT pg_sleep(5)")
        transaction.set_rollback(True)
