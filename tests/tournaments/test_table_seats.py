"""Who sits at a table: there they act, of others they see no secrets, and elsewhere neither."""

from typing import Any

import pytest

from tests.api_client import Caller, as_user
from tests.duplicate.factories import NOON
from tests.tournaments.factories import give_token, make_division, make_entries, make_tournament
from tests.tournaments.free_tables import director_of, make_evening, make_free_table, play
from tests.tournaments.table_client import PASS, RUCKEN, At, make_pairing, path_of, tournament_of
from tournaments.evenings.hosting import MOST_RUNNING, MOST_SEATED
from tournaments.models import Entry, LogEntry, Table, Tournament
from tournaments.tables.selectors.tables import seat_of
from tournaments.tables.services.seating import NAME_LENGTH
from tournaments.tables.services.tables import open_table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]

CARD = {"kind": "card", "words": ["AHORNEN", "BASALTE"]}
CALL = {"kind": "call", "number": 1}


def phone_of(entry: Entry) -> Caller:
    return Caller(give_token(entry))


def opened(caller: Caller, tournament: Tournament, **body: Any) -> Any:
    return caller.post(path_of(tournament, "tables/"), body)


def refused(response: Any) -> tuple[int, str]:
    return response.status_code, response.json()["code"]


# Sitting down


def test_the_players_of_a_pairing_sit_at_its_table() -> None:
    pairing = make_pairing()
    table = open_table(tournament_of(pairing), NOON, by=None, pairing=pairing)
    assert [seat_of(table, entry) for entry in (pairing.first, pairing.second)] == [0, 1]
    assert seat_of(table, None) is None


def test_who_sits_at_a_free_table_is_named_by_number_or_name() -> None:
    evening, (anna, ben, cem) = make_evening(3)
    body = {"seats": [[2], [], [1, 3]], "names": ["", "Gast", ""]}
    shown = opened(as_user(director_of(evening)), evening, **body).json()
    assert shown["names"] == [ben.name, "Gast", f"{anna.name} & {cem.name}"]
    assert (shown["seats"], shown["entries"]) == ([[2], [], [1, 3]], [2, 1, 3])
    assert shown["setup"] == {"ruleset": "standard", "players": 3}
    table = Table.objects.get()
    assert [seat_of(table, entry) for entry in (anna, ben, cem)] == [2, 0, 2]
    told = evening.log.get(kind=LogEntry.Kind.TABLE_OPENED)
    assert told.data["seats"] == shown["seats"]


def test_a_team_has_a_name_of_its_own_where_it_is_given() -> None:
    evening, _ = make_evening(4)
    body = {"seats": [[1, 2], [3, 4]], "names": ["Rot", "Blau"], "game": "party"}
    shown = opened(as_user(director_of(evening)), evening, **body).json()
    assert shown["names"] == ["Rot", "Blau"]
    # Nothing of a ruleset: Party has none.
    assert shown["setup"] == {"players": 2, "dice": "server", "timer": "server"}


def test_a_large_team_is_called_by_the_first_of_its_people() -> None:
    evening, _ = make_evening(40)
    body = {"seats": [[*range(1, 40)], [40]], "game": "party"}
    large, small = opened(as_user(director_of(evening)), evening, **body).json()["names"]
    assert large.endswith(" & …")
    assert len(small) < len(large) <= NAME_LENGTH


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"seats": [[1], [9]]}, "seats"),
        ({"seats": [[1], [2, 1]]}, "seats"),
        ({"seats": [[1], []]}, "names"),
        ({"seats": [[1], [2]], "names": ["Anna"]}, "names"),
        ({"seats": [[1], [2]], "setup": {"theme": 5}}, "setup.theme"),
        ({"seats": [[1], [2]], "setup": {"players": 3}}, "names"),
        ({"seats": [[1], [2]], "game": "chess"}, "game"),
        ({"names": ["Gast", ""]}, "names"),
        ({"seats": [["x"], [2]]}, "seats"),
        ({"seats": [[9223372036854775808], [1]]}, "seats"),
        ({"seats": [[1], [2]], "setup": {"theme": "Tiere\0"}}, "setup"),
        ({"seats": [[1], [2]], "setup": {"theme": "Tiere\ud800"}}, "setup"),
    ],
)
def test_seats_of_no_use_are_refused(body: dict[str, Any], field: str) -> None:
    evening, _ = make_evening(2)
    response = opened(as_user(director_of(evening)), evening, **body)
    assert refused(response) == (400, "invalid")
    assert response.json()["params"]["fields"].keys() == {field}
    assert not Table.objects.exists()


