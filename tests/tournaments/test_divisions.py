"""Divisions and their schedules."""

from collections.abc import Callable
from typing import Any

import pytest

from referee.errors import Invalid
from tests.duplicate.factories import NOON, make_user
from tests.tournaments.factories import (
    make_division as division_of,
)
from tests.tournaments.factories import (
    make_entries,
    make_entry,
    make_round,
    make_tournament,
)
from tests.tournaments.logs import kinds_of
from tournaments.entries.services.divisions import change_division, make_division, remove_division
from tournaments.errors import (
    DivisionMissing,
    DivisionNotEmpty,
    RoundsDrafted,
    WrongTournamentState,
)
from tournaments.models import Division, Round, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]

KOTH = {"method": "koth"}
SWISS = {"method": "swiss"}
ROBIN = {"method": "round_robin", "double": True}


def methods_of(division: Division) -> list[str]:
    return [method["method"] for method in division.schedule]


def test_a_division_names_every_option_of_its_rounds() -> None:
    tournament = make_tournament()
    division_of(tournament)
    made = make_division(tournament, " B ", [ROBIN, KOTH], NOON, by=make_user())
    assert (made.number, made.name) == (2, "B")
    assert made.schedule == [{"method": "round_robin", "double": True, "groups": 1}, KOTH]
    assert tournament.log.get().data == {"division": 2, "name": "B", "schedule": made.schedule}


@pytest.mark.parametrize(
    ("schedule", "problem"),
    [
        ([], "Richtig sind 1 bis 100 Runden."),
        ([SWISS] * 101, "Richtig sind 1 bis 100 Runden."),
        ([SWISS, {"method": "darts"}], "Runde 2: „darts“ ist keine Art zu paaren."),
        ([{"method": "swiss", "speed": 1}], "Runde 1: „speed“ kennt diese Art zu paaren nicht."),
        (
            [{"method": "knockout", "best_of": 2}],
            "Runde 1: Die Angabe „best_of“ stimmt nicht. Richtig ist: 1, 3, 5 oder 7.",
        ),
        (["swiss"], "Runde 1: „None“ ist keine Art zu paaren."),
    ],
    ids=["none", "too many", "method", "option", "value", "text"],
)
def test_a_schedule_of_no_use_is_refused_naming_the_round(schedule: Any, problem: str) -> None:
    tournament = make_tournament()
    with pytest.raises(Invalid) as refused:
        make_division(tournament, "B", schedule, NOON, by=make_user())
    assert str(refused.value.detail["problem"]).startswith(problem)
    assert not tournament.divisions.exists()


def test_what_is_not_paired_yet_can_be_planned_anew() -> None:
    division = division_of(make_tournament(), rounds=3)
    anna, ben = make_entries(division, 2)
    make_round(division, (anna, ben))
    make_round(division, (anna, ben), state=Round.State.DRAFT)
    changed = change_division(
        division, NOON, by=make_user(), name="Spitze", schedule=[SWISS, SWISS, KOTH, KOTH]
    )
    assert (changed.name, methods_of(changed)) == ("Spitze", ["swiss", "swiss", "koth", "koth"])
    for schedule in ([SWISS], [SWISS, KOTH, KOTH]):
        with pytest.raises(RoundsDrafted):
            change_division(division, NOON, by=make_user(), schedule=schedule)
    change_division(division, NOON, by=make_user())
    assert kinds_of(division.tournament) == ["division_changed"]


def test_only_an_empty_division_is_removed() -> None:
    tournament, director = make_tournament(), make_user()
    empty, full = division_of(tournament), division_of(tournament)
    make_entry(full)
    with pytest.raises(DivisionNotEmpty):
        remove_division(full, NOON, by=director)
    remove_division(empty, NOON, by=director)
    with pytest.raises(DivisionMissing):
        remove_division(empty, NOON, by=director)
    assert [division.number for division in tournament.divisions.all()] == [2]
    assert tournament.log.get().data == {"division": 1, "name": empty.name}


REFUSED_ONCE_FINISHED: dict[str, Callable[[Division], object]] = {
    "make": lambda division: make_division(division.tournament, "B", [SWISS], NOON, by=make_user()),
    "change": lambda division: change_division(division, NOON, by=make_user(), name="B"),
    "remove": lambda division: remove_division(division, NOON, by=make_user()),
}


@pytest.mark.parametrize("action", REFUSED_ONCE_FINISHED)
def test_when_the_tournament_is_over_its_divisions_stay(action: str) -> None:
    division = division_of(make_tournament(state=Tournament.State.FINISHED))
    with pytest.raises(WrongTournamentState):
        REFUSED_ONCE_FINISHED[action](division)
    assert kinds_of(division.tournament) == []
