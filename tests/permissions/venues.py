"""What the addresses of a permission table are about, and who asks."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

from django.http import HttpResponse
from django.test import Client
from django.test.client import ClientHandler

from referee.models import User
from referee.page_requests import Seats
from tests.permissions.rows import ELSEWHERE, PARTICIPANT, STRANGER, Row

#: One for all clients: to load the middleware takes several times as long as most requests.
HANDLER = ClientHandler(enforce_csrf_checks=False)


@dataclass(frozen=True)
class Venue:
    """A game or tournament, somebody who plays there, and somebody who plays in another one."""

    pk: UUID
    seats: Seats[Any]
    token: str
    other: UUID
    other_token: str
    #: What the placeholders of addresses and bodies stand for.
    names: Mapping[str, str]

    def filled(self, text: str) -> str:
        for name, value in self.names.items():
            text = text.replace(name, value)
        return text

    def unfilled(self, text: str) -> str:
        """An address with placeholders again, where no other text can be meant."""
        for name, value in self.names.items():
            text = text.replace(value, name) if len(value) > 5 else text
        return text


@dataclass(frozen=True)
class World:
    simultan: Venue
    tournament: Venue
    users: Mapping[str, User]
    #: Those of the accounts.
    tokens: Mapping[str, str]

    def venue_of(self, address: str) -> Venue:
        """What an address is about; those of the site are about anything."""
        is_tournament = "tournament" in address or address.startswith(("t/", "regeln/"))
        return self.tournament if is_tournament else self.simultan

    def ask(self, row: Row, role: str) -> Any:
        venue = self.venue_of(row.address)
        address = venue.filled(row.address)
        if not address.startswith("api/"):
            client = self.browser(venue, role)
            if row.method == "POST":
                form = {
                    name: venue.filled(value) if isinstance(value, str) else value
                    for name, value in row.body.items()
                }
                return client.post(f"/{address}", form)
            return client.generic(row.method, f"/{address}")
        content_type, body = encoded(row.body)
        client = self.program(venue, role)
        if row.method == "GET":
            return client.get(f"/{address}")
        return client.generic(row.method, f"/{address}", venue.filled(body), content_type)

    def token_of(self, venue: Venue, role: str) -> str:
        """What a program of somebody of that role shows; '' for nothing."""
        elsewhere = self.simultan if venue is self.tournament else self.tournament
        players = {
            PARTICIPANT: venue.token,
            STRANGER: venue.other_token,
            ELSEWHERE: elsewhere.token,
        }
        return players.get(role) or self.tokens.get(role, "")

    def program(self, venue: Venue, role: str) -> Client:
        token = self.token_of(venue, role)
        return new_client({"Authorization": f"Bearer {token}"} if token else {})

    def browser(self, venue: Venue, role: str) -> Client:
        """Pages know sessions and seats, not tokens."""
        client = new_client({})
        if role in self.users:
            client.force_login(self.users[role])
        elif token := self.token_of(venue, role):
            response = HttpResponse()
            # The seat elsewhere is one that somebody has forged: the right name, a wrong token.
            pk = venue.other if role == STRANGER else venue.pk
            venue.seats.take(response, pk, token)
            client.cookies.update(response.cookies)
        return client

    def answered(self, row: Row, role: str) -> int | str:
        """The status, or the address that a page leads to."""
        response = self.ask(row, role)
        if response.status_code != 302:
            return int(response.status_code)
        path: str = urlsplit(response.headers["Location"]).path
        return self.venue_of(row.address).unfilled(path)


def new_client(headers: dict[str, str]) -> Client:
    client = Client(headers=headers)
    client.handler = HANDLER
    return client


def encoded(body: Any) -> tuple[str, str]:
    """The type of a body, and the body."""
    if isinstance(body, bytes):
        return "text/plain", body.decode()
    if isinstance(body, str):
        return "text/csv", body
    return "application/json", "" if body is None else json.dumps(body)