def test_settings_that_do_not_go_together_are_refused_with_the_reason() -> None:
    evening, _ = make_evening(2)
    director = as_user(director_of(evening))
    settings = {"ruleset": "tournament", "turn_seconds": 180}
    response = opened(director, evening, seats=[[1], [2]], setup=settings)
    assert refused(response) == (400, "setup_refused")
    assert response.json()["params"]["reason"] == "timed_turns_and_clock"
    assert "Da läuft eine Uhr für die ganze Partie." in response.json()["detail"]
    assert refused(opened(director, evening, seats=[[1]])) == (400, "setup_refused")
    assert not Table.objects.exists()


def test_a_pairing_has_its_seats_already() -> None:
    pairing = make_pairing()
    director = as_user(director_of(tournament_of(pairing)))
    response = opened(director, tournament_of(pairing), pairing=pairing.pk, seats=[[1], [2]])
    assert refused(response) == (400, "invalid")


def test_the_game_of_a_pairing_is_the_board_game() -> None:
    pairing = make_pairing()
    phone = phone_of(pairing.first)
    response = opened(phone, tournament_of(pairing), pairing=pairing.pk, game="rummy")
    assert refused(response) == (400, "invalid")
    assert response.json()["params"]["fields"].keys() == {"game"}
    response = opened(phone, tournament_of(pairing), pairing=pairing.pk, game="match")
    assert response.status_code == 201


def test_who_has_gone_home_has_no_seat() -> None:
    evening, (_anna, ben) = make_evening(2)
    Entry.objects.filter(pk=ben.pk).update(withdrawn_from=1)
    response = opened(as_user(director_of(evening)), evening, seats=[[1], [2]])
    assert refused(response) == (400, "invalid")
    assert response.json()["params"]["fields"].keys() == {"seats"}


def test_somebody_of_another_tournament_has_no_seat() -> None:
    evening, _ = make_evening(1)
    make_entries(make_division(make_tournament()), 2)
    response = opened(as_user(director_of(evening)), evening, seats=[[1], [2]])
    assert refused(response) == (400, "invalid")


# Who opens


def test_at_an_evening_players_open_tables_where_they_sit() -> None:
    evening, (anna, ben, cem) = make_evening(3)
    for game in ("match", "party"):
        response = opened(phone_of(anna), evening, seats=[[1], [2]], game=game)
        assert response.status_code == 201, response.json()
    others = opened(phone_of(cem), evening, seats=[[1], [2]])
    guests = opened(phone_of(ben), evening, names=["Anna", "Ben"])
    for response in (others, guests):
        assert refused(response) == (403, "not_your_game")


def test_that_a_table_does_not_count_is_not_for_players_to_say() -> None:
    evening, (anna, _ben) = make_evening(2)
    response = opened(phone_of(anna), evening, seats=[[1], [2]], counts=False)
    assert refused(response) == (403, "staff_decides")
    assert not Table.objects.exists()


def test_nobody_opens_tables_without_end() -> None:
    evening, (anna, _ben) = make_evening(2)
    for _ in range(MOST_RUNNING):
        shown = opened(phone_of(anna), evening, seats=[[1], [2]]).json()
    response = opened(phone_of(anna), evening, seats=[[1], [2]])
    assert refused(response) == (409, "too_many_tables")
    director = as_user(director_of(evening))
    At(director, shown["id"]).play({"kind": "end", "because": "director", "winner": 0})
    assert opened(phone_of(anna), evening, seats=[[1], [2]]).status_code == 201


def test_tables_that_others_have_opened_keep_nobody_from_opening_one() -> None:
    evening, (anna, ben) = make_evening(2)
    for _ in range(MOST_RUNNING):
        opened(phone_of(anna), evening, seats=[[1], [2]])
    assert refused(opened(phone_of(anna), evening, seats=[[1], [2]])) == (409, "too_many_tables")
    assert opened(phone_of(ben), evening, seats=[[1], [2]]).status_code == 201
    assert opened(as_user(director_of(evening)), evening, seats=[[1], [2]]).status_code == 201
    openers = Table.objects.order_by("created_at").values_list("opened_by", flat=True)
    assert [*openers] == [anna.pk] * MOST_RUNNING + [ben.pk, None]


