"""What an evening's tables bring, without a database, and against a plain recount."""

from collections import Counter, defaultdict
from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.standings import Player
from tournaments.standings.evening import (
    EveningRow,
    EveningTable,
    Share,
    history,
    shares_of,
    standings,
)

POINTS = (5, 3, 2, 1)
ANNA, BEN, CEM, DORA = (Player(key, 10 + key, name) for key, name in enumerate("ABCD", start=1))
EVERYBODY = (ANNA, BEN, CEM, DORA)


def table(
    name: str, places: Sequence[int] | None, *seats: Player | Sequence[Player], game: str = "match"
) -> EveningTable:
    """`table("one", [1, 2], ANNA, BEN)`; a sequence of players is a team."""
    teams = [[seat] if isinstance(seat, Player) else seat for seat in seats]
    numbered = [(number, player.id) for number, team in enumerate(teams) for player in team]
    found = None if places is None else tuple(places)
    return EveningTable(name, game, found, tuple(numbered))


def brought(one: EveningTable) -> dict[int, tuple[int, int]]:
    """Place and points, by player."""
    return {share.player: (share.place, share.points) for share in shares_of(one, POINTS)}


def brought_by(tables: Sequence[EveningTable], points: Sequence[int]) -> list[tuple[Share, ...]]:
    return [shares_of(one, points) for one in tables]


def shown(rows: Sequence[EveningRow]) -> list[tuple[int | None, str, int]]:
    return [(row.rank, row.player.name, row.points) for row in rows]


def test_places_bring_points_and_those_beyond_the_last_bring_none() -> None:
    five = (*EVERYBODY, Player(5, 15, "E"))
    assert brought(table("one", [2, 1, 5, 3, 4], *five)) == {
        1: (2, 3),
        2: (1, 5),
        3: (5, 0),
        4: (3, 2),
        5: (4, 1),
    }


def test_those_who_share_a_place_all_have_its_points() -> None:
    assert brought(table("one", [1, 1, 3], ANNA, BEN, CEM)) == {1: (1, 5), 2: (1, 5), 3: (3, 2)}


def test_everybody_of_a_team_has_what_the_team_has() -> None:
    party = table("one", [2, 1], (ANNA, BEN), (CEM, DORA), game="party")
    assert brought(party) == {1: (2, 3), 2: (2, 3), 3: (1, 5), 4: (1, 5)}


def test_a_guest_takes_a_place_and_nobody_has_its_points() -> None:
    with_guest = EveningTable("one", "match", (1, 2), ((1, BEN.id),))
    assert brought(with_guest) == {2: (2, 3)}


def test_a_game_without_places_brings_nothing() -> None:
    assert brought(table("one", None, ANNA, BEN)) == {}


def test_points_rank_then_first_places_then_fewer_games() -> None:
    tables = [
        # Anna 5 + 1, Ben 3 + 3, Cem 3 + 3, Dora 5 + 1 + 0
        table("one", [1, 2], ANNA, BEN),
        table("two", [1, 2], DORA, CEM),
        table("three", [2, 2, 4, 4, 5], BEN, CEM, ANNA, DORA, Player(5, 15, "E")),
    ]
    late = table("four", [5, 1], DORA, Player(5, 15, "E"))
    five = (*EVERYBODY, Player(5, 15, "E"))
    rows = standings(five, brought_by([*tables, late], POINTS))
    assert shown(rows) == [(1, "A", 6), (2, "D", 6), (3, "B", 6), (3, "C", 6), (5, "E", 5)]


def test_who_has_not_played_comes_last_without_a_rank_unless_withdrawn() -> None:
    gone = Player(5, 5, "E", withdrawn=True)
    left = Player(6, 6, "F", withdrawn=True)
    tables = [table("one", [1, 2], left, BEN), table("two", None, CEM, gone)]
    rows = standings((*EVERYBODY, gone, left), brought_by(tables, (0,)))
    assert shown(rows) == [(1, "F", 0), (2, "B", 0), (None, "A", 0), (None, "C", 0), (None, "D", 0)]
    assert [row.is_withdrawn for row in rows[:2]] == [True, False]


def test_a_row_tells_where_the_points_come_from() -> None:
    tables = [
        table("one", [1, 2], ANNA, BEN),
        table("two", [2, 1], ANNA, BEN, game="bingo"),
        table("three", [1, 1], ANNA, CEM),
    ]
    anna = standings(EVERYBODY, brought_by(tables, POINTS))[0]
    sums = [(part.game, part.points, part.games, part.firsts) for part in anna.by_game]
    assert sums == [("bingo", 3, 1, 0), ("match", 10, 2, 2)]
    assert anna.shares == (
        Share("one", "match", 1, 1, 5),
        Share("two", "bingo", 1, 2, 3),
        Share("three", "match", 1, 1, 5),
    )


