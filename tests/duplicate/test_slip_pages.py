"""Slips typed by the staff: what is written down, what is refused, and two who type the same."""

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from duplicate.errors import SlipsDiffer
from duplicate.models import Answer, Game, Round, Staff
from duplicate.options import Options
from duplicate.selectors.answers import answers_in_force
from duplicate.selectors.rounds import current_round
from duplicate.selectors.slips import Check, compare_entries, differing_slips
from duplicate.services.answers import settle_slip
from duplicate.services.games import change_game
from duplicate.services.judging import judge_round
from duplicate.services.rounds import begin_closing, finish_closing, publish_round
from referee.errors import Invalid, WrongState
from referee.models import User
from tests.duplicate.factories import SECOND, make_game, make_participant, make_round, make_user
from tests.markup import tight

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]
State = Round.State


class Table:
    """A game with three participants and two assistants, its first round in some state."""

    def __init__(self, state: Round.State = State.OPEN) -> None:
        self.director = make_user("leiterin")
        self.game: Game = make_game(director=self.director)
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
    response = table.type(number="2", coordinates="h11 bis h8", word="Rage", points="10")
    assert response.headers["Location"] == table.path
    slip = Answer.objects.get()
    assert (slip.participant.name, slip.entered_by, slip.source) == ("Ben", table.one, "slip")
    assert (slip.coordinates, slip.word, slip.declared_points) == ("h11 bis h8", "Rage", 10)
    html = table.html()
    assert "h11 bis h8 Rage" in html
    assert "H8-H11 Rage" in html
    assert "Noch ohne Zug (2)" in html


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"coordinates": "HH"}, "HH RAGE"),
        ({"coordinates": ""}, "Auf dem Zettel stehen keine Koordinaten: „RAGE“."),
        ({"word": "R4GE"}, "Auf dem Zettel steht „R4GE“: Das lässt sich nicht legen."),
        ({"coordinates": "H14"}, "H14 RAGE"),
        ({"coordinates": "", "word": ""}, "Auf dem Zettel steht nichts."),
        ({"points": "viel"}, "viel"),
    ],
)
def test_a_slip_that_says_no_move_is_written_down_as_it_is(
    table: Table, fields: dict[str, str], told: str
) -> None:
    assert table.type(table.one, **fields).status_code == 302
    assert Answer.objects.count() == 1
    assert told in table.html()


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
        ({"word": "R" * 61}, "word: "),
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


# Two type every slip


@pytest.fixture
def double(table: Table) -> Table:
    """With double entry: 1 is typed alike, 2 differently, 3 by the second person alone."""
    table.of(User.objects.get(username="leiterin")).post(table.path, {"double_entry": "on"})
    table.game.refresh_from_db()
    table.type(table.one, number=1, coordinates="h11-h8", word="rage", points=10)
    table.type(table.two, number=1, coordinates="H8", word="RAGE", points=10)
    table.type(table.one, number=2, word="RAGEN")
    table.type(table.two, number=2, word="RASEN")
    table.type(table.two, number=3, word="SAGEN")
    return table


def test_two_who_type_the_same_slip_are_compared(double: Table) -> None:
    checks = [entry.check for entry in compare_entries(double.round)]
    assert checks == [Check.AGREES, Check.DIFFERS, Check.ONCE]


def test_nobody_sees_what_another_typed_before_both_are_in(double: Table) -> None:
    game = double.game
    address = f"/api/v1/duplicate/games/{game.pk}/rounds/1/slips/"
    director = double.director
    for user, seen in (
        (double.one, {"rage", "RAGEN"}),
        (double.two, {"RAGE", "RASEN", "SAGEN"}),
        (director, {"rage", "RAGE", "RAGEN", "RASEN"}),
    ):
        html = double.of(user).get(double.path).content.decode()
        rows = double.of(user).get(address).json()["results"]
        assert {row["word"] for row in rows} == seen
        for word in {"RAGEN", "RASEN", "SAGEN"} - seen:
            assert word not in html
        again = double.of(user).get(double.path + "?number=3").content.decode()
        assert ('value="SAGEN"' in again) is (user == double.two)
    one = tight(double.of(double.one).get(double.path).content.decode())
    assert "Von dir noch zu tippen" in one
    assert "Verschieden getippt: 2." in one
    checks = double.of(double.one).get(f"{address}check/").json()
    assert [(row["number"], row["check"], row["versions"]) for row in checks] == [
        (1, "agrees", []),
        (2, "differs", []),
        (3, "once", []),
    ]


