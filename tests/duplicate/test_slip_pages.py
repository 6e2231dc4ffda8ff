"""Slips typed by the staff: what is written down, what is refused, and two who type the same."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from duplicate.models import Answer, Game, Round, Staff
from duplicate.selectors.rounds import current_round
from duplicate.selectors.slips import Check, compare_entries
from referee.models import User
from tests.duplicate.factories import SECOND, make_game, make_participant, make_round, make_user
from tests.markup import tight

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]
State = Round.State


class Table:
    """A game with three participants and two assistants, its first round in some state."""

    def __init__(self, state: Round.State = State.OPEN) -> None:
        self.game: Game = make_game(director=make_user("leiterin"))
        for name in ("Anna", "Ben", "Carla"):
            make_participant(self.game, name)
        self.one, self.two = make_user("eins"), make_user("zwei")
        for user in (self.one, self.two):
            self.game.staff.create(user=user, role=Staff.Role.ASSISTANT)
        make_round(self.game, state=state, opened_at=timezone.now() - 60 * SECOND)

    @property
    def round(self) -> Round:
        round = current_round(self.game)
        assert round is not None
        return round

    @property
    def path(self) -> str:
        return f"/games/{self.game.pk}/slips/"

    def of(self, user: User) -> Client:
        client = Client()
        client.force_login(user)
        return client

    def type(self, user: User | None = None, /, **fields: Any) -> Any:
        sent = {"round": self.round.pk, "number": 1, "coordinates": "H8", "word": "RAGE"} | fields
        return self.of(user or self.one).post(self.path, sent)

    def html(self, query: str = "") -> str:
        response = self.of(self.one).get(self.path + query)
        assert response.status_code == 200
        return tight(response.content.decode())


@pytest.fixture
def table() -> Table:
    return Table()


def test_a_slip_is_written_down_with_who_typed_it_and_listed(table: Table) -> None:
    response = table.type(number="2", coordinates="h8", word="Rage", points="10")
    assert response.headers["Location"] == table.path
    slip = Answer.objects.get()
    assert (slip.participant.name, slip.entered_by, slip.source) == ("Ben", table.one, "slip")
    assert (slip.coordinates, slip.word, slip.declared_points) == ("H8", "Rage", 10)
    html = table.html()
    assert "H8 Rage" in html
    assert "Noch ohne Zug (2)" in html


def test_a_correction_is_a_new_version_and_begins_with_the_last(table: Table) -> None:
    table.type(points="10")
    html = table.html("?number=1")
    assert 'id="coordinates" value="H8"' in html
    assert 'id="word" value="RAGE"' in html
    assert 'id="points" value="10"' in html
    table.type(word="RAGEN")
    assert [slip.word for slip in Answer.objects.all()] == ["RAGE", "RAGEN"]


def test_late_and_illegible_slips_are_marked(table: Table) -> None:
    table.type(is_late="on")
    table.type(number=2, coordinates="?", word="", is_illegible="on")
    late, illegible = Answer.objects.all()
    assert late.is_late
    assert (illegible.coordinates, illegible.word, illegible.is_late) == ("", "", False)
    assert "unleserlich" in table.html()


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"number": "9"}, "Diesen Teilnehmer gibt es"),
        ({"number": "eins"}, "Nummer: Richtig ist eine ganze Zahl"),
        ({"coordinates": "HH"}, "Die Koordinaten"),
        ({"word": "R4GE"}, "Das Wort"),
        ({"coordinates": "H14"}, "passt nicht auf das Brett"),
        ({"points": "viel"}, "Punkte: Richtig ist eine ganze Zahl"),
        ({"coordinates": "T", "word": ""}, "erst, wenn die Runde geschlossen ist"),
        ({"round": "0"}, "Diese Runde gibt es"),
    ],
)
def test_a_refusal_is_told_in_the_form_and_nothing_typed_is_lost(
    table: Table, fields: dict[str, str], said: str
) -> None:
    response = table.type(table.one, **({"points": "77"} | fields))
    html = response.content.decode()
    assert response.status_code in (400, 404)
    assert said in html
    for name, text in ({"points": "77"} | fields).items():
        assert name == "round" or f'value="{text}"' in html
    assert not Answer.objects.exists()


def test_t_is_the_top_once_the_round_is_closed() -> None:
    table = Table(State.CLOSED)
    top = table.round.tops[0]
    assert f'data-top-word="{top["word"]}"' in table.html()
    table.type(coordinates="t", word="")
    slip = Answer.objects.get()
    assert (slip.coordinates, slip.word) == (top["coordinates"], top["word"])
    assert slip.declared_points == top["points"]


@pytest.mark.parametrize("state", [State.OPEN, State.PAUSED, State.CLOSING])
def test_nobody_is_told_the_top_before(state: Round.State) -> None:
    assert "data-top" not in Table(state).html()


@pytest.mark.parametrize("state", [State.DRAWN, State.PUBLISHED])
def test_there_is_no_form_while_no_slips_are_taken(state: Round.State) -> None:
    table = Table(state)
    assert "Sobald die nächste Runde läuft" in table.html()
    assert table.type().status_code == 409


def test_without_a_round_and_after_the_end_the_page_says_so(table: Table) -> None:
    table.game.rounds.all().delete()
    assert "Sobald die nächste Runde läuft" in table.html()
    table.game.state = Game.State.FINISHED
    table.game.save()
    assert "Das Spiel ist zu Ende." in table.html()


def test_two_who_type_the_same_slip_are_compared(table: Table) -> None:
    table.type(table.one, number=1, coordinates="H8-H11", word="rage", points=10)
    table.type(table.two, number=1, coordinates="H8", word="RAGE", points=10)
    table.type(table.one, number=2, word="RAGEN")
    table.type(table.two, number=2, word="RASEN")
    table.type(table.two, number=3)
    checks = [entry.check for entry in compare_entries(table.round)]
    assert checks == [Check.AGREES, Check.DIFFERS, Check.ONCE]
    html = table.html("?double=1")
    assert "1 übereinstimmend" in html
    assert "erst einmal getippt:" in html
    difference = html[html.index("slips-difference") :]
    assert difference.index("RAGEN") < difference.index("RASEN")
    assert "slips-difference" not in table.html()


@pytest.mark.parametrize("by", ["eins", "zwei", "leiterin"])
@pytest.mark.parametrize("right", ["RAGEN", "RASEN"])
def test_a_difference_is_settled_by_whoever_types_the_right_version(
    table: Table, by: str, right: str
) -> None:
    table.type(table.one, word="RAGEN")
    table.type(table.two, word="RASEN")
    response = table.type(User.objects.get(username=by), word=right, double="1")
    assert response.headers["Location"] == f"{table.path}?double=1"
    (entry,) = compare_entries(table.round)
    assert entry.check is Check.AGREES
    assert entry.versions[-1].word == right


def test_only_the_staff_type_slips(table: Table) -> None:
    assert table.type(make_user()).status_code == 403
    asked = Client().get(table.path)
    assert asked.headers["Location"].startswith("/login/?next=")
    assert not Answer.objects.exists()
