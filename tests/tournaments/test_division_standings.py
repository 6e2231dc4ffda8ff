"""Standings, wall chart and ratings of a division as they are read from the database."""

from collections import defaultdict
from dataclasses import replace
from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.duplicate.factories import NOON
from tests.tournaments.factories import (
    make_division,
    make_entries,
    make_entry,
    make_round,
    make_tournament,
    set_result,
)
from tournaments.errors import RoundMissing
from tournaments.events.selectors.state import public_state
from tournaments.models import Division, Entry, Pairing, Penalty, Round, Tournament
from tournaments.options import Options
from tournaments.rounds.selectors.crosstable import cross_row_of, crosstable_of
from tournaments.rounds.selectors.ratings import ratings_of
from tournaments.rounds.selectors.standings import (
    Standings,
    groups_of,
    history_of,
    standings_of,
    within_groups,
)
from tournaments.standings import Metric

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]

Outcome, ResultState = Pairing.Outcome, Pairing.ResultState


def four(rounds: int = 3, **options: object) -> tuple[Division, list[Entry]]:
    """Anna, Ben, Cem and Dora, who will play `rounds` rounds."""
    tournament = make_tournament(options=replace(Options(), **options))  # type: ignore[arg-type]
    division = make_division(tournament, rounds=rounds)
    return division, [make_entry(division, name) for name in ("Anna", "Ben", "Cem", "Dora")]


def play(division: Division, *games: tuple[Entry, int, int, Entry]) -> Round:
    """A published round with confirmed results."""
    round = make_round(division, *((first, second) for first, _, _, second in games))
    for pairing, (_first, points, against, _second) in zip(
        round.pairings.order_by("table"), games, strict=True
    ):
        set_result(pairing, points, against)
    return round


def happened(division: Division) -> Division:
    """The division after something was recorded, as the next request reads it."""
    tournament = division.tournament
    tournament.log_length += 1
    tournament.save(update_fields=["log_length"])
    return Division.objects.select_related("tournament").get(pk=division.pk)


def table(standings: Standings) -> list[tuple[int, str, int, int]]:
    return [(row.rank, row.player.name, row.wins2, row.spread) for row in standings.rows]


def test_two_rounds_by_hand() -> None:
    division, (anna, ben, cem, dora) = four()
    play(division, (anna, 400, 350, ben), (cem, 380, 380, dora))
    play(division, (dora, 420, 300, anna), (ben, 450, 340, cem))
    found = standings_of(division)
    assert table(found) == [
        (1, "Dora", 3, 120),
        (2, "Ben", 2, 60),
        (3, "Anna", 2, -70),
        (4, "Cem", 1, -110),
    ]
    first = found.rows[0]
    assert (first.draws, first.losses2, first.points_for, first.points_against) == (1, 1, 800, 680)
    assert (first.firsts, first.seconds, first.games) == (1, 1, 2)
    assert (found.rounds, found.planned, found.open_games) == ((1, 2), 3, 0)
    assert found.metrics == (Metric.WINS, Metric.SPREAD)
    assert found.row_of(ben.pk) == found.rows[1]
    assert found.row_of(0) is None


def test_what_is_not_confirmed_or_not_published_does_not_count() -> None:
    division, (anna, ben, cem, dora) = four()
    round = play(division, (anna, 400, 350, ben), (cem, 380, 300, dora))
    round.pairings.filter(first=cem).update(standing=ResultState.REPORTED)
    draft = play(division, (anna, 0, 500, cem))
    Round.objects.filter(pk=draft.pk).update(state=Round.State.DRAFT)
    found = standings_of(division)
    assert table(found)[0] == (1, "Anna", 2, 50)
    assert {row[2:] for row in table(found) if row[1] in {"Cem", "Dora"}} == {(0, 0)}
    assert (found.rounds, found.open_games) == ((1,), 1)
    what_if = standings_of(division, with_unconfirmed=True)
    assert table(what_if)[0] == (1, "Cem", 2, 80)
    assert what_if.open_games == 0


