"""Standings read from the database, and series of games."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest

from duplicate.errors import RoundMissing
from duplicate.models import Game, LogEntry, Result, Round, Series
from duplicate.selectors.standings import game_standings, series_standings
from duplicate.services.participants import change_participant, enter_participant
from duplicate.services.series import change_series, create_series, put_games
from referee.errors import Forbidden, Invalid
from referee.events.log import record
from referee.events.people import NewPerson
from tests.duplicate.factories import NOON, make_game, make_participant, make_round, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]
LATER = NOON + timedelta(minutes=4)


def played(*rounds: dict[str, int], state: Round.State = Round.State.PUBLISHED) -> Game:
    """A game with such points in its rounds; who has as many as the top found it."""
    game = make_game()
    names = sorted({name for points in rounds for name in points})
    players = {name: make_participant(game, name)[0] for name in names}
    for number, points in enumerate(rounds, start=1):
        round = make_round(game, number=number, state=state)
        Result.objects.bulk_create(
            Result(
                round=round,
                participant=players[name],
                points=score,
                move_points=score,
                is_top=score == round.top_points,
            )
            for name, score in points.items()
        )
    return game


def ranking(game: Game, after_round: int | None = None) -> list[tuple[int, str, int]]:
    rows = game_standings(game, after_round=after_round).rows
    return [(row.rank, row.player.name, row.total) for row in rows]


def test_standings_count_the_published_rounds() -> None:
    game = played({"A": 10, "B": 24}, {"A": 20})
    assert ranking(game) == [(1, "A", 30), (2, "B", 24)]
    assert ranking(game, after_round=1) == [(1, "B", 24), (2, "A", 10)]
    standings = game_standings(game)
    assert (standings.rounds, standings.tops) == ((1, 2), (24, 24))
    assert [row.tops for row in standings.rows] == [0, 1]
    assert [str(row.percent) for row in standings.rows] == ["62.50", "50.00"]


def test_what_is_not_published_does_not_count() -> None:
    game = played({"A": 10}, state=Round.State.JUDGED)
    assert ranking(game) == [(1, "A", 0)]
    assert game_standings(game).rounds == ()
    with pytest.raises(RoundMissing):
        game_standings(game, after_round=1)


def test_standings_are_remembered_until_results_or_people_change(
    django_assert_num_queries: Any,
) -> None:
    game = played({"A": 10})
    first = game_standings(game)
    with django_assert_num_queries(0):
        assert game_standings(game) is first
    Result.objects.update(points=11)
    record(game, LogEntry.Kind.OPENED, LATER, by=None)
    assert game_standings(game) is first
    record(game, LogEntry.Kind.REVISED, LATER, by=None, round=game.rounds.get())
    assert ranking(game) == [(1, "A", 11)]
    enter_participant(game, NewPerson("B"), LATER, by=make_user())
    game.refresh_from_db()
    assert ranking(game) == [(1, "A", 11), (2, "B", 0)]
    change_participant(game.participants.get(name="B"), LATER, by=make_user(), name="C")
    game.refresh_from_db()
    assert ranking(game) == [(1, "A", 11), (2, "C", 0)]


def test_a_series_counts_its_games_in_order() -> None:
    owner = make_user()
    first, second = played({"A": 10, "B": 24}), played({"A": 20, "B": 1})
    series = create_series(name=" Sommer ", by=owner, at=NOON)
    put_games(series, [second, first], LATER, by=owner)
    rows = series_standings(series)
    assert [(row.rank, row.player.name, row.results) for row in rows] == [
        (1, "A", (20, 10)),
        (2, "B", (1, 24)),
    ]
    assert series.name == "Sommer"


def test_a_series_may_count_by_percent_and_drop_the_worst() -> None:
    owner = make_user()
    series = create_series(name="Finale", by=owner, at=NOON)
    put_games(series, [played({"A": 12}), played({"A": 6})], LATER, by=owner)
    series = change_series(series, LATER, by=owner, counted_by=Series.CountedBy.PERCENT, dropped=1)
    (row,) = series_standings(series)
    assert (str(row.total), row.counted) == ("50.00", (True, False))


def test_putting_games_replaces_those_before() -> None:
    owner = make_user()
    games = [make_game(), make_game()]
    series = create_series(name="Serie", by=owner, at=NOON)
    put_games(series, games, LATER, by=owner)
    put_games(series, games[::-1], LATER, by=owner)
    put_games(series, games[:1], LATER, by=owner)
    assert list(series.games.all()) == games[:1]


def test_a_series_without_games_has_no_rows() -> None:
    assert series_standings(create_series(name="Leer", by=make_user(), at=NOON)) == ()


@pytest.mark.parametrize(
    "columns",
    [
        {"name": "  "},
        {"name": "x" * 201},
        {"counted_by": "luck"},
        {"dropped": -1},
        {"dropped": 100},
    ],
)
def test_a_series_out_of_bounds_is_refused(columns: dict[str, Any]) -> None:
    with pytest.raises(Invalid):
        create_series(**{"name": "Serie", "by": make_user(), "at": NOON, **columns})
    assert not Series.objects.exists()


def test_a_game_counts_once_in_a_series() -> None:
    owner, game = make_user(), make_game()
    series = create_series(name="Serie", by=owner, at=NOON)
    with pytest.raises(Invalid):
        put_games(series, [game, game], LATER, by=owner)
    with pytest.raises(Invalid):
        put_games(series, [Game(pk=UUID(int=number)) for number in range(101)], LATER, by=owner)
    assert not series.games.exists()


def test_only_its_owner_or_an_admin_changes_a_series() -> None:
    series = create_series(name="Serie", by=make_user(), at=NOON)
    stranger = make_user()
    with pytest.raises(Forbidden):
        change_series(series, LATER, by=stranger, name="Meine")
    with pytest.raises(Forbidden):
        put_games(series, [], LATER, by=stranger)
    assert change_series(series, LATER, by=make_user(is_admin=True), name="Neu").name == "Neu"


def test_a_game_may_count_in_two_series() -> None:
    owner, games = make_user(), [make_game(), make_game()]
    for order in (games, games[::-1]):
        series = create_series(name="Serie", by=owner, at=NOON)
        put_games(series, order, NOON, by=owner)
        for game in order:
            make_participant(game, "Anna")
        (row,) = series_standings(series)
        assert len(row.results) == 2
