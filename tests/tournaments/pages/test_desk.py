"""The desk: creating a tournament, every action, what is refused, and who may do what."""

import re
from typing import Any

import pytest
from django.contrib.messages import constants, get_messages
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from referee.access import Need
from referee.models import User
from tests.duplicate.factories import make_user
from tournaments.forms import ScheduleForm
from tournaments.models import (
    Absence,
    Division,
    Entry,
    Pairing,
    Report,
    Round,
    Staff,
    Tournament,
)
from tournaments.options import Options
from tournaments.pages.desk_actions import ACTIONS
from tournaments.pairing import METHODS, read_method
from tournaments.pairing.methods import RoundRobin, Swiss
from tournaments.presets import PRESETS, fitting_rounds
from tournaments.services import entries, results, rounds
from tournaments.services.divisions import NewDivision
from tournaments.services.events import create_tournament
from tournaments.standings import Metric

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]
State, Standing, Outcome = Round.State, Pairing.Standing, Pairing.Outcome
NAMES = ("Anna", "Ben", "Carla", "Dora", "Emil", "Fritz")


class Desk:
    """A tournament of so many, with its staff at the desk."""

    def __init__(
        self, players: int = 4, preset: str = "swiss", options: Options | None = None
    ) -> None:
        self.director, self.assistant = make_user("leiterin"), make_user("helfer")
        self.at = timezone.now()
        self.tournament = create_tournament(
            name="Herbstturnier",
            by=self.director,
            at=self.at,
            options=options,
            divisions=[NewDivision("Hauptgruppe", PRESETS[preset].schedule())],
        )
        self.tournament.staff.create(user=self.assistant, role=Staff.Role.ASSISTANT)
        for place, name in enumerate(NAMES[:players]):
            entries.enter(
                self.division, name=name, at=self.at, by=self.director, rating=2000 - 100 * place
            )
        self.client = self.of(self.director)

    def of(self, user: User) -> Client:
        client = Client()
        client.force_login(user)
        return client

    @property
    def path(self) -> str:
        return f"/tournaments/{self.tournament.pk}/desk/"

    @property
    def division(self) -> Division:
        return self.tournament.divisions.get(number=1)

    @property
    def round(self) -> Round:
        return self.division.rounds.latest("number")

    def entry(self, name: str) -> Entry:
        return self.tournament.entries.get(name=name)

    def game(self, table: int = 1) -> Pairing:
        return self.round.pairings.get(table=table)

    def act(self, action: str, client: Client | None = None, query: str = "", **said: Any) -> Any:
        """The answer to a form, which mostly leads back; what is told there is not kept."""
        client = client or self.client
        response = client.post(f"{self.path}{action}/{query}", said)
        client.cookies.pop("messages", None)
        return response

    def html(self, query: str = "", client: Client | None = None) -> str:
        response = (client or self.client).get(self.path + query)
        assert response.status_code == 200
        text: str = response.content.decode()
        return text

    def draft(self) -> Round:
        return rounds.draft_round(self.division, self.at, by=self.director)

    def publish(self) -> Round:
        return rounds.publish_round(self.draft(), self.at, by=self.director)

    def enter_all(self, points: tuple[int, int] = (400, 350)) -> None:
        for game in self.round.pairings.filter(kind=Pairing.Kind.GAME):
            results.enter_result(
                game,
                self.at,
                by=self.director,
                source=Report.Source.DIRECTOR,
                first_points=points[0],
                second_points=points[1],
            )

    def pairs(self) -> list[tuple[str, str]]:
        """Who plays whom, by table; those alone last, with what they are."""
        rows = sorted(
            self.round.pairings.select_related("first", "second"), key=lambda row: row.table or 999
        )
        return [(row.first.name, row.second.name if row.second else row.kind) for row in rows]


def step_of(html: str) -> str:
    """What the big button says."""
    found = re.search(r'id="primary"[^>]*>([^<]+)<', html)
    return found[1] if found else ""


def told(response: Any) -> str:
    """What the messages say, or will where the answer leads."""
    if response.status_code == 302:
        return " ".join(map(str, get_messages(response.wsgi_request)))
    found = re.search(r'class="messages">(.*?)</div>', response.content.decode(), re.S)
    assert found
    return " ".join(re.sub(r"<[^>]+>", " ", found[1]).split())


def question(response: Any) -> str:
    """What is asked before it is done."""
    found = re.search(r'id="question">([^<]+)<', response.content.decode())
    return found[1] if found else ""


