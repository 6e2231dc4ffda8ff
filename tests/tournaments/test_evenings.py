"""Club evenings: made, joined, played at tables of any kind, counted by places, finished."""

import json
from datetime import datetime
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from referee.errors import Invalid, JoinCodeWrong
from referee.models import User
from referee.tokens import digest
from tests.duplicate.factories import NOON, SECOND, make_user
from tests.tournaments.factories import (
    make_division,
    make_entries,
    make_entry,
    make_evening,
    make_table,
    make_tournament,
)
from tests.tournaments.logs import kinds_of, told_by
from tests.tournaments.table_client import PASS
from tournaments.entries.new_entries import NewEntry
from tournaments.entries.services.divisions import NewDivision, change_division, remove_division
from tournaments.entries.services.divisions import make_division as make_another_division
from tournaments.entries.services.entries import (
    change_entry,
    enter,
    issue_code,
    remove_entry,
    set_absence,
    withdraw,
)
from tournaments.errors import (
    AlreadySeated,
    TablesRunning,
    TokenUnknown,
    WrongTournamentKind,
    WrongTournamentState,
)
from tournaments.evenings.selectors import (
    EveningStandings,
    evening_standings,
    evening_table,
    own_tables,
)
from tournaments.evenings.serializers import EveningPlaceSerializer
from tournaments.evenings.services import join_evening, renew_token
from tournaments.events.selectors.state import public_state
from tournaments.events.services import (
    change_tournament,
    create_tournament,
    finish_tournament,
    reopen_tournament,
)
from tournaments.models import Absence, Entry, LogEntry, Table, Tournament, Webhook
from tournaments.options import EVENING, Options
from tournaments.rounds.services.imports import Format, import_entries
from tournaments.rounds.services.rounds import draft_round
from tournaments.tables.services.tables import act, change_table, open_table, undo

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]

State = Tournament.State
#: Anna lets Ben win.
GIVES_UP: dict[str, Any] = {"kind": "end", "because": "resigned", "winner": 1}
BROKEN_OFF: dict[str, Any] = {"kind": "end", "because": "director"}


@pytest.fixture
def director() -> User:
    return make_user("irma")


@pytest.fixture
def evening(director: User) -> Tournament:
    return create_tournament(name="Abend", kind=Tournament.Kind.EVENING, by=director, at=NOON)


def join(evening: Tournament, name: str) -> Entry:
    assert evening.join_code is not None
    return join_evening(evening.join_code, name=name, at=NOON)[0]


def sit_down(
    evening: Tournament, *players: Entry, at: datetime = NOON, by: Any = None, **more: Any
) -> Table:
    seats = [[player.number] for player in players]
    return open_table(evening, at, by=by, seats=seats, **more)


def standings_of(evening: Tournament) -> EveningStandings:
    return evening_standings(Tournament.objects.get(pk=evening.pk))


def places_of(evening: Tournament) -> list[tuple[int | None, str, int]]:
    return [(row.rank, row.player.name, row.points) for row in standings_of(evening).rows]


# Made


def test_an_evening_has_a_code_one_field_without_rounds_and_the_booklets_rules(
    evening: Tournament,
) -> None:
    assert (evening.kind, evening.state) == ("evening", State.SETUP)
    assert evening.options == EVENING
    assert (evening.options.ruleset, evening.options.place_points) == ("standard", (5, 3, 2, 1))
    (division,) = evening.divisions.all()
    assert (division.number, division.schedule) == (1, [])
    code = evening.join_code
    assert code is not None
    assert len(code) == 7
    assert told_by(evening, LogEntry.Kind.CREATED)["kind"] == "evening"
    assert code not in str(list(evening.log.values_list("data", flat=True)))


def test_a_tournament_with_rounds_has_no_common_code(director: User) -> None:
    assert create_tournament(name="T", by=director, at=NOON).join_code is None


def test_an_evening_is_not_divided(evening: Tournament, director: User) -> None:
    with pytest.raises(Invalid, match="Gruppen"):
        create_tournament(
            name="Abend",
            kind=Tournament.Kind.EVENING,
            by=director,
            at=NOON,
            divisions=[NewDivision("A")],
        )
    division = evening.divisions.get()
    with pytest.raises(WrongTournamentKind):
        make_another_division(evening, "B", [{"method": "swiss"}], NOON, by=director)
    with pytest.raises(WrongTournamentKind):
        change_division(division, NOON, by=director, schedule=[{"method": "swiss"}])
    with pytest.raises(WrongTournamentKind):
        remove_division(division, NOON, by=director)


