"""The OpenAPI description: committed as generated, true to what the server does, and readable."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from django.core.management import call_command
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, transaction
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
from tests.permissions import simultan, site
from tests.permissions import tournaments as matches
from tests.permissions.rows import DIRECTOR, PARTICIPANT, PUBLIC, Row
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
#: What the API is asked in the tables of permissions, by somebody who may.
API_ROWS = [
    row
    for row in site.TABLE + simultan.TABLE + matches.TABLE
    if row.address.startswith("api/") and row.who
]
schema = schemathesis.openapi.from_path(COMMITTED)
schema.app = application
DESCRIBED: Any = schema.raw_schema


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


@pytest.mark.django_db
@pytest.mark.usefixtures("lexicon")
def test_nothing_is_sent_that_is_not_described(world: World) -> None:
    """Schemas allow more than they name, so that a field nobody described would pass unseen."""
    found = {str(row): fields for row in API_ROWS if (fields := _sent_undescribed(world, row))}
    assert found == {}


def _sent_undescribed(world: World, row: Row) -> list[str]:
    before = transaction.savepoint()
    answer = world.ask(row, DIRECTOR if DIRECTOR in row.who else min(row.who))
    transaction.savepoint_rollback(before)
    if not answer.headers.get("Content-Type", "").startswith("application/json"):
        return []
    described = _answers_of(row)[str(answer.status_code)]["content"]["application/json"]["schema"]
    return sorted(_undescribed(answer.json(), described))


def _answers_of(row: Row) -> Any:
    """What the description says of an address, whose parts in braces have names of their own."""
    address = f"/{re.sub('<[^>]+>', '{}', row.address)}"
    for path, methods in DESCRIBED["paths"].items():
        if re.sub("{[^}]+}", "{}", path) == address:
            return methods[row.method.lower()]["responses"]
    raise AssertionError(f"{address} is not described")


def _undescribed(sent: Any, schema: Any, where: str = "") -> Iterator[str]:
    """Where in `sent` there is a field that `schema` does not name."""
    schemas = list(_alternatives(schema))
    if isinstance(sent, list):
        for one in sent:
            for schema in schemas:
                yield from _undescribed(one, schema.get("items", {}), f"{where}[]")
    elif isinstance(sent, dict) and not any(_is_open(schema) for schema in schemas):
        named: dict[str, list[Any]] = {}
        for schema in schemas:
            for name, field in schema.get("properties", {}).items():
                named.setdefault(name, []).append(field)
        for name, value in sent.items():
            if name not in named:
                yield f"{where}.{name}"
            else:
                yield from _undescribed(value, {"anyOf": named[name]}, f"{where}.{name}")


def _alternatives(schema: Any) -> Iterator[Any]:
    """A schema and all that it refers to."""
    if "$ref" in schema:
        schema = DESCRIBED["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    yield schema
    for kind in ("allOf", "oneOf", "anyOf"):
        for part in schema.get(kind, []):
            yield from _alternatives(part)


def _is_open(schema: Any) -> bool:
    """Whether it leaves open what is in it."""
    return not schema.keys() & {"properties", "allOf", "oneOf", "anyOf"}


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
        for methods in DESCRIBED["paths"].values()
        for operation in methods.values()
    }
    for _ in range(MOST_SCREENS):  # only what is on the screen is drawn, so look at all of it
        missing -= set(page.locator(".opblock").evaluate_all("all => all.map(one => one.id)"))
        if not missing:
            break
        page.evaluate(SCROLL_ON)
    assert missing == set()
    assert [text for text in said if not text.startswith(live_server.url)] == []