def test_the_history_has_what_each_table_that_counts_has_changed() -> None:
    tables = [
        table("one", [1, 2], ANNA, BEN),
        table("two", None, ANNA, CEM),
        table("three", [2, 1], ANNA, BEN),
    ]
    early, late = history(EVERYBODY, brought_by(tables, POINTS))
    assert (early.table, late.table) == ("one", "three")
    assert shown(early.rows) == [(1, "A", 5), (2, "B", 3)]
    assert shown(late.rows) == [(1, "A", 8), (1, "B", 8)]


def test_the_history_has_no_row_of_those_who_sat_elsewhere() -> None:
    tables = [table(f"{number}", [1, 2], ANNA, BEN) for number in range(3)]
    moments = history(EVERYBODY, brought_by([*tables, table("last", [2, 1], BEN, DORA)], POINTS))
    assert [len(moment.rows) for moment in moments] == [2, 2, 2, 2]
    assert shown(moments[-1].rows) == [(2, "B", 12), (3, "D", 5)]


# A plain recount

PLAYERS = tuple(Player(key, 100 - key, f"P{key}", withdrawn=key == 3) for key in range(1, 8))


@st.composite
def evenings(draw: st.DrawFn) -> tuple[list[EveningTable], tuple[int, ...]]:
    tables = []
    for name in range(draw(st.integers(0, 6))):
        sitting = draw(st.permutations(range(1, 8)))[: draw(st.integers(1, 6))]
        teams = draw(st.integers(1, len(sitting)))
        scores = draw(st.lists(st.integers(0, 3), min_size=teams, max_size=teams))
        places = tuple(1 + sum(other > score for other in scores) for score in scores)
        seats = tuple((index % teams, player) for index, player in enumerate(sitting))
        game = draw(st.sampled_from(["match", "bingo", "party"]))
        has_places = teams > 1 and draw(st.integers(0, 4)) > 0
        tables.append(EveningTable(str(name), game, places if has_places else None, seats))
    points = draw(st.lists(st.integers(0, 9), min_size=1, max_size=5))
    return tables, tuple(sorted(points, reverse=True))


@settings(max_examples=150)
@given(evenings())
def test_a_plain_recount_comes_to_the_same(
    given_: tuple[list[EveningTable], tuple[int, ...]],
) -> None:
    tables, place_points = given_
    worth = defaultdict(int, enumerate(place_points, start=1))
    points: Counter[int] = Counter()
    games: Counter[int] = Counter()
    firsts: Counter[int] = Counter()
    by_game: Counter[tuple[int, str]] = Counter()
    for one in tables:
        if one.places is None:
            continue
        for number, player in one.seats:
            place = one.places[number]
            points[player] += worth[place]
            by_game[player, one.game] += worth[place]
            games[player] += 1
            firsts[player] += place == 1

    rows = standings(PLAYERS, brought_by(tables, place_points))

    def is_ahead(one: Player, other: Player) -> bool:
        if points[one.id] != points[other.id]:
            return points[one.id] > points[other.id]
        if firsts[one.id] != firsts[other.id]:
            return firsts[one.id] > firsts[other.id]
        return games[one.id] < games[other.id]

    playing = [player for player in PLAYERS if games[player.id]]
    assert {row.player for row in rows} == {
        player for player in PLAYERS if games[player.id] or not player.withdrawn
    }
    for row in rows:
        own = row.player.id
        assert (row.points, row.games, row.firsts) == (points[own], games[own], firsts[own])
        assert {part.game: part.points for part in row.by_game} == {
            game: by_game[player, game] for player, game in by_game if player == own
        }
        ahead = [player for player in playing if is_ahead(player, row.player)]
        assert row.rank == (len(ahead) + 1 if games[own] else None)
    order = [(row.rank or len(rows) + 1, row.player.number) for row in rows]
    assert order == sorted(order)
    counted = [one for one in tables if one.places is not None]
    moments = history(PLAYERS, brought_by(tables, place_points))
    assert [moment.table for moment in moments] == [one.id for one in counted]
    latest: dict[int, EveningRow] = {}
    for number, moment in enumerate(moments, start=1):
        whole = standings(PLAYERS, brought_by(counted[:number], place_points))
        then = {row.player.id: row for row in whole}
        sat_there = {player for _number, player in counted[number - 1].seats}
        assert {row.player.id: row for row in moment.rows} == {one: then[one] for one in sat_there}
        # The last row of everybody makes the standings, but for the ranks, which go by them.
        latest |= {row.player.id: row for row in moment.rows}
        assert {(row.player.id, row.merit) for row in latest.values()} == {
            (row.player.id, row.merit) for row in then.values() if row.rank is not None
        }
