"""A whole tournament through the API, from the entry list to the final, and all of it recomputed.

On PostgreSQL it is one of 76 players and 20 rounds, on what is built in a short one.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from tests.tournaments import independent
from tests.tournaments.tournament_checks import (
    check_history,
    check_ratings,
    check_standings,
    check_table,
    check_the_books,
    check_the_etag,
    check_the_final,
    check_the_log,
    check_tsh,
    check_wall_chart,
)
from tests.tournaments.tournament_run import WAYS, Hall

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lexicon")]

Scene = Callable[[Hall], None]


# What happens before a round is paired


def come_late(hall: Hall) -> None:
    hall.enter(hall.assistant)


def come_and_go(hall: Hall) -> None:
    """Two come late, two go; one is absent, one has a bye from the director."""
    hall.enter(hall.director)
    hall.enter(hall.assistant)
    for number in hall.anybody(2):
        hall.withdraw(number)
    sit_out(hall)


def sit_out(hall: Hall) -> None:
    absent, free, comes_after_all = hall.anybody(3)
    hall.set_absence(absent, "absent")
    hall.set_absence(free, "bye")
    hall.set_absence(comes_after_all, "absent")
    hall.delete(f"{hall.root}entries/{comes_after_all}/absences/{hall.next_round}/")
    del hall.absences[hall.next_round, comes_after_all]


def come_back(hall: Hall) -> None:
    """Somebody who had left; what they missed stays missed."""
    gone = [number for number, person in hall.people.items() if person.withdrawn_from]
    hall.readmit(hall.random.choice(gone))


def go(hall: Hall) -> None:
    hall.withdraw(*hall.anybody())


def miss_the_final(hall: Hall) -> None:
    """One of those who must play is not there: the other is through."""
    assert hall.bracket
    played = [row for row in hall.rows() if row.round >= hall.first_of_final]
    due, _ = hall.bracket.look(played)
    hall.set_absence(min(min(match) for match in due), "absent")


def correct_earlier_rounds(hall: Hall) -> None:
    """Directors correct what other rounds were paired by; assistants don't."""
    seeds = set(hall.bracket.seeds) if hall.bracket else set()
    earlier = [
        game
        for game in hall.games.values()
        if game.round < hall.round
        and game.kind == "played"
        and not {game.first, game.second} & seeds
    ]
    for game in hall.random.sample(earlier, 3):
        first, second = game.points
        assert first is not None
        assert second is not None
        body = {"first_points": second, "second_points": first, "confirm_implausible": True}
        path = f"{hall.path}{game.path}"
        hall.refused("already_confirmed", hall.assistant, "put", f"{path}result/", body)
        reports = len(hall.ask(hall.director, "get", f"{path}reports/"))
        hall.enter_result(game, second, first)
        assert len(hall.ask(hall.director, "get", f"{path}reports/")) == reports + 1


# What happens to a draft


def look_twice(hall: Hall) -> None:
    """Paired again it is the same; locked it is not paired again; unlocked it may be discarded."""
    rounds, path = f"{hall.path}rounds/", f"{hall.path}rounds/{hall.round}/"
    drafts = [pairs_of(hall.draft()) for _ in range(2)]
    assert drafts[0] == drafts[1]
    hall.step("lock")
    hall.refused("wrong_round_state", hall.director, "post", rounds, {})
    hall.step("unlock")
    hall.delete(path)
    assert hall.director.get(path).status_code == 404
    assert pairs_of(hall.draft()) == drafts[0]
    hall.refused("forbidden", hall.assistant, "post", f"{path}publish/")


def come_after_the_draft(hall: Hall) -> None:
    hall.enter(hall.assistant)
    publish = f"{hall.path}rounds/{hall.round}/publish/"
    hall.refused("players_unpaired", hall.director, "post", publish)
    hall.draft()


def go_after_the_draft(hall: Hall) -> None:
    go(hall)
    publish = f"{hall.path}rounds/{hall.round}/publish/"
    hall.refused("players_gone", hall.director, "post", publish)
    hall.draft()


