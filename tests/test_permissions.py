"""Who may do what: every address of the project, for every role."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

import duplicate.pages.desk_actions
import duplicate.pages.printouts
import tournaments.rounds.pages.desk_actions
import tournaments.rounds.pages.printouts
from engine.match import MATCH
from referee.models import User
from tests.permissions import simultan, site
from tests.permissions import tournaments as matches
from tests.permissions.rows import ADMIN, EVERYBODY, PARTICIPANT, PLAYING, PUBLIC, ROLES, Row
from tests.permissions.venues import World
from tests.permissions.worlds import world
from tests.tournaments.factories import give_token
from tournaments.models import Entry
from tournaments.tables.pages.tables import ABOUT

__all__ = ["world"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]

TABLE = site.TABLE + simultan.TABLE + matches.TABLE
#: One address each that does many things.
ACTIONS = simultan.ACTION_TABLE + matches.ACTION_TABLE + matches.BOARD_TABLE
PRINTOUTS = simultan.PRINT_TABLE + matches.PRINT_TABLE
#: What is secret before the round is published, or the game over, and what all are answered then.
LATER = [row for row in TABLE if row.later]
#: What those may do who play in the game that the address names, and not all who play.
AT_THE_TABLE = [
    row
    for row in TABLE
    if row.address.startswith((matches.PAIRING, matches.BOARD)) and PLAYING <= row.who < EVERYBODY
]


@pytest.mark.parametrize("row", TABLE + ACTIONS + PRINTOUTS, ids=str)
def test_those_may_who_should_and_nobody_else(world: World, row: Row) -> None:
    answered = {}
    for role in ROLES:
        before = transaction.savepoint()
        answered[role] = world.answered(row, role)
        transaction.savepoint_rollback(before)
    assert answered == {role: row.answer_to(role) for role in ROLES}


@pytest.mark.parametrize("row", LATER, ids=str)
def test_what_was_secret_is_for_everybody_in_the_end(world: World, row: Row) -> None:
    simultan.end_simultan(world.simultan)
    matches.end_tournament(world.tournament)
    assert {role: world.ask(row, role).status_code for role in ROLES} == dict.fromkeys(ROLES, 200)


@pytest.mark.parametrize("row", AT_THE_TABLE, ids=str)
def test_whoever_plays_at_another_table_may_not_act_at_this_one(world: World, row: Row) -> None:
    bystander = Entry.objects.get(tournament=world.tournament.pk, number=3)
    there = replace(world.tournament, token=give_token(bystander))
    assert replace(world, tournament=there).answered(row, PARTICIPANT) == 403


def test_the_admin_is_for_administrators() -> None:
    director = User.objects.create(username="director")
    admin = User.objects.create(username="admin", is_staff=True, is_superuser=True)
    for user, status in ((None, 302), (director, 302), (admin, 200)):
        client = Client()
        if user:
            client.force_login(user)
        for table in ("user", "apitoken"):
            assert client.get(f"/admin/referee/{table}/").status_code == status


def test_the_table_has_every_address_and_method(world: World) -> None:
    found = {
        (method, address)
        for address, entry in addresses(get_resolver())
        for method in methods(world, address, entry)
    }
    assert {(row.method, row.address) for row in TABLE} == found


def test_the_tables_have_every_action_and_every_print_out() -> None:
    assert {row.address for row in ACTIONS} == {
        *(f"{simultan.DESK}{name}/" for name in duplicate.pages.desk_actions.ACTIONS),
        *(f"{matches.DESK}{name}/" for name in tournaments.rounds.pages.desk_actions.ACTIONS),
        *(f"{matches.BOARD_PAGE}{name}/" for name in (*MATCH.kinds, *ABOUT)),
    }
    assert {row.address for row in PRINTOUTS} == {
        *(f"{simultan.PAGE}print/{name}/" for name in duplicate.pages.printouts.PRINTOUTS),
        *(f"{matches.PAGE}print/{name}/" for name in tournaments.rounds.pages.printouts.PRINTOUTS),
    }


def addresses(resolver: URLResolver, prefix: str = "") -> Iterator[tuple[str, URLPattern]]:
    """Every address; the admin has a test of its own."""
    for entry in resolver.url_patterns:
        address = prefix + str(entry.pattern)
        if isinstance(entry, URLResolver):
            if entry.namespace != "admin":
                yield from addresses(entry, address)
        else:
            yield address, entry


def methods(world: World, address: str, entry: URLPattern) -> set[str]:
    """What may be asked: a page says so to whoever asks for something strange."""
    actions = getattr(entry.callback, "actions", None)
    if actions is not None:
        allowed = {method.upper() for method in actions}
    else:
        strange = Row("PROPFIND", address, EVERYBODY, 405)
        told = [world.ask(strange, role).headers.get("Allow", "") for role in (PUBLIC, ADMIN)]
        allowed = set((max(told) or "GET").split(", "))
    return allowed & {"GET", "POST", "PUT", "PATCH", "DELETE"}
