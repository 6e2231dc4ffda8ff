"""Requests to the API as the tests send them."""

import json
from typing import Any

from django.test import Client

from duplicate.models import Game
from referee.models import User
from referee.services import issue_api_token
from tests.duplicate.factories import NOON

API = "/api/v1"


class Caller:
    """Sends JSON as somebody, or as nobody."""

    def __init__(self, token: str = "") -> None:
        self.client = Client(headers={"Authorization": f"Bearer {token}"} if token else {})

    def get(self, path: str, **headers: str) -> Any:
        return self.client.get(API + path, headers=named(headers))

    def post(self, path: str, body: Any = None, **headers: str) -> Any:
        return self._send("POST", path, body, headers)

    def put(self, path: str, body: Any = None, **headers: str) -> Any:
        return self._send("PUT", path, body, headers)

    def patch(self, path: str, body: Any = None, **headers: str) -> Any:
        return self._send("PATCH", path, body, headers)

    def delete(self, path: str, **headers: str) -> Any:
        return self._send("DELETE", path, None, headers)

    def _send(self, method: str, path: str, body: Any, headers: dict[str, str]) -> Any:
        return self.client.generic(
            method,
            API + path,
            data="" if body is None else json.dumps(body),
            content_type="application/json",
            headers=named(headers),
        )


def named(headers: dict[str, str]) -> dict[str, str]:
    """`if_none_match` as `If-None-Match`."""
    return {name.replace("_", "-"): value for name, value in headers.items()}


def as_user(user: User) -> Caller:
    return Caller(issue_api_token(user, "test", NOON)[1])


def path_of(game: Game, rest: str = "") -> str:
    return f"/duplicate/games/{game.pk}/{rest}"
