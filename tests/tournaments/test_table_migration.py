"""Tables that were recorded before there were seats, points and promises in their columns."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from referee import journals
from tests.api_client import as_user
from tests.duplicate.factories import NOON
from tests.tournaments.factories import make_tournament
from tests.tournaments.free_tables import director_of
from tests.tournaments.stored_games import OLDER, acted, stored, write_log
from tests.tournaments.table_client import (
    PASS,
    RUCKEN,
    SAMPLE,
    At,
    make_pairing,
    path_of,
    sample_actions,
    tournament_of,
)
from tournaments.integrity import find_faults
from tournaments.models import LogEntry, Pairing, Table, Tournament

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lexicon")]

FINAL = [SAMPLE["final"]["1"], SAMPLE["final"]["2"]]
UNDONE = {"kind": "undone", "by": "leo", "data": {}}


def migrate(name: str) -> None:
    MigrationExecutor(connection).migrate([("tournaments", name)])


@pytest.fixture
def latest() -> Iterator[str]:
    """The last migration, in which the next tests must find the database."""
    graph = MigrationExecutor(connection).loader.graph
    [(_app, name)] = graph.leaf_nodes("tournaments")
    yield name
    migrate(name)


def record(
    tournament: Tournament,
    log: list[dict[str, Any]],
    *,
    pairing: Pairing | None = None,
    state: Table.State = Table.State.RUNNING,
    **setup: Any,
) -> Table:
    """A table as it was stored then: the opening promised nothing, and no column follows."""
    setup = {"ruleset": "standard", "players": 2, "begins": 0, **setup}
    table = tournament.tables.create(
        pairing=pairing,
        game="match",
        setup=setup,
        names=["Anna", "Ben"],
        state=state,
        created_at=NOON,
    )
    opened = {"game": "match", "setup": setup, "names": table.names, "is_public": True}
    journals.append(table, "opened", NOON, by="leo", data=opened)
    write_log(table, log)
    return table


def columns(table: Table) -> tuple[Any, ...]:
    table.refresh_from_db()
    return table.scores, table.places, table.on_turn, table.due_at, table.seed, table.opened_by


def test_columns_of_tables_recorded_before_follow_their_games(latest: str) -> None:
    pairing = make_pairing()
    tournament = tournament_of(pairing)
    log, older = acted(*sample_actions()), stored(OLDER)
    over = record(tournament, log, pairing=pairing, state=Table.State.OVER, ruleset="tournament")
    log = [*acted(RUCKEN, {**PASS, "player": 1}), UNDONE]
    running = record(tournament, log)
    repeated = record(tournament, older.log, state=Table.State.OVER, **older.setup)
    broken = record(tournament, acted(RUCKEN, RUCKEN))
    unknown = record(tournament, [])
    Table.objects.filter(pk=unknown.pk).update(game="chess")
    migrate("0001_initial")
    migrate(latest)
    assert columns(running) == ([26, 0], None, 1, None, "", None)
    assert columns(repeated) == (older.scores, older.places, None, None, "", None)
    for table in (broken, unknown):
        assert columns(table) == ([], None, None, None, "", None)
    scores, places, *_ = columns(over)
    assert (scores, places) == (FINAL, [2, 1])
    assert [seat.entry for seat in over.seats.order_by("number")] == [pairing.first, pairing.second]
    assert not running.seats.exists()


def test_a_table_recorded_before_goes_on_and_has_promised_nothing(latest: str) -> None:
    pairing = make_pairing()
    tournament = tournament_of(pairing)
    log = acted(*sample_actions())
    table = record(tournament, log, pairing=pairing, state=Table.State.OVER, ruleset="tournament")
    migrate("0001_initial")
    migrate(latest)
    director = as_user(director_of(tournament))
    at = At(director, str(table.pk))
    shown = at.get().json()
    assert shown["scores"] == shown["view"]["scores"] == FINAL
    assert (shown["commitment"], shown["seed"]) == (None, None)
    (listed,) = director.get(path_of(tournament, "tables/")).json()["results"]
    assert (listed["scores"], listed["commitment"]) == (FINAL, None)
    proof = at.get("proof/")
    assert (proof.status_code, proof.json()["code"]) == (409, "nothing_promised")
    assert list(find_faults()) == []
    # That somebody has read the clock is not the end of the game once more.
    at.play({"kind": "clock", "player": 0, "seconds": 600})
    assert not tournament.log.filter(kind=LogEntry.Kind.TABLE_FINISHED).exists()


def test_a_seed_that_nobody_has_promised_is_a_fault() -> None:
    tournament = make_tournament()
    table = record(tournament, [])
    assert list(find_faults()) == []
    Table.objects.update(seed="00" * 32)
    assert list(find_faults()) == [f"the seed of table {table.pk} is not the one that was promised"]
