"""The order of a division, without a database, and against a plain recount of another kind."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.standings import (
    Award,
    Game,
    Kind,
    Metric,
    Player,
    Row,
    Scoring,
    clinched,
    group,
    history,
    outcome_of,
    rounds_left,
    safe_places,
    standings,
    within,
)

ALL_METRICS = tuple(Metric)


def field(count: int) -> list[Player]:
    return [Player(number, number, f"Spieler {number}") for number in range(1, count + 1)]


def played(round_number: int, first: int, points: str, second: int) -> Game:
    """`played(1, 4, "380:440", 7)`: 4 began and lost to 7."""
    left, right = points.split(":")
    return Game(round_number, None, first, second, Kind.PLAYED, int(left), int(right))


def without(round_number: int, first: int, kind: Kind, second: int | None = None) -> Game:
    return Game(round_number, None, first, second, kind)


def by(*metrics: Metric) -> Scoring:
    return Scoring(metrics=metrics)


def ranks(rows: Sequence[Row]) -> list[tuple[int, int]]:
    return [(row.rank, row.player.id) for row in rows]


def row_of(rows: Sequence[Row], player: int) -> Row:
    return next(row for row in rows if row.player.id == player)


# One game.


def test_wins_come_before_spread_and_the_columns_add_up() -> None:
    games = [
        played(1, 1, "400:300", 2),
        played(1, 3, "350:350", 4),
        played(2, 2, "500:300", 3),
        played(2, 4, "301:300", 1),
    ]
    rows = standings(field(4), games, Scoring())
    # 4: 1½ wins and +1; 2: one win and +100; 1: one and +99; 3: half of one.
    assert ranks(rows) == [(1, 4), (2, 2), (3, 1), (4, 3)]
    row = rows[2]
    assert (row.wins2, row.losses2, row.draws, row.spread) == (2, 2, 0, 99)
    assert (row.points_for, row.points_against, row.games) == (700, 601, 2)
    assert (row.firsts, row.seconds, row.opponents) == (1, 1, (2, 4))
    assert row.metrics == (2, 99)
    drawn = rows[0]
    assert (drawn.wins2, drawn.losses2, drawn.draws) == (3, 1, 1)


def test_equal_players_share_a_rank_and_are_listed_by_number() -> None:
    players = [replace(player, number=10 - player.id) for player in field(4)]
    games = [played(1, 1, "400:300", 2), played(1, 3, "400:300", 4)]
    assert ranks(standings(players, games, Scoring())) == [(1, 3), (1, 1), (3, 4), (3, 2)]


def test_the_number_as_a_metric_leaves_no_rank_shared() -> None:
    players = [replace(player, number=10 - player.id) for player in field(3)]
    rows = standings(players, [], by(Metric.WINS, Metric.NUMBER, Metric.RATING))
    assert ranks(rows) == [(1, 3), (2, 2), (3, 1)]


def test_before_the_first_round_everybody_shares_the_first_rank() -> None:
    assert ranks(standings(field(2), [], Scoring())) == [(1, 1), (1, 2)]


def test_by_rating_who_has_none_is_behind_all() -> None:
    players = [
        replace(player, rating=rating)
        for player, rating in zip(field(3), (None, -5, 900), strict=True)
    ]
    rows = standings(players, [], by(Metric.WINS, Metric.RATING))
    assert ranks(rows) == [(1, 3), (2, 2), (3, 1)]
    assert rows[2].metrics == (0, None)


def test_who_withdrew_stays_in_the_table() -> None:
    players = [replace(player, withdrawn=player.id == 1) for player in field(2)]
    rows = standings(players, [played(1, 1, "400:300", 2)], Scoring())
    assert [(row.player.id, row.is_withdrawn) for row in rows] == [(1, True), (2, False)]


def test_both_kinds_of_bye_count_by_their_own_award_and_are_kept_apart() -> None:
    scoring = Scoring(bye=Award(2, 50), set_bye=Award(1, 0))
    games = [without(1, 1, Kind.BYE), without(2, 1, Kind.SET_BYE), without(3, 1, Kind.SET_BYE)]
    row = standings(field(1), games, scoring)[0]
    assert (row.wins2, row.losses2, row.spread) == (4, 2, 50)
    assert (row.byes, row.set_byes) == (1, 2)
    # Half a win without a game is no draw, and nobody began.
    assert (row.draws, row.games, row.firsts, row.opponents) == (0, 0, 0, ())


def test_by_default_every_bye_is_a_win_with_fifty_and_an_absence_a_loss_with_nothing() -> None:
    games = [without(1, 1, Kind.BYE), without(1, 2, Kind.SET_BYE), without(1, 3, Kind.ABSENT)]
    rows = standings(field(3), games, Scoring())
    assert [(row.wins2, row.losses2, row.spread) for row in rows] == [
        (2, 0, 50),
        (2, 0, 50),
        (0, 2, 0),
    ]


@pytest.mark.parametrize(
    ("kind", "first", "second"),
    [
        (Kind.FORFEIT_FIRST, (0, -50), (2, 50)),
        (Kind.FORFEIT_SECOND, (2, 50), (0, -50)),
        (Kind.DOUBLE_FORFEIT, (0, -50), (0, -50)),
    ],
)
def test_a_forfeit_brings_wins_and_spread_but_no_points_and_no_opponent(
    kind: Kind, first: tuple[int, int], second: tuple[int, int]
) -> None:
    rows = standings(field(2), [without(1, 1, kind, 2)], Scoring())
    for player, award in ((1, first), (2, second)):
        row = row_of(rows, player)
        assert (row.wins2, row.spread) == award
        assert (row.points_for, row.games, row.opponents, row.firsts) == (0, 0, (), 0)


def test_an_unplayed_game_counts_for_neither_whatever_else_is_said_of_it() -> None:
    game = Game(1, 1, 1, 2, Kind.UNPLAYED, 400, 300, first_adjust=-10)
    rows = standings(field(2), [game], Scoring())
    assert [(row.wins2, row.losses2, row.spread) for row in rows] == [(0, 0, 0), (0, 0, 0)]


def test_a_game_without_its_points_has_no_result_yet() -> None:
    game = Game(1, 1, 1, 2, Kind.PLAYED, 400, None)
    assert outcome_of(game, Scoring()) == ()


def test_who_lost_on_time_loses_but_the_points_stand() -> None:
    game = replace(played(1, 1, "400:300", 2), kind=Kind.LOST_ON_TIME_FIRST)
    rows = standings(field(2), [game], Scoring())
    assert [(row.player.id, row.wins2, row.spread) for row in rows] == [(2, 2, -100), (1, 0, 100)]
    other = replace(played(1, 1, "300:400", 2), kind=Kind.LOST_ON_TIME_SECOND)
    assert ranks(standings(field(2), [other], Scoring())) == [(1, 1), (2, 2)]


def test_a_penalty_is_taken_off_before_it_is_seen_who_won() -> None:
    game = replace(played(1, 1, "405:400", 2), first_adjust=-10)
    rows = standings(field(2), [game], Scoring())
    assert [(row.player.id, row.wins2, row.spread) for row in rows] == [(2, 2, 5), (1, 0, -5)]
    assert (rows[1].points_for, rows[0].points_against) == (395, 395)
    drawn = replace(played(1, 1, "410:400", 2), first_adjust=-10)
    assert [row.draws for row in standings(field(2), [drawn], Scoring())] == [1, 1]


def test_without_a_game_at_the_board_a_penalty_takes_spread_from_its_player_only() -> None:
    forfeit = replace(without(1, 1, Kind.FORFEIT_FIRST, 2), first_adjust=-20)
    rows = standings(field(2), [forfeit], Scoring())
    assert [(row.wins2, row.spread) for row in rows] == [(2, 50), (0, -70)]
    bye = replace(without(1, 1, Kind.BYE), first_adjust=-20)
    assert standings(field(1), [bye], Scoring())[0].spread == 30


def test_a_cap_limits_the_spread_of_each_game_but_not_its_points() -> None:
    games = [played(1, 1, "600:200", 2), played(2, 1, "310:300", 2)]
    rows = standings(field(2), games, Scoring(spread_cap=250))
    assert [(row.spread, row.points_for) for row in rows] == [(260, 910), (-260, 500)]


@pytest.mark.parametrize(("kind", "second"), [(Kind.PLAYED, None), (Kind.BYE, 2), (Kind.PLAYED, 1)])
def test_a_game_that_cannot_be_is_refused(kind: Kind, second: int | None) -> None:
    with pytest.raises(ValueError, match="round 3"):
        without(3, 1, kind, second)


def test_a_game_of_somebody_unknown_is_refused_even_if_it_counts_for_nobody() -> None:
    with pytest.raises(ValueError, match="player 9 of round 2"):
        standings(field(1), [without(2, 1, Kind.UNPLAYED, 9)], Scoring())


# Rounds and confirmation.


def test_after_a_round_later_games_are_left_out() -> None:
    games = [played(2, 2, "500:300", 1), played(1, 1, "400:300", 2)]
    assert ranks(standings(field(2), games, Scoring(), after_round=1)) == [(1, 1), (2, 2)]
    assert ranks(standings(field(2), games, Scoring())) == [(1, 2), (2, 1)]


def test_unconfirmed_results_count_only_when_asked_for() -> None:
    games = [replace(played(1, 2, "400:300", 1), is_confirmed=False)]
    assert ranks(standings(field(2), games, Scoring())) == [(1, 1), (1, 2)]
    what_if = standings(field(2), games, Scoring(), with_unconfirmed=True)
    assert ranks(what_if) == [(1, 2), (2, 1)]


def test_the_history_has_a_table_for_each_round_with_results() -> None:
    games = [
        played(3, 1, "300:301", 2),
        played(1, 1, "400:300", 2),
        without(2, 1, Kind.UNPLAYED, 2),
        replace(played(4, 1, "400:300", 2), is_confirmed=False),
    ]
    tables = history(field(2), games, Scoring())
    assert {number: ranks(rows) for number, rows in tables.items()} == {
        1: [(1, 1), (2, 2)],
        3: [(1, 1), (2, 2)],
    }
    assert list(history(field(2), games, Scoring(), with_unconfirmed=True)) == [1, 3, 4]


# Metrics.

#: 1 beats 2 and draws with 3; 2 beats 3; 4 has a bye, then beats 1 by forfeit, then loses to 2.
SMALL = [
    played(1, 1, "400:350", 2),
    without(1, 4, Kind.BYE),
    played(2, 3, "300:300", 1),
    played(3, 2, "420:400", 3),
    without(3, 1, Kind.FORFEIT_FIRST, 4),
    played(4, 4, "300:410", 2),
]


def test_buchholz_adds_the_wins_of_opponents_met_at_the_board() -> None:
    rows = standings(field(4), SMALL, by(Metric.BUCHHOLZ))
    # Twice the wins: 1 has 3, 2 has 4, 3 has 1, 4 has 4 (bye and forfeit).
    assert {row.player.id: row.wins2 for row in rows} == {1: 3, 2: 4, 3: 1, 4: 4}
    # 1 met 2 and 3; 2 met 1, 3 and 4; 3 met 1 and 2; 4 met 2 only.
    assert {row.player.id: row.buchholz2 for row in rows} == {1: 5, 2: 8, 3: 7, 4: 4}
    assert ranks(rows) == [(1, 2), (2, 3), (3, 1), (4, 4)]


def test_sonneborn_berger_adds_the_wins_of_those_beaten_and_half_of_those_drawn_with() -> None:
    rows = standings(field(4), SMALL, by(Metric.SONNEBORN_BERGER))
    # In wins: 1 beat 2 (2) and drew with 3 (½): 2 + ¼. 2 beat 3 (½) and 4 (2): 2½.
    # 3 drew with 1 (1½): ¾. 4 has beaten nobody at the board.
    shares = {row.player.id: Fraction(row.sonneborn_berger4, 4) for row in rows}
    assert shares == {1: Fraction(9, 4), 2: Fraction(5, 2), 3: Fraction(3, 4), 4: 0}
    assert ranks(rows) == [(1, 2), (2, 1), (3, 3), (4, 4)]


def test_a_direct_encounter_tells_two_equal_ones_apart() -> None:
    games = [
        played(1, 1, "300:310", 2),
        played(2, 1, "500:300", 3),
        played(2, 4, "400:300", 2),
        played(3, 4, "300:400", 3),
    ]
    rows = standings(field(4), games, by(Metric.WINS, Metric.DIRECT, Metric.SPREAD))
    # One win each, but not all have met each other: so the spread decides among the four.
    assert ranks(rows) == [(1, 1), (2, 4), (3, 2), (4, 3)]
    assert [row.metrics[1] for row in rows] == [None] * 4
    more = [*games, played(4, 3, "300:301", 4), played(4, 2, "301:300", 3)]
    # Now 2 and 4 have two wins each, 1 and 3 one: 4 has beaten 2, and 1 has beaten 3.
    rows = standings(field(4), more, by(Metric.WINS, Metric.DIRECT))
    assert [(row.rank, row.player.id, row.metrics[1]) for row in rows] == [
        (1, 4, 2),
        (2, 2, 0),
        (3, 1, 2),
        (4, 3, 0),
    ]


def test_a_direct_encounter_of_three_counts_only_games_among_them() -> None:
    games = [
        played(1, 1, "300:310", 2),
        played(2, 2, "300:310", 3),
        played(3, 1, "300:300", 3),
        # Against 4, so that 1, 2 and 3 have three half wins each.
        played(4, 1, "400:100", 4),
        played(5, 2, "100:100", 4),
    ]
    rows = standings(field(4), games, by(Metric.WINS, Metric.DIRECT))
    assert {row.player.id: row.wins2 for row in rows} == {1: 3, 2: 3, 3: 3, 4: 1}
    assert [(row.rank, row.player.id, row.metrics[1]) for row in rows] == [
        (1, 3, 3),
        (2, 2, 2),
        (3, 1, 1),
        (4, 4, None),
    ]


def test_a_direct_encounter_says_nothing_if_only_some_of_the_equal_ones_have_met() -> None:
    games = [
        played(1, 1, "400:300", 2),
        played(1, 4, "400:300", 3),
        played(2, 4, "400:300", 1),
        played(2, 2, "400:300", 5),
        played(3, 3, "400:300", 5),
    ]
    rows = standings(field(5), games, by(Metric.WINS, Metric.DIRECT))
    # 1, 2 and 3 have one win in two games each. 1 has beaten 2, but 3 has met neither.
    assert [(row.rank, row.player.id, row.metrics[1]) for row in rows] == [
        (1, 4, None),
        (2, 1, None),
        (2, 2, None),
        (2, 3, None),
        (5, 5, None),
    ]


def test_in_a_direct_encounter_pairs_count_alike_however_often_they_met() -> None:
    games = [
        played(1, 1, "400:300", 2),
        played(2, 1, "400:300", 2),
        played(3, 2, "400:300", 3),
        played(4, 3, "400:300", 1),
        without(5, 2, Kind.BYE),
        without(5, 3, Kind.BYE),
    ]
    rows = standings(field(3), games, by(Metric.WINS, Metric.DIRECT))
    # Each has two wins and has beaten one and lost to one: the second win of 1 adds nothing.
    assert ranks(rows) == [(1, 1), (1, 2), (1, 3)]
    # One of two wins, told in the least common multiple of one and two meetings.
    assert [row.metrics for row in rows] == [(4, 4)] * 3


def test_a_forfeit_is_no_direct_encounter() -> None:
    games = [without(1, 1, Kind.FORFEIT_FIRST, 2), without(2, 1, Kind.BYE)]
    rows = standings(field(2), games, by(Metric.WINS, Metric.DIRECT))
    assert ranks(rows) == [(1, 1), (1, 2)]


# Against another algorithm: everybody compared with everybody, from the games themselves.


@st.composite
def divisions(draw: st.DrawFn) -> tuple[list[Player], list[Game]]:
    count = draw(st.integers(1, 7))
    players = [
        Player(
            id=100 + number,
            number=number,
            name=f"Spieler {number}",
            club=draw(st.sampled_from(["", "Nord", "Süd"])),
            rating=draw(st.sampled_from([None, 900, 1000])),
        )
        for number in draw(st.permutations(range(1, count + 1)))
    ]
    # Few different scores, so that much is equal.
    points = st.none() | st.sampled_from([300, 310, 400])
    adjust = st.sampled_from([0, 0, 0, -10, 10])
    games = []
    for round_number in range(1, draw(st.integers(1, 5)) + 1):
        ids = draw(st.permutations([player.id for player in players]))
        while ids:
            first, *rest = ids
            kind = draw(st.sampled_from([Kind.PLAYED] * 6 + list(Kind)))
            is_alone = kind in (Kind.BYE, Kind.SET_BYE, Kind.ABSENT)
            if not is_alone and not rest:
                break
            games.append(
                Game(
                    round_number,
                    None,
                    first,
                    None if is_alone else rest[0],
                    kind,
                    draw(points),
                    draw(points),
                    draw(st.sampled_from([True, True, True, False])),
                    draw(adjust),
                    draw(adjust),
                )
            )
            ids = rest if is_alone else rest[1:]
    return players, draw(st.permutations(games))


scorings = st.builds(
    Scoring,
    bye=st.builds(Award, st.integers(0, 2), st.sampled_from([0, 50])),
    set_bye=st.builds(Award, st.integers(0, 2), st.sampled_from([0, 50])),
    absent=st.builds(Award, st.integers(0, 2), st.sampled_from([0, -50])),
    forfeit_spread=st.sampled_from([0, 50]),
    spread_cap=st.sampled_from([None, 0, 50]),
    metrics=st.lists(st.sampled_from(ALL_METRICS), max_size=5, unique=True).map(tuple),
)


class Recount:
    """One player's results looked up game by game, each number by its definition alone."""

    def __init__(self, games: Sequence[Game], scoring: Scoring) -> None:
        self.games = sorted(games, key=lambda game: game.round)
        self.scoring = scoring

    def seen_by(self, player: int) -> Iterator[tuple[Fraction, int, int | None, int, int]]:
        """Wins, spread, opponent, points for and against, for each game that counts."""
        rules = self.scoring
        alone = {Kind.BYE: rules.bye, Kind.SET_BYE: rules.set_bye, Kind.ABSENT: rules.absent}
        losers = {
            Kind.FORFEIT_FIRST: "first",
            Kind.FORFEIT_SECOND: "second",
            Kind.LOST_ON_TIME_FIRST: "first",
            Kind.LOST_ON_TIME_SECOND: "second",
        }
        for game in self.games:
            if player not in (game.first, game.second) or game.kind == Kind.UNPLAYED:
                continue
            side, other_side = ("first", "second") if player == game.first else ("second", "first")
            adjust: int = getattr(game, f"{side}_adjust")
            if game.kind in alone:
                award = alone[game.kind]
                yield Fraction(award.wins2, 2), award.spread + adjust, None, 0, 0
            elif "forfeit" in game.kind:
                is_lost = losers.get(game.kind, side) == side
                spread = -rules.forfeit_spread if is_lost else rules.forfeit_spread
                yield Fraction(not is_lost), spread + adjust, None, 0, 0
            elif None not in (game.first_points, game.second_points):
                own = getattr(game, f"{side}_points") + adjust
                other = getattr(game, f"{other_side}_points") + getattr(
                    game, f"{other_side}_adjust"
                )
                spread = own - other
                if game.kind in losers:
                    share = Fraction(losers[game.kind] != side)
                else:
                    share = Fraction((own > other) + (own >= other), 2)
                if rules.spread_cap is not None and abs(spread) > rules.spread_cap:
                    spread = rules.spread_cap if spread > 0 else -rules.spread_cap
                yield share, spread, getattr(game, other_side), own, other

    def wins(self, player: int) -> Fraction:
        return sum((share for share, *_ in self.seen_by(player)), Fraction(0))

    def spread(self, player: int) -> int:
        return sum(spread for _, spread, *_ in self.seen_by(player))

    def points_for(self, player: int) -> int:
        return sum(own for *_, own, _ in self.seen_by(player))

    def met(self, player: int) -> list[tuple[int, Fraction]]:
        return [(other, share) for share, _, other, _, _ in self.seen_by(player) if other]

    def direct(self, player: int, equal: Sequence[int]) -> Fraction:
        """The mean result against each of the equal ones; nothing unless all have met."""
        others = {one: {other for other, _ in self.met(one)} for one in equal}
        if any(set(equal) - {one} - others[one] for one in equal):
            return Fraction(0)
        total = Fraction(0)
        for rival in equal:
            shares = [share for other, share in self.met(player) if other == rival]
            if shares:
                total += sum(shares, Fraction(0)) / len(shares)
        return total

    def value(self, metric: Metric, player: Player, equal: Sequence[int]) -> Fraction | float:
        match metric:
            case Metric.WINS:
                return self.wins(player.id)
            case Metric.SPREAD:
                return self.spread(player.id)
            case Metric.POINTS_FOR:
                return self.points_for(player.id)
            case Metric.BUCHHOLZ:
                return sum((self.wins(other) for other, _ in self.met(player.id)), Fraction(0))
            case Metric.SONNEBORN_BERGER:
                shares = (share * self.wins(other) for other, share in self.met(player.id))
                return sum(shares, Fraction(0))
            case Metric.DIRECT:
                return self.direct(player.id, equal)
            case Metric.RATING:
                return float("-inf") if player.rating is None else player.rating
            case Metric.NUMBER:
                return -player.number

    def ranks(self, players: Sequence[Player]) -> dict[int, int]:
        """One more than there are players with something better, by id."""
        keys: dict[int, tuple[Fraction | float, ...]] = {player.id: () for player in players}
        for metric in self.scoring.metrics:
            equal = {
                player.id: [one for one in keys if keys[one] == keys[player.id]]
                for player in players
            }
            keys = {
                player.id: (*keys[player.id], self.value(metric, player, equal[player.id]))
                for player in players
            }
        return {one: 1 + sum(keys[other] > keys[one] for other in keys) for one in keys}