def test_byes_penalties_forfeits_and_lost_time_count_as_the_options_say() -> None:
    division, (anna, ben, cem, dora) = four(bye_spread=30, forfeit_spread=60)
    eva = make_entry(division, "Eva")
    round = play(division, (anna, 400, 390, ben))
    alone = round.pairings.create(kind=Pairing.Kind.BYE, first=eva, standing=ResultState.CONFIRMED)
    game = round.pairings.create(
        table=2,
        first=cem,
        second=dora,
        standing=ResultState.CONFIRMED,
        outcome=Outcome.FORFEIT_FIRST,
    )
    penalty = Penalty.objects.create(
        pairing=round.pairings.get(first=anna),
        entry=anna,
        reason=Penalty.Reason.TIME,
        points=20,
        by="irma",
        at=NOON,
    )
    assert table(standings_of(division)) == [
        (1, "Dora", 2, 60),
        (2, "Eva", 2, 30),
        (3, "Ben", 2, 10),
        (4, "Anna", 0, -10),
        (5, "Cem", 0, -60),
    ]
    Penalty.objects.filter(pk=penalty.pk).update(revoked_at=NOON)
    Pairing.objects.filter(pk=game.pk).update(
        outcome=Outcome.LOST_ON_TIME_SECOND, first_points=300, second_points=310
    )
    Pairing.objects.filter(pk=alone.pk).update(kind=Pairing.Kind.ABSENT)
    assert table(standings_of(happened(division))) == [
        (1, "Anna", 2, 10),
        (2, "Cem", 2, -10),
        (3, "Dora", 0, 10),
        (4, "Eva", 0, 0),
        (5, "Ben", 0, -10),
    ]


def test_they_can_be_had_as_they_were_after_a_round() -> None:
    division, (anna, ben, cem, dora) = four()
    play(division, (anna, 400, 350, ben), (cem, 380, 360, dora))
    play(division, (dora, 420, 300, anna), (ben, 450, 340, cem))
    make_round(division, (anna, cem), (ben, dora))
    first = standings_of(division, 1)
    assert [row[:3] for row in table(first)][:2] == [(1, "Anna", 2), (2, "Cem", 2)]
    assert (first.rounds, first.open_games) == ((1,), 0)
    assert standings_of(division, 2).rows == standings_of(division).rows
    assert standings_of(division).open_games == 2
    assert history_of(division) == {1: first.rows, 2: standings_of(division, 2).rows}
    Round.objects.filter(number=3).update(state=Round.State.LOCKED)
    with pytest.raises(RoundMissing):
        standings_of(division, 3)
    with pytest.raises(RoundMissing):
        standings_of(division, 9)


def test_asking_again_costs_nothing_until_something_happens() -> None:
    division, (anna, ben, *_) = four()
    round = play(division, (anna, 400, 350, ben))
    before = standings_of(division)
    with CaptureQueriesContext(connection) as queries:
        assert standings_of(division) is before
        assert history_of(division) is history_of(division)
    assert len(queries) <= 4  # the history's first time
    with CaptureQueriesContext(connection) as queries:
        standings_of(division)
        history_of(division)
    assert len(queries) == 0
    set_result(round.pairings.get(), 300, 350)
    assert standings_of(happened(division)).rows[0].player.name == "Ben"


def test_places_are_safe_once_nobody_can_reach_them() -> None:
    division, (anna, ben, cem, dora) = four()
    play(division, (anna, 400, 350, ben), (cem, 380, 360, dora))
    assert standings_of(division).clinched == frozenset()
    play(division, (anna, 420, 300, cem), (ben, 450, 340, dora))
    found = standings_of(happened(division))
    # Anna 2, Ben and Cem 1 each, Dora 0, and one round is left: Ben or Cem may draw level.
    assert found.clinched == frozenset()
    assert found.safe_places == {anna.pk: 3, ben.pk: 4, cem.pk: 4, dora.pk: 4}
    division.schedule = division.schedule[:2]
    division.save()
    assert standings_of(happened(division)).clinched == {anna.pk, ben.pk, cem.pk, dora.pk}


def test_who_came_late_can_gain_nothing_from_rounds_before() -> None:
    division, (anna, ben, cem, dora) = four(rounds=2)
    play(division, (anna, 400, 350, ben), (cem, 380, 360, dora))
    late = [make_entry(division, name, first_round=2) for name in ("Eva", "Finn")]
    play(division, (anna, 400, 350, cem), (ben, 300, 290, dora), (late[0], 500, 100, late[1]))
    found = standings_of(division)
    assert found.rows[0].player.name == "Anna"
    # Both rounds are played, so every place is final, that of those who missed one included.
    assert len(found.clinched) == 6


def test_who_withdrew_before_they_had_a_place_in_a_round_is_not_listed() -> None:
    division, (anna, ben, cem, dora) = four()
    Entry.objects.filter(pk__in=[cem.pk, dora.pk]).update(withdrawn_from=1)
    eva = make_entry(division, "Eva", withdrawn_from=2)
    play(division, (anna, 400, 350, ben), (cem, 380, 370, eva))
    make_round(division, (dora, None), state=Round.State.DRAFT)
    make_entry(division, "Flo", first_round=2, withdrawn_from=3)  # plays in the second round
    make_entry(division, "Gil", first_round=4, withdrawn_from=4)
    listed = ["Anna", "Cem", "Flo", "Eva", "Ben"]
    assert [row.player.name for row in standings_of(division).rows] == listed
    assert [line.row.player.name for line in crosstable_of(division).rows] == listed
    assert [found.row.player.name for found in ratings_of(division)] == listed


