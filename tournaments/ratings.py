"""Ratings by Elo's principle, with every parameter as data (docs/standings.md).

Whole numbers come out; halves are rounded away from zero. Only games at the board are rated.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from types import MappingProxyType

from tournaments.standings import Game, Scoring, outcome_of

#: Halvings of the interval in which a performance lies: to less than a millionth of a point.
HALVINGS = 40


class Curve(StrEnum):
    """How the expectation follows from the difference of two ratings."""

    LINEAR = "linear"
    LOGISTIC = "logistic"


@dataclass(frozen=True)
class Factor:
    """How many points one win more than expected is worth, and to whom this applies."""

    k: int
    #: Only to those with fewer rated games so far; None for any number, also an unknown one.
    games_below: int | None = None
    #: Only to ratings in this range, the upper end excluded; None for no end.
    rating_from: int | None = None
    rating_below: int | None = None

    def applies(self, rating: int, games: int | None) -> bool:
        return (
            (self.games_below is None or (games is not None and games < self.games_below))
            and (self.rating_from is None or rating >= self.rating_from)
            and (self.rating_below is None or rating < self.rating_below)
        )


@dataclass(frozen=True)
class Formula:
    curve: Curve
    #: Linear: so many points of difference are one percentage point, up to 0 and 100 %.
    points_per_percent: int = 12
    #: Logistic: with so many points more, ten wins are expected for every loss.
    scale: int = 400
    #: The first one that applies to a player; `k` if none does.
    factors: tuple[Factor, ...] = ()
    k: int = 20
    #: What those without a rating begin with when they have met nobody who has one.
    start: int = 1000
    #: No rating falls below it.
    minimum: int = 0
    #: A performance is at most so far from the mean of the opponents.
    performance_reach: int = 800

    def factor(self, rating: int, games: int | None) -> int:
        return next((rule.k for rule in self.factors if rule.applies(rating, games)), self.k)


#: Twelve points are one percentage point, as the German list publishes it. K and the rest are ours.
GERMAN = Formula(Curve.LINEAR, points_per_percent=12)
ELO = Formula(Curve.LOGISTIC, scale=400)

FORMULAS: Mapping[str, Formula] = MappingProxyType({"german": GERMAN, "elo": ELO})


@dataclass(frozen=True)
class Rated:
    """Somebody before the tournament."""

    id: int
    #: None for those who have no rating yet.
    rating: int | None
    #: Rated games so far; None where nobody knows.
    games: int | None = None


@dataclass(frozen=True)
class Change:
    """What a tournament does to somebody's rating."""

    player: int
    before: int | None
    #: The rating that would have led to expect just this result; None without a game. For those
    #: who earn their first rating, against those who had one.
    performance: int | None
    #: Hundredths of a win, expected by the rating before (by the first one of those without).
    expected100: int
    #: Twice the wins.
    scored2: int
    games: int
    #: 0 for those who get their first rating.
    change: int
    #: None for those who had no rating and played no game.
    after: int | None


def expected(own: int, other: int, formula: Formula) -> Fraction:
    """The share of wins to expect against `other`, 0 to 1. What the other expects is the rest."""
    if formula.curve is Curve.LOGISTIC:
        ahead = Fraction(_expected_above(abs(own - other), formula))
        return ahead if own >= other else 1 - ahead
    percent = 50 + Fraction(own - other, formula.points_per_percent)
    return min(Fraction(1), max(Fraction(0), percent / 100))


def performance(opponents: Sequence[int], wins2: int, formula: Formula) -> int | None:
    """The rating with which half of `wins2` wins against `opponents` were to be expected.

    None without opponents. Linear: the mean of the opponents and, for each percentage point scored
    above 50, `points_per_percent` on top; the end of the line at 0 and 100 % is not looked at.
    Logistic: the rating whose expectations add up to the score. None further than
    `performance_reach` from the mean, where all or no wins by the logistic curve end. Raises
    ValueError for more wins than games.
    """
    if not 0 <= wins2 <= 2 * len(opponents):
        raise ValueError(f"{wins2} half wins in {len(opponents)} games")
    if not opponents:
        return None
    mean = Fraction(sum(opponents), len(opponents))
    lowest, highest = mean - formula.performance_reach, mean + formula.performance_reach
    if formula.curve is Curve.LINEAR:
        percent = Fraction(100 * wins2, 2 * len(opponents))
        found = mean + formula.points_per_percent * (percent - 50)
    else:
        found = _solved(opponents, wins2 / 2, formula, float(lowest), float(highest))
    return _whole(min(highest, max(lowest, found)))


