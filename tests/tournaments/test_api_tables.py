"""The table referee through the API."""

from functools import partial
from typing import Any
from uuid import uuid4

import pytest

from referee.journals import first_fault
from tests.api_client import Caller, as_user
from tests.duplicate.factories import make_user
from tests.tournaments.factories import (
    give_token,
    make_division,
    make_entries,
    make_entry,
    make_round,
    make_tournament,
)
from tests.tournaments.table_client import (
    PASS,
    PHONY,
    RUCKEN,
    SAMPLE,
    At,
    make_pairing,
    path_of,
    sample_actions,
    tournament_of,
)
from tournaments.models import Challenge, LogEntry, Pairing, Report, Round, Staff, Table, Tournament
from tournaments.options import Options

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]

ResultState, Outcome = Pairing.ResultState, Pairing.Outcome


def director_of(tournament: Tournament) -> Caller:
    return as_user(tournament.staff.get().user)


def sit_down(pairing: Pairing, caller: Caller | None = None, **body: Any) -> At:
    """The table of `pairing`, opened by its director unless by somebody else."""
    tournament = tournament_of(pairing)
    caller = caller or director_of(tournament)
    response = caller.post(path_of(tournament, "tables/"), {"pairing": pairing.pk, **body})
    assert response.status_code == 201, response.json()
    return At(caller, response.json()["id"])


def phone_of(entry: Any) -> Caller:
    return Caller(give_token(entry))


def as_other(at: At, caller: Caller) -> At:
    """The same table, visited by somebody else."""
    return At(caller, at.pk)


def refused(response: Any) -> tuple[int, str]:
    body = response.json()
    return response.status_code, body["params"].get("reason", body["code"])


# A game


def test_the_sample_game_ends_as_in_the_booklet_and_is_the_result_of_its_pairing() -> None:
    pairing = make_pairing("standard")
    at = sit_down(pairing)
    version = 1
    for action, move in zip(sample_actions(), [*SAMPLE["moves"], None], strict=True):
        response = at.act(action, expected_version=version)
        assert response.status_code == 201, response.json()
        shown = response.json()
        version = shown["version"]
        if move:
            turn = shown["view"]["turns"][-1]
            assert turn["points"] == move["points"]
            assert [formed["word"] for formed in turn["words"]] == move["words"]
    assert shown["state"] == "over"
    assert shown["view"]["scores"] == [380, 440]
    pairing.refresh_from_db()
    assert (pairing.standing, pairing.outcome) == (ResultState.CONFIRMED, Outcome.PLAYED)
    assert (pairing.first_points, pairing.second_points) == (380, 440)
    assert pairing.reports.get().source == Report.Source.TABLE
    table = Table.objects.get()
    assert table.state == Table.State.OVER
    assert first_fault(table) is None
    assert first_fault(tournament_of(pairing)) is None
    finished = tournament_of(pairing).log.get(kind=LogEntry.Kind.TABLE_FINISHED)
    assert finished.data["scores"] == [380, 440]


def test_a_game_that_two_players_record_waits_for_both_to_confirm_it() -> None:
    pairing = make_pairing("standard")
    anna, ben = phone_of(pairing.first), phone_of(pairing.second)
    at = sit_down(pairing, anna)
    bens = as_other(at, ben)
    for action in sample_actions():
        phone = bens if action.get("player") == 1 else at
        phone.play(action)
    pairing.refresh_from_db()
    assert (pairing.standing, pairing.first_points) == (ResultState.REPORTED, 380)
    assert pairing.reports.get().entry == pairing.first
    # It was over by Anna's note: taking it back and noting it again is Ben's word for the same.
    assert bens.post("undo/").json()["state"] == "running"
    bens.play({"kind": "note"})
    pairing.refresh_from_db()
    assert (pairing.standing, pairing.second_points) == (ResultState.CONFIRMED, 440)
    assert refused(bens.post("undo/")) == (409, "already_confirmed")


# Challenges


