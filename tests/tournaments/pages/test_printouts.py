"""What is printed, for whom, and how players get their codes on paper."""

import re
from typing import Any

import pytest
from django.test import Client

from referee.access import Need
from referee.models import User
from tests.duplicate.factories import make_user
from tests.markup import tight
from tests.tournaments.factories import (
    make_division,
    make_entries,
    make_entry,
    make_round,
    make_tournament,
    set_result,
)
from tournaments.entries.services.entries import use_code
from tournaments.models import Division, Entry, LogEntry, Round, Staff, Tournament
from tournaments.rounds.pages.printouts import PRINTOUTS, SHORT_CARD, SLIPS_A_PAGE

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]
State = Round.State
CODE = re.compile(r'<strong class="code">([A-Z0-9]+)</strong>')


class Printer:
    """Anna Öhl, Ben Zorn, Cem Adler and Dora Oben: two games played, the second round to come."""

    def __init__(self) -> None:
        self.director = make_user("leiterin")
        self.tournament = make_tournament(director=self.director, place="Köln")
        self.division = make_division(self.tournament, rounds=3)
        self.players = [
            make_entry(self.division, name, category=category, team=team)
            for name, category, team in (
                ("Anna Öhl", "", "Füchse"),
                ("Ben Zorn", "Jugend", "Igel"),
                ("Cem Adler", "Jugend", "Igel"),
                ("Dora Oben", "", ""),
            )
        ]
        anna, ben, cem, dora = self.players
        played = make_round(self.division, (anna, ben), (cem, dora))
        for pairing, points in zip(played.pairings.all(), ((450, 300), (400, 350)), strict=True):
            set_result(pairing, *points)

    def another(self, state: Round.State) -> Round:
        anna, _ben, cem, dora = self.players
        return make_round(self.division, (cem, anna), (dora, None), state=state)

    def of(self, user: User | None) -> Client:
        client = Client()
        if user:
            client.force_login(user)
        return client

    def address(self, what: str) -> str:
        return f"/tournaments/{self.tournament.pk}/print/{what}"

    def get(self, what: str, user: User | None = None) -> Any:
        return self.of(user).get(self.address(what))

    def text(self, what: str) -> str:
        response = self.get(what, self.director)
        assert response.status_code == 200
        return tight(response.content.decode())

    def issue(self, **fields: str) -> str:
        response = self.of(self.director).post(self.address("scorecards/"), fields)
        assert response.status_code == 200
        return tight(response.content.decode())


@pytest.mark.parametrize("what", PRINTOUTS)
def test_everybody_prints_what_is_public_and_the_staff_the_rest(what: str) -> None:
    printer = Printer()
    assistant = make_user("helfer")
    printer.tournament.staff.create(user=assistant, role=Staff.Role.ASSISTANT)
    need, _ = PRINTOUTS[what]
    assert printer.get(f"{what}/", printer.director).status_code == 200
    assert printer.get(f"{what}/", assistant).status_code == 200
    is_public = need is Need.EVERYBODY
    assert is_public == (
        what in {"pairings-by-table", "pairings-by-name", "standings", "wallchart"}
    )
    assert printer.get(f"{what}/").status_code == (200 if is_public else 302)
    assert printer.get(f"{what}/", make_user("andere")).status_code == (200 if is_public else 403)


@pytest.mark.parametrize("what", PRINTOUTS)
def test_there_is_a_page_even_when_nobody_plays(what: str) -> None:
    tournament = make_tournament(director=make_user("leiterin"))
    client = Client()
    client.force_login(tournament.staff.get().user)
    make_division(tournament)
    assert client.get(f"/tournaments/{tournament.pk}/print/{what}/").status_code == 200


def test_there_are_no_others_and_only_codes_are_sent_for() -> None:
    printer = Printer()
    assert printer.get("money/").status_code == 404
    assert printer.of(printer.director).post(printer.address("prizes/")).status_code == 405
    assert printer.get("standings/?division=9").status_code == 404
    assert printer.get("standings/?division=x").status_code == 400


