"""Divisions, plans and all that is set at the desk of a tournament."""

from typing import Any

import pytest

from tests.duplicate.factories import make_user
from tests.tournaments.pages.desks import Desk, question, step_of, told
from tournaments.forms import ScheduleForm
from tournaments.pairing import METHODS
from tournaments.pairing.methods import RoundRobin, Swiss
from tournaments.rounds.presets import PRESETS, fitting_rounds
from tournaments.standings import Metric

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]

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
    assert response.headers["Location"] == f"{desk.path}?division=2#messages"


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
