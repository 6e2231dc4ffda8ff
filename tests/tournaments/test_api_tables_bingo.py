"""Bingo at a table: a call that is sent twice, and a hall of hundreds who are told of it all."""

import json
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from engine.shapes import to_json
from tests.api_client import as_user
from tests.duplicate.factories import NOON
from tests.tournaments.free_tables import director_of, make_evening, make_free_table, play
from tests.tournaments.table_client import At
from tests.tournaments.test_api_tables_help import phone_of
from tournaments.models import Entry, Table, TableLogEntry
from tournaments.tables.selectors.tables import entries_since, public_state
from tournaments.tables.services.tables import open_table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]

CARDS = (["AHORNEN", "BASALTE"], ["BASALTE", "ZIMMERN"])
CALL = {"kind": "call", "number": 1}
NOTE = {"kind": "note"}


def cards(*players: int) -> list[dict[str, Any]]:
    return [{"kind": "card", "player": player, "words": CARDS[0]} for player in players]


def caller_at(table: Table) -> At:
    return At(as_user(director_of(table.tournament)), str(table.pk))


def hall_of(players: int) -> Table:
    """So many, all of whom are at the evening."""
    evening, _ = make_evening(0)
    division = evening.divisions.get()
    entries = [
        Entry(
            tournament=evening,
            division=division,
            number=number,
            name=f"Spieler {number}",
            rating=1000,
            entered_at=NOON,
        )
        for number in range(1, players + 1)
    ]
    Entry.objects.bulk_create(entries)
    seats = [[entry.number] for entry in entries]
    return open_table(evening, NOON, by=director_of(evening), seats=seats, game="bingo")


def full_by_calling(table: Table) -> Table:
    """Call until somebody has struck all letters."""
    while 14 not in table.scores:
        number = table.log.filter(data__kind="call").count() + 1
        table = play(table, {"kind": "call", "number": number})
    return table


# Sent twice


def test_a_call_that_is_sent_twice_calls_one_letter() -> None:
    table = play(make_free_table("bingo"), *cards(0, 1))
    at = caller_at(table)
    (number,) = next(
        offer["asked"] for offer in at.get().json()["view"]["offers"] if offer["kind"] == "call"
    )
    assert (number["name"], number["least"], number["most"]) == ("number", 1, 1)
    assert at.act(CALL).status_code == 201
    again = at.act(CALL)
    assert (again.status_code, again.json()["code"]) == (409, "action_refused")
    assert again.json()["params"]["reason"] == "called_already"
    assert len(at.get().json()["view"]["called"]) == 1
    assert at.act({"kind": "call", "number": 2}).status_code == 201


def test_a_call_without_its_number_is_not_read() -> None:
    at = caller_at(play(make_free_table("bingo"), *cards(0, 1)))
    for call in ({"kind": "call"}, {**CALL, "tile": "E"}, {"kind": "call", "number": "1"}):
        response = at.act(call)
        assert (response.status_code, response.json()["code"]) == (400, "action_unreadable")
    assert at.get().json()["view"]["called"] == ""


def test_a_call_after_an_undone_one_has_its_number_and_letter() -> None:
    at = caller_at(play(make_free_table("bingo"), *cards(0, 1)))
    called = at.play(CALL)["view"]["called"]
    assert at.post("undo/").status_code == 200
    assert at.play(CALL)["view"]["called"] == called


def test_what_ends_a_bingo_is_not_done_twice() -> None:
    table = full_by_calling(play(make_free_table("bingo"), *cards(0, 1)))
    at = caller_at(table)
    claim = {"kind": "claim", "player": table.scores.index(14)}
    at.play(claim)
    assert at.act(claim).json()["params"]["reason"] == "already_claimed"
    at.play(NOTE)
    assert at.act(NOTE).json()["params"]["reason"] == "wrong_phase"
    assert Table.objects.get().log.filter(data__kind="note").count() == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has one writer at a time")
def test_of_two_who_call_at_once_one_calls() -> None:
    table = play(make_free_table("bingo"), *cards(0, 1))
    at, barrier = caller_at(table), Barrier(2, timeout=30)

    def call(_who: int) -> int:
        try:
            barrier.wait()
            status: int = at.act(CALL).status_code
            return status
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(call, range(2))) == [201, 409]
    assert table.log.filter(kind=TableLogEntry.Kind.ACTED, data__kind="call").count() == 1


