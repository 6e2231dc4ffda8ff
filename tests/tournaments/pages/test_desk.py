"""The desk: creating a tournament, every action, what is refused, and who may do what."""

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.contrib.messages import constants, get_messages
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from referee.access import Need
from referee.models import User
from tests.duplicate.factories import make_user
from tournaments import pairing
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
from tournaments.pages.desk_posted import MOST_TOLD
from tournaments.pages.printouts import PRINTOUTS
from tournaments.pairing import METHODS, read_method
from tournaments.pairing.methods import RoundRobin, Swiss
from tournaments.presets import PRESETS, fitting_rounds
from tournaments.reasons import (
    NOTES,
    REASONS,
    WARNINGS,
    tell_note,
    tell_reason,
    tell_spread,
    tell_warning,
    tell_wins,
)
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
        ({"metric_1": ""}, "Es braucht mindestens ein Kriterium"),
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
    assert "Anna" in desk.pairs()[0]
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
    assert desk.pairs() == [(opponent, bye), games[1], (wanted, "bye")]


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
    assert desk.pairs() == [("Dora", "Carla"), ("Ben", "Anna")]
    response = desk.act("pair", round=desk.round.pk, first=first[:1], second=second[:1])
    assert "Noch ohne Platz" in told(response)
    response = desk.act("pair", round=desk.round.pk, first=["Dora"], second=["1"])
    assert "ganze Zahl" in told(response)


def test_what_speaks_against_a_round_paired_by_hand_stands_at_its_games() -> None:
    desk = Desk()
    desk.publish()
    desk.enter_all()
    again = [
        (desk.entry(first).number, desk.entry(second).number) for first, second in desk.pairs()
    ]
    desk.draft()
    first, second = zip(*again, strict=True)
    desk.act("pair", round=desk.round.pk, first=first, second=second)
    html = desk.html()
    assert html.count("Die beiden treffen zum 2. Mal aufeinander.") == 2
    assert "hat dann 2-mal öfter angefangen als nachgezogen" in html
    assert "Wiederholte Paarungen: 2." in html


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
    game, (first, second) = desk.game(1), desk.pairs()[0]
    response = desk.act("result", round=desk.round.pk, table=1, first_points=401, second_points=388)
    assert told(response) == f"Tisch 1: {first} – {second} 401 : 388"
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
        ({"first_points": "viele"}, "Punkte, fing an: Richtig ist eine ganze Zahl."),
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


# Recorded games


GCG = "#player1 A Anna\n#player2 B Ben\n>A: RUCKENS 8D RUCKEN +27 27\n>B: ? - +0 0\n"


def tables_on(html: str) -> str:
    """The panel of recorded games as plain text."""
    panel = html.partition('id="tables"')[2].partition("</section>")[0]
    return " ".join(re.sub(r"<[^>]+>", " ", panel).split())


def test_a_free_table_is_opened_for_two_to_four() -> None:
    desk = Desk(players=0)
    said: dict[str, Any] = {"ruleset": "kompakt", "names": ["Gerd", "", "Hans", " Ina "]}
    response = desk.act("open_table", **said)
    table = desk.tournament.tables.get()
    assert response.headers["Location"] == f"/tournaments/tables/{table.pk}/"
    assert (table.names, table.is_public) == (["Gerd", "Hans", "Ina"], False)
    assert table.setup == {"ruleset": "kompakt", "players": 3}
    shown = tables_on(desk.html())
    assert "1 läuft" in shown
    assert "Gerd – Hans – Ina läuft nicht öffentlich" in shown
    desk.act("open_table", is_public="on", **said)
    assert desk.tournament.tables.filter(is_public=True).count() == 1
    for names in (["Gerd"], ["A", "B", "C", "D", "E"]):
        assert "2 bis 4 Namen" in told(desk.act("open_table", ruleset="kompakt", names=names))
    assert "Richtig ist" in told(desk.act("open_table", ruleset="x", names=["A", "B"]))


def test_a_file_becomes_a_free_game_and_what_is_wrong_in_it_is_told_by_line() -> None:
    desk = Desk(players=0)
    file = SimpleUploadedFile("a.gcg", GCG.encode())
    response = desk.act("import_game", file=file, is_public="on")
    table = desk.tournament.tables.get()
    assert (table.names, table.pairing, table.is_public) == (["Anna", "Ben"], None, True)
    assert told(response).startswith("Anna – Ben: Die Partie ist da. In der Datei stimmt nicht")
    assert "Zeile 3: +27 Punkte, richtig sind +26." in told(response)
    assert f"/tournaments/tables/{table.pk}/game.gcg" in desk.html()