# Creating


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_makes_a_tournament_whose_plan_can_be_read(preset: str) -> None:
    client = Client()
    client.force_login(make_user("neu"))
    response = client.post(
        "/tournaments/new/", {"name": "Abend", "preset": preset, "is_listed": "on"}
    )
    tournament = Tournament.objects.get()
    assert response.headers["Location"] == f"/tournaments/{tournament.pk}/desk/"
    division = tournament.divisions.get()
    assert len(division.schedule) == PRESETS[preset].usual_rounds
    assert [read_method(method) for method in division.schedule]
    assert tournament.options == Options()


def test_a_new_tournament_has_what_the_form_says() -> None:
    client = Client()
    client.force_login(make_user("neu"))
    client.post(
        "/tournaments/new/",
        {
            "name": "Pokal",
            "place": "Kassel",
            "starts_on": "2026-11-21",
            "ends_on": "2026-11-22",
            "preset": "championship",
            "rounds": "6",
            "ruleset": "standard",
            "bye_spread": "30",
            "metric_1": "wins",
            "metric_2": "buchholz",
        },
    )
    tournament = Tournament.objects.get()
    assert (tournament.place, tournament.is_listed) == ("Kassel", False)
    assert str(tournament.ends_on) == "2026-11-22"
    methods = [method["method"] for method in tournament.divisions.get().schedule]
    assert methods == ["quartile_fours"] * 3 + ["swiss"] * 2 + ["koth"]
    assert tournament.options.metrics == (Metric.WINS, Metric.BUCHHOLZ)
    assert (tournament.options.ruleset, tournament.options.bye_spread) == ("standard", 30)


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        ({"name": ""}, "Dieses Feld ist"),
        ({"preset": "championship", "rounds": "2"}, "mindestens 4 Runden"),
        ({"starts_on": "2026-11-22", "ends_on": "2026-11-21"}, "nicht vor dem ersten"),
        ({"metric_1": "wins", "metric_2": "wins"}, "nichts zweimal"),
        ({"metric_1": ""}, "Nach etwas muss gereiht werden"),
        ({"bye_spread": "5000"}, "1000"),
    ],
)
def test_a_form_for_a_new_tournament_says_what_is_wrong(said: dict[str, str], fault: str) -> None:
    client = Client()
    client.force_login(make_user("neu"))
    response = client.post("/tournaments/new/", {"name": "Abend", "preset": "swiss"} | said)
    assert response.status_code == 400
    assert fault in response.content.decode()
    assert not Tournament.objects.exists()


def test_nobody_creates_a_tournament_without_an_account() -> None:
    assert Client().get("/tournaments/new/").headers["Location"].startswith("/login/")


# The next step


def test_the_big_button_leads_through_a_whole_tournament() -> None:
    desk = Desk(players=0, preset="evening")
    assert step_of(desk.html()) == "Spieler eintragen"
    for name in NAMES[:3]:
        desk.act("enter", division=1, name=name)
    html = desk.html()
    assert step_of(html) == "Runde 1 paaren"
    assert "Auf 3 Runden ändern" in html
    desk.act("fit", division=1, rounds=3)
    for number in (1, 2, 3):
        desk.act("draft", division=1)
        assert step_of(desk.html()) == f"Runde {number} veröffentlichen"
        asked = desk.act("publish", round=desk.round.pk)
        assert bool(question(asked)) is (number == 1)
        desk.act("publish", round=desk.round.pk, confirmed=1)
        assert step_of(desk.html()) == "Ergebnisse eingeben (1 fehlt)"
        desk.act("result", round=desk.round.pk, table=1, first_points=401, second_points=388)
    assert step_of(desk.html()) == "Turnier beenden"
    desk.act("finish")
    desk.tournament.refresh_from_db()
    assert desk.tournament.state == Tournament.State.FINISHED
    html = desk.html()
    assert step_of(html) == ""
    assert "Urkunden" in html
    desk.act("reopen")
    assert step_of(desk.html()) == "Turnier beenden"


def test_a_draft_that_somebody_left_is_to_be_paired_anew() -> None:
    desk = Desk()
    desk.draft()
    desk.act("withdraw", player=desk.entry("Ben").number)
    html = desk.html()
    assert step_of(html) == "Runde 1 neu paaren"
    assert "Ben spielt in dieser Runde nicht mit" in html
    rounds_before = desk.division.rounds.count()
    desk.act("draft", division=1)
    assert desk.division.rounds.count() == rounds_before
    assert step_of(desk.html()) == "Runde 1 veröffentlichen"