def test_pairings_by_name_stand_as_in_a_telephone_book() -> None:
    page = Printer().text("pairings-by-name/")
    names = re.findall(r"<strong>([^<]+)</strong>", page)
    assert names == ["Adler, Cem", "Oben, Dora", "Öhl, Anna", "Zorn, Ben"]
    assert "fängt an gegen Ben Zorn" in page
    assert "gegen Anna Öhl" in page


def test_pairings_are_those_of_the_last_round_unless_another_is_asked_for() -> None:
    printer = Printer()
    printer.another(State.PUBLISHED)
    page = printer.text("pairings-by-table/")
    assert "Runde 2" in page
    assert "Dora Oben: spielfrei" in page
    assert "450&nbsp;:" not in page
    assert "450&nbsp;:&nbsp;300" in printer.text("pairings-by-table/?round=1")
    assert "keine Runde" in printer.text("pairings-by-table/?round=3")
    assert printer.get("pairings-by-table/?division=1&round=3").status_code == 404


def test_a_locked_round_is_printed_by_the_staff_before_it_is_published() -> None:
    printer = Printer()
    printer.another(State.LOCKED)
    for what in ("pairings-by-table/", "pairings-by-name/"):
        assert "Runde 2" in (page := printer.text(what))
        assert "festgelegt" in page
        assert "Runde 2" not in printer.get(what).content.decode()
        asked = printer.get(f"{what}?division=1&round=2")
        assert asked.status_code == 403
        assert "Runde 2" not in printer.get(f"{what}?round=2").content.decode()
    Round.objects.filter(number=2).update(state=State.DRAFT)
    assert "Runde 2" not in printer.text("pairings-by-table/")


def test_each_game_has_a_slip_eight_on_a_page() -> None:
    printer = Printer()
    players = make_entries(printer.division, 2 * SLIPS_A_PAGE + 2)
    make_round(printer.division, *zip(players[::2], players[1::2], strict=True))
    page = printer.text("slips/")
    assert page.count('class="slip"') == SLIPS_A_PAGE + 1
    assert page.count("sheet-of-slips") == 2
    blank = printer.text("slips/?for=blank")
    assert blank.count('class="slip"') == SLIPS_A_PAGE
    assert players[0].name not in blank


def test_cards_have_a_line_for_every_round_and_no_code_to_begin_with() -> None:
    printer = Printer()
    page = printer.text("scorecards/")
    assert page.count('class="score-card"') == 4
    assert page.count('class="cards one-page"') == 2
    assert len(re.findall(r'<th scope="row" class="number">\d', page)) == 4 * 3
    assert not CODE.search(page)
    assert "Codes für 4 Spieler ohne Code" in page
    assert printer.text("scorecards/?number=2").count('class="score-card"') == 1
    assert printer.get("scorecards/?number=9", printer.director).status_code == 404
    Division.objects.update(schedule=[{"method": "swiss"}] * (SHORT_CARD + 1))
    assert printer.text("scorecards/").count('class="cards one-page"') == 4


def test_those_without_a_code_get_one_that_opens_their_page() -> None:
    printer = Printer()
    page = printer.issue()
    codes = CODE.findall(page)
    assert [use_code(code)[0].name for code in codes] == [player.name for player in printer.players]
    assert page.count("<svg") == 4
    assert LogEntry.objects.filter(kind=LogEntry.Kind.CODE_ISSUED).count() == 1
    # Those who have one are left alone: on paper already, it would be worth nothing.
    late = make_entry(printer.division, "Eva Spät")
    again = printer.issue()
    assert [use_code(code)[0] for code in CODE.findall(again)] == [late]
    assert [use_code(code)[0] for code in codes] == printer.players
    assert "Alle haben schon einen Code." in printer.issue()