@pytest.mark.parametrize(
    ("ruleset", "deduction"), [("standard", 5), ("kompakt", 10), ("reise", 0), ("tournament", 10)]
)
def test_a_wrong_challenge_costs_what_the_ruleset_says(ruleset: str, deduction: int) -> None:
    at = sit_down(make_pairing(ruleset))
    shown = at.play(RUCKEN, {"kind": "challenge", "by": 1, "words": []})
    points = shown["view"]["turns"][0]["points"]
    assert shown["view"]["scores"] == [points, -deduction]
    assert shown["view"]["on_turn"] == 1
    challenge = Challenge.objects.get()
    assert (challenge.words, challenge.is_admissible) == (["RUCKEN"], True)
    assert str(challenge.table_id) == at.pk


@pytest.mark.parametrize("ruleset", ["standard", "kompakt", "reise", "tournament"])
def test_an_upheld_challenge_takes_the_move_back(ruleset: str) -> None:
    pairing = make_pairing(ruleset)
    at = sit_down(pairing)
    shown = at.play(PHONY, {"kind": "challenge", "by": 1, "words": ["RUCKEX"]})
    assert shown["view"]["scores"] == [0, 0]
    assert set("".join(shown["view"]["board"])) == {"."}
    assert shown["view"]["turns"][0]["taken_back"]
    assert shown["view"]["on_turn"] == 1
    assert Challenge.objects.get().pairing == pairing


def test_nobody_is_told_which_of_the_words_challenged_is_none() -> None:
    at = sit_down(make_pairing())
    at.play(RUCKEN)
    # Down from the E of RUCKEN: EXQ; its tiles form no other word.
    crossing = {"kind": "place", "player": 1, "coordinates": "10H", "word": "SXQ"}
    shown = at.play(crossing, {"kind": "challenge", "by": 0, "words": []})
    challenge = shown["view"]["turns"][1]["challenges"][0]
    assert challenge["words"] == ["SXQ", "RUCKENS"]
    assert challenge["inadmissible"] == ["SXQ", "RUCKENS"]
    assert not Challenge.objects.get().is_admissible


def test_a_ruling_of_the_director_decides_a_challenge() -> None:
    pairing = make_pairing()
    director, words = director_of(tournament_of(pairing)), path_of(tournament_of(pairing), "words/")
    at = sit_down(pairing)
    body = {"word": "RUCKEX", "is_allowed": True, "reason": "in_dictionary"}
    ruling = director.post(words, body).json()["id"]
    shown = at.play(PHONY, {"kind": "challenge", "by": 1, "words": []})
    assert shown["view"]["scores"][1] == -10
    assert not shown["view"]["turns"][0]["taken_back"]

    at.post("undo/")
    director.post(f"{words}{ruling}/revoke/")
    shown = at.play({"kind": "challenge", "by": 1, "words": []})
    assert shown["view"]["turns"][0]["taken_back"]


def test_a_player_does_not_rule() -> None:
    at = sit_down(make_pairing())
    at.play(PHONY)
    ruling = {"kind": "challenge", "by": 1, "words": [], "inadmissible": []}
    assert refused(at.act(ruling)) == (400, "action_unreadable")


def test_what_the_rules_refuse_is_not_ruled_on() -> None:
    at = sit_down(make_pairing())
    at.play(PHONY, {"kind": "note"})
    assert refused(at.act({"kind": "challenge", "by": 1, "words": []})) == (409, "window_shut")
    assert not Challenge.objects.exists()


# Refusals


def test_a_refusal_has_the_engines_code_and_names_people() -> None:
    at = sit_down(make_pairing())
    response = at.act({**RUCKEN, "player": 1})
    body = response.json()
    assert (response.status_code, body["code"]) == (409, "action_refused")
    assert body["params"] == {"reason": "not_on_turn", "given": {"player": 1, "on_turn": 0}}
    assert body["detail"] == "Ben ist nicht am Zug, sondern Anna."
    assert at.get().json()["version"] == 1


@pytest.mark.parametrize(
    ("action", "detail"),
    [
        ({**RUCKEN, "coordinates": "oben"}, "Die Koordinaten „oben“ sind nicht lesbar."),
        ({**RUCKEN, "word": "R2"}, "Das Wort „R2“ ist nicht lesbar."),
        ({**RUCKEN, "rack": "12"}, "Bänkchen „12“"),
        ({"kind": "dance"}, "Diese Angabe ist nicht zu lesen (an action is an object"),
        ({}, "Diese Angabe ist nicht zu lesen ("),
    ],
)
def test_what_cant_be_read_is_told_in_words(action: dict[str, Any], detail: str) -> None:
    response = sit_down(make_pairing()).act(action)
    body = response.json()
    assert (response.status_code, body["code"]) == (400, "action_unreadable")
    assert body["detail"].startswith(detail)