def pair_by_hand(hall: Hall) -> None:
    """The director lets two meet again; those left over play each other."""
    path = f"{hall.path}rounds/{hall.round}/"
    pairs = pairs_of(hall.ask(hall.director, "get", path))
    met = hall.met()
    games = [pair for pair in pairs if pair[1] is not None]
    one, other = next(
        (one, other) for one in games for other in games if one != other and other[0] in met[one[0]]
    )
    changed = [(one[0], other[0]), (one[1], other[1])]
    changed += [pair for pair in pairs if pair not in (one, other)]
    wanted = [{"first": first, "second": second} for first, second in changed]
    twice = [*wanted[1:], {"first": wanted[1]["first"], "second": wanted[0]["second"]}]
    hall.refused("player_twice", hall.director, "put", path, {"pairs": twice})
    hall.refused("players_unpaired", hall.director, "put", path, {"pairs": wanted[1:]})
    told = hall.ask(hall.director, "put", path, {"pairs": wanted})
    assert told["method"] == {"method": "manual"}
    repeats = [warning for warning in told["warnings"] if warning["code"] == "repeat"]
    assert {(one["first"], one["second"]) for one in repeats} >= {(changed[0][0], changed[0][1])}
    assert set(pairs_of(told)) == set(changed)
    hall.by_hand.add(hall.round)


# What happens to a published round


def take_it_back(hall: Hall) -> None:
    """Published too early: back, thrown away, paired without somebody, published again."""
    hall.retract()
    assert hall.public.get(f"{hall.path}rounds/{hall.round}/").status_code == 403
    number = hall.anybody()[0]
    absences = f"{hall.root}entries/{number}/absences/"
    body = {"round": hall.round, "kind": "bye"}
    hall.refused("round_fixed", hall.assistant, "post", absences, body)
    hall.delete(f"{hall.path}rounds/{hall.round}/")
    hall.set_absence(number, "bye")
    hall.draft()
    hall.publish()


def swap_starts(hall: Hall) -> None:
    game = hall.games_of(hall.round)[0]
    told = hall.ask(hall.director, "post", f"{hall.path}{game.path}swap/")
    assert game.second
    game.first, game.second = game.second, game.first
    assert told["first"]["number"] == game.first


# What happens when its results are in


def insist(hall: Hall) -> None:
    """Nobody takes back what stands: not the player, nor the director the round."""
    game = next(game for game in hall.games_of(hall.round) if game.kind == "played")
    phone = hall.people[game.first].phone
    assert phone
    path = f"{hall.path}{game.path}report/"
    body = {"first_points": 450, "second_points": 200}
    told = hall.refused("already_confirmed", phone, "post", path, body)
    assert (told["first_points"], told["second_points"]) == game.points
    stranger = next(one for one in hall.games_of(hall.round) if one != game)
    strange = f"{hall.path}{stranger.path}report/"
    hall.refused("not_your_game", phone, "post", strange, body)
    retract = f"{hall.path}rounds/{hall.round}/retract/"
    hall.refused("has_reports", hall.director, "post", retract)


@dataclass(frozen=True)
class Plan:
    """How large the tournament is, and what happens when."""

    imported: int
    #: Who come to the desk before the first round.
    entered: int
    schedule: Sequence[dict[str, Any]]
    before: Mapping[int, Sequence[Scene]]
    drafted: Mapping[int, Sequence[Scene]]
    published: Mapping[int, Sequence[Scene]]
    played: Mapping[int, Sequence[Scene]]
    #: Rounds that are paired before the last games of the round before have ended.
    early: Sequence[int]
    #: Rounds after which the standings are computed anew; at the end all is.
    checked: Sequence[int]
    players: int


