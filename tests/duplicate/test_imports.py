"""Large files with games: brought, taken in by a worker a piece at a time, told what became of."""

import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from pytest_django import Settings

from duplicate.exchange.eliot import write_eliot
from duplicate.exchange.records import record_of
from duplicate.models import Answer, Game, GameImport, ImportPiece, LogEntry
from duplicate.selectors.standings import game_standings
from duplicate.services.imports import (
    KEPT,
    MOST_WAITING_OF_ONE,
    forget_old_imports,
    take_in_waiting,
)
from duplicate.tasks import take_in_games
from referee.journals import first_fault
from referee.models import User
from referee.queued_work import MOST_ATTEMPTS, SILENCE, claim_next
from tests.api_client import API, Caller, as_user
from tests.duplicate.factories import NOON, make_user
from tests.duplicate.large_games import large_game
from tests.duplicate.sample_games import LATER, begun_game, exported, opened, played_game

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]
State = GameImport.State
IMPORT = f"{API}/duplicate/games/import/"


@pytest.fixture(autouse=True)
def _everything_is_large(settings: Settings) -> None:
    settings.LARGE_IMPORT_BYTES = 100


def bring(by: User, data: object, **headers: str) -> Any:
    return as_user(by).post("/duplicate/games/import/", data, **headers)


def waiting(by: User, data: object) -> GameImport:
    response = bring(by, data)
    assert response.status_code == 202, response.content
    return GameImport.objects.get(pk=response.json()["id"])


def take_in(at: datetime = LATER) -> None:
    take_in_waiting(lambda: at)


def without_ids(data: dict[str, Any]) -> dict[str, Any]:
    data["game"].pop("id")
    for ruling in data["rulings"]:
        ruling.pop("id")
    return data


def test_a_large_game_goes_out_and_comes_in_again_equal() -> None:
    by = make_user()
    game = large_game(40, 3, by)
    response = bring(by, exported(game))
    assert response.status_code == 202
    place = response.headers["Location"].removeprefix(API)
    caller = as_user(by)
    told = caller.get(place)
    assert (told.json()["state"], told.headers["Retry-After"]) == ("waiting", "2")
    assert Game.objects.count() == 1
    take_in_games()
    told = caller.get(place)
    assert (told.json()["state"], told.json()["percent"]) == ("done", 100)
    assert "Retry-After" not in told.headers
    copy = Game.objects.get(pk=told.json()["game"])
    assert game_standings(copy) == game_standings(game)
    assert first_fault(copy) is None
    again = exported(copy)
    assert again["log"].pop()["kind"] == "imported"
    assert without_ids(again) == without_ids(exported(game))
    assert not ImportPiece.objects.exists()


def test_the_keys_of_the_file_may_come_in_any_order() -> None:
    by = make_user()
    game = played_game(by)
    data = dict(sorted(exported(game).items()))
    assert list(data)[2] == "log"
    data["rounds"] = [dict(sorted(round.items())) for round in data["rounds"]]
    waiting(by, data)
    take_in()
    copy = GameImport.objects.get().game
    assert copy is not None
    assert game_standings(copy) == game_standings(game)


def test_only_who_brought_it_sees_what_becomes_of_it() -> None:
    by = make_user()
    asked = waiting(by, exported(played_game()))
    place = f"/duplicate/games/imports/{asked.pk}/"
    assert as_user(by).get(place).status_code == 200
    assert as_user(make_user()).get(place).status_code == 404
    assert Caller().get(place).status_code == 401


def test_what_is_refused_is_told_and_leaves_nothing_behind() -> None:
    by, data = make_user(), exported(played_game())
    data["rounds"][2]["results"].pop()
    Game.objects.all().delete()
    waiting(by, data)
    take_in()
    asked = GameImport.objects.get()
    told = as_user(by).get(f"/duplicate/games/imports/{asked.pk}/").json()
    assert (told["state"], told["game"]) == ("failed", None)
    assert told["problem"]["code"] == "import_refused"
    assert told["problem"]["params"]["where"] == "2.2.results"
    assert not Game.objects.exists()
    assert not Answer.objects.exists()
    assert not LogEntry.objects.exists()


def test_a_refusal_is_told_in_the_language_of_who_brought_it() -> None:
    by = make_user()
    bring(by, exported(played_game()) | {"log": []}, accept_language="en")
    take_in()
    problem = GameImport.objects.get().problem
    assert problem is not None
    assert problem["detail"].startswith("The game is not right (log 1)")