def test_a_locked_round_that_somebody_left_is_to_be_unlocked() -> None:
    desk = Desk()
    desk.draft()
    desk.act("absent", player=desk.entry("Ben").number, round_number=1, kind="bye")
    desk.act("draft", division=1)
    desk.act("lock", round=desk.round.pk)
    Absence.objects.all().delete()
    assert step_of(desk.html()) == "Runde 1 wieder ändern"
    desk.act("unlock", round=desk.round.pk)
    assert desk.round.state == State.DRAFT


def test_an_assistant_sees_whose_turn_it_is_and_may_enter_results() -> None:
    desk = Desk()
    client = desk.of(desk.assistant)
    html = desk.html(client=client)
    assert step_of(html) == ""
    assert "Die Turnierleitung ist dran: Runde 1 paaren" in html
    desk.publish()
    assert step_of(desk.html(client=client)) == "Ergebnisse eingeben (2 fehlen)"


def test_another_round_can_be_added_when_all_are_played() -> None:
    desk = Desk(players=2, preset="evening")
    desk.act("fit", division=1, rounds=1)
    desk.publish()
    desk.enter_all()
    assert "Eine Runde anhängen" in desk.html()
    desk.act("fit", division=1, rounds=2)
    assert step_of(desk.html()) == "Runde 2 paaren"


# Pairing


def test_the_preview_tells_in_words_why_two_meet() -> None:
    desk = Desk()
    desk.publish()
    desk.enter_all()
    desk.draft()
    html = desk.html()
    assert "gleich viele Siege (1): Platz 1 gegen 2 von 2" in html
    assert "1 · +50" in html
    assert "0 · −50" in html


def test_two_players_can_change_places_in_a_draft() -> None:
    desk = Desk()
    desk.draft()
    before = {frozenset(pair) for pair in desk.pairs()}
    anna = next(pair for pair in before if "Anna" in pair)
    (opponent,) = anna - {"Anna"}
    other = next(name for name in NAMES[:4] if name not in anna)
    one, two = desk.entry(opponent).number, desk.entry(other).number
    response = desk.act("swap_players", round=desk.round.pk, one=one, other=two)
    assert told(response) == "So gepaart."
    assert frozenset({"Anna", other}) in {frozenset(pair) for pair in desk.pairs()}
    response = desk.act("swap_players", round=desk.round.pk, one=one, other=one)
    assert "zwei verschiedene" in told(response)


def test_starts_can_be_swapped_in_a_draft() -> None:
    desk = Desk()
    desk.draft()
    first, second = desk.pairs()[0]
    desk.act("swap_starts", pairing=desk.game(1).pk)
    assert desk.pairs()[0] == (second, first)


def test_the_bye_can_be_given_to_another_who_takes_the_place() -> None:
    desk = Desk(players=5)
    desk.draft()
    games = [pair for pair in desk.pairs() if pair[1] != "bye"]
    (bye,) = [first for first, second in desk.pairs() if second == "bye"]
    wanted, opponent = games[0]
    desk.act("bye", round=desk.round.pk, player=desk.entry(wanted).number)
    assert (wanted, "bye") in desk.pairs()
    assert (opponent, bye) in desk.pairs()
    assert desk.round.pairings.count() == 3


def test_without_a_bye_to_take_over_the_opponent_is_free_as_well() -> None:
    desk = Desk()
    desk.draft()
    wanted, opponent = desk.pairs()[0]
    desk.act("bye", round=desk.round.pk, player=desk.entry(wanted).number)
    assert {(wanted, "bye"), (opponent, "bye")} <= set(desk.pairs())
    assert "2 sind spielfrei" in desk.html()


def test_a_round_can_be_typed_pair_by_pair() -> None:
    desk = Desk()
    desk.draft()
    numbers = {name: desk.entry(name).number for name in NAMES[:4]}
    first = [f"{numbers['Dora']} Dora", str(numbers["Ben"]), ""]
    second = [str(numbers["Carla"]), f"{numbers['Anna']} Anna", ""]
    desk.act("pair", round=desk.round.pk, first=first, second=second)
    assert set(desk.pairs()) == {("Dora", "Carla"), ("Ben", "Anna")}
    response = desk.act("pair", round=desk.round.pk, first=first[:1], second=second[:1])
    assert "Noch ohne Platz" in told(response)
    response = desk.act("pair", round=desk.round.pk, first=["Dora"], second=["1"])
    assert "ganze Zahl" in told(response)


