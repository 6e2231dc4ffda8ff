"""Seats as browsers without scripts see them: whoever joins, whoever lost a phone, and the desk."""

import re
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from duplicate.models import Game, Participant, Round
from duplicate.selectors.seats import card_code
from duplicate.services.merging import Choices, merge_participants
from duplicate.services.participants import enter_participant, join_game
from duplicate.services.seats import issue_seat_code
from referee.events.people import NewPerson
from tests.api_client import Caller, as_user, path_of
from tests.duplicate.factories import NOON, make_answer, make_game, make_round
from tests.duplicate.sample_games import begun_game, director_of, play_rounds
from tests.duplicate.test_desk_pages import Desk
from tests.markup import tight

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]


class Hall:
    """A desk where Anna, Ben and Carla are entered on paper, and phones that come to it."""

    def __init__(self) -> None:
        self.desk = Desk()
        self.game = self.desk.game
        self.play = f"/games/{self.game.pk}/play/"
        self.address = f"/games/join/{self.game.join_code}/"

    def join(self, phone: Client, name: str, **said: str) -> Any:
        return phone.post(self.address, {"name": name, **said})

    def plays_as(self, phone: Client) -> str:
        """The name under which the phone plays; '' if it has no seat."""
        response = phone.get(self.play)
        return response.context["seat"].name if response.status_code == 200 else ""

    def code_for(self, number: int) -> str:
        html = self.desk.act("seat_code", person=number).content.decode()
        found = re.search(r'id="seat-code">(\w+)<', html)
        assert found
        return found[1]

    @property
    def anna(self) -> Participant:
        return self.game.participants.get(number=1)


@pytest.fixture
def hall() -> Hall:
    return Hall()


def test_who_is_entered_is_asked_and_takes_the_seat(hall: Hall) -> None:
    phone = Client()
    question = hall.join(phone, "anna", club="SC Nord")
    page = tight(question.content.decode())
    assert question.status_code == 409
    assert "Ja, ich bin Anna, Nr.&nbsp;1" in page
    assert 'name="club" value="SC Nord"' in page
    assert "Ben" not in page
    assert hall.join(phone, "anna", seat="1").headers["Location"] == hall.play
    assert hall.plays_as(phone) == "Anna"
    assert "spielt seit" in hall.desk.html()
    hall.desk.act("vacate", person=1)
    assert hall.plays_as(phone) == ""
    assert "spielt seit" not in hall.desk.html()


def test_who_is_somebody_else_joins_and_the_desk_marks_both(hall: Hall) -> None:
    phone = Client()
    hall.join(phone, "Anna", seat="new")
    assert hall.plays_as(phone) == "Anna"
    assert hall.game.participants.count() == 4
    assert "doppelt? Nr. 4" in hall.desk.html()
    hall.desk.act("distinct", person=4)
    assert "doppelt?" not in hall.desk.html()


@pytest.mark.parametrize("seat", ["2", "99", "taken-2", "x", "taken-", "-1", "1 "])
def test_no_other_seat_is_had_by_asking_for_its_number(hall: Hall, seat: str) -> None:
    phone = Client()
    assert hall.join(phone, "Anna", seat=seat).status_code in {400, 409}
    assert hall.plays_as(phone) == ""
    assert not Participant.objects.exclude(token_digest=None).exists()


def test_a_seat_that_a_phone_has_is_asked_of_the_director(hall: Hall) -> None:
    old, new = Client(), Client()
    hall.join(old, "Anna", seat="1")
    page = hall.join(new, "Anna").content.decode()
    assert 'value="taken-1"' in page
    assert hall.join(new, "Anna", seat="1").status_code == 409
    assert hall.join(new, "Anna", seat="taken-1").headers["Location"] == hall.play
    waiting = new.get(hall.play, follow=True)
    assert waiting.redirect_chain == [(f"/games/{hall.game.pk}/seat/", 302)]
    assert "Die Spielleitung wird gefragt" in waiting.content.decode()
    assert hall.plays_as(old) == "Anna"
    html = hall.desk.html()
    assert "möchte auf einem anderen Telefon weiterspielen" in html
    found = re.search('name="seat_request" value="([0-9]+)"', html)
    assert found
    hall.desk.act("grant_seat", seat_request=found[1])
    assert hall.plays_as(new) == "Anna"
    assert hall.plays_as(old) == ""
    assert "weiterspielen" not in hall.desk.html()