@settings(max_examples=300)
@given(divisions(), scorings)
def test_a_plain_recount_comes_to_the_same(
    division: tuple[list[Player], list[Game]], scoring: Scoring
) -> None:
    players, games = division
    recount = Recount([game for game in games if game.is_confirmed], scoring)
    rows = standings(players, games, scoring)
    assert {row.player.id: row.rank for row in rows} == recount.ranks(players)
    assert [(row.rank, row.player.number) for row in rows] == sorted(
        (row.rank, row.player.number) for row in rows
    )
    for row in rows:
        player = row.player.id
        seen = list(recount.seen_by(player))
        met = recount.met(player)
        assert Fraction(row.wins2, 2) == recount.wins(player)
        assert Fraction(row.wins2 + row.losses2, 2) == len(seen)
        assert (row.spread, row.points_for) == (recount.spread(player), recount.points_for(player))
        assert row.points_against == sum(against for *_, against in seen)
        assert row.opponents == tuple(other for other, _ in met)
        assert row.games == len(met) == row.firsts + row.seconds
        assert row.draws == sum(share == Fraction(1, 2) for _, share in met)
        assert Fraction(row.buchholz2, 2) == recount.value(Metric.BUCHHOLZ, row.player, [])
        assert Fraction(row.sonneborn_berger4, 4) == recount.value(
            Metric.SONNEBORN_BERGER, row.player, []
        )
        assert len(row.metrics) == len(scoring.metrics)