def test_pairing_anew_asks_before_it_undoes_what_was_done_by_hand() -> None:
    desk = Desk()
    desk.draft()
    desk.act("bye", round=desk.round.pk, player=desk.entry("Anna").number)
    by_hand = desk.pairs()
    assert "von Hand geändert" in question(desk.act("draft", division=1))
    assert desk.pairs() == by_hand
    desk.act("draft", division=1, confirmed=1)
    assert desk.pairs() != by_hand


def test_a_round_to_be_paired_by_hand_shows_its_lines_at_once() -> None:
    desk = Desk()
    desk.act("schedule", division=1, rounds=7, round_1="manual")
    desk.act("draft", division=1)
    html = desk.html()
    assert step_of(html) == "Runde 1 von Hand paaren"
    assert html.count('name="first"') == 2


def test_a_round_goes_forth_and_back() -> None:
    desk = Desk()
    desk.draft()
    desk.act("lock", round=desk.round.pk)
    assert desk.round.state == State.LOCKED
    desk.act("publish", round=desk.round.pk, confirmed=1)
    assert desk.round.state == State.PUBLISHED
    desk.act("retract", round=desk.round.pk)
    assert desk.round.state == State.LOCKED
    assert "verwerfen" in question(desk.act("discard", round=desk.round.pk))
    desk.act("discard", round=desk.round.pk, confirmed=1)
    assert not desk.division.rounds.exists()


def test_a_timetable_can_be_paired_ahead_of_the_results() -> None:
    desk = Desk(players=6, preset="evening")
    desk.publish()
    assert "Runde 2 schon paaren" in desk.html()
    desk.act("draft", division=1)
    assert desk.round.number == 2


def test_swiss_can_be_paired_ahead_only_when_that_is_meant() -> None:
    desk = Desk()
    desk.publish()
    assert "Es fehlen noch Ergebnisse" in told(desk.act("draft", division=1))
    desk.act("draft", division=1, with_open_games=1)
    assert desk.round.number == 2


# Results


def test_a_result_is_entered_by_its_table_and_told() -> None:
    desk = Desk()
    desk.publish()
    game = desk.game(1)
    response = desk.act("result", round=desk.round.pk, table=1, first_points=401, second_points=388)
    assert told(response) == f"Tisch 1: {game.first.name} – {game.second.name} 401 : 388"
    assert (desk.game(1).standing, desk.game(1).first_points) == (Standing.CONFIRMED, 401)
    assert game.reports.get().source == Report.Source.DIRECTOR


def test_a_result_of_an_assistant_counts_as_a_slip() -> None:
    desk = Desk()
    desk.publish()
    desk.act(
        "result",
        desk.of(desk.assistant),
        round=desk.round.pk,
        table=1,
        first_points=401,
        second_points=388,
    )
    assert desk.game(1).reports.get().source == Report.Source.SLIP


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        ({"table": 9}, "Tisch: In Runde 1 gibt es keinen Tisch 9."),
        ({"table": ""}, "Tisch: Richtig ist eine ganze Zahl."),
        ({"first_points": "viele"}, "Punkte (fing an): Richtig ist eine ganze Zahl."),
        ({"outcome": "won"}, "outcome: Richtig ist"),
        ({"round": 0}, "Diese Runde gibt es in der Gruppe nicht."),
    ],
)
def test_a_result_of_no_use_is_told(said: dict[str, Any], fault: str) -> None:
    desk = Desk()
    desk.publish()
    usual: dict[str, Any] = {
        "round": desk.round.pk,
        "table": 1,
        "first_points": 401,
        "second_points": 388,
    }
    assert fault in told(desk.act("result", **usual | said))
    assert desk.game(1).standing == Standing.OPEN


def test_an_odd_result_is_asked_about_once() -> None:
    desk = Desk()
    desk.publish()
    said: dict[str, Any] = {
        "round": desk.round.pk,
        "table": 1,
        "first_points": 1401,
        "second_points": 388,
    }
    assert "1401 Punkte sind ungewöhnlich viel" in question(desk.act("result", **said))
    assert desk.game(1).standing == Standing.OPEN
    desk.act("result", confirmed=1, **said)
    assert desk.game(1).first_points == 1401


