"""Standings and what is made of them, the state and the log, through the API."""

import csv
from io import StringIO
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from referee.chain import Link, first_broken
from tests.api_client import Caller, as_user
from tests.duplicate.factories import NOON, SECOND, make_user
from tests.tournaments.factories import (
    give_token,
    make_division,
    make_entry,
    make_round,
    make_tournament,
    set_result,
)
from tests.tournaments.table_client import path_of
from tournaments.events.journal import record
from tournaments.integrity import find_faults
from tournaments.models import (
    Division,
    Entry,
    LogEntry,
    Pairing,
    Report,
    Staff,
    Tournament,
)
from tournaments.options import Options
from tournaments.rounds.services.results import enter_result
from tournaments.rounds.services.rounds import draft_round, publish_round

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]

PUBLIC = [
    "standings/",
    "standings.csv",
    "history/",
    "crosstable/",
    "bracket/",
    "ratings/",
    "ratings.csv",
    "export.t",
]


@pytest.fixture
def division() -> Division:
    """Anna has beaten Ben; what Cem and Dora reported is not confirmed."""
    tournament = make_tournament(options=Options(team_best_of=2))
    division = make_division(tournament, rounds=3)
    people = (("Anna", "Köln", "A"), ("Ben", "Köln", "B"), ("Cem", "Ulm", "B"), ("Dora", "", "A"))
    anna, ben, cem, dora = (
        make_entry(division, name, club=club, category=category) for name, club, category in people
    )
    round = make_round(division, (anna, ben), (cem, dora))
    set_result(round.pairings.get(first=anna), 400, 350)
    reported = set_result(round.pairings.get(first=cem), 300, 420)
    Pairing.objects.filter(pk=reported.pk).update(standing=Pairing.ResultState.REPORTED)
    return division


@pytest.fixture
def director(division: Division) -> Caller:
    return as_user(division.tournament.staff.get().user)


def at(division: Division, rest: str) -> str:
    return path_of(division.tournament, f"divisions/{division.number}/{rest}")


def order(told: dict[str, Any]) -> list[tuple[int, str, int, int]]:
    return [(row["rank"], row["name"], row["wins2"], row["spread"]) for row in told["rows"]]


def enter(game: Pairing, points: int, against: int, director: Any) -> None:
    enter_result(
        game,
        NOON,
        by=director,
        outcome=Pairing.Outcome.PLAYED,
        first_points=points,
        second_points=against,
        source=Report.Source.DIRECTOR,
    )


def test_everybody_reads_where_everybody_stands(division: Division) -> None:
    told = Caller().get(at(division, "standings/")).json()
    assert order(told) == [
        (1, "Anna", 2, 50),
        (2, "Cem", 0, 0),
        (2, "Dora", 0, 0),
        (4, "Ben", 0, -50),
    ]
    assert (told["version"], told["division"], told["name"]) == (0, 1, division.name)
    assert (told["rounds"], told["planned"], told["open_games"]) == ([1], 3, 1)
    assert (told["metrics"], told["with_unconfirmed"]) == (["wins", "spread"], False)
    first = told["rows"][0]
    assert (first["number"], first["club"], first["rating"]) == (1, "Köln", 1990)
    assert (first["metrics"], first["safe_place"], first["is_clinched"]) == ([2, 50], 4, False)
    assert (first["points_for"], first["firsts"], first["games"]) == (400, 1, 1)


def test_what_would_be_is_for_the_staff(division: Division, director: Caller) -> None:
    address = at(division, "standings/?unconfirmed=1")
    told = director.get(address).json()
    assert order(told)[0] == (1, "Dora", 2, 120)
    assert (told["open_games"], told["with_unconfirmed"]) == (0, True)
    player = Caller(give_token(Entry.objects.get(name="Anna")))
    for caller in (Caller(), player, as_user(make_user())):
        for rest in ("standings/", "standings.csv"):
            response = caller.get(at(division, f"{rest}?unconfirmed=1"))
            assert (response.status_code, response.json()["code"]) == (403, "forbidden")
    helper = make_user()
    division.tournament.staff.create(user=helper, role=Staff.Role.ASSISTANT)
    assert as_user(helper).get(address).status_code == 200
    csv_text = director.get(at(division, "standings.csv?unconfirmed=1")).content.decode()
    assert csv_text.splitlines()[1].startswith("1;4;Dora;")