def test_an_evening_has_no_rounds(evening: Tournament, director: User) -> None:
    division = evening.divisions.get()
    anna, _ben = make_entries(division, 2)
    with pytest.raises(WrongTournamentKind) as refused:
        draft_round(division, NOON, by=director)
    assert refused.value.detail == {"kind": "evening", "needed": "rounds"}
    with pytest.raises(WrongTournamentKind):
        set_absence(anna, 1, Absence.Kind.BYE, NOON, by=director)
    played = b"Anna  1500 2; 400\nBen   1400 1; 380\n"
    with pytest.raises(WrongTournamentKind):
        import_entries(division, played, NOON, by=director, file_format=Format.TSH)


@pytest.mark.parametrize(
    "wrong", [[], [5, 3, 4], [5] * 21, [1001], [-1], ["5"], [True], "5321", 5], ids=str
)
def test_points_for_places_are_a_short_list_that_never_grows(wrong: object) -> None:
    with pytest.raises(Invalid) as refused:
        Options().changed({"place_points": wrong})
    assert refused.value.detail["field"] == "options.place_points"


def test_points_for_places_may_be_equal_and_survive_being_stored() -> None:
    options = Options().changed({"place_points": [10, 10, 0]})
    assert options.place_points == (10, 10, 0)
    assert Options().changed(options.as_json()) == options


# Joined


def test_whoever_has_the_code_joins_and_has_a_token(evening: Tournament) -> None:
    code = f"{evening.join_code}".lower()
    anna, token = join_evening(f" {code[:3]}-{code[3:]}", name=" Anna  A. ", at=NOON, club="Köln")
    assert (anna.number, anna.name, anna.club, anna.first_round) == (1, "Anna A.", "Köln", 1)
    assert Entry.objects.get(token_digest=digest(token)) == anna
    assert join(evening, "Anna A.").number == 2
    entered = evening.log.filter(kind=LogEntry.Kind.ENTERED)
    assert [(entry.by, entry.data["name"]) for entry in entered] == [
        ("player 1", "Anna A."),
        ("player 2", "Anna A."),
    ]


def test_a_wrong_code_leads_nowhere_and_a_finished_evening_is_over(evening: Tournament) -> None:
    with pytest.raises(JoinCodeWrong):
        join_evening("FALSCH2", name="Anna", at=NOON)
    with pytest.raises(Invalid):
        join(evening, " ")
    Tournament.objects.update(state=State.FINISHED)
    with pytest.raises(WrongTournamentState):
        join(evening, "Anna")


def test_a_fresh_token_replaces_the_one_before(evening: Tournament) -> None:
    assert evening.join_code is not None
    anna, first = join_evening(evening.join_code, name="Anna", at=NOON)
    second = renew_token(digest(first))
    assert not Entry.objects.filter(token_digest=digest(first)).exists()
    assert Entry.objects.get(token_digest=digest(second)) == anna
    with pytest.raises(TokenUnknown):
        renew_token(digest(first))
    make_entry(make_division(make_tournament()), token_digest=digest("another"))
    with pytest.raises(WrongTournamentKind):
        renew_token(digest("another"))


def test_the_staff_enter_people_too_and_give_them_codes_of_their_own(
    evening: Tournament, director: User
) -> None:
    join(evening, "Anna")
    ben = enter(evening.divisions.get(), NewEntry("Ben"), NOON, by=director)
    assert ben.number == 2
    assert len(issue_code(ben, NOON, by=director)) == 8


# Played


def test_the_first_table_lets_the_evening_run(evening: Tournament) -> None:
    anna, ben = join(evening, "Anna"), join(evening, "Ben")
    sit_down(evening, anna, ben, at=NOON + SECOND, by=anna)
    evening.refresh_from_db()
    assert (evening.state, evening.started_at) == (State.RUNNING, NOON + SECOND)
    sit_down(evening, anna, ben, by=ben)
    assert kinds_of(evening).count("started") == 1
    assert evening.log.get(kind=LogEntry.Kind.STARTED).by == "player 1"


def test_a_table_of_a_tournament_with_rounds_lets_nothing_run(director: User) -> None:
    tournament = create_tournament(name="T", by=director, at=NOON)
    open_table(tournament, NOON, by=director, names=["Anna", "Ben"])
    tournament.refresh_from_db()
    assert tournament.state == State.SETUP