def test_the_quick_form_asks_before_it_replaces_a_result() -> None:
    desk = Desk()
    desk.publish()
    said: dict[str, Any] = {
        "round": desk.round.pk,
        "table": 1,
        "first_points": 401,
        "second_points": 388,
    }
    desk.act("result", **said)
    assert not question(desk.act("result", **said))
    said["first_points"] = 411
    assert "Es steht 401 : 388. Durch 411 : 388 ersetzen?" in question(desk.act("result", **said))
    desk.act("result", confirmed=1, **said)
    assert desk.game(1).first_points == 411


def test_a_correction_keeps_what_was_said_and_can_be_taken_back() -> None:
    desk = Desk()
    desk.publish()
    desk.enter_all()
    game = desk.game(1)
    desk.act(
        "result",
        pairing=game.pk,
        correction=1,
        first_points=350,
        second_points=400,
        outcome="played",
        remark="vertauscht",
    )
    html = desk.html(f"?game={game.pk}")
    assert "2 Meldungen" in html
    assert "vertauscht" in html
    assert html.count("Das gilt") == 2
    desk.act("result", pairing=game.pk, correction=1, first_points=400, second_points=350)
    assert desk.game(1).first_points == 400
    desk.act("remove_result", pairing=game.pk)
    assert desk.game(1).standing == Standing.OPEN


def test_a_forfeit_needs_no_points() -> None:
    desk = Desk()
    desk.publish()
    desk.act("result", round=desk.round.pk, table=1, outcome="forfeit_second")
    assert desk.game(1).outcome == Outcome.FORFEIT_SECOND
    assert "kampflos" in desk.html()


def test_a_dispute_shows_what_both_say_and_one_click_decides() -> None:
    desk = Desk()
    desk.publish()
    game = desk.game(1)
    assert game.second is not None
    results.report_result(game, game.first, desk.at, first_points=401, second_points=388)
    html = desk.html()
    assert "gemeldet" in html
    assert "Bestätigen" in html
    results.report_result(game, game.second, desk.at, first_points=401, second_points=398)
    html = desk.html()
    assert f"{game.first.name} sagt 401 : 388 – das gilt" in html
    assert f"{game.second.name} sagt 401 : 398 – das gilt" in html
    assert "1 ist strittig" in html
    desk.act(
        "result",
        pairing=game.pk,
        correction=1,
        outcome="played",
        first_points=401,
        second_points=398,
    )
    assert (desk.game(1).standing, desk.game(1).second_points) == (Standing.CONFIRMED, 398)


def test_time_over_costs_points_and_other_things_what_the_director_says() -> None:
    desk = Desk()
    desk.publish()
    game = desk.game(1)
    said: dict[str, Any] = {"pairing": game.pk, "player": game.first.number}
    desk.act("penalise", reason="time", over="2:30", **said)
    desk.act("penalise", reason="conduct", points=20, text="Lärm", **said)
    assert [penalty.points for penalty in game.penalties.all()] == [30, 20]
    html = desk.html(f"?game={game.pk}")
    assert "Lärm" in html
    assert "−50" in html
    desk.act("revoke_penalty", penalty=game.penalties.get(reason="conduct").pk)
    assert "aufgehoben" in desk.html(f"?game={game.pk}")
    assert "Minuten und Sekunden" in told(desk.act("penalise", reason="time", over="bald", **said))


def test_a_game_can_be_recorded_at_its_table() -> None:
    desk = Desk()
    desk.publish()
    game = desk.game(1)
    response = desk.client.post(f"{desk.path}record/", {"pairing": game.pk})
    table = desk.tournament.tables.get(pairing=game)
    assert response.headers["Location"] == f"/tournaments/tables/{table.pk}/"
    assert "Mitschrift" in desk.html(f"?game={game.pk}")


def test_earlier_rounds_can_be_looked_at_and_corrected() -> None:
    desk = Desk()
    first = desk.publish()
    desk.enter_all()
    desk.publish()
    assert "Ergebnisse der Runde 2" in desk.html()
    html = desk.html("?division=1&round=1")
    assert "Ergebnisse der Runde 1" in html
    response = desk.act(
        "result",
        query="?division=1&round=1",
        round=first.pk,
        table=1,
        first_points=390,
        second_points=388,
        confirmed=1,
    )
    assert response.headers["Location"] == f"{desk.path}?division=1&round=1#games"
    assert first.pairings.get(table=1).first_points == 390


# Players