@settings(max_examples=100)
@given(divisions(), scorings, st.booleans())
def test_the_history_is_the_standings_after_each_round(
    division: tuple[list[Player], list[Game]], scoring: Scoring, with_unconfirmed: bool
) -> None:
    players, games = division
    tables = history(players, games, scoring, with_unconfirmed=with_unconfirmed)
    for number, rows in tables.items():
        assert rows == standings(
            players, games, scoring, after_round=number, with_unconfirmed=with_unconfirmed
        )
    last = max(tables, default=0)
    final = standings(players, games, scoring, with_unconfirmed=with_unconfirmed)
    assert final == standings(
        players, games, scoring, after_round=last, with_unconfirmed=with_unconfirmed
    )


def test_any_order_of_metrics_ranks_by_the_first_that_differs() -> None:
    players = [
        replace(player, rating=rating)
        for player, rating in zip(field(4), (1000, 1100, 1200, 1300), strict=True)
    ]
    values = {row.player.id: row for row in standings(players, SMALL, Scoring())}
    plain = (Metric.WINS, Metric.SPREAD, Metric.POINTS_FOR, Metric.BUCHHOLZ, Metric.RATING)

    def value(metric: Metric, row: Row) -> int | None:
        return {
            Metric.WINS: row.wins2,
            Metric.SPREAD: row.spread,
            Metric.POINTS_FOR: row.points_for,
            Metric.BUCHHOLZ: row.buchholz2,
            Metric.RATING: row.player.rating,
        }[metric]

    orders = set()
    for metrics in permutations(plain):
        rows = standings(players, SMALL, by(*metrics))
        for ahead, behind in pairwise(rows):
            differing = [
                (value(metric, values[ahead.player.id]), value(metric, values[behind.player.id]))
                for metric in metrics
            ]
            better, worse = next(pair for pair in differing if pair[0] != pair[1])
            assert better is not None
            assert worse is not None
            assert better > worse
        orders.add(tuple(row.player.id for row in rows))
    assert len(orders) > 2  # else the example tells no order from another