def test_at_the_end_of_a_tournament_all_places_are_final() -> None:
    division, (anna, ben, *_) = four(rounds=7)
    play(division, (anna, 400, 350, ben))
    assert standings_of(division).clinched == frozenset()
    Tournament.objects.update(state=Tournament.State.FINISHED)
    found = standings_of(happened(division))
    assert len(found.clinched) == 4
    assert standings_of(happened(division), 1).clinched == frozenset()


def test_categories_clubs_and_teams() -> None:
    division, (anna, ben, cem, dora) = four(team_best_of=1)
    for entry, club, category in (
        (anna, "Köln", "Jugend"),
        (ben, "Köln", ""),
        (cem, "Ulm", "Jugend"),
        (dora, "", ""),
    ):
        Entry.objects.filter(pk=entry.pk).update(club=club, category=category)
    play(division, (cem, 400, 350, anna), (ben, 380, 300, dora))
    found = standings_of(division)
    assert [
        (one.rank, one.name, one.wins2, one.spread) for one in groups_of(division, "club", found)
    ] == [
        (1, "Köln", 2, 80),
        (2, "Ulm", 2, 50),
    ]
    assert groups_of(division, "team", found) == ()
    tables = within_groups(found, "category")
    assert {
        name: [(row.rank, row.player.name) for row in rows] for name, rows in tables.items()
    } == {"": [(1, "Ben"), (2, "Dora")], "Jugend": [(1, "Cem"), (2, "Anna")]}


@pytest.mark.parametrize("seed", range(4))
def test_a_plain_recount_of_the_rows_finds_the_same(seed: int) -> None:
    """Sums kept in a dictionary as the rows are read, and the order by sorting."""
    random = Random(seed)
    division = make_division(make_tournament(), rounds=9)
    entries = make_entries(division, 9)
    for _ in range(5):
        random.shuffle(entries)
        *pairs, last = entries
        round = make_round(division, *zip(pairs[::2], pairs[1::2], strict=True), (last, None))
        for pairing in round.pairings.all():
            if pairing.second is None:
                Pairing.objects.filter(pk=pairing.pk).update(standing=ResultState.CONFIRMED)
            else:
                set_result(pairing, random.randint(200, 500), random.randint(200, 500))
    wins: defaultdict[int, float] = defaultdict(float)
    spread: defaultdict[int, int] = defaultdict(int)
    for first, second, points, against in Pairing.objects.values_list(
        "first__number", "second__number", "first_points", "second_points"
    ):
        if second is None or points is None or against is None:
            wins[first] += 1
            spread[first] += 50
            continue
        spread[first] += points - against
        spread[second] += against - points
        wins[first] += 1 if points > against else 0.5 if points == against else 0
        wins[second] += 1 if against > points else 0.5 if points == against else 0
    order = sorted(range(1, 10), key=lambda number: (-wins[number], -spread[number], number))
    found = standings_of(division)
    assert [row.player.number for row in found.rows] == order
    assert [(row.wins2 / 2, row.spread) for row in found.rows] == [
        (wins[number], spread[number]) for number in order
    ]
    chart = crosstable_of(division)
    assert [(line.row.wins2, line.row.spread) for line in chart.rows] == [
        (line.placed[-1].total_wins2, line.placed[-1].total_spread) for line in chart.rows
    ]
    assert [line.placed[-1].rank for line in chart.rows] == [row.rank for row in found.rows]