def rate(players: Sequence[Rated], games: Iterable[Game], formula: Formula) -> tuple[Change, ...]:
    """What `games` do to the ratings of `players`, in their order.

    Confirmed games at the board count; byes, forfeits and games not played don't. All are rated at
    once with the ratings from before. Who has none gets the performance against those who have one
    as first rating, with which the others' games against them are rated; who has met none of those
    begins with `start` and is rated from there. Raises ValueError for a game of somebody who is
    not in `players`.
    """
    before = {player.id: player.rating for player in players}
    met = _met(games, before)
    ratings: dict[int, int] = {}
    earned: dict[int, int] = {}
    for player in players:
        if player.rating is not None:
            ratings[player.id] = player.rating
            continue
        against = [
            (rating, wins2)
            for opponent, wins2 in met[player.id]
            if (rating := before[opponent]) is not None
        ]
        first = _performance_of(against, formula)
        if first is None:
            ratings[player.id] = formula.start
        else:
            earned[player.id] = first
            ratings[player.id] = max(formula.minimum, first)
    return tuple(
        _change(
            player,
            ratings[player.id],
            [(ratings[opponent], wins2) for opponent, wins2 in met[player.id]],
            earned.get(player.id),
            formula,
        )
        for player in players
    )


def _change(
    player: Rated,
    own: int,
    results: Sequence[tuple[int, int]],
    earned: int | None,
    formula: Formula,
) -> Change:
    """The change of one player, from the opponents' ratings with the half wins against each.

    `own` is the rating to begin with, `earned` the performance it comes from, or None.
    """
    scored2 = sum(wins2 for _, wins2 in results)
    share = sum((expected(own, other, formula) for other, _ in results), Fraction(0))
    after: int | None = own
    if not results:
        after = player.rating
    elif earned is None:
        gained = formula.factor(own, player.games) * (Fraction(scored2, 2) - share)
        after = max(formula.minimum, own + _whole(gained))
    return Change(
        player=player.id,
        before=player.rating,
        performance=_performance_of(results, formula) if earned is None else earned,
        expected100=_whole(100 * share),
        scored2=scored2,
        games=len(results),
        change=0 if player.rating is None or after is None else after - player.rating,
        after=after,
    )


def _performance_of(results: Sequence[tuple[int, int]], formula: Formula) -> int | None:
    return performance(
        [rating for rating, _ in results], sum(wins2 for _, wins2 in results), formula
    )


def _met(
    games: Iterable[Game], players: Mapping[int, int | None]
) -> defaultdict[int, list[tuple[int, int]]]:
    """Whom each player has met at the board, with the half wins against them."""
    met: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for game in games:
        for outcome in outcome_of(game, Scoring()) if game.is_confirmed else ():
            if outcome.player not in players:
                raise ValueError(f"player {outcome.player} of round {game.round} is not rated here")
            if outcome.opponent is not None:
                met[outcome.player].append((outcome.opponent, outcome.wins2))
    return met


def _expected_above(difference: float, formula: Formula) -> float:
    """The logistic share of wins of whoever is ahead by `difference`, 0 or more."""
    return 1 / (1 + 10 ** (-difference / formula.scale))


def _expected_of(own: float, other: float, formula: Formula) -> float:
    ahead = _expected_above(abs(own - other), formula)
    return ahead if own >= other else 1 - ahead


def _solved(
    opponents: Sequence[int], wins: float, formula: Formula, lowest: float, highest: float
) -> Fraction:
    """The rating between both ends whose logistic expectations add up to `wins`, or that end."""
    for _ in range(HALVINGS):
        middle = (lowest + highest) / 2
        if sum(_expected_of(middle, other, formula) for other in opponents) < wins:
            lowest = middle
        else:
            highest = middle
    # To six decimals: what is a half on paper shall be rounded as one.
    return Fraction(round((lowest + highest) / 2, 6))


def _whole(value: Fraction) -> int:
    """Rounded, halves away from zero."""
    size = (2 * abs(value) + 1) // 2
    return size if value >= 0 else -size