# Groups.


def club_field() -> list[Player]:
    clubs = ["Nord", "Süd", "Nord", "", "Süd", "Ost"]
    return [replace(player, club=club) for player, club in zip(field(6), clubs, strict=True)]


CLUB_GAMES = [
    played(1, 1, "400:300", 2),
    played(1, 3, "300:350", 5),
    played(1, 4, "500:300", 6),
]


def test_clubs_count_their_best_players_and_nobody_without_a_club() -> None:
    rows = standings(club_field(), CLUB_GAMES, Scoring())
    teams = group(rows, "club", best_of=1)
    assert [(team.rank, team.name, team.wins2, team.spread) for team in teams] == [
        (1, "Nord", 2, 100),
        (2, "Süd", 2, 50),
        (3, "Ost", 0, -200),
    ]
    assert [row.player.id for row in teams[1].members] == [5]
    everybody = group(rows, "club")
    assert [(team.name, team.wins2, team.spread, len(team.members)) for team in everybody] == [
        ("Nord", 2, 50, 2),
        ("Süd", 2, -50, 2),
        ("Ost", 0, -200, 1),
    ]


def test_equal_teams_share_a_rank_by_name_and_points_for_tell_them_apart_last() -> None:
    teams = ["B", "A", "D", "C"]
    players = [replace(player, team=team) for player, team in zip(field(4), teams, strict=True)]
    games = [played(1, 1, "400:300", 2), played(1, 3, "400:300", 4)]
    rows = group(standings(players, games, Scoring()), "team")
    assert [(row.rank, row.name) for row in rows] == [(1, "B"), (1, "D"), (3, "A"), (3, "C")]
    games[1] = played(1, 3, "401:301", 4)
    rows = group(standings(players, games, Scoring()), "team")
    assert [(row.rank, row.name) for row in rows] == [(1, "D"), (2, "B"), (3, "C"), (4, "A")]