def test_codes_are_kept_by_nobody_on_the_way() -> None:
    printer = Printer()
    response = printer.of(printer.director).post(printer.address("scorecards/"))
    assert "no-store" in response.headers["Cache-Control"]


@pytest.mark.parametrize("fields", [{"for": "all"}, {"for": "one", "number": "1"}])
def test_a_code_is_replaced_after_a_question_only(fields: dict[str, str]) -> None:
    printer = Printer()
    old = CODE.findall(printer.issue())[0]
    asked = printer.issue(**fields)
    assert "gelten dann nicht mehr" in asked
    assert not CODE.search(asked)
    assert use_code(old)[0] == printer.players[0]
    new = CODE.findall(printer.issue(**fields, confirmed="1"))
    assert len(new) == (4 if fields["for"] == "all" else 1)
    assert use_code(new[0])[0] == printer.players[0]
    assert Entry.objects.exclude(code_digest=None).count() == 4


def test_codes_are_refused_to_others_and_in_the_end() -> None:
    printer = Printer()
    address = printer.address("scorecards/")
    assert printer.of(None).post(address).status_code == 302
    assert printer.of(make_user("andere")).post(address).status_code == 403
    Tournament.objects.update(state=Tournament.State.FINISHED)
    client = printer.of(printer.director)
    assert client.post(address).status_code == 302
    assert client.post(address, {"for": "one", "number": "x"}).status_code == 302
    assert not Entry.objects.exclude(code_digest=None).exists()
    assert "ohne Code" not in printer.text("scorecards/")


def test_standings_and_wall_chart_are_printed_for_every_division() -> None:
    printer = Printer()
    other = make_division(printer.tournament, name="Jugend")
    make_round(other, (make_entry(other), None))
    for what in ("standings/", "wallchart/"):
        page = printer.text(what)
        assert page.count('class="one-page') == 2
        assert "Anna Öhl" in page
        assert "Anna Öhl" not in printer.text(f"{what}?division=2")
    assert "Füchse" in printer.text("standings/?by=team")


def prizes(page: str) -> list[str]:
    found = re.findall(r"<tr>(<td>.*?)</tr>", page, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]+>", " ", row).split()) for row in found]


def test_the_prize_list_has_the_best_of_the_field_of_categories_and_teams() -> None:
    printer = Printer()
    assert prizes(printer.text("prizes/?top=2")) == [
        "Gesamtwertung 1. Anna Öhl 1 +150",
        "Gesamtwertung 2. Cem Adler 1 +50",
        "Jugend 1. Cem Adler 1 +50",
        "Mannschaften 1. Füchse Anna Öhl 1 +150",
        "Mannschaften 2. Igel Cem Adler, Ben Zorn 1 −100",
    ]
    assert "Vorläufig" in printer.text("prizes/")
    assert len(prizes(printer.text("prizes/?top=1&category=2"))) == 1 + 2 + 1
    assert "Jugend" not in printer.text("prizes/?category=0")


def test_every_winner_gets_a_certificate() -> None:
    printer = Printer()
    page = printer.text("certificates/?top=1")
    assert page.count('class="certificate one-page"') == 3
    names = re.findall(r"<h1>([^<]+)</h1>", page)
    assert names == ["Anna Öhl", "Cem Adler", "Füchse"]
    assert page.count("1. Platz") == 3
    assert "Kategorie Jugend" in page
    assert "Mannschaftswertung" in page
    assert "Köln" in page


def test_there_is_no_prize_before_there_is_a_result() -> None:
    tournament = make_tournament(director=make_user("leiterin"))
    division = make_division(tournament)
    make_round(division, (make_entry(division), make_entry(division)))
    client = Client()
    client.force_login(tournament.staff.get().user)
    page = client.get(f"/tournaments/{tournament.pk}/print/certificates/").content.decode()
    assert "certificate one-page" not in page
    assert "Noch gibt es kein Ergebnis." in page