def test_the_wall_chart_follows_everybody_through_the_rounds() -> None:
    division, (anna, ben, cem, dora) = four()
    play(division, (anna, 400, 350, ben), (cem, 380, 360, dora))
    round = make_round(division, (dora, anna), (ben, None))
    round.pairings.filter(first=ben).update(standing=ResultState.CONFIRMED)
    game = round.pairings.get(first=dora)
    set_result(game, 300, 290)
    Pairing.objects.filter(pk=game.pk).update(
        standing=ResultState.REPORTED, outcome=Outcome.FORFEIT_FIRST
    )
    chart = crosstable_of(division)
    assert chart.rounds == (1, 2)
    lines = {line.row.player.name: line for line in chart.rows}
    first, second = lines["Anna"].placed
    assert first.opponent is not None
    assert (first.opponent.name, first.is_first, first.table) == ("Ben", True, 1)
    assert (first.points, first.against, first.wins2, first.spread) == (400, 350, 2, 50)
    assert (first.total_wins2, first.total_spread, first.rank) == (2, 50, 1)
    # What was reported of the second game, its kind included, is nobody's business yet.
    assert (second.kind, second.is_open, second.is_first) == ("open", True, False)
    assert (second.points, second.against, second.wins2, second.spread) == (None,) * 4
    assert (second.total_wins2, second.total_spread) == (2, 50)
    bye = lines["Ben"].placed[1]
    assert (bye.kind, bye.opponent, bye.is_first, bye.points) == ("bye", None, None, None)
    assert (bye.wins2, bye.spread, bye.total_wins2, bye.total_spread) == (2, 50, 2, 0)
    assert lines["Cem"].cells[1] is None
    assert len(lines["Cem"].placed) == 1
    assert cross_row_of(division, anna.pk) == lines["Anna"]
    assert cross_row_of(division, 0) is None


def test_points_on_the_wall_chart_are_those_after_penalties_and_forfeits_have_none() -> None:
    division, (anna, ben, cem, dora) = four()
    round = play(division, (anna, 400, 350, ben), (cem, 0, 0, dora))
    round.pairings.filter(first=cem).update(
        outcome=Outcome.FORFEIT_SECOND, first_points=None, second_points=None
    )
    Penalty.objects.create(
        pairing=round.pairings.get(first=anna),
        entry=ben,
        reason=Penalty.Reason.TIME,
        points=10,
        by="irma",
        at=NOON,
    )
    lines = {line.row.player.name: line.placed[0] for line in crosstable_of(division).rows}
    assert (lines["Ben"].points, lines["Ben"].against, lines["Ben"].spread) == (340, 400, -60)
    assert (lines["Cem"].points, lines["Cem"].spread, lines["Cem"].kind) == (
        None,
        50,
        "forfeit_second",
    )
    assert lines["Dora"].opponent is not None
    assert lines["Dora"].opponent.name == "Cem"


def test_ratings_by_hand() -> None:
    """Linear: 120 points more stand for 60 %. Anna wins: 20 × (1 − 0.6) = 8."""
    division, (anna, ben, cem, dora) = four()
    for entry, rating in ((anna, 1620), (ben, 1500), (cem, None), (dora, 1400)):
        Entry.objects.filter(pk=entry.pk).update(rating=rating)
    round = play(division, (anna, 400, 350, ben), (cem, 380, 360, dora))
    found = {row.row.player.name: row.change for row in ratings_of(division)}
    assert (found["Anna"].before, found["Anna"].after, found["Anna"].change) == (1620, 1628, 8)
    assert (found["Ben"].after, found["Ben"].expected100, found["Ben"].scored2) == (1492, 40, 0)
    # All against one of 1400: 600 above. That is the first rating, with which Dora's loss counts.
    assert (found["Cem"].performance, found["Cem"].after, found["Cem"].before) == (2000, 2000, None)
    assert found["Dora"].after == 1400
    assert [row.row.player.name for row in ratings_of(division)] == [
        row.player.name for row in standings_of(division).rows
    ]
    round.pairings.filter(first=anna).update(outcome=Outcome.FORFEIT_SECOND)
    changed = {row.row.player.name: row.change for row in ratings_of(happened(division))}
    assert (changed["Anna"].after, changed["Anna"].games) == (1620, 0)


def test_the_state_tells_of_each_division_its_last_published_round() -> None:
    tournament = make_tournament(log_length=7, place="Köln")
    division, empty = make_division(tournament, rounds=5), make_division(tournament)
    anna, ben, *_ = make_entries(division, 4)
    make_entry(division, withdrawn_from=2)
    play(division, (anna, 400, 350, ben))
    round = make_round(division, (anna, ben))
    Round.objects.filter(pk=round.pk).update(published_at=NOON)
    make_round(division, (ben, anna), state=Round.State.DRAFT)
    assert public_state(tournament) == {
        "tournament": str(tournament.pk),
        "name": "Herbstturnier",
        "kind": "rounds",
        "version": 7,
        "state": "running",
        "place": "Köln",
        "starts_on": None,
        "ends_on": None,
        "divisions": [
            {
                "number": 1,
                "name": division.name,
                "players": 4,
                "rounds": 5,
                "round": {
                    "number": 2,
                    "games": 1,
                    "open_games": 1,
                    "published_at": "2026-11-16T12:00:00.000000Z",
                    "completed_at": None,
                },
            },
            {"number": 2, "name": empty.name, "players": 0, "rounds": 7, "round": None},
        ],
        "evening": None,
    }