def test_players_are_entered_corrected_withdrawn_and_readmitted() -> None:
    desk = Desk()
    response = desk.act("enter", division=1, name="Gerd", club="Ulm", rating="1500", category="S")
    assert told(response) == "Gerd hat die Nummer 5."
    desk.act(
        "correct",
        player=5,
        name="Gerda",
        club="Ulm",
        rating="",
        fixed_table="7",
        team="",
        category="S",
        member_id="",
        new_number="50",
    )
    gerda = desk.entry("Gerda")
    assert (gerda.number, gerda.rating, gerda.fixed_table) == (50, None, 7)
    assert told(desk.act("withdraw", player=50)) == "Gerda spielt ab Runde 1 nicht mehr mit."
    assert "Wieder aufnehmen" in desk.html("?player=50")
    desk.act("readmit", player=50)
    assert desk.entry("Gerda").withdrawn_from is None


def test_who_comes_late_plays_from_the_next_round_on() -> None:
    desk = Desk()
    desk.publish()
    assert "spielt ab Runde 2" in told(desk.act("enter", division=1, name="Gerd"))
    assert "ab Runde 2" in desk.html()


def test_somebody_can_sit_out_a_round_and_play_after_all() -> None:
    desk = Desk()
    desk.act("absent", player=1, round_number=2, kind="absent")
    assert "Runde 2: abwesend" in desk.html("?player=1")
    desk.act("present", player=1, round_number=2)
    assert not Absence.objects.exists()
    assert "Richtig ist" in told(desk.act("absent", player=1, round_number=2, kind="ill"))


def test_a_players_division_can_be_changed_before_they_are_paired() -> None:
    desk = Desk()
    desk.act("make_division", name="B", preset="swiss", rounds="5")
    assert 'name="new_division"' in desk.html("?player=1")
    desk.act("correct", player=1, name="Anna", new_division=2, new_number=1, new_first_round=1)
    assert desk.entry("Anna").division.name == "B"
    assert "Anna" in desk.html("?division=2&player=1")


def test_a_code_is_shown_once_and_asked_about_before_it_is_replaced() -> None:
    desk = Desk()
    response = desk.act("code", player=1)
    shown = told(response)
    code = re.search(r"/t/(\w+)/", shown)
    assert code
    assert entries.use_code(code[1])[0] == desk.entry("Anna")
    assert code[1] not in desk.html("?player=1")
    assert "Der alte gilt dann nicht" in question(desk.act("code", player=1))
    desk.act("code", player=1, confirmed=1)
    assert desk.entry("Anna").token_digest is None


def test_a_list_is_read_or_refused_as_a_whole() -> None:
    desk = Desk(players=0)

    def import_file(name: str, text: str) -> Any:
        return desk.act("import", division=1, file=SimpleUploadedFile(name, text.encode()))

    assert "2 Spieler eingetragen" in told(
        import_file("a.csv", "Name;Wertungszahl\nAnna;1800\nBen;1700")
    )
    assert "Zeile 3" in told(import_file("a.csv", "Name;Wertungszahl\nCarla;1800\nDora;viel"))
    assert "Wähle eine Datei aus" in told(desk.act("import", division=1))
    assert desk.tournament.entries.count() == 2


def test_a_file_of_tsh_brings_its_rounds_along() -> None:
    desk = Desk(players=0)
    text = "Huber, Anna 1800 2; 401; p12 1\nMeier, Ben 1700 1; 388; p12 2\n"
    file = SimpleUploadedFile("a.t", text.encode())
    response = desk.act("import", division=1, file=file, with_rounds="on")
    assert "2 Spieler eingetragen, mit 1 gespielten Runden" in told(response)
    assert desk.game(1).standing == Standing.CONFIRMED


def test_players_are_found_by_number_name_and_club() -> None:
    desk = Desk()
    desk.act("enter", division=1, name="Gerd", club="Ulm")
    for query, name in (("5", "Gerd"), ("ulm", "Gerd"), ("ann", "Anna")):
        people = desk.html(f"?q={query}").partition('class="desk-people"')[2]
        people = people.partition("</table>")[0]
        assert name in people
        assert people.count("<tr") == 1
    assert "Niemand gefunden" in desk.html("?q=xyz")


# Divisions and plans


def test_a_second_division_has_its_own_page_and_step() -> None:
    desk = Desk()
    desk.act("make_division", name="B", preset="round_robin", rounds="3")
    html = desk.html("?division=2")
    assert step_of(html) == "Spieler eintragen"
    assert step_of(desk.html()) == "Runde 1 paaren"
    desk.act("rename_division", division=2, name="Anfänger")
    assert "Anfänger" in desk.html()
    desk.act("remove_division", division=2)
    assert desk.tournament.divisions.count() == 1
    assert "Anna" in desk.html("?division=2")