def test_who_is_refused_is_told_so(hall: Hall) -> None:
    phone = Client()
    hall.join(Client(), "Anna", seat="1")
    hall.join(phone, "Anna", seat="taken-1")
    pk = hall.anna.seat_requests.get().pk
    hall.desk.act("refuse_seat", client=hall.desk.of(hall.desk.assistant), seat_request=pk)
    assert "nicht übergeben" in phone.get(hall.play, follow=True).content.decode()
    late = hall.desk.act("grant_seat", seat_request=pk).content.decode()
    assert "Um diesen Platz bittet niemand mehr" in late
    assert hall.plays_as(phone) == ""


def test_a_lost_phone_s_seat_is_given_by_a_code_that_is_typed_where_all_join(hall: Hall) -> None:
    old, new = Client(), Client()
    hall.join(old, "Anna", seat="1")
    code = hall.code_for(1)
    assert hall.plays_as(old) == "Anna"
    typed = new.get("/join/", {"code": f"{code[:3]} {code[3:].lower()}"})
    assert typed.headers["Location"] == f"/games/seat/{code}/"
    assert "Ja, ich bin Anna, Nr.&nbsp;1" in tight(new.get(f"/games/seat/{code}/").content.decode())
    # A camera that looks at the address has not used it up.
    assert new.post(f"/games/seat/{code}/").headers["Location"] == hall.play
    assert hall.plays_as(new) == "Anna"
    assert "nicht mehr auf diesem Gerät" in old.get(hall.play, follow=True).content.decode()
    again = Client().post(f"/games/seat/{code}/")
    assert (again.status_code, hall.plays_as(new)) == (404, "Anna")


def test_the_dialog_shows_code_and_picture_where_the_director_looks(hall: Hall) -> None:
    html = tight(hall.desk.act("seat_code", person=1).content.decode())
    question = html[html.index('id="confirm"') :]
    assert "<svg" in question
    assert "Anna" in question
    assert "Das alte Telefon ist draußen" in question
    assert hall.anna.code_digest


def test_guessing_codes_for_seats_is_held_up(hall: Hall, settings: Settings) -> None:
    settings.WRONG_CODES_A_MINUTE = 3
    code = issue_seat_code(hall.anna, hall.desk.at, by=hall.desk.director)
    told = [Client().post(f"/games/seat/FALSCH{at}/").status_code for at in range(4)]
    assert told == [404, 404, 404, 429]
    assert Client().post(f"/games/seat/{code}/").status_code == 429
    tries = [Caller().post("/duplicate/join/seat/", {"code": "FALSCH"}) for _time in range(2)]
    assert {one.json()["code"] for one in tries} == {"throttled"}
    # Codes of games are another matter.
    assert hall.join(Client(), "Dora").status_code == 302


def test_a_card_is_scanned_and_the_seat_is_there(hall: Hall) -> None:
    printed = [
        hall.desk.client.get(f"/games/{hall.game.pk}/print/cards/").content.decode()
        for _time in range(2)
    ]
    pictures = [re.findall("<svg.*?</svg>", page) for page in printed]
    assert printed[0].count('class="seat-card"') == len(set(pictures[0])) == 3
    assert pictures[0] == pictures[1]
    phone, address = Client(), f"/games/seat/{card_code(hall.anna)}/"
    phone.post(address)
    assert hall.plays_as(phone) == "Anna"
    assert phone.get(address).headers["Location"] == hall.play
    hall.desk.act("renew_cards", confirmed=1)
    assert Client().post(address).status_code == 404
    assert hall.plays_as(phone) == "Anna"


def test_slips_bear_the_seat_where_that_is_wanted(hall: Hall) -> None:
    address = f"/games/{hall.game.pk}/print/slips/?first=1&last=3"
    assert "<svg" not in hall.desk.client.get(address).content.decode()
    page = hall.desk.client.get(f"{address}&seats=on").content.decode()
    # A picture for each, drawn on every slip of theirs.
    assert (page.count('class="segno"'), page.count("<use ")) == (3, 9)


def test_duplicates_are_merged_with_one_tap_and_a_yes(hall: Hall) -> None:
    phone = Client()
    hall.join(phone, "Anna", seat="new")
    html = hall.desk.html()
    assert 'id="merge-4"' in html
    asked = hall.desk.act("merge", person=4, into=1).content.decode()
    assert "sind dieselbe Person?" in asked
    hall.desk.act("merge", person=4, into=1, confirmed=1)
    assert hall.plays_as(phone) == "Anna"
    assert hall.anna.token_digest
    assert "zusammengelegt" in hall.desk.html()
    assert "doppelt?" not in hall.desk.html()
    assert "Zusammengelegt mit Nummer 1" in hall.desk.html(query="?person=4")