# Hundreds


def bytes_told(table: Table) -> int:
    """What is told to all, but for the tiles called: how many are needed is chance."""
    state = json.loads(json.dumps(to_json(public_state(table))))
    called = state["view"].pop("called")
    for tray in state["view"]["trays"]:
        assert tray.pop("tiles") == called
    return len(json.dumps(state, separators=(",", ":")).encode())


def test_all_are_told_no_more_where_five_hundred_play_than_where_nine_do() -> None:
    told: list[list[int]] = []
    for players in (9, 500):
        table = play(hall_of(players), *cards(0, 1))
        lengths = [bytes_told(table)]
        table = full_by_calling(table)
        table = play(table, {"kind": "claim", "player": table.scores.index(14)})
        lengths.append(bytes_told(table))
        lengths.append(bytes_told(play(table, NOTE)))
        told.append(lengths)
    assert max(map(max, told)) < 1_600
    # Numbers have other digits, and one winner or two may have claimed.
    assert max(told[1]) - max(told[0]) < 40


def test_what_all_are_told_names_nobody_and_the_table_itself_everybody() -> None:
    table = play(hall_of(9), *cards(0, 1))
    at = At(phone_of(table.seats.get(number=3).entry), str(table.pk))
    told = at.state().json()
    assert told["names"] == []
    assert not {"scores", "places", "offers", "has_card"} & told["view"].keys()
    assert {fact["code"]: fact["value"] for fact in told["view"]["facts"]}["cards"] == 2
    shown = at.get().json()
    assert len(shown["names"]) == len(shown["view"]["scores"]) == 9
    assert shown["view"]["has_card"] == [True, True, *[False] * 7]


def test_other_games_are_told_with_names_and_points() -> None:
    told = caller_at(make_free_table("match", begins=0)).state().json()
    assert len(told["names"]) == len(told["view"]["scores"]) == 2
    assert "pulse" not in told["view"]


def test_a_hall_that_is_not_public_is_told_a_version_and_nothing_else() -> None:
    table = hall_of(9)
    Table.objects.update(is_public=False)
    told = public_state(Table.objects.get())
    assert (told.view, told.names, told.version) == (None, [], table.log_length)


def test_as_many_queries_show_a_table_of_hundreds_as_one_of_three() -> None:
    counts = []
    for players in (3, 300):
        table = hall_of(players)
        at = At(phone_of(table.seats.get(number=1).entry), str(table.pk))
        shown = at.get().json()
        assert shown["seats"] == [[number] for number in range(1, players + 1)]
        with CaptureQueriesContext(connection) as queries:
            at.get()
        counts.append(len(queries))
        # Of those who sit there nothing is read but their numbers.
        read = [query["sql"] for query in queries if 'FROM "tournaments_seat"' in query["sql"]]
        assert not [sql for sql in read if '"tournaments_entry"."name"' in sql]
    assert counts[0] == counts[1]


def test_the_list_of_tables_reads_all_seats_at_once() -> None:
    evening, _ = make_evening(3)
    director, counts = as_user(director_of(evening)), []
    for _table in range(3):
        seats = [[1], [2], [3]]
        open_table(evening, NOON, by=director_of(evening), seats=seats, game="bingo")
        with CaptureQueriesContext(connection) as queries:
            listed = director.get(f"/tournaments/{evening.pk}/tables/").json()
        counts.append(len(queries))
        assert all(table["seats"] == seats for table in listed["results"])
    assert len(set(counts)) == 1


def test_whoever_was_overtaken_is_told_the_last_entries_and_no_others_are_read() -> None:
    table = play(make_free_table("bingo"), *cards(0, 1))
    for number in range(1, 41):
        table = play(table, {"kind": "call", "number": number})
    with CaptureQueriesContext(connection) as queries:
        told = entries_since(table, 2)
    assert [entry["sequence"] for entry in told] == list(range(24, 44))
    assert len(queries) == 1
    assert '"sequence" >' in queries[0]["sql"]
    last = entries_since(table, table.log_length - 1)[0]["data"]
    assert last is not None
    assert last["number"] == 40


def test_cards_in_what_was_missed_have_no_words() -> None:
    table = play(make_free_table("bingo"), *cards(0, 1))
    assert [entry["data"] for entry in entries_since(table, 1)] == [None, None]
    assert all(entry["data"] for entry in entries_since(table, 1, sees_all=True))