def test_what_is_refused_is_told_in_the_division_that_was_shown() -> None:
    desk = Desk()
    desk.act("make_division", name="B", preset="swiss", rounds="3")
    response = desk.act("draft", query="?division=2", division=2)
    assert told(response).startswith("So lässt sich die Runde nicht paaren")
    assert response.headers["Location"] == f"{desk.path}?division=2"


def test_the_plan_can_be_changed_for_rounds_not_yet_paired() -> None:
    desk = Desk()
    desk.draft()
    desk.act("schedule", division=1, rounds=3, round_1="koth", round_2="koth", round_3="knockout")
    methods = [method["method"] for method in desk.division.schedule]
    assert methods == ["swiss", "koth", "knockout"]
    desk.act("schedule", division=1, rounds=5)
    assert [method["method"] for method in desk.division.schedule][3:] == ["knockout"] * 2
    assert "Runden" in told(desk.act("schedule", division=1, rounds=500))


def test_a_preset_replaces_the_whole_plan_before_the_first_round() -> None:
    desk = Desk()
    desk.act("preset", division=1, preset="evening", rounds="")
    assert desk.division.schedule == PRESETS["evening"].schedule()
    desk.draft()
    assert "schon gepaart" in told(desk.act("preset", division=1, preset="swiss"))


def test_the_last_division_gone_leaves_a_desk_to_make_another() -> None:
    desk = Desk(players=0)
    desk.act("remove_division", division=1)
    assert "noch keine Gruppe" in desk.html()
    desk.act("make_division", name="A", preset="swiss")
    assert step_of(desk.html()) == "Spieler eintragen"


@pytest.mark.parametrize(
    ("players", "method", "rounds"),
    [
        (6, RoundRobin(), 5),
        (5, RoundRobin(), 5),
        (4, RoundRobin(double=True), 6),
        (8, RoundRobin(groups=2), 3),
        (1, RoundRobin(), None),
        (6, Swiss(), None),
    ],
)
def test_all_against_all_takes_so_many_rounds(
    players: int, method: RoundRobin | Swiss, rounds: int | None
) -> None:
    assert fitting_rounds([method, method], players) == rounds
    assert fitting_rounds([method, Swiss()], players) is None


def test_a_plan_saved_unchanged_stays_as_it_is() -> None:
    plan: list[dict[str, Any]] = [
        {"method": "swiss", "avoid_clubs": 3},
        {"method": "round_robin", "double": True, "groups": 2},
        {"method": "swiss"},
        {"method": "knockout", "best_of": 3, "others": {"method": "swiss", "avoid_clubs": 2}},
        *({"method": name} for name in METHODS),
    ]
    shown = ScheduleForm(schedule=plan)
    sent = {field.html_name: field.value() for field in shown}
    form = ScheduleForm(sent, schedule=plan)
    assert form.is_valid(), form.errors
    assert form.cleaned_data["schedule"] == shown.schedule


def test_options_of_a_method_change_the_rounds_that_have_it() -> None:
    plan = [{"method": "swiss"}, {"method": "knockout"}, {"method": "knockout"}]
    shown = ScheduleForm(schedule=plan, drafted=2)
    sent = {field.html_name: field.value() for field in shown}
    form = ScheduleForm(
        sent | {"best_of": "3", "others": "koth", "avoid_clubs": "2"}, schedule=plan, drafted=2
    )
    assert form.is_valid(), form.errors
    first, second, third = form.cleaned_data["schedule"]
    assert (first["avoid_clubs"], second["best_of"]) == (0, 1)
    assert (third["best_of"], third["others"]) == (3, {"method": "koth"})


# The tournament


def test_name_place_and_days_can_be_changed() -> None:
    desk = Desk()
    desk.act("change", name="Pokal", place="Ulm", starts_on="2026-11-21", ends_on="")
    desk.tournament.refresh_from_db()
    assert (desk.tournament.name, desk.tournament.place) == ("Pokal", "Ulm")
    assert desk.tournament.is_listed is False
    assert "Erster Tag" in told(desk.act("change", name="Pokal", starts_on="morgen"))