def test_the_standings_follow_the_end_of_a_game_and_taking_it_back(
    evening: Tournament, director: User
) -> None:
    anna, ben = join(evening, "Anna"), join(evening, "Ben")
    table = sit_down(evening, anna, ben)
    waiting: list[tuple[int | None, str, int]] = [(None, "Anna", 0), (None, "Ben", 0)]
    assert places_of(evening) == waiting
    table = act(table, GIVES_UP, NOON, by=director)
    assert places_of(evening) == [(1, "Ben", 5), (2, "Anna", 3)]
    table = undo(table, NOON, by=director)
    assert table.state == Table.State.RUNNING
    assert places_of(evening) == waiting
    act(table, BROKEN_OFF, NOON, by=director)
    assert places_of(evening) == waiting
    assert standings_of(evening).ended[0].places is None


def test_a_table_that_is_left_out_counts_again_when_taken_in(
    evening: Tournament, director: User
) -> None:
    anna, ben = join(evening, "Anna"), join(evening, "Ben")
    table = act(sit_down(evening, anna, ben), GIVES_UP, NOON, by=director)
    table = change_table(table, NOON, by=director, counts=False)
    assert places_of(evening) == [(None, "Anna", 0), (None, "Ben", 0)]
    assert [(ended.counts, ended.shares) for ended in standings_of(evening).ended] == [(False, ())]
    change_table(table, NOON, by=director, counts=True)
    assert places_of(evening) == [(1, "Ben", 5), (2, "Anna", 3)]


def test_other_points_for_places_count_for_what_was_played_already(director: User) -> None:
    evening = make_evening(director=director)
    anna, ben = make_entries(evening.divisions.get(), 2)
    make_table(evening, [anna], [ben], places=[1, 2])
    options = Options(ruleset="standard", place_points=(7,))
    change_tournament(evening, NOON, by=director, options=options)
    rows = standings_of(evening).rows
    assert [(row.rank, row.points) for row in rows] == [(1, 7), (2, 0)]


def test_tables_count_in_the_order_in_which_they_ended(evening: Tournament, director: User) -> None:
    anna, ben = join(evening, "Anna"), join(evening, "Ben")
    early = sit_down(evening, anna, ben)
    late = sit_down(evening, anna, ben, at=NOON + SECOND)
    act(late, GIVES_UP, NOON + 2 * SECOND, by=director)
    act(early, {**GIVES_UP, "winner": 0}, NOON + 3 * SECOND, by=director)
    ended = standings_of(evening).ended
    assert [(table.id, table.ended_at) for table in ended] == [
        (late.pk, NOON + 2 * SECOND),
        (early.pk, NOON + 3 * SECOND),
    ]
    first, second = standings_of(evening).history
    assert (first.table, second.table) == (str(late.pk), str(early.pk))
    assert [row.points for row in first.rows] == [5, 3]
    assert [row.points for row in second.rows] == [8, 8]


def test_games_of_all_kinds_are_in_one_table_and_have_columns(director: User) -> None:
    evening = make_evening(director=director)
    anna, ben, cem, dora = (
        make_entry(evening.divisions.get(), name) for name in ("Anna", "Ben", "Cem", "Dora")
    )
    make_table(evening, [anna], [ben], [cem], places=[1, 2, 3])
    make_table(evening, [anna, ben], [cem, dora], places=[2, 1], game="party")
    make_table(evening, [dora], places=None)
    make_table(evening, [dora], [anna], places=[1, 2], state=Table.State.RUNNING)
    assert places_of(evening) == [(1, "Anna", 8), (2, "Cem", 7), (3, "Ben", 6), (4, "Dora", 5)]
    found = standings_of(evening)
    assert found.running == 1
    row = found.row_of(anna.pk)
    assert row is not None
    assert [(part.game, part.points) for part in row.by_game] == [("match", 5), ("party", 3)]
    assert "match" in found.games


def test_own_tables_are_those_where_one_sits_the_running_ones_first(director: User) -> None:
    evening = make_evening(director=director)
    anna, ben, cem = make_entries(evening.divisions.get(), 3)
    early = make_table(evening, [anna, cem], [ben], places=[1, 2])
    later = make_table(evening, [anna], [ben], places=[1, 2], created_at=NOON + SECOND)
    now = make_table(evening, [cem], [anna], places=None, state=Table.State.RUNNING)
    assert list(own_tables(anna)) == [now, later, early]
    assert list(own_tables(cem)) == [now, early]


def test_a_spreadsheet_has_a_column_for_every_game(director: User) -> None:
    evening = make_evening(director=director)
    anna, ben = (make_entry(evening.divisions.get(), name) for name in ("Anna", "Ben"))
    make_table(evening, [anna], [ben], places=[1, 2])
    head, first, second = evening_table(standings_of(evening)).splitlines()
    assert head.startswith("\ufeffPlatz;Nummer;Name;Verein;Punkte;Partien;Erste Plätze;")
    assert first.startswith("1;1;Anna;;5;1;1;5")
    assert second.startswith("2;2;Ben;;3;1;0;3")