@pytest.mark.parametrize(
    "more",
    [{"game": "bingo"}, {"game": "party", "seats": [[1], [*range(2, MOST_SEATED + 2)]]}],
    ids=["each", "teams"],
)
def test_a_whole_hall_is_the_staffs_to_seat(more: dict[str, Any]) -> None:
    evening, (anna, *_) = make_evening(MOST_SEATED + 1)
    seats = [[number] for number in range(1, MOST_SEATED + 2)]
    body = {"seats": seats, **more}
    response = opened(phone_of(anna), evening, **body)
    assert refused(response) == (403, "too_many_seated")
    assert f"höchstens {MOST_SEATED} Leute" in response.json()["detail"]
    assert opened(as_user(director_of(evening)), evening, **body).status_code == 201
    fewer = [[number] for number in range(1, MOST_SEATED + 1)]
    assert opened(phone_of(anna), evening, seats=fewer, game="bingo").status_code == 201
    with_guests = {"seats": [*fewer, []], "names": [*[""] * MOST_SEATED, "Gast"]}
    response = opened(phone_of(anna), evening, **with_guests, game="bingo")
    assert refused(response) == (403, "too_many_seated")


def test_in_a_tournament_only_the_staff_opens_free_tables() -> None:
    pairing = make_pairing()
    response = opened(phone_of(pairing.first), tournament_of(pairing), seats=[[1], [2]])
    assert refused(response) == (403, "not_your_game")


# Who acts and watches


def test_those_who_sit_there_act_and_nobody_else() -> None:
    evening, (anna, ben, cem, dora) = make_evening(4)
    shown = opened(phone_of(anna), evening, seats=[[1], [2, 3]], setup={"begins": 0}).json()
    for entry, statuses in ((cem, {200, 201}), (ben, {200, 201}), (dora, {403})):
        at = At(phone_of(entry), shown["id"])
        assert at.act(PASS).status_code in statuses
        assert at.post("undo/").status_code in statuses


def test_a_hidden_table_is_for_those_who_sit_there() -> None:
    evening, entries = make_evening(3)
    director = as_user(director_of(evening))
    shown = opened(director, evening, seats=[[1], [2]], is_public=False).json()
    for entry, status, count in zip(entries, (200, 200, 403), (1, 1, 0), strict=True):
        phone = phone_of(entry)
        assert At(phone, shown["id"]).get().status_code == status
        assert phone.get(path_of(evening, "tables/")).json()["count"] == count


def test_a_table_is_listed_once_however_many_sit_there() -> None:
    evening, (anna, *_) = make_evening(4)
    director = as_user(director_of(evening))
    opened(director, evening, seats=[[1, 2], [3, 4]])
    for caller in (phone_of(anna), director, Caller()):
        assert caller.get(path_of(evening, "tables/")).json()["count"] == 1


def test_everybody_in_a_seat_sees_its_secrets() -> None:
    table = make_free_table(players=3, seats=[[1, 3], [2]], begins=0)
    play(table, {**RUCKEN, "rack": "RUCKENS"})
    known = [
        At(phone_of(entry), str(table.pk)).get().json()["view"]["known"]
        for entry in table.tournament.entries.order_by("number")
    ]
    assert known == [["S", ""], ["", ""], ["S", ""]]


def test_who_plays_alone_ends_the_game_at_will() -> None:
    table = make_free_table(players=1, solitaire="drawn")
    at = At(phone_of(table.seats.get().entry), str(table.pk))
    assert at.play({"kind": "end", "because": "director", "winner": None})["state"] == "over"


def test_who_plays_alone_with_two_racks_has_no_place() -> None:
    table = make_free_table(players=1, seats=[[1], []], names=["", "Gast"], solitaire="drawn")
    at = At(phone_of(table.seats.get().entry), str(table.pk))
    shown = at.play({"kind": "end", "because": "resigned", "winner": 0})
    assert (shown["state"], shown["places"]) == ("over", None)


def test_of_more_than_two_nobody_ends_the_game_for_all() -> None:
    table = make_free_table(players=3, begins=0)
    anna = At(phone_of(table.tournament.entries.get(number=1)), str(table.pk))
    gives_up = {"kind": "end", "because": "resigned", "winner": 2}
    assert refused(anna.act(gives_up)) == (403, "staff_decides")
    director = At(as_user(director_of(table.tournament)), str(table.pk))
    assert director.play(gives_up)["state"] == "over"


def test_who_has_seen_all_hands_and_the_seed_does_not_play_on() -> None:
    table = make_free_table("party", begins=0, dice="server", timer="none")
    anna = At(phone_of(table.tournament.entries.get(number=1)), str(table.pk))
    director = At(as_user(director_of(table.tournament)), str(table.pk))
    for last in ({"kind": "end", "because": "resigned", "winner": 1}, {"kind": "stuck"}):
        assert anna.play(last)["seed"]
        assert refused(anna.post("undo/")) == (403, "staff_decides")
        assert director.post("undo/").json()["state"] == "running"