def test_a_file_becomes_the_game_of_the_table_that_is_named() -> None:
    desk = Desk()
    desk.publish()
    first, second = desk.pairs()[1]
    file = SimpleUploadedFile("a.gcg", GCG.encode())
    desk.act("import_game", file=file, round=desk.round.pk, table="2")
    table = desk.tournament.tables.get()
    assert (table.pairing, table.names) == (desk.game(2), [first, second])
    assert f"{first} – {second} läuft nicht öffentlich Hauptgruppe, Runde 1, Tisch 2" in tables_on(
        desk.html()
    )
    file = SimpleUploadedFile("a.gcg", GCG.encode())
    assert "schon mitgeschrieben" in told(
        desk.act("import_game", file=file, pairing=desk.game(2).pk)
    )
    file = SimpleUploadedFile("a.gcg", GCG.encode())
    desk.act("import_game", file=file, pairing=desk.game(1).pk)
    assert desk.tournament.tables.filter(pairing=desk.game(1)).exists()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("kein Spiel", "keine GCG-Datei"),
        (GCG.replace("8D", "1A"), "Zeile 3"),
        (">A: AB 8H AB +8 8\n" * 40_000, "keine GCG-Datei"),
    ],
)
def test_a_file_that_is_no_game_brings_none(text: str, fault: str) -> None:
    desk = Desk(players=0)
    file = SimpleUploadedFile("a.gcg", text.encode())
    assert fault in told(desk.act("import_game", file=file))
    assert "Wähle eine Datei aus" in told(desk.act("import_game"))
    assert not desk.tournament.tables.exists()


def test_of_many_remarks_on_a_file_the_first_are_told_and_the_others_counted() -> None:
    desk = Desk(players=0)
    moves = "".join(f">{'AB'[turn % 2]}: -E +0 {turn + 1}\n" for turn in range(12))
    text = "#player1 A Anna\n#player2 B Ben\n" + moves
    response = desk.act("import_game", file=SimpleUploadedFile("a.gcg", text.encode()))
    *remarks, last = list(get_messages(response.wsgi_request))[1:]
    assert len(remarks) == MOST_TOLD
    assert re.fullmatch(r"Und weitere: \d+\.", str(last))


# Standings


def test_the_standings_can_be_seen_as_if_all_reports_were_confirmed() -> None:
    desk = Desk()
    desk.publish()
    switch = 'id="what-if"'
    assert switch not in desk.html()
    game = desk.game(1)
    results.report_result(game, game.first, desk.at, first_points=300, second_points=388)
    assert game.second is not None

    def leader(query: str) -> tuple[str, str]:
        panel = desk.html(query).partition('id="standings"')[2].partition("</section>")[0]
        assert switch in panel
        found = re.search(r'<th scope="row">(\w+)</th><td class="number">([^<]+)<', panel)
        assert found
        return found[1], found[2]

    assert leader("")[1] == "0"
    assert leader("?unconfirmed=1") == (game.second.name, "1")
    assert 'href="?division=1#standings"' in desk.html("?division=1&unconfirmed=1")
    assert 'href="?division=1&amp;unconfirmed=1#standings"' in desk.html("?division=1")


# Print-outs


def test_every_print_out_and_screen_is_led_to_and_the_table_can_be_embedded() -> None:
    desk = Desk()
    desk.act("rename_division", division=1, name='A "&" B')
    panel = desk.html().partition('id="prints"')[2].partition("</section>")[0]
    base = f"/tournaments/{desk.tournament.pk}/"
    for name in PRINTOUTS:
        assert f"{base}print/{name}/?division=1" in panel
    for page in ("scoreboard/", "judge/", "1/embed/"):
        assert f'href="{base}{page}"' in panel
    snippet = unescape(panel.partition("<textarea")[2].partition(">")[2].partition("<")[0])
    found = re.match(r'<iframe src="http://testserver([^"]+)" title="([^"]*)"', snippet)
    assert found
    assert unescape(found[2]) == 'A "&" B'
    assert Client().get(found[1]).status_code == 200


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


def test_who_was_entered_by_mistake_is_removed_when_that_is_meant() -> None:
    desk = Desk()
    assert f'id="p{desk.entry("Dora").pk}-remove"' in desk.html("?player=4")
    assert "Dora aus der Liste entfernen?" in question(desk.act("remove_entry", player=4))
    assert told(desk.act("remove_entry", player=4, confirmed=1)) == "Dora ist entfernt."
    assert not desk.tournament.entries.filter(name="Dora").exists()
    desk.draft()
    assert f'id="p{desk.entry("Anna").pk}-remove"' not in desk.html("?player=1")
    assert "schon gepaart" in told(desk.act("remove_entry", player=1, confirmed=1))


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
    assert "2 Spieler eingetragen, gespielte Runden: 1" in told(response)
    assert desk.game(1).standing == Standing.CONFIRMED


