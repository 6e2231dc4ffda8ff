"""The page of a player, as a browser without scripts sees it."""

import html
from typing import Any

import pytest
from django.test import Client

from tests.duplicate.factories import NOON, make_user
from tests.markup import tight
from tests.tournaments.factories import (
    give_token,
    make_division,
    make_entries,
    make_entry,
    make_round,
    make_tournament,
    set_result,
)
from tests.tournaments.table_client import make_pairing, tournament_of
from tournaments.entries.services.entries import issue_code
from tournaments.models import Entry, Pairing, Round, Table, Tournament
from tournaments.options import Options

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]

ResultState, Outcome = Pairing.ResultState, Pairing.Outcome


def sit(entry: Entry) -> Client:
    """A phone that has used the player's code."""
    client = Client()
    client.cookies[f"entry_{entry.tournament_id.hex}"] = give_token(entry)
    return client


def path_of(tournament: Tournament, rest: str = "") -> str:
    return f"/tournaments/{tournament.pk}/me/{rest}"


def text_of(response: Any) -> str:
    return tight(html.unescape(response.content.decode()))


def page_of(client: Client, tournament: Tournament) -> str:
    response = client.get(path_of(tournament))
    assert response.status_code == 200
    return text_of(response)


def report(client: Client, pairing: Pairing, own: object, opponent: object, **form: str) -> Any:
    said = {"pairing": pairing.pk, "own_points": own, "opponent_points": opponent, **form}
    return client.post(path_of(tournament_of(pairing)), said)


@pytest.fixture
def pairing() -> Pairing:
    """Anna, who begins, against Ben."""
    return make_pairing()


@pytest.fixture
def anna(pairing: Pairing) -> Client:
    return sit(pairing.first)


@pytest.fixture
def ben(pairing: Pairing) -> Client:
    assert pairing.second is not None
    return sit(pairing.second)


# The code


def code_of(entry: Entry) -> str:
    return issue_code(entry, NOON, by=make_user(is_admin=True))


def test_the_link_on_the_scorecard_leads_to_the_own_page(client: Client, pairing: Pairing) -> None:
    code = code_of(pairing.first)
    response = client.get(f"/t/{code}/")
    assert response.headers["Location"] == path_of(tournament_of(pairing))
    assert "Anna" in page_of(client, tournament_of(pairing))


def test_a_code_serves_two_phones_and_is_read_however_it_was_typed(pairing: Pairing) -> None:
    code = code_of(pairing.first)
    for typed in (code, f"{code[:4]}-{code[4:]}".lower()):
        client = Client()
        client.get(f"/t/{typed}/")
        assert "Anna" in page_of(client, tournament_of(pairing))


def test_a_new_code_shuts_the_old_one_out(client: Client, pairing: Pairing) -> None:
    old = code_of(pairing.first)
    client.get(f"/t/{old}/")
    code_of(pairing.first)
    assert client.get(path_of(tournament_of(pairing))).headers["Location"] == "/join/"
    assert client.get(f"/t/{old}/").status_code == 404


def test_a_wrong_code_is_told_in_the_form_for_codes(client: Client) -> None:
    response = client.get("/t/FALSCH23/")
    assert response.status_code == 404
    assert 'value="FALSCH23"' in text_of(response)


def test_who_guesses_codes_is_held_up(client: Client, pairing: Pairing, settings: Any) -> None:
    settings.WRONG_CODES_A_MINUTE = 2
    code = code_of(pairing.first)
    for _ in range(2):
        assert client.get("/t/FALSCH23/").status_code == 404
    assert client.get(f"/t/{code}/").status_code == 429


def test_who_has_no_seat_is_led_to_the_field_for_codes(client: Client, pairing: Pairing) -> None:
    address = path_of(tournament_of(pairing))
    assert client.get(address).headers["Location"] == "/join/"
    client.cookies[f"entry_{tournament_of(pairing).pk.hex}"] = "sle_falsch"
    assert client.get(address).headers["Location"] == "/join/"


def test_who_says_not_to_be_it_is_forgotten(anna: Client, pairing: Pairing) -> None:
    assert anna.post(path_of(tournament_of(pairing), "leave/")).headers["Location"] == "/"
    assert anna.get(path_of(tournament_of(pairing))).headers["Location"] == "/join/"


# Where to play


def test_the_page_says_where_to_play_against_whom_and_who_begins(
    anna: Client, ben: Client, pairing: Pairing
) -> None:
    page = page_of(anna, tournament_of(pairing))
    assert "Tisch <strong>1</strong>" in page
    assert "<strong>Ben</strong>" in page
    assert "Du fängst an." in page
    assert "Anna fängt an." in page_of(ben, tournament_of(pairing))


def test_before_the_round_is_published_one_waits() -> None:
    division = make_division(make_tournament())
    anna, ben = make_entries(division, 2)
    make_round(division, (anna, ben), state=Round.State.LOCKED)
    page = page_of(sit(anna), division.tournament)
    assert "Du bist dabei" in page
    assert ben.name not in page


def test_who_has_no_opponent_is_told_so() -> None:
    division = make_division(make_tournament())
    anna = make_entry(division)
    make_round(division, (anna, None))
    page = page_of(sit(anna), division.tournament)
    assert "spielfrei" in page
    assert "Ergebnis melden" not in page


# Reporting


