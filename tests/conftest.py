"""What every test may use. The environment is set before Django reads its settings."""

import logging
import os
import shutil
import tempfile
from collections.abc import Iterator
from itertools import filterfalse
from pathlib import Path

import django
import pytest
from django.conf import settings
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.db import connection
from playwright.sync_api import Page
from pytest_django import Settings

from engine.lexicon import Lexicon
from tests import servers
from tests.e2e.browsers import chromium, watched_page
from tests.lexicons import lexicon_of

pytest.register_assert_rewrite("tests.duplicate.tables")
for name in ("books", "checks", "halls"):
    pytest.register_assert_rewrite(f"tests.tournaments.{name}")
os.environ["DJANGO_SETTINGS_MODULE"] = "referee.settings"
os.environ["SPIELLEITER_DEBUG"] = "1"
# Nothing that a developer made under var/, or another user's tests left, may help or hinder a test.
os.environ["SPIELLEITER_VAR"] = tempfile.mkdtemp(prefix="spielleiter-test-")
os.environ["XDG_RUNTIME_DIR"] = tempfile.mkdtemp(prefix="spielleiter-test-")
Path(os.environ["SPIELLEITER_VAR"], "static").mkdir()
Path(os.environ["XDG_RUNTIME_DIR"], "python_PostgresServer").mkdir(mode=0o700)
# The tests run on PostgreSQL and Redis, or with SPIELLEITER_TEST_EMBEDDED=1 on what is built in.
if os.environ.get("SPIELLEITER_TEST_EMBEDDED") == "1":
    os.environ["DATABASE_URL"] = os.environ["REDIS_URL"] = ""
else:
    servers.database_url()
    servers.redis_url()
# Playwright keeps an event loop in the test's thread, where Django would refuse its database.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
django.setup()
# Safe hashing takes a third of a second; servers in processes of their own read this one too.
PBKDF2PasswordHasher.iterations = 1
# Else every test client would look through all static files before its first request.
settings.WHITENOISE_AUTOREFRESH = True
if not os.environ["DATABASE_URL"]:
    # In a file instead of memory: the server processes that tests start must see it too.
    connection.settings_dict["TEST"]["NAME"] = connection.settings_dict["NAME"]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out of the embedded run what is the same in both.

    That is what needs no database, and what brings a site of its own.
    """
    if os.environ.get("SPIELLEITER_TEST_EMBEDDED") == "1":
        config.hook.pytest_deselected(items=list(filterfalse(_depends_on_database, items)))
        items[:] = filter(_depends_on_database, items)


def _depends_on_database(item: pytest.Item) -> bool:
    fixtures = set(getattr(item, "fixturenames", ()))
    is_database_used = item.get_closest_marker("django_db") or fixtures & {"db", "transactional_db"}
    return bool(is_database_used) and "site" not in fixtures


def pytest_unconfigure() -> None:
    logging.disable()  # the servers would tell of their end where nobody listens any more
    servers.stop()
    for folder in ("SPIELLEITER_VAR", "XDG_RUNTIME_DIR"):
        shutil.rmtree(os.environ[folder], ignore_errors=True)


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