@pytest.mark.parametrize("text", ["\0", "\ud800"])
def test_what_no_database_keeps_is_refused(text: str) -> None:
    assert refused(sit_down(make_pairing()).act({"kind": [{text: ""}]})) == (400, "invalid")


def test_nobody_thinks_longer_than_a_day() -> None:
    assert refused(sit_down(make_pairing()).act({**PASS, "seconds": 86_401})) == (400, "invalid")


def test_whoever_has_not_seen_the_last_action_is_told_of_it() -> None:
    pairing = make_pairing()
    anna, ben = phone_of(pairing.first), phone_of(pairing.second)
    at = sit_down(pairing, anna)
    bens = as_other(at, ben)
    at.act({**RUCKEN, "rack": "RUCKENS"}, expected_version=1)
    response = bens.act(PASS, expected_version=1)
    assert refused(response) == (409, "version_conflict")
    params = response.json()["params"]
    assert params["version"] == 2
    assert [entry["kind"] for entry in params["meanwhile"]] == ["acted"]
    assert params["meanwhile"][0]["data"] is None  # Ben must not see Anna's rack
    undo = bens.post("undo/", {"expected_version": 1})
    assert refused(undo) == (409, "version_conflict")


def test_a_repeated_action_with_its_key_happens_once() -> None:
    at = sit_down(make_pairing())
    for replayed in ("", "true"):
        response = at.caller.post(
            f"{at.path}actions/", {"action": RUCKEN}, idempotency_key="a-key-of-16-letters"
        )
        assert response.status_code == 201
        assert response.json()["version"] == 2
        assert bool(response.headers.get("Idempotency-Replayed", "")) == bool(replayed)


# Undo


def test_an_action_is_taken_back_and_stays_on_record() -> None:
    at = sit_down(make_pairing())
    at.play(RUCKEN)
    shown = at.post("undo/").json()
    assert shown["view"]["turns"] == []
    assert shown["version"] == 3
    assert refused(at.post("undo/")) == (409, "nothing_to_undo")
    at.play({**RUCKEN, "word": "RUCKE"})
    log = at.get("log/").json()["results"]
    assert [entry["kind"] for entry in log] == ["opened", "acted", "undone", "acted"]
    assert log[2]["data"] == {"sequence": 2}


def test_actions_are_taken_back_one_after_the_other() -> None:
    at = sit_down(make_pairing())
    at.play(RUCKEN, {**PASS, "player": 1}, PASS)
    assert [len(at.post("undo/").json()["view"]["turns"]) for _ in range(3)] == [2, 1, 0]


def test_a_result_corrected_at_the_table_is_corrected_in_the_tournament() -> None:
    pairing = make_pairing("standard")
    at = sit_down(pairing)
    at.play(*sample_actions())
    for _ in range(2):  # the note, and the last move
        assert at.post("undo/").json()["state"] == "running"
    pairing.refresh_from_db()
    assert pairing.first_points == 380  # stands until the game ends again
    rest = [{"kind": "pass", "player": player % 2} for player in (1, 2, 3, 4)]
    shown = at.play(*rest, {"kind": "left", "racks": ["INLPUT", "EG?MNES"]})
    assert shown["state"] == "over"
    pairing.refresh_from_db()
    assert [pairing.first_points, pairing.second_points] == shown["view"]["scores"]
    assert pairing.reports.count() == 2


# Endings by word


def test_a_player_may_give_up_and_the_director_decides_what_that_means() -> None:
    pairing = make_pairing()
    at = sit_down(pairing, phone_of(pairing.first))
    for action in (
        {"kind": "end", "because": "resigned", "winner": 0},
        {"kind": "end", "because": "resigned", "winner": None},
        {"kind": "end", "because": "time", "winner": 1},
        {"kind": "end", "because": "director", "winner": 1},
    ):
        assert refused(at.act(action)) == (403, "staff_decides")
    shown = at.play(RUCKEN, {"kind": "end", "because": "resigned", "winner": 1})
    assert shown["state"] == "over"
    pairing.refresh_from_db()
    assert pairing.standing == ResultState.OPEN