def test_who_has_played_is_not_removed_and_stays_listed_after_withdrawing(
    evening: Tournament, director: User
) -> None:
    anna, ben, cem = join(evening, "Anna"), join(evening, "Ben"), join(evening, "Cem")
    act(sit_down(evening, anna, ben), GIVES_UP, NOON, by=director)
    with pytest.raises(AlreadySeated):
        remove_entry(anna, NOON, by=director)
    with pytest.raises(AlreadySeated):
        change_entry(anna, NOON, by=director, number=9)
    withdraw(anna, NOON, by=director)
    withdraw(cem, NOON, by=director)
    assert places_of(evening) == [(1, "Ben", 5), (2, "Anna", 3)]


# Finished


def test_an_evening_is_finished_when_nobody_plays_any_more(
    evening: Tournament, director: User
) -> None:
    with pytest.raises(WrongTournamentState):
        finish_tournament(evening, NOON, by=director)
    anna, ben = join(evening, "Anna"), join(evening, "Ben")
    table = sit_down(evening, anna, ben)
    with pytest.raises(TablesRunning) as refused:
        finish_tournament(evening, NOON, by=director)
    assert refused.value.detail["tables"] == [{"table": str(table.pk), "title": "Anna – Ben"}]
    assert "Anna – Ben" in str(refused.value)
    act(table, GIVES_UP, NOON, by=director)
    assert finish_tournament(evening, NOON, by=director).state == State.FINISHED
    assert reopen_tournament(evening, NOON, by=director).state == State.RUNNING


def test_of_many_who_still_play_the_director_is_told_some(
    evening: Tournament, director: User
) -> None:
    for name in ("Anna", "Ben"):
        join(evening, name)
    people = list(evening.entries.all())
    running: dict[str, Any] = {"places": None, "state": Table.State.RUNNING}
    make_table(evening, people, game="bingo", names=["Anna"] * 20, **running)
    for _ in range(11):
        make_table(evening, *[[one] for one in people], created_at=NOON + SECOND, **running)
    evening.state = State.RUNNING
    evening.save()
    with pytest.raises(TablesRunning) as refused:
        finish_tournament(evening, NOON, by=director)
    tables: Any = refused.value.detail["tables"]
    assert len(tables) == 12
    assert tables[0]["title"] == "Buchstaben-Bingo"
    assert str(refused.value).endswith("Anna – Ben; ….")
    assert str(refused.value).count("Anna – Ben") == 9


def test_what_is_finished_stays_as_it_is(evening: Tournament, director: User) -> None:
    anna, ben = join(evening, "Anna"), join(evening, "Ben")
    table = act(sit_down(evening, anna, ben), GIVES_UP, NOON, by=director)
    finish_tournament(evening, NOON, by=director)
    before = kinds_of(evening)
    with pytest.raises(WrongTournamentState):
        undo(table, NOON, by=director)
    with pytest.raises(WrongTournamentState):
        change_table(table, NOON, by=director, counts=False)
    with pytest.raises(WrongTournamentState):
        sit_down(evening, anna, ben)
    assert kinds_of(evening) == before
    assert Table.objects.get().state == Table.State.OVER
    assert places_of(evening) == [(1, "Ben", 5), (2, "Anna", 3)]


# Told


def test_the_public_state_has_the_standings_and_the_games_to_watch(
    evening: Tournament, director: User
) -> None:
    anna, ben = join(evening, "Anna"), join(evening, "Ben")
    act(sit_down(evening, anna, ben), GIVES_UP, NOON, by=director)
    shown = sit_down(evening, anna, ben)
    hidden = sit_down(evening, ben, anna, is_public=False)

    def told() -> dict[str, Any]:
        state = public_state(Tournament.objects.get(pk=evening.pk))
        found: dict[str, Any] = state["evening"] | {"version": state["version"]}
        return found

    before = told()
    assert before["running"] == [
        {
            "table": str(shown.pk),
            "game": "match",
            "players": 2,
            "names": ["Anna", "Ben"],
            "entries": [1, 2],
        }
    ]
    assert (before["players"], before["tables"], before["ended"]) == (2, 1, 1)
    assert before["rows"][0] == {
        "rank": 1,
        "number": 2,
        "name": "Ben",
        "points": 5,
        "games": 1,
        "firsts": 1,
    }
    change_table(hidden, NOON, by=director, is_public=True)
    after = told()
    assert after["version"] > before["version"]
    assert {table["table"] for table in after["running"]} == {str(shown.pk), str(hidden.pk)}


