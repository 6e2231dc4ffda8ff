"""The OpenAPI description: committed as generated, true to what the server does, and readable."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
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
from tests.test_permissions import DIRECTOR, PARTICIPANT, PUBLIC, World, world

__all__ = ["world"]
COMMITTED = Path(__file__).resolve().parent.parent / "docs" / "openapi.yaml"
CHECKS: list[Any] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
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
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_whatever_is_sent_is_answered_as_described(case: Any, world: World) -> None:
    """As everybody, as a participant and as a director, mostly about things that exist."""
    known = {"game": world.game.pk, "series": world.series.pk, "number": 1, "participant": 1}
    for name, value in known.items():
        if name in case.path_parameters:
            case.path_parameters[name] = str(value)
    for role in (PUBLIC, PARTICIPANT, DIRECTOR):
        token = world.tokens.get(role)
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        case.call_and_validate(headers=headers, checks=CHECKS)


def test_the_page_shows_every_operation_under_our_own_policy(
    page: Page, live_server: LiveServer
) -> None:
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("request", lambda asked: said.append(asked.url) if "://" in asked.url else None)
    page.goto(f"{live_server.url}/api/v1/docs/")
    expect(page.locator("#operations-rounds-rounds_publish")).to_be_visible()
    assert [text for text in said if not text.startswith(live_server.url)] == []