def test_in_groups(division: Division) -> None:
    by_category = Caller().get(at(division, "standings/?by=category")).json()
    assert "rows" not in by_category
    assert [
        (table["category"], [(row["rank"], row["name"]) for row in table["rows"]])
        for table in by_category["categories"]
    ] == [("A", [(1, "Anna"), (2, "Dora")]), ("B", [(1, "Cem"), (2, "Ben")])]
    by_club = Caller().get(at(division, "standings/?by=club")).json()
    assert [
        (group["rank"], group["name"], group["wins2"], group["spread"], len(group["members"]))
        for group in by_club["groups"]
    ] == [(1, "Köln", 2, 0, 2), (2, "Ulm", 0, 0, 1)]
    assert Caller().get(at(division, "standings/?by=team")).json()["groups"] == []
    text = Caller().get(at(division, "standings.csv?by=club")).content.decode("utf-8-sig")
    assert list(csv.reader(StringIO(text), delimiter=";"))[1][:3] == ["1", "Köln", "1"]


def test_as_they_stood_after_a_round(division: Division) -> None:
    anna, ben = Entry.objects.get(name="Anna"), Entry.objects.get(name="Ben")
    set_result(make_round(division, (ben, anna)).pairings.get(), 500, 300)
    now = Caller().get(at(division, "standings/")).json()
    before = Caller().get(at(division, "standings/?after=1")).json()
    assert (order(now)[0], now["rounds"]) == ((1, "Ben", 2, 150), [1, 2])
    assert (order(before)[0], before["rounds"]) == ((1, "Anna", 2, 50), [1])
    history = Caller().get(at(division, "history/")).json()
    assert [
        (past["round"], past["rows"][0]["number"], past["rows"][0]["spread"])
        for past in history["rounds"]
    ] == [(1, 1, 50), (2, 2, 150)]


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ("after=2", 404, "round_missing"),
        ("after=99", 404, "round_missing"),
        ("after=-1", 400, "invalid"),
        ("after=eins", 400, "invalid"),
        ("after=12345", 400, "invalid"),
        ("by=age", 400, "invalid"),
        ("unconfirmed=yes", 400, "invalid"),
    ],
)
def test_what_can_not_be_asked(division: Division, query: str, status: int, code: str) -> None:
    for rest in ("standings/", "standings.csv"):
        response = Caller().get(at(division, f"{rest}?{query}"))
        assert (response.status_code, response.json()["code"]) == (status, code)


@pytest.mark.parametrize("rest", PUBLIC)
def test_who_has_it_already_is_told_so_until_something_happens(
    division: Division, rest: str
) -> None:
    first = Caller().get(at(division, rest))
    assert first.status_code == 200
    etag = first.headers["ETag"]
    again = Caller().get(at(division, rest), if_none_match=etag)
    assert (again.status_code, again.content) == (304, b"")
    enter(Pairing.objects.get(first__name="Cem"), 300, 420, division.tournament.staff.get().user)
    after = Caller().get(at(division, rest), if_none_match=etag)
    assert after.status_code == 200
    assert after.headers["ETag"] != etag
    assert after.content != first.content


