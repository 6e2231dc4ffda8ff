"""What the browser tests share."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Page, expect

from tests.e2e.browsers import Screens, chromium, watched_page
from tests.lexicons import lexicon_of
from tests.once import made_once
from tests.processes import Processes, Web

#: Without Redis a process notices within five seconds what another one has changed.
PATIENCE_MS = 15_000


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One for all tests of pages: it takes a second to start."""
    with chromium() as browser:
        yield browser


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with watched_page(browser) as page:
        yield page


@pytest.fixture(scope="module")
def web(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    """One server for all tests of this module."""
    request.getfixturevalue("django_db_setup")
    expect.set_options(timeout=PATIENCE_MS)
    with Processes(tmp_path_factory.mktemp("web")) as processes:
        processes.environment["SPIELLEITER_LEXICON"] = str(lexicon_of().path)
        web = processes.web()
        yield web
        web.end()


@pytest.fixture(scope="package")
def served_web(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Web]:
    """One server for all tests of every page, with the files and error pages that users get.

    It is gone before other tests come to the same database, which it would look after.
    """
    request.getfixturevalue("django_db_setup")
    collected = made_once("collected", _collect_static)
    shutil.copytree(collected / "static", settings.STATIC_ROOT, dirs_exist_ok=True)
    with _served(tmp_path_factory.mktemp("web")) as processes:
        processes.environment["SPIELLEITER_LEXICON"] = str(lexicon_of().path)
        web = processes.web()
        yield web
        web.end()


def _served(folder: Path, **environment: str) -> Processes:
    served = {"SPIELLEITER_DEBUG": "0", "SPIELLEITER_HTTPS": "0"}
    key = {"SPIELLEITER_SECRET_KEY": settings.SECRET_KEY}
    return Processes(folder, **served, **key, **environment)


def _collect_static(folder: Path) -> None:
    with _served(folder, SPIELLEITER_VAR=str(folder)) as processes:
        collecting = processes.run("collectstatic", "django", "collectstatic", "--no-input")
        assert collecting.process.wait(60) == 0, collecting.said


@pytest.fixture
def screens(page: Page, served_web: Web) -> Iterator[Screens]:
    """Screens on the served site, none of which may find anything wrong."""
    expect.set_options(timeout=PATIENCE_MS)
    browser = page.context.browser
    assert browser
    screens = Screens(browser, served_web.url)
    yield screens
    assert screens.faults == []