def test_the_same_person_twice_is_not_two(double: Table) -> None:
    double.type(double.two, number=3, word="SAGEN")
    double.type(double.one, number=2, word="RAGEN")
    checks = [entry.check for entry in compare_entries(double.round)]
    assert checks == [Check.AGREES, Check.DIFFERS, Check.ONCE]
    double.type(double.one, number=2, word="RASEN")  # who looks again may have erred
    assert compare_entries(double.round)[1].check is Check.AGREES


@pytest.mark.parametrize("right", ["RAGEN", "RASEN"])
def test_a_difference_is_settled_by_a_director_who_sees_both(double: Table, right: str) -> None:
    version = Answer.objects.get(word=right)
    form = {"round": double.round.pk, "settle": version.pk}
    assert double.of(double.one).post(double.path, form).status_code == 302
    assert differing_slips(double.round) == [2]
    director = double.of(double.director)
    assert "Nummer 2: Das hält" in tight(
        director.get(f"/games/{double.game.pk}/desk/").content.decode()
    )
    director.post(double.path, form)
    entry = compare_entries(double.round)[1]
    assert (entry.check, entry.versions[-1].word) == (Check.SETTLED, right)
    assert differing_slips(double.round) == []
    assert answers_in_force(double.round).filter(
        participant__number=2
    ).last() == Answer.objects.get(settles=True)
    # What is typed otherwise afterwards is another difference.
    double.type(double.one, number=2, word="RAUSCH")
    assert compare_entries(double.round)[1].check is Check.DIFFERS


def test_there_is_nothing_to_settle_where_nothing_differs(double: Table) -> None:
    address = f"/api/v1/duplicate/games/{double.game.pk}/rounds/1/slips/settle/"
    client = double.of(double.director)
    for slip, code in (
        (Answer.objects.get(word="SAGEN").pk, "slip_not_differing"),
        (0, "invalid"),
        (10**6, "slip_missing"),
    ):
        refused = client.post(address, {"slip": slip}, content_type="application/json")
        assert refused.json()["code"] == code
    assert not Answer.objects.filter(settles=True).exists()


def test_slips_that_differ_hold_up_the_publication() -> None:
    table = Table(State.OPEN)
    director = table.director
    change_game(table.game, timezone.now(), by=director, options=Options(double_entry=True))
    table.type(table.one, word="RAGEN")
    table.type(table.two, word="RASEN")
    now = timezone.now()
    begin_closing(table.round, now, by=director)
    finish_closing(table.round, now)
    judge_round(table.round, now)
    with pytest.raises(SlipsDiffer) as caught:
        publish_round(table.round, now, by=director)
    assert caught.value.detail["numbers"] == [1]
    settle_slip(table.round, Answer.objects.get(word="RASEN").pk, now, by=director)
    judge_round(table.round, now)
    table.type(table.one, number=2)
    judge_round(table.round, now)
    desk = f"/games/{table.game.pk}/desk/publish/"
    asked = table.of(director).post(desk, {"round": table.round.pk}).content.decode()
    assert "Erst einmal eingetippt: Nummer 2." in asked
    table.of(director).post(desk, {"round": table.round.pk, "confirmed": "1"})
    assert table.round.state == State.PUBLISHED


def test_double_entry_may_be_switched_while_a_game_runs_and_nothing_else(table: Table) -> None:
    now, director = timezone.now(), table.director
    options = replace(table.game.options, double_entry=True)
    assert change_game(table.game, now, by=director, options=options).options.double_entry
    for other in (replace(options, solo_bonus=5), replace(options, double_entry=False, joker=True)):
        with pytest.raises(WrongState):
            change_game(table.game, now, by=director, options=other)
    table.of(table.one).post(table.path, {"double_entry": "off"})
    table.game.refresh_from_db()
    assert table.game.options == options


def test_a_game_that_runs_by_itself_has_no_double_entry() -> None:
    with pytest.raises(Invalid):
        Options().changed({"double_entry": True, "automatic": True})


def test_only_the_staff_type_slips(table: Table) -> None:
    assert table.type(make_user()).status_code == 403
    asked = Client().get(table.path)
    assert asked.headers["Location"].startswith("/login/?next=")
    assert not Answer.objects.exists()