@pytest.mark.parametrize("rest", PUBLIC)
def test_pages_of_others_may_read_it_and_nobodys_cookies_are_asked_for(
    division: Division, rest: str
) -> None:
    for caller, status in ((Caller(), 200), (Caller("slu_wrong"), 401)):
        response = caller.get(at(division, rest), origin="https://club.example")
        assert response.status_code == status
        assert response.headers["Access-Control-Allow-Origin"] == "*"
        assert response.headers["Access-Control-Expose-Headers"] == "ETag"
        assert "Access-Control-Allow-Credentials" not in response.headers
    etag = Caller().get(at(division, rest)).headers["ETag"]
    known = Caller().get(at(division, rest), if_none_match=etag)
    assert known.headers["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize("rest", PUBLIC)
def test_what_is_not_there_is_not_found(division: Division, rest: str) -> None:
    missing = path_of(division.tournament, f"divisions/9/{rest}")
    response = Caller().get(missing)
    assert (response.status_code, response.json()["code"]) == (404, "division_missing")


def test_the_wall_chart(division: Division) -> None:
    told = Caller().get(at(division, "crosstable/")).json()
    assert told["rounds"] == [1]
    by_name = {row["name"]: row for row in told["rows"]}
    assert by_name["Ben"]["cells"] == [
        {
            "round": 1,
            "table": 1,
            "kind": "played",
            "opponent": 1,
            "is_first": False,
            "points": 350,
            "against": 400,
            "wins2": 0,
            "spread": -50,
            "total_wins2": 0,
            "total_spread": -50,
            "rank": 4,
        }
    ]
    (waiting,) = by_name["Dora"]["cells"]
    assert (waiting["kind"], waiting["points"], waiting["wins2"]) == ("open", None, None)


def test_ratings(division: Division) -> None:
    told = Caller().get(at(division, "ratings/")).json()
    assert told["formula"] == "german"
    first = told["rows"][0]
    # 10 points more: 50.83 % expected, 20 × 0.4917.
    assert (first["name"], first["before"], first["expected100"]) == ("Anna", 1990, 51)
    assert (first["after"], first["change"], first["performance"]) == (2000, 10, 2580)
    file = Caller().get(at(division, "ratings.csv"))
    assert file.headers["Content-Disposition"] == 'attachment; filename="ratings.csv"'
    assert file.content.decode("utf-8-sig").splitlines()[1].startswith("1;1;Anna;Köln;A;1990;1;0;")


def test_files_are_named_and_typed(division: Division) -> None:
    table = Caller().get(at(division, "standings.csv"))
    assert table.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert table.headers["Content-Disposition"] == 'attachment; filename="standings.csv"'
    tsh = Caller().get(at(division, "export.t"))
    assert tsh.headers["Content-Type"] == "text/plain"
    assert tsh.headers["Content-Disposition"] == 'attachment; filename="export.t"'
    first, *_ = tsh.content.decode("latin-1").splitlines()
    assert " ".join(first.split()) == "Anna 1990 2; 400; board 1; class A; p12 1"


def test_the_state_has_an_etag_and_tells_the_servers_time(division: Division) -> None:
    address = path_of(division.tournament, "state/")
    first = Caller().get(address)
    assert first.json()["divisions"][0]["round"]["open_games"] == 1
    assert float(first.headers["Server-Time"]) > 0
    assert Caller().get(address, if_none_match=first.headers["ETag"]).status_code == 304


# The log


@pytest.fixture
def paired() -> Tournament:
    """One round is published, the next is a draft."""
    tournament = make_tournament()
    division = make_division(tournament)
    make_entry(division)
    make_entry(division)
    director = tournament.staff.get().user
    publish_round(draft_round(division, NOON, by=director), NOON + SECOND, by=director)
    enter(Pairing.objects.get(), 400, 380, director)
    draft_round(division, NOON + 2 * SECOND, by=director)
    tournament.refresh_from_db()
    return tournament


def test_the_public_sees_all_entries_and_the_staff_their_data_too(paired: Tournament) -> None:
    address = path_of(paired, "log/")
    public = Caller().get(address).json()["results"]
    assert len(public) == paired.log_length
    hidden = [entry["kind"] for entry in public if entry["data"] is None]
    assert hidden == ["paired", "reported", "paired"]
    staff = as_user(paired.staff.get().user).get(address).json()["results"]
    assert all(entry["data"] is not None for entry in staff)
    assert [entry["hash"] for entry in staff] == [entry["hash"] for entry in public]
    page = Caller().get(f"{address}?limit=1&offset=1").json()
    assert (page["count"], page["results"]) == (paired.log_length, [public[1]])
    etag = Caller().get(address).headers["ETag"]
    assert Caller().get(address, if_none_match=etag).status_code == 304


def test_of_a_long_log_no_more_is_read_than_the_page_shows(paired: Tournament) -> None:
    with CaptureQueriesContext(connection) as asked:
        page = Caller().get(path_of(paired, "log/?limit=2&offset=1")).json()
    assert [entry["sequence"] for entry in page["results"]] == [2, 3]
    read = [query["sql"] for query in asked if 'FROM "tournaments_logentry"' in query["sql"]]
    assert read
    assert all("COUNT" in sql or "LIMIT 2" in sql for sql in read)


def test_the_chain_can_be_checked_by_those_who_do_not_see_all(paired: Tournament) -> None:
    moments = dict(paired.log.values_list("sequence", "at"))
    entries = Caller().get(path_of(paired, "log/")).json()["results"]
    links = [
        Link(
            entry["sequence"],
            moments[entry["sequence"]],
            entry["kind"],
            entry["by"],
            entry["data_digest"],
            entry["hash"],
            entry["data"],
        )
        for entry in entries
    ]
    assert first_broken(links) is None


def test_what_was_changed_afterwards_is_found(paired: Tournament) -> None:
    address = path_of(paired, "log/verification/")
    assert Caller().get(address).json() == {
        "is_intact": True,
        "first_broken": None,
        "length": paired.log_length,
        "hash": paired.log_hash,
    }
    assert list(find_faults()) == []
    paired.log.filter(sequence=2).update(data={"division": 1})
    found = Caller().get(address).json()
    assert (found["is_intact"], found["first_broken"]) == (False, 2)
    assert list(find_faults()) == [f"the log of tournament {paired.pk} is broken at entry 2"]


def test_an_entry_cut_off_at_the_end_is_found(paired: Tournament) -> None:
    record(paired, LogEntry.Kind.CHANGED, NOON, by=None)
    last = paired.log.get(sequence=paired.log_length)
    last.delete()
    assert Caller().get(path_of(paired, "log/verification/")).json()["first_broken"] == (
        paired.log_length
    )


# What Prometheus reads


def test_tournaments_games_and_webhooks_are_counted(division: Division, client: Client) -> None:
    cache.clear()
    make_tournament(state=Tournament.State.FINISHED)
    make_entry(division, withdrawn_from=2)
    webhook = division.tournament.webhooks.create(
        url="https://club.example/", secret="x", events=["result"], created_at=NOON
    )
    now = timezone.now()
    for due_at in (now - 90 * SECOND, now + 90 * SECOND, None):
        webhook.deliveries.create(event="result", body={}, created_at=NOON, due_at=due_at)
    webhook.deliveries.create(event="result", body={}, created_at=NOON, delivered_at=NOON)
    text = client.get("/metrics").content.decode()
    lines = dict(line.rsplit(" ", 1) for line in text.splitlines() if line[0] != "#")
    assert lines['spielleiter_tournaments{state="running"}'] == "1.0"
    assert lines['spielleiter_tournaments{state="finished"}'] == "1.0"
    assert lines["spielleiter_entries"] == "4.0"
    assert lines['spielleiter_paired_games{standing="confirmed"}'] == "1.0"
    assert lines['spielleiter_paired_games{standing="reported"}'] == "1.0"
    assert lines["spielleiter_tables"] == "0.0"
    assert lines["spielleiter_webhook_waiting"] == "2.0"
    assert lines["spielleiter_webhook_given_up"] == "1.0"
    assert 90 <= float(lines["spielleiter_webhook_overdue_seconds"]) < 120