def test_within_a_group_ranks_are_counted_anew_and_shared_ones_stay_shared() -> None:
    categories = ["U18", "", "U18", "", "U18", ""]
    players = [
        replace(player, category=category)
        for player, category in zip(field(6), categories, strict=True)
    ]
    games = [played(1, 2, "400:300", 1), played(1, 4, "400:300", 3), played(1, 6, "300:299", 5)]
    tables = within(standings(players, games, Scoring()), "category")
    assert {name: ranks(rows) for name, rows in tables.items()} == {
        "": [(1, 2), (1, 4), (3, 6)],
        "U18": [(1, 5), (2, 1), (2, 3)],
    }


# Places nobody can take.


def test_a_leader_is_safe_only_when_nobody_can_reach_as_many_wins() -> None:
    games = [played(round_number, 1, "900:100", 2) for round_number in (1, 2)]
    rows = standings(field(2), games, Scoring())
    assert clinched(rows, {1: 1, 2: 1}, Scoring()) == {(1, 1)}
    # With two rounds left the second can draw level, and no spread is safe.
    assert clinched(rows, {1: 2, 2: 2}, Scoring()) == frozenset()
    assert safe_places(rows, {1: 2, 2: 2}, Scoring()) == {1: 2, 2: 2}


def test_a_place_in_the_middle_is_safe_from_those_behind() -> None:
    games = [
        *(without(number, 1, Kind.BYE) for number in (1, 2, 3, 4)),
        *(without(number, 2, Kind.BYE) for number in (1, 2)),
    ]
    rows = standings(field(3), games, Scoring())
    one_left = dict.fromkeys((1, 2, 3), 1)
    assert safe_places(rows, one_left, Scoring()) == {1: 1, 2: 2, 3: 3}
    # The third is last whatever happens, which is nothing to be told before the end.
    assert clinched(rows, one_left, Scoring()) == {(1, 1), (2, 2)}