def fill(evening: Tournament, people: int) -> list[Entry]:
    """So many who are here, four at each table: half of these are over."""
    division = evening.divisions.get()
    Entry.objects.bulk_create(
        Entry(
            tournament=evening,
            division=division,
            number=number,
            name=f"Spielerin {number:04}",
            entered_at=NOON,
        )
        for number in range(1, people + 1)
    )
    players = list(evening.entries.order_by("number"))
    for start in range(0, people, 4):
        seats = [[player] for player in players[start : start + 4]]
        if start % 8:
            make_table(evening, *seats, places=[1, 2, 3, 4], created_at=NOON + start * SECOND)
        else:
            make_table(evening, *seats, places=None, state=Table.State.RUNNING)
    return players


def test_the_public_state_does_not_grow_with_the_field(director: User) -> None:
    small, large = (make_evening(director=director) for _ in range(2))
    fill(small, 48)
    players = fill(large, 480)
    make_table(
        large,
        *[[player] for player in players],
        places=None,
        game="bingo",
        state=Table.State.RUNNING,
        created_at=NOON + SECOND,
    )
    few = public_state(small)
    with CaptureQueriesContext(connection) as asked:
        many = public_state(large)
    told = many["evening"]
    assert (told["players"], told["tables"], told["ended"]) == (480, 61, 60)
    assert (len(told["rows"]), len(told["running"])) == (10, 5)
    bingo = told["running"][0]
    assert (bingo["players"], len(bingo["names"]), len(bingo["entries"])) == (480, 4, 8)
    before, after = (len(json.dumps(state)) for state in (few, many))
    assert after < before + 200
    assert after < 3000
    assert len(asked) < 25


def test_who_comes_lets_nobody_look_at_all_tables_again(
    evening: Tournament, director: User
) -> None:
    anna, ben = join(evening, "Anna"), join(evening, "Ben")
    table = act(sit_down(evening, anna, ben), GIVES_UP, NOON, by=director)
    assert places_of(evening) == [(1, "Ben", 5), (2, "Anna", 3)]
    join(evening, "Cem")
    with CaptureQueriesContext(connection) as asked:
        rows = standings_of(evening).rows
    assert [row.player.name for row in rows] == ["Ben", "Anna", "Cem"]
    assert not any("seat" in query["sql"] for query in asked)
    change_table(table, NOON, by=director, counts=False)
    assert places_of(evening) == [(None, "Anna", 0), (None, "Ben", 0), (None, "Cem", 0)]


def test_the_state_and_the_api_tell_the_same_of_a_row(evening: Tournament, director: User) -> None:
    anna, ben = join(evening, "Anna"), join(evening, "Ben")
    act(sit_down(evening, anna, ben), GIVES_UP, NOON, by=director)
    row = standings_of(evening).rows[0]
    assert EveningPlaceSerializer(row).data == public_state(evening)["evening"]["rows"][0]


def test_a_tournament_with_rounds_has_no_evening_in_its_state() -> None:
    state = public_state(make_tournament())
    assert (state["kind"], state["evening"]) == ("rounds", None)


def test_webhooks_are_told_what_a_table_brought_and_where_everybody_stands(
    evening: Tournament, director: User
) -> None:
    webhook = evening.webhooks.create(
        url="https://example.org/",
        events=list(Webhook.Event.values),
        secret="5ec4e7",
        created_at=NOON,
    )
    anna, ben = join(evening, "Anna"), join(evening, "Ben")
    table = sit_down(evening, anna, ben, setup={"begins": 0})
    table = act(table, PASS, NOON, by=director)
    assert not webhook.deliveries.exists()
    table = act(table, GIVES_UP, NOON, by=director)
    result, standings = webhook.deliveries.order_by("pk")
    assert (result.event, standings.event) == ("result", "standings")
    assert (result.body["table"], result.body["places"]) == (str(table.pk), [2, 1])
    assert [(row["name"], row["points"]) for row in standings.body["rows"]] == [
        ("Ben", 5),
        ("Anna", 3),
    ]
    table = change_table(table, NOON, by=director, is_public=False)
    assert webhook.deliveries.count() == 2
    table = change_table(table, NOON, by=director, counts=False)
    assert [one.event for one in webhook.deliveries.order_by("pk")[2:]] == ["result", "standings"]
    undo(table, NOON, by=director)
    gone = webhook.deliveries.order_by("pk").filter(event="result").last()
    assert gone is not None
    assert (gone.body["places"], gone.body["scores"]) == (None, None)
