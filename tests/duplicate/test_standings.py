"""The order of standings, without a database."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from duplicate.standings import (
    Player,
    RoundScores,
    Standings,
    by_club,
    percent_of,
    series_of,
    standings_of,
)


def rounds_of(*points: Sequence[int | None], top: int = 50) -> list[RoundScores]:
    """Rounds by the points of players 1, 2, …; who has `top` found it."""
    return [
        RoundScores(
            number,
            top,
            {place: score for place, score in enumerate(scores, 1) if score is not None},
            {place for place, score in enumerate(scores, 1) if score == top},
        )
        for number, scores in enumerate(points, 1)
    ]


def players(count: int) -> list[Player]:
    return [Player(number, f"Spieler {number}") for number in range(1, count + 1)]


def ranks(standings: Standings) -> list[tuple[int, int]]:
    return [(row.rank, row.player.number) for row in standings.rows]


def test_the_higher_total_is_first_and_the_columns_add_up() -> None:
    standings = standings_of(players(2), rounds_of([20, 50], [30, 10]))
    first, second = standings.rows
    assert (first.player.number, first.total, first.distance, first.tops) == (2, 60, 40, 1)
    assert (first.percent, second.percent) == (Decimal("60.00"), Decimal("50.00"))
    assert (second.points, second.ranks) == ((20, 30), (2, 1))
    assert (standings.rounds, standings.top_total) == ((1, 2), 100)


def test_equal_totals_go_by_tops_and_then_by_the_last_rounds_backwards() -> None:
    points = [50, 20, 20, 20], [10, 20, 30, 30], [0, 20, 10, 10]
    assert ranks(standings_of(players(4), rounds_of(*points))) == [(1, 1), (2, 2), (3, 3), (3, 4)]


def test_those_after_a_shared_rank_are_as_many_further() -> None:
    standings = standings_of(players(3), rounds_of([10, 10, 5]))
    assert ranks(standings) == [(1, 1), (1, 2), (3, 3)]


def test_a_round_without_a_result_is_shown_as_none_and_counts_nothing() -> None:
    row = standings_of(players(1), rounds_of([None], [10])).rows[0]
    assert (row.points, row.ranks, row.total) == ((None, 10), (None, 1), 10)


def test_without_rounds_everybody_shares_the_first_rank() -> None:
    standings = standings_of(players(2), [])
    assert ranks(standings) == [(1, 1), (1, 2)]
    assert standings.rows[0].percent == 0


def test_who_withdrew_keeps_what_they_have_and_is_marked() -> None:
    gone = Player(2, "Ausgeschieden", is_withdrawn=True)
    standings = standings_of([*players(1), gone], rounds_of([10, 20]))
    assert [(row.rank, row.player.is_withdrawn) for row in standings.rows] == [
        (1, True),
        (2, False),
    ]


def test_categories_are_ranked_by_themselves() -> None:
    entered = [Player(1, "A", category="U18"), Player(2, "B"), Player(3, "C", category="U18")]
    groups = standings_of(entered, rounds_of([10, 20, 5])).categories
    assert list(groups) == ["", "U18"]
    assert [(row.rank, row.player.number) for row in groups["U18"]] == [(1, 1), (2, 3)]


def test_a_club_counts_with_its_best_players() -> None:
    clubs = ["Nord", "Nord", "Nord", "Süd", ""]
    entered = [Player(number, f"{number}", club=club) for number, club in enumerate(clubs, 1)]
    standings = standings_of(entered, rounds_of([10, 30, 20, 45, 50]))
    teams = by_club(standings, team_size=2)
    assert [(team.rank, team.club, team.total) for team in teams] == [
        (1, "Nord", 50),
        (2, "Süd", 45),
    ]
    assert [row.player.number for row in teams[0].members] == [2, 3]
    assert teams[0].percent == Decimal("50.00")
    assert [team.total for team in by_club(standings)] == [60, 45]


def test_percents_are_exact_and_round_halves_up() -> None:
    assert str(percent_of(1, 3)) == "33.33"
    assert str(percent_of(2, 3)) == "66.67"
    assert str(percent_of(1, 20_000)) == "0.01"  # half of a hundredth
    assert str(percent_of(5, 0)) == "0.00"
    assert str(percent_of(3, 3)) == "100.00"


POINTS = st.integers(2, 6).flatmap(
    lambda count: st.lists(
        st.lists(st.none() | st.integers(-2, 4), min_size=count, max_size=count), max_size=4
    )
)


@given(POINTS)
def test_standings_compare_every_two_by_the_rules(points: list[list[int | None]]) -> None:
    count = len(points[0]) if points else 2
    standings = standings_of(players(count), rounds_of(*points, top=4))
    columns = {
        number: [scores[number - 1] or 0 for scores in points] for number in range(1, count + 1)
    }

    def is_before(one: int, other: int) -> bool:
        for mine, theirs in (
            (sum(columns[one]), sum(columns[other])),
            (columns[one].count(4), columns[other].count(4)),
            *zip(columns[one][::-1], columns[other][::-1], strict=True),
        ):
            if mine != theirs:
                return mine > theirs
        return False

    for row in standings.rows:
        number = row.player.number
        better = sum(is_before(other, number) for other in columns)
        assert row.rank == better + 1
        assert row.total == sum(columns[number])
        assert row.distance == 4 * len(points) - row.total
        share = Fraction(100 * row.total, 4 * len(points)) if points else Fraction(0)
        assert -Fraction(1, 200) < Fraction(row.percent) - share <= Fraction(1, 200)
    assert [row.rank for row in standings.rows] == sorted(row.rank for row in standings.rows)


# Series.


def game_of(scores: dict[str, int], top: int = 100) -> Standings:
    entered = [Player(number, name) for number, name in enumerate(scores, 1)]
    return standings_of(entered, rounds_of(list(scores.values()), top=top))


def test_a_series_adds_up_the_games_without_the_worst() -> None:
    games = [game_of({"A": 10, "B": 30}), game_of({"A": 50, "B": 5}), game_of({"B": 20})]
    rows = series_of(games, dropped=1)
    assert [(row.rank, row.player.name, row.total) for row in rows] == [(1, "A", 60), (2, "B", 50)]
    assert rows[0].results == (10, 50, None)
    assert rows[0].counted == (True, True, False)
    assert rows[1].counted == (True, False, True)


def test_a_game_missed_is_dropped_before_one_below_nothing() -> None:
    (row,) = series_of([game_of({"A": -5}), game_of({})], dropped=1)
    assert (row.total, row.counted) == (-5, (True, False))


def test_games_of_different_tops_count_alike_by_percent() -> None:
    games = [game_of({"A": 10, "B": 20}, top=40), game_of({"A": 100, "B": 60}, top=300)]
    rows = series_of(games, by_percent=True)
    assert [(row.player.name, str(row.total)) for row in rows] == [("B", "70.00"), ("A", "58.33")]


def test_players_are_known_again_by_member_number_or_else_by_name_and_club() -> None:
    first = standings_of(
        [Player(1, "Eva Groß", club="Nord", member_id="7"), Player(2, "Jo", club="Süd")],
        rounds_of([10, 5]),
    )
    second = standings_of(
        [Player(1, "Eva Klein", club="West", member_id="7"), Player(2, "JO", club="süd")],
        rounds_of([10, 5]),
    )
    rows = series_of([first, second])
    assert [(row.player.name, row.total) for row in rows] == [("Eva Klein", 20), ("JO", 10)]


def test_equal_totals_of_a_series_go_by_tops_and_then_by_the_best_results() -> None:
    games = [
        game_of({"A": 100, "B": 60, "C": 50, "D": 50}),
        game_of({"A": 10, "B": 50, "C": 60, "D": 60}),
    ]
    rows = series_of(games)
    assert [(row.rank, row.player.name) for row in rows] == [(1, "A"), (2, "B"), (2, "C"), (2, "D")]
    games = [game_of({"A": 60, "B": 70}), game_of({"A": 60, "B": 50})]
    assert [(row.rank, row.player.name) for row in series_of(games)] == [(1, "B"), (2, "A")]


def test_at_least_one_game_of_a_series_counts() -> None:
    (row,) = series_of([game_of({"A": 10})], dropped=3)
    assert row.total == 10


@given(st.lists(st.none() | st.integers(-3, 9), min_size=1, max_size=6), st.integers(0, 3))
def test_what_counts_in_a_series_is_the_best_choice(
    results: list[int | None], dropped: int
) -> None:
    games = [game_of({} if result is None else {"A": result}) for result in results]
    rows = series_of(games, dropped=dropped)
    if not rows:
        assert all(result is None for result in results)
        return
    kept = max(1, len(results) - dropped)
    played = sorted((result for result in results if result is not None), reverse=True)
    assert rows[0].total == sum(played[:kept])