SWISS = {"method": "swiss", "avoid_clubs": 4}
FINAL = {"method": "knockout", "places": 4, "others": {"method": "swiss"}}
LONG = Plan(
    imported=70,
    entered=2,
    schedule=[
        *[{"method": "quartile_fours"}] * 3,
        *[SWISS] * 6,
        {"method": "qoth"},
        {"method": "koth"},
        *[FINAL | {"players": 8, "best_of": 3}] * 9,
    ],
    before={
        3: [come_late],
        4: [sit_out],
        6: [come_and_go],
        7: [correct_earlier_rounds],
        9: [come_back],
        11: [sit_out, correct_earlier_rounds],
        13: [miss_the_final],
        14: [come_back, sit_out],
        16: [correct_earlier_rounds, go],
        18: [sit_out],
    },
    drafted={
        1: [look_twice],
        2: [come_after_the_draft],
        5: [pair_by_hand],
        7: [go_after_the_draft],
        9: [look_twice],
    },
    published={1: [swap_starts], 4: [take_it_back], 12: [swap_starts]},
    played={1: [insist], 12: [insist]},
    early=[8, 10],
    checked=[3, 8, 12, 16],
    players=76,
)
SHORT = Plan(
    imported=10,
    entered=1,
    schedule=[SWISS, SWISS, {"method": "koth"}, *[FINAL | {"players": 4, "best_of": 1}] * 2],
    before={3: [correct_earlier_rounds, go], 4: [come_back], 5: [sit_out]},
    drafted={1: [look_twice], 2: [come_after_the_draft], 3: [pair_by_hand]},
    published={1: [swap_starts], 2: [take_it_back]},
    played={1: [insist]},
    early=[3],
    checked=[2],
    players=12,
)


def test_a_whole_tournament_is_right_in_every_figure() -> None:
    plan = LONG if os.environ["DATABASE_URL"] else SHORT
    hall = Hall(Random(76), plan.schedule)
    hall.import_people(plan.imported)
    for number in range(1, plan.imported + 1):
        hall.give_phone(number)
    for _ in range(plan.entered):
        hall.enter(hall.director)
    for number in range(1, len(plan.schedule) + 1):
        go_through_round(hall, plan, number)
        if number in plan.checked:
            check_standings(hall, check_the_books(hall))
    assert len(hall.people) == plan.players
    finish(hall)
    rows = check_the_books(hall)
    check_standings(hall, rows)
    check_history(hall, rows)
    check_wall_chart(hall, rows)
    check_the_final(hall)
    check_the_log(hall)
    check_table(hall, rows)
    check_ratings(hall)
    check_tsh(hall, rows)
    if plan is LONG:
        assert hall.seen.keys() >= {*WAYS, "implausible", "walkover", "bye"}
        assert hall.seen["direct"] > 0


def go_through_round(hall: Hall, plan: Plan, number: int) -> None:
    for scene in plan.before.get(number, ()):
        scene(hall)
    if number in plan.early:
        told = hall.refused("results_missing", hall.director, "post", f"{hall.path}rounds/", {})
        open_games = [game for game in hall.games_of(number - 1) if not game.is_confirmed]
        assert len(told["missing"]) == len(open_games) > 0
        hall.draft(with_open_games=True)
    else:
        hall.draft()
    assert hall.round == number
    for scene in plan.drafted.get(number, ()):
        scene(hall)
    hall.publish()
    for scene in plan.published.get(number, ()):
        scene(hall)
    for game in hall.games_of(number - 1):
        if not game.is_confirmed:
            hall.end(game)
    check_the_etag(hall)
    hall.play(leave_open=3 if number + 1 in plan.early else 0)
    for scene in plan.played.get(number, ()):
        scene(hall)
    summary = hall.get("rounds/?limit=100")["results"][number - 1]
    is_over = all(game.is_confirmed for game in hall.games_of(number))
    assert (summary["completed_at"] is not None) == is_over


def finish(hall: Hall) -> None:
    """The end is final, unless it is reopened for a correction."""
    game = hall.games_of(hall.round)[0]
    path = f"{hall.path}{game.path}result/"
    hall.delete(path)
    hall.refused("results_missing", hall.director, "post", f"{hall.root}finish/")
    hall.enter_result(game, 401, 399)
    hall.ask(hall.director, "post", f"{hall.root}finish/")
    body = {"first_points": 399, "second_points": 400}
    hall.refused("wrong_tournament_state", hall.director, "put", path, body)
    hall.ask(hall.director, "post", f"{hall.root}reopen/")
    hall.enter_result(game, 399, 400)
    hall.ask(hall.director, "post", f"{hall.root}finish/")


def pairs_of(round: Mapping[str, Any]) -> list[tuple[int, int | None]]:
    rows = independent.rows_of(round)
    return [(row.first, row.second) for row in rows if row.kind in ("", "bye")]
