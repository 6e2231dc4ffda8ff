"""What every test may use. The environment is set before Django reads its settings."""

import logging
import os
import re
import shutil
import signal
import tempfile
from collections.abc import Iterator
from itertools import filterfalse
from pathlib import Path

import django
import pytest
from django.conf import settings
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.db import connection
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis
from playwright.sync_api import Page
from pytest_django import DjangoDbBlocker, Settings

from engine.lexicon import Lexicon
from referee.garbage import leave_what_is_loaded
from tests import servers
from tests.e2e.browsers import chromium, watched_page
from tests.lexicons import lexicon_of
from tests.production import production

__all__ = ["production"]

pytest.register_assert_rewrite("tests.drivers", "tests.games", "tests.duplicate.checked_game")
for name in ("expected_tournament", "tournament_checks", "tournament_run"):
    pytest.register_assert_rewrite(f"tests.tournaments.{name}")
os.environ["DJANGO_SETTINGS_MODULE"] = "referee.settings"
os.environ["SPIELLEITER_DEBUG"] = "1"
# What is printed waits in a buffer, as it does for everybody who does not set this.
os.environ.pop("PYTHONUNBUFFERED", None)
# Nothing that a developer made under var/, or another user's tests left, may help or hinder a test.
var = tempfile.mkdtemp(prefix="spielleiter-test-")
if "PYTEST_XDIST_WORKER" not in os.environ:
    os.environ["SPIELLEITER_TEST_RUN"] = var  # for all processes of a parallel run: tests/once.py
os.environ["SPIELLEITER_VAR"] = var
Path(os.environ["SPIELLEITER_VAR"], "static").mkdir()
# The tests run on PostgreSQL and Redis, or with SPIELLEITER_TEST_EMBEDDED=1 on what is built in.
if os.environ.get("SPIELLEITER_TEST_EMBEDDED") == "1":
    os.environ["DATABASE_URL"] = os.environ["REDIS_URL"] = ""
else:
    servers.database_url(*servers.FORGETFUL)
    os.environ["REDIS_URL"] = servers.redis_place(0)
# Playwright keeps an event loop in the test's thread, where Django would refuse its database.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
django.setup()
# Else the other processes of a parallel run, which inherit it, would be set up before all this.
del os.environ["DJANGO_SETTINGS_MODULE"]
# Safe hashing takes a third of a second; servers in processes of their own read this one too.
PBKDF2PasswordHasher.iterations = 1
# Else every test client would look through all static files before its first request.
settings.WHITENOISE_AUTOREFRESH = True
# The same examples in every run, on a busy machine too; --hypothesis-profile=random seeks others.
patient = hypothesis(deadline=None, suppress_health_check=[HealthCheck.too_slow])
hypothesis.register_profile("repeatable", patient, derandomize=True, database=None)
hypothesis.register_profile("random", patient)
hypothesis.load_profile("repeatable")
# Asked to end, leave in good order; a shell has its background jobs ignore Ctrl-C.
for asked in (signal.SIGTERM, signal.SIGINT):
    signal.signal(asked, signal.default_int_handler)
#: What takes longest goes first, so that the processes of a parallel run end together.
LONGEST = (
    "tests/e2e/",
    "tests/deploy/",
    "tests/duplicate/test_demo",
    "tests/duplicate/test_simulator",
    "tests/duplicate/test_survival",
    "tests/duplicate/test_whole_game",
    "tests/tournaments/test_whole_tournament",
    "tests/test_build",
    "tests/test_old_pythons",
    "tests/test_package",
    "tests/test_servers",
)


@pytest.fixture(autouse=True)
def _no_earlier_tries() -> None:
    """What another test guessed from the same address holds up nobody."""
    from referee import throttles  # needs the settings

    throttles.TRIES.clear()
    throttles.KNOWN.clear()


def pytest_collection_finish() -> None:
    """All that is loaded stays: looking through it for garbage again and again takes time."""
    leave_what_is_loaded()


def pytest_xdist_auto_num_workers() -> int:
    """Two a core: many tests wait for clocks, processes and browsers."""
    return 2 * len(os.sched_getaffinity(0))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put the longest first, and leave out of the embedded run what is the same in both.

    That is what needs no database, what brings a site of its own, and the pages.
    """
    items.sort(key=lambda item: not item.nodeid.startswith(LONGEST))
    if os.environ.get("SPIELLEITER_TEST_EMBEDDED") == "1":
        config.hook.pytest_deselected(items=list(filterfalse(_differs_by_database, items)))
        items[:] = filter(_differs_by_database, items)


def _differs_by_database(item: pytest.Item) -> bool:
    fixtures = set(getattr(item, "fixturenames", ()))
    is_database_used = item.get_closest_marker("django_db") or fixtures & {"db", "transactional_db"}
    is_of_page = re.search(r"/pages/|_pages?\.py", item.nodeid)
    return bool(is_database_used) and "site" not in fixtures and not is_of_page


def pytest_unconfigure() -> None:
    logging.disable()  # the servers would tell of their end where nobody listens any more
    servers.stop()
    shutil.rmtree(os.environ["SPIELLEITER_VAR"], ignore_errors=True)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(request: pytest.FixtureRequest) -> None:
    """SQLite in the very file, not in memory: server processes that tests start must see it too."""
    request.getfixturevalue("django_db_modify_db_settings_parallel_suffix")
    if not os.environ["DATABASE_URL"]:
        connection.settings_dict["TEST"]["NAME"] = connection.settings_dict["NAME"]


@pytest.fixture(scope="session")
def django_db_setup(
    django_db_setup: None,  # noqa: ARG001
    django_db_blocker: DjangoDbBlocker,
) -> Iterator[None]:
    """At the end the database goes, whoever is still connected: a server's thread may be."""
    yield
    if os.environ["DATABASE_URL"]:
        name = connection.settings_dict["NAME"]
        with django_db_blocker.unblock(), connection._nodb_cursor() as cursor:
            cursor.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS false')
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name]
            )


@pytest.fixture
def page() -> Iterator[Page]:
    """A page in Chromium; any fault its scripts report fails the test."""
    with chromium() as browser, watched_page(browser) as page:
        yield page


@pytest.fixture
def lexicon(settings: Settings) -> Lexicon:
    """The small lexicon of the tests, as the one that pages judge by."""
    words = lexicon_of()
    settings.LEXICON = words.path
    return words