@pytest.mark.parametrize(
    ("because", "winner", "outcome", "points"),
    [
        ("resigned", 1, Outcome.FORFEIT_FIRST, None),
        ("director", 0, Outcome.FORFEIT_SECOND, None),
        ("time", 0, Outcome.LOST_ON_TIME_SECOND, 26),
        ("director", None, "", None),
    ],
)
def test_how_the_staff_ends_a_game_is_its_result(
    because: str, winner: int | None, outcome: str, points: int | None
) -> None:
    pairing = make_pairing()
    sit_down(pairing).play(RUCKEN, {"kind": "end", "because": because, "winner": winner})
    pairing.refresh_from_db()
    assert (pairing.outcome, pairing.first_points) == (outcome, points)


# Who may


def test_only_the_two_players_and_the_staff_act() -> None:
    pairing = make_pairing()
    tournament = tournament_of(pairing)
    other, stranger = (
        make_entry(pairing.round.division),
        make_entry(make_division(make_tournament())),
    )
    assistant = make_user()
    tournament.staff.create(user=assistant, role=Staff.Role.ASSISTANT)
    at = sit_down(pairing, phone_of(pairing.second))
    for caller, refusal in (
        (phone_of(pairing.first), None),
        (as_user(assistant), None),
        (phone_of(other), 403),
        (phone_of(stranger), 403),
        (as_user(make_user()), 403),
        (Caller(), 401),
    ):
        visitor = as_other(at, caller)
        setting = {"kind": "clock", "player": 0, "seconds": 1}
        assert visitor.act(setting).status_code == (refusal or 201)
        assert visitor.post("clock/", {"is_running": True}).status_code == (refusal or 200)
        assert visitor.post("undo/").status_code == (refusal or 200)


def test_a_player_opens_the_own_table_and_no_other() -> None:
    division = make_division(make_tournament())
    entries = make_entries(division, 4)
    round = make_round(division, (entries[0], entries[1]), (entries[2], entries[3]))
    own, other = round.pairings.all()
    phone, tables = phone_of(entries[0]), path_of(division.tournament, "tables/")
    assert refused(phone.post(tables, {"pairing": other.pk})) == (403, "not_your_game")
    assert refused(phone.post(tables, {"names": ["Anna", "Ben"]})) == (403, "not_your_game")
    assert phone.post(tables, {"pairing": own.pk}).status_code == 201


def test_racks_are_secret_while_the_game_is_played() -> None:
    pairing = make_pairing()
    at = sit_down(pairing)
    exchange = {"kind": "exchange", "player": 1, "tiles": "QX", "rack": "QXAEINS"}
    at.play({**RUCKEN, "rack": "RUCKENS"}, exchange)

    def seen(caller: Caller) -> list[Any]:
        visitor = as_other(at, caller)
        view = visitor.get().json()["view"]
        log = visitor.get("log/").json()["results"]
        return [
            view["known"],
            [turn["rack"] for turn in view["turns"]],
            view["turns"][1]["tiles"],
            [entry["data"] is not None for entry in log],
        ]

    hidden = [["", ""], [None, None], "", [True, False, False]]
    assert seen(Caller()) == hidden
    assert seen(phone_of(make_entry(pairing.round.division))) == hidden
    assert seen(phone_of(pairing.first)) == [["S", ""], ["CEKNRSU", None], "", hidden[3]]
    bens = [["", "AEINS"], [None, "AEINQSX"], "QX", hidden[3]]
    assert seen(phone_of(pairing.second)) == bens
    everything = [["S", "AEINS"], ["CEKNRSU", "AEINQSX"], "QX", [True, True, True]]
    assert seen(at.caller) == everything
    assert at.state().json()["view"]["known"] == ["", ""]

    at.play({"kind": "end", "because": "director", "winner": 0})
    assert seen(Caller()) == [*everything[:3], [True] * 4]
    assert at.state().json()["view"]["known"] == ["S", "AEINS"]


def test_tiles_exchanged_in_the_open_are_open() -> None:
    at = sit_down(make_pairing("reise"))
    at.play({"kind": "exchange", "player": 0, "tiles": "QX"})
    assert at.state().json()["view"]["turns"][0]["tiles"] == "QX"