def test_what_counts_otherwise_than_in_a_file_of_tsh_is_told_by_name() -> None:
    desk = Desk(players=0)
    text = (
        "Huber, Anna 1800 2 0; 401 30; p12 1 0\n"
        "Meier, Ben 1700 1 3; 388 400; p12 2 1\n"
        "Otto, Cem 1600 0 2; 50 380; p12 0 2\n"
    )
    file = SimpleUploadedFile("a.t", text.encode())
    response = desk.act("import", division=1, file=file, with_rounds="on")
    _done, note = get_messages(response.wsgi_request)
    assert note.level == constants.WARNING
    assert str(note) == (
        "Anna Huber, Runde 2 ohne Gegner: In der Datei ist die Differenz +30, hier +50."
    )


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
    assert shown == {"enter", "import", "open_table", "import_game"}


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


# Words for codes


def test_every_code_of_the_pairing_has_its_words() -> None:
    source = "".join(
        path.read_text(encoding="utf-8") for path in Path(pairing.__file__).parent.glob("*.py")
    )
    coded = set(re.findall(r'"code": "(\w+)"', source)) | set(
        re.findall(r'Finding\(\s*"(\w+)"', source)
    )
    assert {"score_group", "twice", "fixed_table"} <= coded
    assert coded <= REASONS.keys() | NOTES.keys() | WARNINGS.keys()


@pytest.mark.parametrize(
    ("reason", "text"),
    [
        ({}, ""),
        ({"code": "neighbours", "upper_wins2": 3, "lower_wins2": 1}, "Siege: 1½ gegen ½"),
        ({"code": "knockout", "place": 1, "size": 2, "match": 1, "game": 2}, "Finale, 2. Partie"),
        ({"code": "knockout", "place": 3, "size": 2, "match": 2, "game": 1}, "Spiel um Platz 3"),
        ({"code": "knockout", "place": 1, "size": 32, "match": 2, "game": 1}, "der letzten 32"),
        ({"code": "bye", "byes": 0, "wins2": 0}, "am wenigsten Freilose (0)"),
        ({"code": "bye", "group": 1, "round": 1}, "niemand ist übrig"),
        ({"code": "missing", "player": 7, "group": 1, "round": 1}, "Gerda ist nicht da"),
        ({"code": "missing", "player": 8}, "8 ist nicht da"),
        ({"code": "qoth", "upper": 1, "lower": 3}, "Platz 1 gegen Platz 3"),
    ],
)
def test_reasons_are_told_in_words(reason: dict[str, Any], text: str) -> None:
    assert text in tell_reason(reason, {7: "Gerda"})
    assert bool(text) is bool(tell_reason(reason, {7: "Gerda"}))


@pytest.mark.parametrize(
    ("note", "text"),
    [
        ({"code": "repeats_unavoidable", "count": 2}, "Ohne Wiederholung geht es nicht mehr"),
        ({"code": "late_seated", "player": 7}, "Gerda hat einen freien Platz"),
        ({"code": "fixed_table", "player": 7, "wanted": 3, "table": 1}, "an Tisch 1 statt am"),
        ({"code": "seed", "seed": "abc"}, "abc"),
    ],
)
def test_notes_are_told_in_words(note: dict[str, Any], text: str) -> None:
    assert text in tell_note(note, {7: "Gerda"})


@pytest.mark.parametrize(
    ("warning", "text"),
    [
        ({"code": "bye_again", "player": 7, "byes": 1}, "Gerda war schon spielfrei (1×)"),
        ({"code": "far_apart", "first": 1, "second": 2, "wins2": 5}, "2½ Siege auseinander"),
        ({"code": "same_club", "first": 1, "second": 2, "club": "Ulm"}, "Beide sind von Ulm"),
        ({"code": "starts_uneven", "player": 7, "balance": -2}, "öfter nachgezogen als"),
    ],
)
def test_warnings_are_told_in_words(warning: dict[str, Any], text: str) -> None:
    assert text in tell_warning(warning, {7: "Gerda"})


def test_wins_and_spread_are_written_as_people_do() -> None:
    assert [tell_wins(wins2) for wins2 in (0, 1, 2, 5)] == ["0", "½", "1", "2½"]
    assert [tell_spread(spread) for spread in (-20, 0, 134)] == ["−20", "0", "+134"]
