"""Options as older versions kept them: read as far as they can be, kept, in nobody's way."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from duplicate.forms import OptionsForm as GameOptionsForm
from duplicate.models import Game
from duplicate.options import Options as GameOptions
from duplicate.options import Variant
from tests.api_client import as_user, path_of
from tests.duplicate.factories import make_game, make_user
from tests.permissions import simultan
from tests.permissions import tournaments as matches
from tests.permissions.rows import DIRECTOR, EVERYBODY, PUBLIC, Row
from tests.permissions.venues import World
from tests.permissions.worlds import world
from tests.tournaments.factories import make_division, make_entry, make_evening, make_tournament
from tournaments.forms import OptionsForm as TournamentOptionsForm
from tournaments.models import Tournament
from tournaments.options import Options as TournamentOptions
from tournaments.standings import Metric

__all__ = ["world"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]

#: The start page, which lists them all.
START = Row("GET", "", EVERYBODY, 200)
#: The first that was kept of a game; no version has taken one away since.
GAME = {
    "ruleset": "standard",
    "variant": "normal",
    "joker": False,
    "y_is_either": False,
    "leave_returned": False,
    "limit_seconds": 180,
    "call_seconds": 30,
    "reference": "top",
    "declared": "correct",
    "solo_bonus": 0,
    "solo_least_players": 16,
    "free_warnings": 3,
    "warning_deduction": 0,
    "automatic": False,
    "publish_after_seconds": 15,
    "next_after_seconds": 30,
}
#: And of a tournament, before there were evenings.
TOURNAMENT = {
    "ruleset": "tournament",
    "bye_wins2": 2,
    "bye_spread": 50,
    "set_bye_wins2": 2,
    "set_bye_spread": 50,
    "absent_wins2": 0,
    "absent_spread": 0,
    "forfeit_spread": 50,
    "spread_cap": 0,
    "metrics": ["wins", "spread"],
    "team_best_of": 0,
    "rating": "german",
    "players_report": True,
    "both_report": True,
    "unusual_points": 100,
}
GAME_SHAPES: Mapping[str, tuple[Mapping[str, Any], Mapping[str, Any]]] = {
    "nothing": ({}, {}),
    "the first shape": (GAME, {}),
    "an option that is gone": (GAME | {"gone": {"of": ["any", "kind"]}}, {}),
    "bounds that have narrowed": (
        GAME | {"limit_seconds": 10, "call_seconds": 5, "solo_bonus": 500, "free_warnings": -1},
        {"limit_seconds": 10, "call_seconds": 5, "solo_bonus": 500, "free_warnings": -1},
    ),
    "options that no longer go together": (
        GAME | {"ruleset": "kompakt", "variant": "seven_of_eight", "call_seconds": 200},
        {"ruleset": "kompakt", "variant": Variant.SEVEN_OF_EIGHT, "call_seconds": 200},
    ),
    "choices that are gone": (
        GAME | {"ruleset": "gone", "variant": "gone", "reference": "gone", "solo_bonus": 10},
        {"solo_bonus": 10},
    ),
    "values of another kind": (
        GAME | {"joker": "yes", "limit_seconds": "180", "solo_bonus": None, "variant": ["normal"]},
        {},
    ),
}
TOURNAMENT_SHAPES: Mapping[str, tuple[Mapping[str, Any], Mapping[str, Any]]] = {
    "nothing": ({}, {}),
    "the first shape": (TOURNAMENT, {}),
    "before evenings had place points": (TOURNAMENT | {"spread_cap": 200}, {"spread_cap": 200}),
    "with place points": (
        TOURNAMENT | {"place_points": [9, 4]},
        {"place_points": (9, 4)},
    ),
    "an option that is gone": (TOURNAMENT | {"gone": 1}, {}),
    "bounds that have narrowed": (
        TOURNAMENT | {"bye_spread": 5000, "place_points": [1, 5000], "bye_wins2": 3},
        {"bye_spread": 5000, "place_points": (1, 5000), "bye_wins2": 3},
    ),
    "choices that are gone": (
        TOURNAMENT | {"ruleset": "gone", "rating": "gone", "metrics": ["gone", "direct"]},
        {"metrics": (Metric.DIRECT,)},
    ),
    "lists of nothing that is known": (TOURNAMENT | {"metrics": ["gone"], "place_points": []}, {}),
    "values of another kind": (
        TOURNAMENT | {"metrics": "wins", "place_points": 5, "both_report": 1, "bye_spread": True},
        {},
    ),
}


@pytest.mark.parametrize("shape", GAME_SHAPES)
def test_options_of_a_game_are_read_as_far_as_they_can_be(shape: str) -> None:
    stored, read = GAME_SHAPES[shape]
    assert Game(options_json=stored).options == GameOptions(**read)


@pytest.mark.parametrize("shape", TOURNAMENT_SHAPES)
def test_options_of_a_tournament_are_read_as_far_as_they_can_be(shape: str) -> None:
    stored, read = TOURNAMENT_SHAPES[shape]
    assert Tournament(options_json=stored).options == TournamentOptions(**read)


@pytest.mark.parametrize("shape", GAME_SHAPES)
def test_games_of_every_shape_are_listed_shown_and_exported(world: World, shape: str) -> None:
    Game.objects.update(options_json=GAME_SHAPES[shape][0])
    assert _amiss(world, [START, *simultan.TABLE, *simultan.PRINT_TABLE]) == {}


@pytest.mark.parametrize("shape", TOURNAMENT_SHAPES)
def test_tournaments_of_every_shape_are_listed_shown_and_exported(world: World, shape: str) -> None:
    make_entry(make_evening().divisions.get())
    Tournament.objects.update(options_json=TOURNAMENT_SHAPES[shape][0])
    assert _amiss(world, [START, *matches.TABLE, *matches.PRINT_TABLE]) == {}
    evening = Tournament.objects.get(kind=Tournament.Kind.EVENING)
    evening.staff.create(user=world.users[DIRECTOR], role="director")
    pages = ("", "desk/", "print/standings/", "scoreboard/")
    addresses = [f"tournaments/{evening.pk}/{page}" for page in pages]
    answers = ("", "evening/", "evening.csv", "state/")
    addresses += [f"api/v1/tournaments/{evening.pk}/{answer}" for answer in answers]
    rows = [Row("GET", address, {DIRECTOR}, 200) for address in addresses]
    assert {row.address for row in rows if world.answered(row, DIRECTOR) != 200} == set()


def _amiss(world: World, table: list[Row]) -> dict[str, Any]:
    """What is answered otherwise than the table of permissions says."""
    asked = [(row, role) for row in table if _is_read(row) for role in (PUBLIC, DIRECTOR)]
    return {
        f"{row} {role}": answered
        for row, role in asked
        if (answered := world.answered(row, role)) != row.answer_to(role)
    }


def _is_read(row: Row) -> bool:
    """Codes are left out: those of the other kind lead elsewhere."""
    return row.method == "GET" and "<str:code>" not in row.address


def test_a_change_keeps_what_is_stored_and_checks_what_is_new() -> None:
    director = make_user()
    game = make_game(director=director, state=Game.State.SETUP)
    stored = GAME | {"gone": 1, "limit_seconds": 10, "call_seconds": 5}
    Game.objects.update(options_json=stored)
    changed = as_user(director).patch(path_of(game), {"options": {"solo_bonus": 10}})
    assert changed.status_code == 200
    game.refresh_from_db()
    assert game.options_json == GameOptions().as_json() | stored | {"solo_bonus": 10}
    refused = as_user(director).patch(path_of(game), {"options": {"limit_seconds": 11}})
    assert list(refused.json()["params"]["fields"]) == ["options.limit_seconds"]


def test_the_form_of_an_old_game_takes_what_it_shows_and_checks_what_is_new() -> None:
    old = GameOptions.recalled(GAME | {"solo_bonus": 500, "limit_seconds": 10, "call_seconds": 5})
    shown = {name: GameOptionsForm(base=old)[name].value() for name in GAME}
    form = GameOptionsForm(shown | {"free_warnings": "4"}, base=old)
    assert form.is_valid()
    assert form.cleaned_data["options"] == replace(old, free_warnings=4)
    assert list(GameOptionsForm(shown | {"solo_bonus": "499"}, base=old).errors) == ["solo_bonus"]


def test_the_form_of_an_old_tournament_takes_what_it_shows_and_checks_what_is_new() -> None:
    old = TournamentOptions.recalled(TOURNAMENT | {"bye_wins2": 3, "bye_spread": 5000})
    shown = {
        name: TournamentOptionsForm(base=old)[name].value()
        for name in TOURNAMENT.keys() - {"metrics"}
    }
    form = TournamentOptionsForm(shown | {"spread_cap": "200"}, base=old)
    assert form.is_valid()
    assert form.cleaned_data["options"] == replace(old, spread_cap=200)
    wrong = TournamentOptionsForm(shown | {"bye_spread": "4999"}, base=old)
    assert list(wrong.errors) == ["bye_spread"]


def test_a_change_of_a_tournament_keeps_what_is_stored_and_checks_what_is_new() -> None:
    director = make_user()
    tournament = make_tournament(director=director)
    make_division(tournament)
    stored = TOURNAMENT | {"gone": 1, "bye_spread": 5000}
    Tournament.objects.update(options_json=stored)
    address = f"/tournaments/{tournament.pk}/"
    changed = as_user(director).patch(address, {"options": {"spread_cap": 200}})
    assert changed.status_code == 200
    tournament.refresh_from_db()
    assert tournament.options_json == {
        **stored,
        "spread_cap": 200,
        "place_points": [5, 3, 2, 1],
    }
    refused = as_user(director).patch(address, {"options": {"bye_spread": 5001}})
    assert list(refused.json()["params"]["fields"]) == ["options.bye_spread"]
