"""Logs that were written once are read for ever; one that is not any more is told of, not raised.

The files in tests/data/stored/ are never changed: whoever alters a game adds others.
"""

import logging
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from engine import games
from engine.games import GAMES
from tests.api_client import Caller, as_user
from tests.duplicate.factories import NOON
from tests.tournaments.free_tables import director_of, make_free_table, play
from tests.tournaments.stored_games import FILES, OLDER, acted, stored, write_log
from tests.tournaments.table_client import RUCKEN, At, path_of
from tournaments.errors import ActionRefused, GameUnplayable
from tournaments.events.services import finish_tournament
from tournaments.models import Table, Tournament
from tournaments.tables.replay import replay
from tournaments.tables.selectors.tables import record_of
from tournaments.tables.services.tables import act, undo
from tournaments.tasks import ring

AT_TABLES = pytest.mark.usefixtures("db", "lexicon")
BENS_TURN = {"kind": "pass", "player": 1}


# What has to be read for ever


@pytest.mark.parametrize("name", FILES)
def test_a_stored_game_comes_to_what_it_came_to(name: str) -> None:
    kept = stored(name)
    record = replay(kept.game, kept.setup, kept.entries)
    assert list(record.state.scores) == kept.scores
    assert record.state.is_over
    assert record.state.places == (None if kept.places is None else tuple(kept.places))
    # What is handed on, to GCG and as a proof, the game takes without our help.
    assert games.replay(games.game(kept.game), kept.setup, record.actions) == record.state


def test_there_is_a_stored_game_of_every_kind() -> None:
    assert {stored(name).game for name in FILES} == GAMES.keys()


@AT_TABLES
def test_what_a_match_took_once_it_shows_but_does_not_take_again() -> None:
    kept = stored(OLDER)
    table = make_free_table(**kept.setup | {"players": 2})
    write_log(table, kept.log)
    Table.objects.filter(pk=table.pk).update(state=Table.State.OVER)
    at = At(as_user(director_of(table.tournament)), str(table.pk))
    assert at.get().json()["view"]["scores"] == kept.scores
    for rest in ("proof/", "game.gcg", "log/", "state/"):
        assert at.get(rest).status_code == 200
    with pytest.raises(ActionRefused):
        act(table, kept.log[-1]["data"], NOON, by=director_of(table.tournament))
    # One entry is one step, whatever the game of today makes of it.
    before = record_of(table)
    table = undo(table, NOON, by=director_of(table.tournament))
    assert len(record_of(table).steps) == len(before.steps) - 1
    assert record_of(table).state == before.state


# What can't be read any more


@pytest.fixture
def unplayable() -> Table:
    """Anna's move, then what no game takes: another one by Anna."""
    table = play(make_free_table(begins=0, turn_seconds=60), RUCKEN)
    write_log(table, acted({"kind": "place", "player": 0, "coordinates": "H4", "word": "RUCKEN"}))
    return table


@AT_TABLES
def test_who_asks_for_a_game_that_cannot_be_played_again_is_told_so(unplayable: Table) -> None:
    at = At(as_user(director_of(unplayable.tournament)), str(unplayable.pk))
    answers = [
        at.get(),
        at.get("game.gcg"),
        at.get("analysis/"),
        at.get("hints/"),
        at.act(BENS_TURN),
        at.post("undo/"),
        at.post("clock/", {"is_running": True}),
        at.caller.patch(at.path, {"counts": False}),
    ]
    told = {(answer.status_code, answer.json()["code"]) for answer in answers}
    assert told == {(409, "game_unplayable")}
    assert Table.objects.get().log_length == unplayable.log_length
    # What was played may be secret.
    assert "RUCKEN" not in at.get().content.decode()


@AT_TABLES
def test_of_a_game_that_cannot_be_played_again_all_else_is_there(unplayable: Table) -> None:
    evening = unplayable.tournament
    director = as_user(director_of(evening))
    at = At(director, str(unplayable.pk))
    assert at.get("log/").json()["count"] == 3
    assert at.state().json()["view"] is None
    (listed,) = director.get(path_of(evening, "tables/")).json()["results"]
    assert listed["scores"] == [26, 0]
    for path in ("", "evening/"):
        assert Caller().get(path_of(evening, path)).status_code == 200


@AT_TABLES
def test_the_page_of_a_game_that_cannot_be_played_again_says_so(
    unplayable: Table, client: Client
) -> None:
    client.force_login(director_of(unplayable.tournament))
    address = f"/tournaments/tables/{unplayable.pk}/"
    response = client.get(address)
    assert response.status_code == 409
    assert "lässt sich mit dieser Fassung" in response.content.decode()
    for page in (f"/tournaments/{unplayable.tournament_id}/", "/"):
        assert client.get(page).status_code == 200


@AT_TABLES
def test_a_game_that_cannot_be_played_again_is_in_nobodys_way(
    unplayable: Table, client: Client
) -> None:
    evening, director = unplayable.tournament, director_of(unplayable.tournament)
    client.force_login(director)
    Table.objects.update(state=Table.State.OVER)
    opening = client.get(f"/tournaments/{evening.pk}/tables/new/?game=ungame")
    assert opening.status_code == 200
    Table.objects.update(state=Table.State.RUNNING)
    assert finish_tournament(evening, NOON, by=director).state == Tournament.State.FINISHED


@AT_TABLES
def test_the_worker_tells_once_of_a_timer_that_cannot_go_on(
    unplayable: Table, caplog: pytest.LogCaptureFixture
) -> None:
    Table.objects.filter(pk=unplayable.pk).update(due_at=timezone.now() - timedelta(hours=1))
    with caplog.at_level(logging.INFO):
        for _ in range(3):
            ring()
    assert [record.levelname for record in caplog.records] == ["ERROR"]
    assert str(unplayable.pk) in caplog.text
    assert Table.objects.get().due_at is None


@AT_TABLES
def test_a_game_that_can_be_played_again_has_its_time_back(unplayable: Table) -> None:
    Table.objects.update(due_at=timezone.now() - timedelta(hours=1))
    ring()
    with pytest.raises(GameUnplayable):
        act(unplayable, BENS_TURN, NOON, by=None)
    # As a version would that takes it.
    unplayable.log.filter(sequence=3).update(data=BENS_TURN)
    Table.objects.update(log_hash="another")
    table = act(unplayable, RUCKEN | {"word": "RUCKENS"}, NOON, by=None)
    assert table.due_at == NOON + timedelta(seconds=60)
