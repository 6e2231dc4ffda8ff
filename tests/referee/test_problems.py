"""Errors of the API: one shape, stable codes, whatever went wrong."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.test import Client, RequestFactory
from rest_framework import exceptions

from engine.errors import Unreadable
from referee.errors import Forbidden, Invalid, Refused, TokenUnknown
from referee.parsers import MEGABYTE
from referee.problems import handle, problem_body, server_error
from tests.api_client import API, Caller
from tests.processes import ROOT
from tests.refusals import refusal_codes

GAMES = f"{API}/duplicate/games/"


class OutOfTiles(Refused):
    message = "Nur noch {left} Steine."


def told(response: Any) -> tuple[int, str, Any]:
    """Status, code and params of a problem response."""
    assert response.headers["Content-Type"] == "application/problem+json"
    body = response.json()
    assert body.keys() == {"type", "title", "status", "detail", "code", "params"}
    assert body["status"] == response.status_code
    assert body["detail"]
    return response.status_code, body["code"], body["params"]


def test_a_refusal_is_told_with_its_code_and_what_it_is_about() -> None:
    assert problem_body(OutOfTiles(left=3)) == {
        "type": "about:blank",
        "title": "Conflict",
        "status": 409,
        "detail": "Nur noch 3 Steine.",
        "code": "out_of_tiles",
        "params": {"left": 3},
    }
    assert problem_body(Forbidden())["status"] == 403


def test_every_code_that_clients_know_is_there_still() -> None:
    """A code follows its class's name: whoever renames one gives it the code that it had."""
    known = (ROOT / "tests" / "data" / "refusal_codes.txt").read_text("utf-8").split()
    assert refusal_codes() == set(known)


def test_an_invalid_field_is_named_as_in_every_validation_error() -> None:
    body = problem_body(Invalid(field="rack", problem="sieben Steine"))
    assert body["params"] == {"fields": {"rack": ["sieben Steine"]}}


def test_times_in_a_refusal_become_text() -> None:
    response = handle(OutOfTiles(left=datetime(2026, 1, 1, tzinfo=UTC)), {})
    assert response is not None
    assert b"2026-01-01T00:00:00Z" in response.content


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (Unreadable("?"), 400, "unreadable"),
        (exceptions.ParseError(), 400, "not_json"),
        (exceptions.ValidationError({"name": ["fehlt"]}), 400, "invalid"),
        (exceptions.ValidationError(["fehlt"]), 400, "invalid"),
        (exceptions.NotAuthenticated(), 401, "not_authenticated"),
        (TokenUnknown(), 401, "token_unknown"),
        (exceptions.PermissionDenied(), 403, "forbidden"),
        (PermissionDenied(), 403, "forbidden"),
        (Http404(), 404, "not_found"),
        (exceptions.MethodNotAllowed("PUT"), 405, "method_not_allowed"),
        (exceptions.UnsupportedMediaType("text/plain"), 415, "unsupported_media_type"),
        (exceptions.Throttled(30), 429, "throttled"),
    ],
)
def test_every_error_has_a_code(error: Exception, status: int, code: str) -> None:
    response = handle(error, {})
    assert response is not None
    assert (response.status_code, code) == (status, code)
    assert f'"code": "{code}"'.encode() in response.content


def test_a_fault_of_ours_is_not_hidden() -> None:
    assert handle(ZeroDivisionError(), {}) is None


def test_an_address_that_is_not_there_is_a_problem_under_api_and_a_page_elsewhere(
    client: Client,
) -> None:
    assert told(client.get(f"{API}/nothing/"))[:2] == (404, "not_found")
    page = client.get("/nothing/")
    assert (page.status_code, page.headers["Content-Type"]) == (404, "text/html; charset=utf-8")


def test_a_crash_is_told_as_a_problem_under_api_and_as_a_page_elsewhere() -> None:
    assert b'"code": "server_error"' in server_error(RequestFactory().get(GAMES)).content
    assert b"<html" in server_error(RequestFactory().get("/")).content


@pytest.mark.django_db
class TestRequests:
    def test_what_is_no_json_is_refused(self, client: Client) -> None:
        address = f"{API}/duplicate/join/"
        for body in ("{", '{"a": NaN}', "[" * 100_000, b"\xff"):
            response = client.post(address, body, content_type="application/json")
            assert told(response)[:2] == (400, "not_json")

    def test_another_content_type_is_refused(self, client: Client) -> None:
        response = client.post(f"{API}/duplicate/join/", "code=X", content_type="text/plain")
        assert told(response)[:2] == (415, "unsupported_media_type")

    def test_a_body_that_is_too_large_is_refused_unread(self, client: Client) -> None:
        body = '"' + "x" * MEGABYTE + '"'
        response = client.post(f"{API}/duplicate/join/", body, content_type="application/json")
        assert told(response) == (413, "too_large", {"most": MEGABYTE})

    @pytest.mark.parametrize("body", [[], "text", 3, None, {}])
    def test_fields_that_are_missing_are_named(self, body: Any) -> None:
        status, code, params = told(Caller().post("/duplicate/join/", body))
        assert (status, code) == (400, "invalid")
        assert params["fields"]

    def test_another_method_is_refused(self, client: Client) -> None:
        assert told(client.put(GAMES))[:2] == (405, "method_not_allowed")

    def test_whoever_must_log_in_is_told_how(self) -> None:
        response = Caller().post("/duplicate/games/", {"name": "Abend"})
        assert told(response)[:2] == (401, "not_authenticated")
        assert response.headers["WWW-Authenticate"] == "Bearer"

    @pytest.mark.parametrize("token", ["slu_wrong", "slp_wrong", "wrong", "ä"])
    def test_an_unknown_token_is_refused_even_where_none_is_needed(self, token: str) -> None:
        response = Caller(token).get("/duplicate/games/")
        assert told(response)[:2] == (401, "token_unknown")

    def test_a_game_that_is_not_there_has_a_code_of_its_own(self) -> None:
        missing = f"/duplicate/games/{'0' * 8}-0000-4000-8000-{'0' * 12}/"
        assert told(Caller().get(missing))[:2] == (404, "game_missing")