def test_when_nothing_is_to_come_every_place_is_that_of_the_table() -> None:
    games = [played(1, 1, "400:300", 2), played(1, 3, "400:300", 4)]
    rows = standings(field(4), games, Scoring())
    nothing = dict.fromkeys((1, 2, 3, 4), 0)
    assert clinched(rows, nothing, Scoring()) == {(1, 1), (3, 1), (2, 3), (4, 3)}


def test_nothing_is_told_while_something_else_than_wins_ranks_first() -> None:
    games = [played(round_number, 1, "900:100", 2) for round_number in (1, 2, 3)]
    scoring = by(Metric.SPREAD, Metric.WINS)
    rows = standings(field(2), games, scoring)
    assert clinched(rows, {1: 1, 2: 1}, scoring) == frozenset()
    assert clinched(rows, {1: 0, 2: 0}, scoring) == {(1, 1), (2, 2)}


def test_rounds_are_left_until_something_counts_in_them() -> None:
    players = [replace(player, withdrawn=player.id >= 5) for player in field(6)]
    games = [
        played(1, 1, "400:300", 2),
        replace(played(1, 3, "400:300", 5), is_confirmed=False),
        without(1, 4, Kind.BYE),
        Game(2, 1, 1, 3, Kind.PLAYED),
        without(2, 2, Kind.UNPLAYED, 4),
    ]
    left = rounds_left(players, games, Scoring(), rounds=3)
    assert left == {1: 2, 2: 1, 3: 3, 4: 1, 5: 1, 6: 0}
    what_if = rounds_left(players, games, Scoring(), rounds=3, with_unconfirmed=True)
    assert what_if == {1: 2, 2: 1, 3: 2, 4: 1, 5: 0, 6: 0}


