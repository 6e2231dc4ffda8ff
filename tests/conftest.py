"""What every test may use. The environment is set before Django reads its settings."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import django
import pytest
from playwright.sync_api import Page, sync_playwright
from pytest_django import Settings

from engine.lexicon import Lexicon
from tests.lexicons import lexicon_of

os.environ["DJANGO_SETTINGS_MODULE"] = "referee.settings"
os.environ["SPIELLEITER_DEBUG"] = "1"
# Nothing that a developer made under var/, or another user's tests left, may help or hinder a test.
os.environ["SPIELLEITER_VAR"] = tempfile.mkdtemp(prefix="spielleiter-test-")
os.environ["XDG_RUNTIME_DIR"] = tempfile.mkdtemp(prefix="spielleiter-test-")
Path(os.environ["SPIELLEITER_VAR"], "static").mkdir()
Path(os.environ["XDG_RUNTIME_DIR"], "python_PostgresServer").mkdir(mode=0o700)
# Playwright keeps an event loop in the test's thread, where Django would refuse its database.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
django.setup()


def pytest_unconfigure() -> None:
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
    assert faults == []


@pytest.fixture
def lexicon(settings: Settings) -> Lexicon:
    """The small lexicon of the tests, as the one that pages judge by."""
    words = lexicon_of()
    settings.LEXICON = words.path
    return words
