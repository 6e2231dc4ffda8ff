"""What the browser tests share."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.lexicons import lexicon_of
from tests.processes import Processes, Web

#: Without Redis a process notices within five seconds what another one has changed.
PATIENCE_MS = 15_000


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