def test_options_can_be_changed_but_the_ruleset_only_before_the_first_round() -> None:
    desk = Desk()
    desk.act("options", ruleset="standard", metric_1="wins", metric_2="direct", players_report="")
    desk.tournament.refresh_from_db()
    assert desk.tournament.options.metrics == (Metric.WINS, Metric.DIRECT)
    assert desk.tournament.options.ruleset == "standard"
    desk.publish()
    assert "Zustand" in told(desk.act("options", ruleset="tournament"))
    desk.act("options", ruleset="standard", both_report="False")
    desk.tournament.refresh_from_db()
    assert desk.tournament.options.both_report is False
    assert desk.tournament.options.metrics == (Metric.WINS, Metric.DIRECT)


def test_staff_come_and_go_but_a_director_stays() -> None:
    desk = Desk()
    make_user("gast")
    desk.act("appoint", username="gast", role="assistant")
    assert desk.tournament.staff.filter(user__username="gast").exists()
    desk.act("dismiss", username="gast")
    assert not desk.tournament.staff.filter(user__username="gast").exists()
    assert "mindestens eine" in told(desk.act("dismiss", username="leiterin"))
    assert "niemand gehört nicht" in told(desk.act("appoint", username="niemand", role="director"))


def test_words_are_allowed_and_barred_and_that_is_taken_back() -> None:
    desk = Desk()
    response = desk.act("rule", word="xyz", verdict="allow", reason="in_dictionary")
    assert told(response) == "XYZ gilt jetzt."
    desk.act("rule", word="xyz", verdict="bar", reason="other", text="doch nicht")
    ruling = desk.tournament.word_rulings.get(revoked_at=None)
    assert ruling.is_allowed is False
    assert "doch nicht" in desk.html()
    desk.act("revoke_ruling", ruling=ruling.pk)
    assert not desk.tournament.word_rulings.filter(revoked_at=None).exists()
    assert "2 bis 15 Buchstaben" in told(desk.act("rule", word="?", verdict="bar", reason="other"))


def test_a_webhook_shows_its_secret_once_is_switched_tried_and_removed() -> None:
    desk = Desk()
    response = desk.act("make_webhook", url="https://verein.example/hook", events=["result"])
    webhook = desk.tournament.webhooks.get()
    assert webhook.secret in told(response)
    assert webhook.secret not in desk.html()
    desk.act("test_webhook", webhook=webhook.pk)
    assert webhook.deliveries.count() == 1
    assert "wartet" in desk.html()
    desk.act("switch_webhook", webhook=webhook.pk, active="off")
    webhook.refresh_from_db()
    assert not webhook.is_active
    assert "Geheimnis" in question(desk.act("remove_webhook", webhook=webhook.pk))
    desk.act("remove_webhook", webhook=webhook.pk, confirmed=1)
    assert not desk.tournament.webhooks.exists()
    assert "https://" in told(desk.act("make_webhook", url="ftp://x", events=["result"]))


# Who may


def test_assistants_do_what_they_may_and_are_refused_the_rest() -> None:
    desk = Desk()
    client = desk.of(desk.assistant)
    for name, action in ACTIONS.items():
        response = client.post(f"{desk.path}{name}/", {})
        assert response.status_code == (302 if action.need is Need.STAFF else 403), name
    html = desk.html(client=client)
    shown = set(re.findall(rf"{desk.path}(\w+)/", html))
    assert shown == {"enter", "import"}


def test_every_action_without_its_fields_is_told_and_changes_nothing() -> None:
    desk = Desk()
    for name in ACTIONS:
        if name in ("finish", "reopen", "change", "options"):
            continue
        (message,) = get_messages(desk.act(name, confirmed=1).wsgi_request)
        assert message.level == constants.ERROR, name
    desk.tournament.refresh_from_db()
    assert desk.tournament.log_length == 6


def test_others_are_led_away_and_an_unknown_action_is_none() -> None:
    desk = Desk()
    assert Client().get(desk.path).headers["Location"].startswith("/login/")
    stranger = desk.of(make_user("fremd"))
    assert stranger.get(desk.path).status_code == 403
    assert desk.client.post(f"{desk.path}explode/").status_code == 404
    assert (
        desk.client.get("/tournaments/00000000-0000-0000-0000-000000000000/desk/").status_code
        == 404
    )


def test_what_the_address_asks_for_and_is_not_there_is_passed_over() -> None:
    desk = Desk()
    desk.publish()
    assert "Anna" in desk.html("?division=99&round=x&game=abc&player=-1")
    assert "Anna" in desk.html(f"?game={10**30}&player=99999999999")
