"""The OpenAPI description: committed as generated, true to what the server does, and readable."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
import yaml
from django.core.management import call_command
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, settings
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from referee.wsgi import application
from tests.permissions.rows import DIRECTOR, PARTICIPANT, PUBLIC
from tests.permissions.venues import World
from tests.permissions.worlds import world

__all__ = ["world"]
COMMITTED = Path(__file__).resolve().parent.parent / "docs" / "openapi.yaml"
#: A screen further down, or back to the top, until that is drawn.
SCROLL_ON = """() => {
    const isEnd = scrollY + innerHeight >= document.body.scrollHeight - 1;
    scrollTo(0, isEnd ? 0 : scrollY + innerHeight / 2);
    return new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
}"""
MOST_SCREENS = 300
CHECKS: list[Any] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
#: What is put into the addresses; all else is made up, and mostly isn't there.
KNOWN = {
    *("game", "series", "participant"),
    *("tournament", "division", "round", "pairing", "table", "webhook"),
    "number",
}
schema = schemathesis.openapi.from_path(COMMITTED)
schema.app = application


def test_the_committed_description_is_the_generated_one(tmp_path: Path) -> None:
    generated = tmp_path / "openapi.yaml"
    call_command("spectacular", "--validate", "--fail-on-warn", "--file", str(generated))
    assert generated.read_text("utf-8") == COMMITTED.read_text("utf-8"), (
        "run: .venv/bin/python manage.py spectacular --file docs/openapi.yaml"
    )


@pytest.fixture
def _one_connection() -> Iterator[None]:
    """Let requests share the test's transaction, as Django's own client does."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.mark.django_db
@pytest.mark.usefixtures("lexicon", "_one_connection")
@schema.parametrize()
@settings(
    max_examples=5,
    derandomize=True,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_whatever_is_sent_is_answered_as_described(case: Any, world: World) -> None:
    """As everybody, as a participant and as a director, mostly about things that exist."""
    venue = world.venue_of(case.path)
    known = {name.strip("<>").partition(":")[2]: value for name, value in venue.names.items()}
    for name in KNOWN & case.path_parameters.keys() & known.keys():
        case.path_parameters[name] = known[name]
    for role in (PUBLIC, PARTICIPANT, DIRECTOR):
        token = world.token_of(venue, role)
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        case.call_and_validate(headers=headers, checks=CHECKS)


def test_the_page_shows_every_operation_under_our_own_policy(
    page: Page, live_server: LiveServer
) -> None:
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("request", lambda asked: said.append(asked.url) if "://" in asked.url else None)
    page.goto(f"{live_server.url}/api/v1/docs/")
    expect(page.locator(".opblock").first).to_be_visible()
    missing = {
        f"operations-{operation['tags'][0]}-{operation['operationId']}"
        for methods in yaml.safe_load(COMMITTED.read_text("utf-8"))["paths"].values()
        for operation in methods.values()
    }
    for _ in range(MOST_SCREENS):  # only what is on the screen is drawn, so look at all of it
        missing -= set(page.locator(".opblock").evaluate_all("all => all.map(one => one.id)"))
        if not missing:
            break
        page.evaluate(SCROLL_ON)
    assert missing == set()
    assert [text for text in said if not text.startswith(live_server.url)] == []