def rounds_to_come(players: tuple[int, ...]) -> Iterator[dict[int, int]]:
    """Every way a round of these can be paired and come out, in half wins; a bye is a win."""
    if not players:
        yield {}
        return
    first, *rest = players
    if len(players) % 2:
        for lucky in players:
            for result in rounds_to_come(tuple(player for player in players if player != lucky)):
                yield {lucky: 2} | result
        return
    for second in rest:
        for result in rounds_to_come(tuple(player for player in rest if player != second)):
            for half_wins in (0, 1, 2):
                yield {first: half_wins, second: 2 - half_wins} | result


@settings(max_examples=60)
@given(
    st.integers(2, 6).flatmap(
        lambda count: st.lists(st.integers(0, 6), min_size=count, max_size=count)
    )
)
def test_places_are_safe_in_whatever_may_come(half_wins: list[int]) -> None:
    players = field(len(half_wins))
    # Byes of one round each, to begin with any number of half wins.
    games = [
        without(round_number, player.id, Kind.BYE if wins2 >= 2 else Kind.SET_BYE)
        for player, total in zip(players, half_wins, strict=True)
        for round_number, wins2 in enumerate([2] * (total // 2) + [1] * (total % 2), 1)
    ]
    scoring = Scoring(set_bye=Award(1, 0))
    rows = standings(players, games, scoring)
    assert {row.player.id: row.wins2 for row in rows} == dict(
        zip((player.id for player in players), half_wins, strict=True)
    )
    ids = tuple(player.id for player in players)
    count, to_come = len(ids), 2 if len(ids) <= 4 else 1
    vectors = {tuple(result[one] for one in ids) for result in rounds_to_come(ids)}
    ends = {
        tuple(map(sum, zip(half_wins, *coming, strict=True)))
        for coming in product(vectors, repeat=to_come)
    }
    safe = safe_places(rows, dict.fromkeys(ids, to_come), scoring)
    for place, player in enumerate(ids):
        worst = max(sum(wins >= end[place] for wins in end) for end in ends)
        assert worst <= safe[player]
        if safe[player] - 1 <= (count + 1) // 2:
            assert worst == safe[player]
