"""What every test may use. The environment is set before Django reads its settings."""

import logging
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import django
import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.db import connection
from playwright.sync_api import Page, sync_playwright
from pytest_django import Settings

from engine.lexicon import Lexicon
from tests import servers
from tests.lexicons import lexicon_of

pytest.register_assert_rewrite("tests.duplicate.tables")
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
if not os.environ["DATABASE_URL"]:
    # In a file instead of memory: the server processes that tests start must see it too.
    connection.settings_dict["TEST"]["NAME"] = connection.settings_dict["NAME"]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out of the embedded run what brings a site of its own, and so is the same in both."""
    if os.environ.get("SPIELLEITER_TEST_EMBEDDED") == "1":
        own = [item for item in items if "site" in getattr(item, "fixturenames", ())]
        items[:] = [item for item in items if item not in own]
        config.hook.pytest_deselected(items=own)


def pytest_unconfigure() -> None:
    logging.disable()  # the servers would tell of their end where nobody listens any more
    servers.stop()
    for folder in ("SPIELLEITER_VAR", "XDG_RUNTIME_DIR"):
        shutil.rmtree(os.environ[folder], ignore_errors=True)


@pytest.fixture
def page() -> Iterator[Page]:
    """A page in Debian's Chromium; any fault its scripts report fails the test."""
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("NOT TESTED IN A BROWSER: chromium is not installed (apt-get install chromium)")
    faults: list[str] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(locale="de-DE")
        page.on("pageerror", lambda fault: faults.append(str(fault)))
        yield page
        browser.close()
        connection.close()  # beside Playwright's event loop Django keeps one of its own
    assert faults == []


@pytest.fixture
def lexicon(settings: Settings) -> Lexicon:
    """The small lexicon of the tests, as the one that pages judge by."""
    words = lexicon_of()
    settings.LEXICON = words.path
    return words