def test_a_game_that_is_not_for_everybody_is_hidden_until_it_is_over() -> None:
    pairing = make_pairing()
    at = sit_down(pairing, is_public=False)
    tournament = tournament_of(pairing)
    visitor = as_other(at, Caller())
    anna = as_other(at, phone_of(pairing.first))
    for rest in ("", "log/"):
        assert refused(visitor.get(rest)) == (403, "not_your_game")
        assert anna.get(rest).status_code == 200
    state = visitor.state().json()
    assert (state["view"], state["clock"], state["version"]) == (None, None, 1)
    lists = [
        caller.get(path_of(tournament, "tables/")).json()["count"]
        for caller in (Caller(), anna.caller, at.caller)
    ]
    assert lists == [0, 1, 1]

    shown = at.caller.patch(at.path, {"is_public": True}).json()
    assert (shown["is_public"], shown["version"]) == (True, 2)
    assert at.caller.patch(at.path, {"is_public": True}).json()["version"] == 2
    assert visitor.get().status_code == 200
    at.caller.patch(at.path, {"is_public": False})
    at.play({"kind": "end", "because": "director", "winner": None})
    assert visitor.get().status_code == 200
    assert visitor.state().json()["view"]["ending"]["because"] == "director"


def test_a_table_has_a_version_that_changes_with_it() -> None:
    pairing = make_pairing()
    at = sit_down(pairing)
    visitor = as_other(at, Caller())
    for look in (visitor.get, visitor.state, partial(visitor.get, "log/")):
        etag = look().headers["ETag"]
        assert look(if_none_match=etag).status_code == 304
        at.play(PASS)
        assert look(if_none_match=etag).status_code == 200
        at.post("undo/")


def test_no_table_is_not_found() -> None:
    nowhere = At(Caller(), str(uuid4()))
    assert refused(nowhere.state()) == (404, "table_missing")
    assert refused(nowhere.get()) == (404, "table_missing")
    assert refused(nowhere.act(PASS)) == (404, "table_missing")


# Opening


def test_what_cant_be_opened_is_refused() -> None:
    pairing = make_pairing()
    tournament, division = tournament_of(pairing), pairing.round.division
    director, tables = director_of(tournament), path_of(tournament, "tables/")
    draft = make_round(
        division, (pairing.first, pairing.second), state=Round.State.DRAFT
    ).pairings.get()
    bye = make_round(division, (pairing.first, None)).pairings.get()
    foreign = make_pairing()
    for body, answer in (
        ({"pairing": draft.pk}, (409, "round_not_published")),
        ({"pairing": bye.pk}, (409, "no_game")),
        ({"pairing": foreign.pk}, (404, "pairing_missing")),
        ({"pairing": pairing.pk, "names": ["Anna", "Ben"]}, (400, "invalid")),
        ({"pairing": pairing.pk, "setup": {"begins": 1}}, (400, "invalid")),
        ({"pairing": pairing.pk, "game": "chess"}, (400, "invalid")),
        ({"names": ["Anna"]}, (400, "nobody_else")),
        ({"names": ["Anna", ""]}, (400, "invalid")),
        ({"names": ["Anna", "Ben"], "setup": {"players": 3}}, (400, "invalid")),
        ({"names": ["Anna", "Ben"], "setup": {"ruleset": "own"}}, (400, "invalid")),
        ({}, (400, "invalid")),
    ):
        assert refused(director.post(tables, body)) == answer, body
    assert not Table.objects.exists()
    at = sit_down(pairing)
    again = director.post(tables, {"pairing": pairing.pk})
    assert refused(again) == (409, "table_exists")
    assert again.json()["params"] == {"table": at.pk}
    Tournament.objects.filter(pk=tournament.pk).update(state=Tournament.State.FINISHED)
    late = director.post(tables, {"names": ["Anna", "Ben"]})
    assert refused(late) == (409, "wrong_tournament_state")


