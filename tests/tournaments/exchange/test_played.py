"""The rounds that a tsh file tells of."""

import pytest

from referee.errors import FileUnreadable
from tournaments.rounds.exchange.played import PlayedGame, rounds_of
from tournaments.rounds.exchange.tsh import read_tsh


def rounds_in(text: str) -> tuple[tuple[PlayedGame, ...], ...]:
    return rounds_of(read_tsh(text.encode()))


def test_games_come_by_table_and_those_without_an_opponent_last() -> None:
    first, second = rounds_in(
        "Abel, Anna 1500 0 4; 50 400; p12 0 2; board 0 1\n"
        "Beck, Ben 1400 4 3; 380 420; p12 2 1; board 2 2\n"
        "Cohn, Cleo 1300 5 2; 350 420; p12 1 2; board 1 2\n"
        "Dorn, Dan 1200 2 1; 390 410; p12 1 1; board 2 1\n"
        "Eder, Eve 1100 3 0; 360 0; p12 2 0; board 1 0\n"
    )
    assert first == (
        PlayedGame(3, 5, 1, 350, 360),
        PlayedGame(4, 2, 2, 390, 380),
        PlayedGame(1, None, None, 50, None),
    )
    assert second == (
        PlayedGame(4, 1, 1, 410, 400),
        PlayedGame(2, 3, 2, 420, 420),
        PlayedGame(5, None, None, 0, None),
    )


def test_where_the_file_says_little_the_earlier_line_begins_and_tables_are_counted() -> None:
    (games,) = rounds_in("A, A 1 4;\nB, B 1 3;\nC, C 1 2;\nD, D 1 1;\n")
    assert games == (PlayedGame(1, 4, 1, None, None), PlayedGame(2, 3, 2, None, None))
    assert not games[0].has_result


@pytest.mark.parametrize("boards", ["board 7\n", "board 0\n", "\n"])
def test_tables_that_two_games_share_or_one_has_not_are_counted_anew(boards: str) -> None:
    lines = ["A, A 1 2;; board 7\n", "B, B 1 1;\n", f"C, C 1 4;; {boards}", "D, D 1 3;\n"]
    (games,) = rounds_in("".join(lines))
    assert [game.table for game in games] == [1, 2]


def test_who_came_later_or_left_is_missing_and_empty_rounds_at_the_end_too() -> None:
    rounds = rounds_in("A, A 1 2 3 00; 1 1\nB, B 1 1; 2\nC, C 1 00 1; 00 3\n")
    assert [[(game.first, game.second) for game in games] for games in rounds] == [
        [(1, 2)],
        [(1, 3)],
    ]
    assert rounds_in("A, A 1;\n") == ()


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("A, A 1 2; 400\nB, B 1 1;\n", "Runde 1"),
        ("A, A 1 0 2; 50 400; p12 0 1\nB, B 1 0 1; 50 380; p12 0 1\n", "Runde 2"),
        ("A, A 1 00 2; 00 400\nB, B 1 00 1; 00 380\n", "Runde 1"),
    ],
    ids=["points of one", "both begin", "nobody"],
)
def test_rounds_that_can_not_be_are_refused(text: str, where: str) -> None:
    with pytest.raises(FileUnreadable) as refused:
        rounds_in(text)
    assert refused.value.detail["where"] == where