# Each alone


def make_bingo(**setup: Any) -> tuple[Table, list[Entry]]:
    table = make_free_table("bingo", players=3, **setup)
    return table, list(table.tournament.entries.order_by("number"))


def test_where_each_plays_alone_nobody_acts_for_another_or_as_the_caller() -> None:
    table, (anna, _ben, _cem) = make_bingo()
    at = At(phone_of(anna), str(table.pk))
    assert at.act({**CARD, "player": 0}).status_code == 201
    for action in (
        {**CARD, "player": 1},
        {**CARD, "player": None},
        CALL,
        {"kind": "note"},
        {"kind": "end", "because": "resigned", "winner": 1},
    ):
        assert refused(at.act(action)) == (403, "not_your_part")
    assert refused(at.post("undo/")) == (403, "not_your_part")
    director = At(as_user(director_of(table.tournament)), str(table.pk))
    assert director.act({**CARD, "player": 1}).status_code == 201
    assert director.act(CALL).status_code == 201
    assert director.post("undo/").status_code == 200


def test_where_players_open_a_game_of_each_alone_who_did_runs_it() -> None:
    evening, (anna, ben) = make_evening(2)
    phone = phone_of(ben)
    shown = opened(phone, evening, seats=[[1], [2]], game="bingo").json()
    assert shown["setup"]["caller"] == 1
    at = At(phone, shown["id"])
    at.play({**CARD, "player": 1})
    At(phone_of(anna), shown["id"]).play({**CARD, "player": 0})
    assert at.act({**CALL, "player": 1}).status_code == 201
    other = opened(phone, evening, seats=[[1], [2]], game="bingo", setup={"caller": 0}).json()
    assert other["setup"]["caller"] == 0


def test_a_player_who_calls_does_so_on_the_own_phone() -> None:
    table, (anna, ben, _cem) = make_bingo(caller=1)
    for player, entry in enumerate((anna, ben)):
        at = At(phone_of(entry), str(table.pk))
        assert at.act({**CARD, "player": player}).status_code == 201
    call = {**CALL, "player": 1}
    assert refused(At(phone_of(anna), str(table.pk)).act(call)) == (403, "not_your_part")
    assert At(phone_of(ben), str(table.pk)).act(call).status_code == 201


def test_where_each_plays_alone_each_sees_the_own_secrets() -> None:
    table, (anna, ben, _cem) = make_bingo()
    phones = [At(phone_of(entry), str(table.pk)) for entry in (anna, ben)]
    phones[0].act({**CARD, "player": 0})
    seen = [CARD["words"][0] in phone.get().content.decode() for phone in phones]
    assert seen == [True, False]
    assert CARD["words"][0] not in phones[1].get("log/").content.decode()
    assert CARD["words"][0] not in phones[1].state().content.decode()


# What a table says of itself


def test_points_and_places_are_columns_that_follow_the_game() -> None:
    table = play(make_free_table(begins=0), RUCKEN)
    assert (table.scores, table.places, table.state) == ([26, 0], None, Table.State.RUNNING)
    end = {"kind": "end", "because": "resigned", "winner": 1}
    table = play(table, end)
    stored = Table.objects.get()
    assert (stored.scores, stored.places, stored.state) == ([26, 0], [2, 1], Table.State.OVER)
    finished = table.tournament.log.get(kind=LogEntry.Kind.TABLE_FINISHED)
    assert (finished.data["scores"], finished.data["places"]) == ([26, 0], [2, 1])
    version = Tournament.objects.get().log_length

    at = At(as_user(director_of(table.tournament)), str(table.pk))
    shown = at.post("undo/").json()
    assert (shown["scores"], shown["places"], shown["state"]) == ([26, 0], None, "running")
    # The evening's standings have changed.
    assert Tournament.objects.get().log_length == version + 1
    assert at.play(end)["places"] == [2, 1]
    assert table.tournament.log.filter(kind=LogEntry.Kind.TABLE_FINISHED).count() == 2


def test_the_staff_says_whether_a_table_counts() -> None:
    table = make_free_table()
    at = At(as_user(director_of(table.tournament)), str(table.pk))
    before = at.get().json()
    assert (before["counts"], before["is_public"]) == (True, True)
    version = Tournament.objects.get().log_length
    for _ in range(2):
        shown = at.caller.patch(at.path, {"counts": False}).json()
        assert (shown["counts"], shown["is_public"], shown["version"]) == (False, True, 2)
        assert Tournament.objects.get().log_length == version + 1
    assert at.caller.patch(at.path, {}).json()["version"] == 2
