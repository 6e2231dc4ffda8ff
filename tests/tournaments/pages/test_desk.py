"""The desk of a tournament: making one, its next step, who may do what."""

import re
from html import unescape

import pytest
from django.contrib.messages import constants, get_messages
from django.test import Client

from referee.access import Need
from tests.duplicate.factories import make_user
from tests.tournaments.pages.desks import NAMES, Desk, question, step_of
from tournaments.models import (
    Absence,
    Round,
    Tournament,
)
from tournaments.options import Options
from tournaments.pairing import read_method
from tournaments.rounds.pages.desk_actions import ACTIONS
from tournaments.rounds.pages.printouts import PRINTOUTS
from tournaments.rounds.presets import PRESETS
from tournaments.rounds.services import results
from tournaments.standings import Metric

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]
State = Round.State

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
