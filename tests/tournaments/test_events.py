"""A tournament's own life: created, changed, staffed, finished, reopened."""

from datetime import date
from typing import Any

import pytest
from pytest_django import Settings

from referee.errors import Invalid
from referee.lexicons import LexiconMissing
from tests.duplicate.factories import NOON, SECOND, make_user
from tests.tournaments.factories import (
    make_division,
    make_entries,
    make_round,
    make_tournament,
    set_result,
)
from tests.tournaments.logs import kinds_of
from tournaments.entries.services.divisions import NewDivision
from tournaments.errors import (
    ResultsMissing,
    WrongRoundState,
    WrongTournamentState,
)
from tournaments.events.services import (
    change_tournament,
    create_tournament,
    finish_tournament,
    reopen_tournament,
    start,
)
from tournaments.models import Round, Staff, Tournament
from tournaments.options import Options

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]

State = Tournament.State
SATURDAY, SUNDAY = date(2026, 11, 21), date(2026, 11, 22)


def test_a_new_tournament_has_a_director_and_a_division_of_seven_rounds_by_wins() -> None:
    director = make_user("irma")
    tournament = create_tournament(name=" Herbst\tturnier ", by=director, at=NOON, place="Köln")
    assert (tournament.name, tournament.state) == ("Herbst turnier", State.SETUP)
    assert tournament.options == Options()
    assert [(s.user, s.role) for s in tournament.staff.all()] == [(director, Staff.Role.DIRECTOR)]
    (division,) = tournament.divisions.all()
    assert (division.number, division.name) == (1, "Hauptgruppe")
    assert [method["method"] for method in division.schedule] == ["swiss"] * 7
    created, made = tournament.log.all()
    assert (created.kind, created.by, created.data["place"]) == ("created", "irma", "Köln")
    assert (made.kind, made.data["name"]) == ("division_made", "Hauptgruppe")


def test_divisions_may_be_made_at_once() -> None:
    plans = [NewDivision("A", [{"method": "koth"}]), NewDivision("B")]
    tournament = create_tournament(name="Turnier", by=make_user(), at=NOON, divisions=plans)
    assert [(d.number, d.name, len(d.schedule)) for d in tournament.divisions.all()] == [
        (1, "A", 1),
        (2, "B", 7),
    ]


def test_no_two_tournaments_pair_by_the_same_seed() -> None:
    tournaments = [create_tournament(name="T", by=make_user(), at=NOON) for _ in range(3)]
    assert len({tournament.seed for tournament in tournaments}) == 3


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": " "},
        {"name": "x" * 201},
        {"place": "a\0b"},
        {"options": Options(bye_spread=5000)},
        {"options": Options(metrics=())},
        {"starts_on": SUNDAY, "ends_on": SATURDAY},
        {"divisions": [NewDivision("")]},
        {"divisions": [NewDivision("A", [])]},
    ],
    ids=str,
)
def test_a_tournament_of_no_use_is_refused_whole(wrong: dict[str, Any]) -> None:
    with pytest.raises(Invalid):
        create_tournament(by=make_user(), at=NOON, **{"name": "Turnier"} | wrong)
    assert not Tournament.objects.exists()


def test_without_a_lexicon_there_is_no_tournament(settings: Settings) -> None:
    settings.LEXICON = settings.VAR / "missing.lexicon"
    with pytest.raises(LexiconMissing):
        create_tournament(name="Turnier", by=make_user(), at=NOON)


def test_only_what_is_given_is_changed_and_recorded() -> None:
    tournament = make_tournament(state=State.FINISHED, starts_on=SATURDAY, place="Köln")
    changed = change_tournament(
        tournament, NOON, by=make_user("irma"), name="Winter", starts_on=None, is_listed=False
    )
    assert (changed.name, changed.starts_on, changed.place) == ("Winter", None, "Köln")
    change_tournament(tournament, NOON, by=make_user())
    (entry,) = tournament.log.all()
    assert (entry.kind, entry.by) == ("changed", "irma")
    assert entry.data == {"name": "Winter", "starts_on": None, "is_listed": False}


def test_the_last_day_stays_behind_the_first_whichever_is_changed() -> None:
    tournament = make_tournament(starts_on=SATURDAY, ends_on=SATURDAY)
    with pytest.raises(Invalid):
        change_tournament(tournament, NOON, by=make_user(), starts_on=SUNDAY)
    changed = change_tournament(tournament, NOON, by=make_user(), ends_on=SUNDAY)
    assert changed.ends_on == SUNDAY


def test_the_ruleset_is_fixed_once_it_runs_and_all_options_once_it_is_over() -> None:
    other_rules, other_bye = Options(ruleset="standard"), Options(bye_spread=30)
    tournament = make_tournament(state=State.SETUP)
    changed = change_tournament(tournament, NOON, by=make_user(), options=other_rules)
    assert changed.options == other_rules
    running = make_tournament(state=State.RUNNING)
    with pytest.raises(WrongTournamentState):
        change_tournament(running, NOON, by=make_user(), options=other_rules)
    changed = change_tournament(running, NOON, by=make_user(), options=other_bye)
    assert changed.options == other_bye
    with pytest.raises(WrongTournamentState):
        change_tournament(
            make_tournament(state=State.FINISHED), NOON, by=make_user(), options=other_bye
        )


def test_it_starts_once() -> None:
    tournament = make_tournament(state=State.SETUP)
    start(tournament, NOON + SECOND, by=make_user())
    start(tournament, NOON + 2 * SECOND, by=make_user())
    tournament.refresh_from_db()
    assert (tournament.state, tournament.started_at) == (State.RUNNING, NOON + SECOND)
    assert kinds_of(tournament) == ["started"]


def test_it_is_finished_when_all_results_are_there_and_can_be_reopened() -> None:
    tournament, director = make_tournament(), make_user()
    division = make_division(tournament, name="A")
    anna, ben, cleo = make_entries(division, 3)
    round = make_round(division, (anna, ben), (cleo, None))
    with pytest.raises(ResultsMissing) as refused:
        finish_tournament(tournament, NOON, by=director)
    assert refused.value.detail["missing"] == [{"division": 1, "round": 1, "table": 1}]
    assert str(refused.value) == "Es fehlen noch Ergebnisse: A: Runde 1: Tisch 1."
    set_result(round.pairings.get(table=1), 400, 380)
    finished = finish_tournament(tournament, NOON + SECOND, by=director)
    assert (finished.state, finished.finished_at) == (State.FINISHED, NOON + SECOND)
    with pytest.raises(WrongTournamentState):
        finish_tournament(tournament, NOON, by=director)
    reopened = reopen_tournament(tournament, NOON, by=director)
    assert (reopened.state, reopened.finished_at) == (State.RUNNING, None)
    with pytest.raises(WrongTournamentState):
        reopen_tournament(tournament, NOON, by=director)
    assert kinds_of(tournament) == ["finished", "reopened"]


def test_a_round_that_nobody_has_seen_must_go_first() -> None:
    tournament = make_tournament()
    division = make_division(tournament)
    anna, ben = make_entries(division, 2)
    make_round(division, (anna, ben), state=Round.State.DRAFT)
    with pytest.raises(WrongRoundState):
        finish_tournament(tournament, NOON, by=make_user())


def test_what_never_began_is_not_finished() -> None:
    with pytest.raises(WrongTournamentState):
        finish_tournament(make_tournament(state=State.SETUP), NOON, by=make_user())