def test_four_play_at_a_free_table_and_draw_who_begins() -> None:
    tournament = make_tournament(options=Options(ruleset="kompakt"))
    director = director_of(tournament)
    names = ["Anna", "Ben", "Cem", "Dora"]
    shown = director.post(path_of(tournament, "tables/"), {"names": names}).json()
    assert shown["setup"] == {"ruleset": "kompakt", "players": 4}
    assert (shown["pairing"], shown["entries"]) == (None, [])
    at = At(director, shown["id"])
    shown = at.play({"kind": "draw", "tiles": ["E", "?", "X", "N"]}, {**RUCKEN, "player": 1})
    assert shown["view"]["on_turn"] == 2
    assert [
        table["names"] for table in Caller().get(path_of(tournament, "tables/")).json()["results"]
    ] == [names]
    over = path_of(tournament, "tables/?state=over")
    assert director.get(over).json()["count"] == 0
    assert refused(director.get(path_of(tournament, "tables/?state=on"))) == (400, "invalid")


def test_roles_are_those_in_the_tournament_that_a_table_belongs_to() -> None:
    at = sit_down(make_pairing(), is_public=False)
    elsewhere = make_pairing()
    director, player = director_of(tournament_of(elsewhere)), phone_of(elsewhere.first)
    for stranger in (as_other(at, director), as_other(at, player)):
        assert refused(stranger.get()) == (403, "not_your_game")
        assert stranger.act(PASS).status_code == 403
    assert at.get().status_code == 200


# Files


def test_a_game_goes_out_as_gcg_and_comes_back_as_it_was() -> None:
    pairing = make_pairing("standard")
    at = sit_down(pairing)
    at.play(*sample_actions())
    file = as_other(at, Caller()).get("game.gcg")
    assert file.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert "#player1 Anna Anna" in file.content.decode()
    twin = make_pairing("standard")
    response = send_gcg(twin, file.content, f"?pairing={twin.pk}")
    assert response.status_code == 201, response.json()
    # The booklet itself forgets a tile on the seventeenth rack.
    assert [found["code"] for found in response.json()["differences"]] == ["rack_lacks"]
    before, after = at.get().json()["view"], response.json()["table"]["view"]
    assert after == before
    twin.refresh_from_db()
    assert (twin.standing, twin.first_points, twin.second_points) == ("confirmed", 380, 440)


def test_wrong_points_in_a_file_are_corrected_and_told() -> None:
    pairing = make_pairing()
    text = "#player1 A Anna\n#player2 B Bärbel\n>A: RUCKENS 8D RUCKEN +27 27\n>B: ? - +0 0\n"
    response = send_gcg(pairing, text.encode("latin-1"))
    assert response.status_code == 201, response.json()
    body = response.json()
    assert body["table"]["names"] == ["Anna", "Bärbel"]
    assert body["table"]["state"] == "running"
    assert body["table"]["view"]["scores"] == [26, 0]
    wrong = body["differences"][0]
    assert (wrong["line"], wrong["code"], wrong["says"], wrong["right"]) == (
        3,
        "wrong_points",
        "+27",
        "+26",
    )
    assert wrong["message"] == "+27 Punkte, richtig sind +26."


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("", "GCG"),
        ("#player1 A Anna\n#player2 B Ben\n>A: RUCKENS 1A RUCKEN +26 26\n", "Zeile 3"),
        ("#player1 A Anna\n#player2 B Ben\n>A: RUCKENS 8D .UCKEN +26 26\n", "Zeile 3"),
        ("#player1 A Anna\n#player2 B Ben\n>A: AB (AB) +8 8\n", "Zeile 3"),
        ("#player1 A Anna\n#player2 B Ben\n>A RUCKENS 8D\n", "GCG"),
    ],
)
def test_a_file_that_cant_be_followed_brings_nothing(text: str, where: str) -> None:
    response = send_gcg(make_pairing(), text.encode())
    assert refused(response) == (400, "file_unreadable")
    assert response.json()["params"]["where"] == where
    assert not Table.objects.exists()


def test_a_file_for_a_pairing_must_have_its_first_player_begin() -> None:
    pairing = make_pairing()
    text = "#player1 A Anna\n#player2 B Ben\n>B: RUCKENS 8D RUCKEN +26 26\n"
    assert refused(send_gcg(pairing, text.encode(), f"?pairing={pairing.pk}")) == (
        400,
        "file_unreadable",
    )
    assert refused(send_gcg(pairing, text.encode(), "?pairing=one")) == (400, "invalid")
    assert send_gcg(pairing, text.encode()).status_code == 201