def test_what_both_have_is_asked_before_a_merger(hall: Hall) -> None:
    for name in ("Dora", "Emil"):
        join_game(hall.game.join_code, name=name, at=hall.desk.at)
    round = make_round(hall.game, state=Round.State.CLOSED)
    for number, word in ((4, "AN"), (5, "NA")):
        make_answer(round, hall.game.participants.get(number=number), "H8-H9", word)
    asked = tight(hall.desk.act("merge", person=5, into=4).content.decode())
    assert "Runde 1: Welcher Zug zählt?" in asked
    assert "Nr. 5: H8-H9 NA" in asked
    assert "Welches Telefon spielt weiter?" in asked
    hall.desk.act("merge", person=5, into=4, confirmed=1)
    assert not Participant.objects.exclude(merged_into=None).exists()
    said: dict[str, Any] = {"person": 5, "into": 4, "confirmed": 1, "phone": 5, "answers-1": 5}
    hall.desk.act("merge", **said)
    kept = hall.game.participants.get(number=4)
    assert [answer.word for answer in kept.answers.all()] == ["NA"]


def test_of_two_who_are_one_there_is_one_sheet() -> None:
    game = begun_game()
    play_rounds(game, 1)
    anna, ben = game.participants.order_by("number")
    director, choices = director_of(game), Choices(answers={1: 2})
    merge_participants(ben, anna, NOON, by=director, choices=choices)
    page = f"/games/{game.pk}/"
    client = Client()
    assert client.get(f"{page}players/2/").headers["Location"] == f"{page}players/1/"
    assert client.get(f"{page}players/1/").status_code == 200
    client.force_login(director)
    sheets = client.get(f"{page}print/sheets/").content.decode()
    assert sheets.count("one-page") == 1
    for path in ("desk/?person=2", "desk/?person=1", "standings/", "rounds/1/", "log/", "hall/"):
        assert client.get(page + path).status_code == 200


def test_all_of_it_is_in_the_api(hall: Hall) -> None:
    game, director = hall.game, as_user(hall.desk.director)
    nobody = Caller()
    join, people = "/duplicate/join/", path_of(game, "participants/")
    asked = nobody.post(join, {"code": game.join_code, "name": "ANNA"})
    assert (asked.status_code, asked.json()["code"]) == (409, "already_entered")
    assert asked.json()["params"]["candidates"] == [
        {"number": 1, "name": "Anna", "is_taken": False}
    ]
    taken = nobody.post(join, {"code": game.join_code, "name": "Anna", "number": 1})
    assert (taken.status_code, taken.json()["participant"]["number"]) == (201, 1)
    other = nobody.post(join, {"code": game.join_code, "name": "Anna", "is_new": True}).json()
    assert other["participant"]["number"] == 4
    assert director.get(path_of(game, "duplicates/")).json() == [
        {"number": 1, "namesakes": [4]},
        {"number": 4, "namesakes": [1]},
    ]
    wanted = {"code": game.join_code, "name": "Anna", "number": 1}
    for _time in range(2):
        token = nobody.post(f"{join}request/", wanted).json()["token"]
        assert Caller(token).get(path_of(game, "me/")).status_code == 401
    first, second = director.get(path_of(game, "seat-requests/")).json()
    director.post(path_of(game, f"seat-requests/{first['id']}/refuse/"))
    director.post(path_of(game, f"seat-requests/{second['id']}/grant/"))
    assert Caller(token).get(path_of(game, "me/")).status_code == 200
    issued = director.post(f"{people}1/code/").json()
    assert issued["address"].endswith(f"/games/seat/{issued['code']}/")
    card = director.get(f"{people}1/card/").json()
    for code in (issued["code"], card["code"]):
        token = nobody.post(f"{join}seat/", {"code": code}).json()["token"]
    assert Caller(token).get(path_of(game, "me/")).status_code == 200
    assert director.post(f"{people}1/vacate/").json()["is_online"] is False
    assert director.post(f"{people}cards/").status_code == 204
    assert nobody.post(f"{join}seat/", {"code": card["code"]}).status_code == 404
    merged = director.post(f"{people}4/merge/", {"into": 1}).json()
    assert (merged["number"], merged["is_online"]) == (1, True)
    assert director.get(f"{people}4/").json()["merged_into"] == 1
    assert Caller(other["token"]).get(path_of(game, "me/")).status_code == 200


def test_a_code_that_was_lost_on_the_way_is_issued_anew() -> None:
    game = make_game()
    director = game.staff.get().user
    enter_participant(game, NewPerson("Anna"), game.created_at, by=director)
    caller, path = as_user(director), path_of(game, "participants/1/code/")
    first, second = (caller.post(path, idempotency_key="the same").json() for _time in range(2))
    assert first["code"] != second["code"]
    codes = [
        Caller().post("/duplicate/join/seat/", {"code": told["code"]}).status_code
        for told in (first, second)
    ]
    assert codes == [404, 201]
    assert Game.objects.get().participants.get().is_online