def test_games_of_other_programs_are_taken_in_by_the_worker_too() -> None:
    by = make_user()
    xml = "".join(write_eliot(record_of(played_game())))
    response = as_user(by).client.generic(
        "POST", f"{IMPORT}?name=Turnier", data=xml, content_type="application/xml"
    )
    assert response.status_code == 202
    take_in()
    game = GameImport.objects.get().game
    assert game is not None
    assert (game.name, game.state) == ("Turnier", Game.State.FINISHED)


def test_a_repeated_upload_is_one_import() -> None:
    by, data = make_user(), exported(played_game())
    first, second = (bring(by, data, idempotency_key="k1") for _time in range(2))
    assert first.json()["id"] == second.json()["id"]
    assert GameImport.objects.count() == 1
    other = bring(by, data | {"version": 2}, idempotency_key="k1")
    assert other.json()["code"] == "key_reused"


def test_nobody_can_have_many_taken_in_at_once_and_a_body_has_a_bound(settings: Settings) -> None:
    by, data = make_user(), exported(played_game())
    for _number in range(MOST_WAITING_OF_ONE):
        waiting(by, data)
    refused = bring(by, data)
    assert (refused.status_code, refused.json()["code"]) == (503, "imports_busy")
    assert refused.headers["Retry-After"] == "30"
    waiting(make_user(), data)
    settings.LARGEST_IMPORT_BYTES = 1_000
    assert bring(make_user(), data).json()["code"] == "too_large"
    assert bring(make_user(), None).json()["code"] == "file_unreadable"


def test_nobody_finds_a_draft_and_another_worker_begins_anew() -> None:
    by, data = make_user(), exported(played_game())
    Game.objects.all().delete()
    asked = waiting(by, data)
    seen: list[tuple[str, bool, str]] = []

    def clock() -> Iterator[datetime]:
        """Each time the worker looks at it, half a minute has passed."""
        at = LATER
        while True:
            for draft in Game.objects.filter(log_length=0):
                seen.append((draft.state, draft.is_listed, draft.join_code[:1]))
                assert not draft.staff.exists()
            yield at
            at += timedelta(seconds=30)

    ticks = clock()
    begun = claim_next(GameImport, LATER - SILENCE - timedelta(seconds=1))
    assert begun == asked  # and its worker died
    take_in_waiting(lambda: next(ticks))
    asked.refresh_from_db()
    assert (asked.state, asked.attempts) == (State.DONE, 2)
    assert set(seen) == {("setup", False, "-")}
    assert Game.objects.get().is_listed


def test_a_draft_that_is_left_goes_before_another_worker_begins() -> None:
    by, data = make_user(), exported(played_game())
    Game.objects.all().delete()
    asked = waiting(by, data)
    draft = begun_game(by)
    opened(draft, NOON)
    GameImport.objects.update(game=draft)
    take_in()
    asked.refresh_from_db()
    assert Game.objects.get() == asked.game != draft


def test_what_is_given_up_and_what_is_long_over_is_forgotten() -> None:
    by, data = make_user(), exported(played_game())
    asked, at = waiting(by, data), LATER
    for _attempt in range(MOST_ATTEMPTS):
        assert claim_next(GameImport, at) == asked
        at += SILENCE + timedelta(seconds=1)
    draft = begun_game(by)
    GameImport.objects.update(game=draft)
    assert claim_next(GameImport, at) is None
    forget_old_imports(at)
    asked.refresh_from_db()
    assert (asked.state, asked.game) == (State.FAILED, None)
    assert not Game.objects.filter(pk=draft.pk).exists()
    assert not ImportPiece.objects.exists()
    forget_old_imports(at + KEPT + timedelta(seconds=1))
    assert not GameImport.objects.exists()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[1]",
        '{"a": 1',
        '{"format": "x" 1}',
        '{"a": [1,,2]}',
        '{"a": 1}}',
        "\xff",
        "[" * 9_999,
    ],
)
def test_what_is_no_json_is_refused(text: str, settings: Settings) -> None:
    settings.LARGE_IMPORT_BYTES = 1_000_000
    response = as_user(make_user()).client.generic(
        "POST", IMPORT, data=text.encode("latin-1"), content_type="application/json"
    )
    assert (response.status_code, json.loads(response.content)["code"]) == (400, "file_unreadable")