def test_two_equal_reports_are_the_result(anna: Client, ben: Client, pairing: Pairing) -> None:
    report(anna, pairing, 400, 380)
    assert "Du hast <strong>400 : 380</strong> gemeldet" in page_of(anna, tournament_of(pairing))
    other = page_of(ben, tournament_of(pairing))
    assert "Anna hat gemeldet: du <strong>380</strong>, Anna <strong>400</strong>." in other
    assert "Das stimmt" in other
    report(ben, pairing, 380, 400)
    pairing.refresh_from_db()
    assert (pairing.standing, pairing.first_points, pairing.second_points) == (
        ResultState.CONFIRMED,
        400,
        380,
    )
    page = page_of(ben, tournament_of(pairing))
    assert "380 : 400" in page
    assert "verloren" in page
    assert "Ergebnis melden" not in page


def test_what_differs_is_disputed_and_both_see_it(
    anna: Client, ben: Client, pairing: Pairing
) -> None:
    report(anna, pairing, 400, 380)
    response = report(ben, pairing, 390, 400)
    assert "Verschiedenes" in text_of(ben.get(response.headers["Location"]))
    assert "Strittig." in page_of(anna, tournament_of(pairing))
    report(ben, pairing, 380, 400)  # on second thoughts
    pairing.refresh_from_db()
    assert pairing.standing == ResultState.CONFIRMED


def test_a_game_lost_on_time_is_reported_as_each_of_the_two_sees_it(
    anna: Client, ben: Client, pairing: Pairing
) -> None:
    report(anna, pairing, 400, 380, lost_on_time="own")
    other = page_of(ben, tournament_of(pairing))
    assert '<input type="hidden" name="lost_on_time" value="opponent">' in other
    report(ben, pairing, 380, 400, lost_on_time="opponent")
    pairing.refresh_from_db()
    assert (pairing.standing, pairing.outcome) == (
        ResultState.CONFIRMED,
        Outcome.LOST_ON_TIME_FIRST,
    )
    assert "gewonnen" in page_of(ben, tournament_of(pairing))


def test_what_is_odd_is_asked_before_it_is_taken(anna: Client, pairing: Pairing) -> None:
    response = report(anna, pairing, 1400, 380)
    assert response.status_code == 200
    assert "Stimmt das?" in text_of(response)
    pairing.refresh_from_db()
    assert pairing.standing == ResultState.OPEN
    report(anna, pairing, 1400, 380, confirmed="1")
    pairing.refresh_from_db()
    assert (pairing.standing, pairing.first_points) == (ResultState.REPORTED, 1400)


def test_a_minus_sign_of_any_kind_is_read(anna: Client, pairing: Pairing) -> None:
    report(anna, pairing, " −12 ", 380, confirmed="1")
    pairing.refresh_from_db()
    assert pairing.first_points == -12


@pytest.mark.parametrize("points", ["", "viel", "4 00 000", "3.5"])
def test_what_is_no_number_is_refused(anna: Client, pairing: Pairing, points: str) -> None:
    response = report(anna, pairing, points, 380)
    told = text_of(anna.get(response.headers["Location"]))
    assert "Richtig ist eine ganze Zahl." in told
    pairing.refresh_from_db()
    assert pairing.standing == ResultState.OPEN


def test_another_game_can_t_be_reported(anna: Client, pairing: Pairing) -> None:
    division = pairing.round.division
    others = make_round(division, (make_entry(division), make_entry(division))).pairings.get()
    response = report(anna, others, 400, 380)
    assert "Das ist nicht deine Partie." in text_of(anna.get(response.headers["Location"]))
    response = anna.post(path_of(tournament_of(pairing)), {"pairing": "x"})
    assert "Diese Paarung gibt es" in text_of(anna.get(response.headers["Location"]))


def test_where_the_staff_reports_there_is_no_form() -> None:
    pairing = make_pairing(players_report=False)
    client = sit(pairing.first)
    assert "meldet die Turnierleitung" in page_of(client, tournament_of(pairing))
    response = report(client, pairing, 400, 380)
    assert "meldet die Turnierleitung" in text_of(client.get(response.headers["Location"]))


# How one stands


def test_the_page_tells_the_place_and_every_round() -> None:
    division = make_division(make_tournament(options=Options()))
    anna, ben = make_entry(division, "Anna"), make_entry(division, "Ben")
    first = make_round(division, (anna, ben)).pairings.get()
    set_result(first, 400, 380)
    second = make_round(division, (ben, anna)).pairings.get()
    set_result(second, 420, 420)
    page = page_of(sit(anna), division.tournament)
    assert '<dd>1 <span class="muted">/ 2</span></dd>' in page
    assert "<dd>1½</dd>" in page
    assert "<dd>+20</dd>" in page
    assert "gewonnen" in page
    assert "unentschieden" in page


# Recording the game


def test_a_player_opens_the_own_table_once(anna: Client, ben: Client, pairing: Pairing) -> None:
    address = path_of(tournament_of(pairing), "table/")
    opened = anna.post(address, {"pairing": pairing.pk})
    table = Table.objects.get()
    assert opened.headers["Location"] == f"/tournaments/tables/{table.pk}/"
    again = ben.post(address, {"pairing": pairing.pk})
    assert again.headers["Location"] == opened.headers["Location"]
    assert f'href="/tournaments/tables/{table.pk}/"' in page_of(ben, tournament_of(pairing))
