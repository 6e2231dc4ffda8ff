"""What the public may not learn of an evening: how to join it, and where it may not watch."""

import re

import pytest
from django.test import Client

from tests.api_client import as_user
from tests.duplicate.factories import NOON, make_user
from tests.permissions import tournaments as matches
from tests.tournaments.factories import make_entry, make_evening
from tests.tournaments.table_client import path_of
from tournaments.models import Tournament
from tournaments.tables.services.tables import act, open_table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]


@pytest.fixture
def evening() -> Tournament:
    director = make_user()
    evening = make_evening(director=director, is_listed=False)
    anna, ben = (make_entry(evening.divisions.get(), name) for name in ("Anna", "Ben"))
    seats = [[anna.number], [ben.number]]
    over = open_table(evening, NOON, by=director, seats=seats)
    act(over, {"kind": "end", "because": "resigned", "winner": 0}, NOON, by=director)
    open_table(evening, NOON, by=director, seats=seats, is_public=False)
    return evening


def told_of(evening: Tournament, client: Client) -> dict[str, str]:
    """By their addresses, all pages and answers about the evening and its tables."""
    told = {}
    for row in matches.TABLE:
        if row.method != "GET" or "<str:code>" in row.address:
            continue
        for table in evening.tables.all():
            address = row.address.replace("<uuid:tournament>", str(evening.pk))
            address = re.sub("<int:\\w+>", "1", address.replace("<uuid:table>", str(table.pk)))
            address = re.sub("<str:\\w+>", "standings", address)
            response = client.get(f"/{address}")
            assert response.status_code < 500, address
            told[address] = response.content.decode(errors="replace")
    return told


def test_the_public_learns_neither_the_code_nor_where_it_may_not_watch(evening: Tournament) -> None:
    told = told_of(evening, Client())
    code, api = f"{evening.join_code}", f"api/v1/tournaments/{evening.pk}/"
    assert [address for address, text in told.items() if code in text] == []
    hidden = str(evening.tables.get(is_public=False).pk)
    for address in ("evening/", "evening/history/", "evening.csv", "state/", "tables/"):
        assert "Anna" in told[api + address]
        assert hidden not in told[api + address]


def test_the_staff_are_told_the_code(evening: Tournament) -> None:
    director = as_user(evening.staff.get().user)
    assert director.get(path_of(evening)).json()["join_code"] == evening.join_code