def test_only_the_staff_see_a_file_before_the_end() -> None:
    pairing = make_pairing()
    at = sit_down(pairing)
    at.play(RUCKEN)
    assert at.get("game.gcg").status_code == 200
    anna = as_other(at, phone_of(pairing.first))
    assert refused(anna.get("game.gcg")) == (403, "game_not_over")


def send_gcg(pairing: Pairing, data: bytes, query: str = "") -> Any:
    tournament = tournament_of(pairing)
    path = path_of(tournament, f"tables/import/{query}")
    return director_of(tournament).client.post(f"/api/v1{path}", data, content_type="text/plain")


def test_a_finished_game_is_set_beside_the_best_moves() -> None:
    pairing = make_pairing("standard")
    at = sit_down(pairing)
    at.play(*sample_actions()[:-1])
    visitor = as_other(at, Caller())
    assert refused(visitor.get("analysis/")) == (403, "game_not_over")
    at.play({"kind": "note"})
    analysis = visitor.get("analysis/").json()
    turns, players = analysis["turns"], analysis["players"]
    assert [turn["points"] for turn in turns] == [move["points"] for move in SAMPLE["moves"]]
    assert all(turn["best"] >= turn["points"] == turn["best"] - turn["lost"] for turn in turns)
    assert all(turn["tops"][0]["points"] == turn["best"] for turn in turns)
    assert [player["points"] for player in players] == [390, 430]
    assert [player["bingos"] for player in players] == [1, 2]
    assert players[0]["average"] == 390 / 12


def test_the_analysis_goes_by_the_rulings_in_force() -> None:
    pairing = make_pairing()
    tournament = tournament_of(pairing)
    at = sit_down(pairing)
    at.play({**PHONY, "rack": "RUCKEXS"}, {"kind": "end", "because": "director", "winner": 0})
    assert at.get("analysis/").json()["turns"][0]["inadmissible"] == ["RUCKEX"]
    body = {"word": "RUCKEX", "is_allowed": True, "reason": "other"}
    at.caller.post(path_of(tournament, "words/"), body)
    turn = at.get("analysis/").json()["turns"][0]
    assert (turn["inadmissible"], turn["tops"][0]["word"]) == ([], "RUCKEX")


# Words


def test_the_word_judge_says_all_or_not_and_writes_it_down() -> None:
    pairing = make_pairing()
    tournament = tournament_of(pairing)
    director, path = director_of(tournament), path_of(tournament, "challenges/")
    asked = {"words": ["rucken", "xqz"], "pairing": pairing.pk}
    answer = director.post(path, asked)
    assert answer.status_code == 201
    body = answer.json()
    assert (body["words"], body["is_admissible"]) == (["RUCKEN", "XQZ"], False)
    assert body["pairing"] == pairing.pk
    assert director.post(path, {"words": ["rucken"]}).json()["is_admissible"]
    assert [row["words"] for row in director.get(path).json()["results"]] == [
        ["RUCKEN"],
        ["RUCKEN", "XQZ"],
    ]
    assert refused(director.post(path, {"words": []})) == (400, "invalid")
    assert refused(director.post(path, {"words": ["AN"], "pairing": 10**9})) == (
        404,
        "pairing_missing",
    )
    assert refused(phone_of(pairing.first).post(path, {"words": ["AN"]})) == (403, "forbidden")


def test_rulings_are_for_everybody_to_read_and_for_directors_to_make() -> None:
    pairing = make_pairing()
    tournament = tournament_of(pairing)
    assistant = make_user()
    tournament.staff.create(user=assistant, role=Staff.Role.ASSISTANT)
    director = as_user(tournament.staff.get(role=Staff.Role.DIRECTOR).user)
    path = path_of(tournament, "words/")
    body = {"word": "xqz", "is_allowed": True, "reason": "other", "text": "steht im Anhang"}
    assert refused(as_user(assistant).post(path, body)) == (403, "forbidden")
    ruling = director.post(path, body).json()
    assert (ruling["word"], ruling["revoked_at"]) == ("XQZ", None)
    assert refused(director.post(path, body)) == (409, "already_ruled")
    assert refused(director.post(f"{path}{10**9}/revoke/")) == (404, "ruling_missing")
    assert director.post(f"{path}{ruling['id']}/revoke/").json()["revoked_at"]
    assert [row["text"] for row in Caller().get(path).json()["results"]] == ["steht im Anhang"]
