"""The table itself: everybody's sums, and their order."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from itertools import groupby
from math import lcm
from operator import attrgetter

from tournaments.standings.outcomes import DRAW, WIN, Outcome, outcome_of
from tournaments.standings.values import Game, Kind, Metric, Player, Row, Scoring

#: Behind every number that a metric can give.
NOTHING = float("inf")
#: All that a row says by itself; direct encounters need those who are equal.
VALUES: Mapping[Metric, Callable[[Row], int | None]] = {
    Metric.WINS: attrgetter("wins2"),
    Metric.SPREAD: attrgetter("spread"),
    Metric.POINTS_FOR: attrgetter("points_for"),
    Metric.BUCHHOLZ: attrgetter("buchholz2"),
    Metric.SONNEBORN_BERGER: attrgetter("sonneborn_berger4"),
    Metric.RATING: attrgetter("player.rating"),
    Metric.NUMBER: attrgetter("player.number"),
}


class Tally:
    """What one player has gathered so far."""

    __slots__ = (
        "byes",
        "draws",
        "firsts",
        "losses2",
        "met",
        "points_against",
        "points_for",
        "seconds",
        "set_byes",
        "spread",
        "wins2",
    )

    def __init__(self) -> None:
        self.wins2 = self.losses2 = self.draws = self.spread = 0
        self.points_for = self.points_against = 0
        self.firsts = self.seconds = self.byes = self.set_byes = 0
        #: Opponents at the board, each with what the game brought.
        self.met: list[tuple[int, int]] = []

    def add(self, outcome: Outcome, game: Game) -> None:
        self.wins2 += outcome.wins2
        self.losses2 += WIN - outcome.wins2
        self.spread += outcome.spread
        if outcome.opponent is not None:
            self.met.append((outcome.opponent, outcome.wins2))
            self.points_for += outcome.points_for
            self.points_against += outcome.points_against
            self.draws += outcome.wins2 == DRAW
            self.firsts += outcome.player == game.first
            self.seconds += outcome.player == game.second
        self.byes += game.kind is Kind.BYE
        self.set_byes += game.kind is Kind.SET_BYE


def standings(
    players: Sequence[Player],
    games: Iterable[Game],
    scoring: Scoring,
    *,
    after_round: int | None = None,
    with_unconfirmed: bool = False,
) -> tuple[Row, ...]:
    """Everybody's place, best first; `after_round` leaves out what was played later.

    Only confirmed results count, unless what would be is asked for `with_unconfirmed` ones. Those
    who withdrew keep their place. Raises ValueError for a game of somebody who is not in `players`.
    """
    tallies = {player.id: Tally() for player in players}
    for game in _counted(games, with_unconfirmed):
        if after_round is None or game.round <= after_round:
            _count(game, tallies, scoring)
    return _rows(players, tallies, scoring)


def history(
    players: Sequence[Player],
    games: Iterable[Game],
    scoring: Scoring,
    *,
    with_unconfirmed: bool = False,
) -> dict[int, tuple[Row, ...]]:
    """The standings after each round that has results, by its number, in order."""
    tallies = {player.id: Tally() for player in players}
    tables = {}
    for round_number, played in groupby(_counted(games, with_unconfirmed), attrgetter("round")):
        counts = [_count(game, tallies, scoring) for game in played]
        if any(counts):
            tables[round_number] = _rows(players, tallies, scoring)
    return tables


def _counted(games: Iterable[Game], with_unconfirmed: bool) -> list[Game]:
    return sorted(
        (game for game in games if with_unconfirmed or game.is_confirmed), key=attrgetter("round")
    )


def _count(game: Game, tallies: Mapping[int, Tally], scoring: Scoring) -> bool:
    """Add `game` to the tallies of its players; whether it counts for anybody."""
    for player in (game.first, game.second):
        if player is not None and player not in tallies:
            raise ValueError(f"player {player} of round {game.round} is not in the field")
    outcomes = outcome_of(game, scoring)
    for outcome in outcomes:
        tallies[outcome.player].add(outcome, game)
    return bool(outcomes)


def _rows(
    players: Sequence[Player], tallies: Mapping[int, Tally], scoring: Scoring
) -> tuple[Row, ...]:
    buchholz2 = {
        player: sum(tallies[opponent].wins2 for opponent, _ in tally.met)
        for player, tally in tallies.items()
    }
    sonneborn_berger4 = {
        player: sum(wins2 * tallies[opponent].wins2 for opponent, wins2 in tally.met)
        for player, tally in tallies.items()
    }
    unranked = [
        Row(
            rank=0,
            player=player,
            wins2=tally.wins2,
            losses2=tally.losses2,
            draws=tally.draws,
            spread=tally.spread,
            points_for=tally.points_for,
            points_against=tally.points_against,
            games=len(tally.met),
            firsts=tally.firsts,
            seconds=tally.seconds,
            byes=tally.byes,
            set_byes=tally.set_byes,
            buchholz2=buchholz2[player.id],
            sonneborn_berger4=sonneborn_berger4[player.id],
            opponents=tuple(opponent for opponent, _ in tally.met),
            metrics=(),
        )
        for player in sorted(players, key=attrgetter("number", "id"))
        for tally in (tallies[player.id],)
    ]
    return _ranked(unranked, tallies, scoring.metrics)


def _ranked(
    unranked: list[Row], tallies: Mapping[int, Tally], metrics: Sequence[Metric]
) -> tuple[Row, ...]:
    """The rows with ranks and metrics: each metric splits those who were equal by those before."""
    values: defaultdict[int, list[int | None]] = defaultdict(list)
    groups = [unranked]
    for metric in metrics:
        finer = []
        for equal in groups:
            if metric is Metric.DIRECT:
                found = _direct({row.player.id for row in equal}, tallies)
            else:
                found = {row.player.id: VALUES[metric](row) for row in equal}
            for player, value in found.items():
                values[player].append(value)
            finer += _split(equal, found, is_lower_better=metric is Metric.NUMBER)
        groups = finer
    ranked: list[Row] = []
    for equal in groups:
        rank = len(ranked) + 1
        ranked += [replace(row, rank=rank, metrics=tuple(values[row.player.id])) for row in equal]
    return tuple(ranked)


def _split(
    equal: list[Row], found: Mapping[int, int | None], *, is_lower_better: bool
) -> list[list[Row]]:
    """Those who were equal so far, in groups of those who still are, best first."""
    if len(equal) == 1:
        return [equal]

    def order(row: Row) -> float:
        value = found[row.player.id]
        if value is None:
            return NOTHING
        return value if is_lower_better else -value

    return [list(still) for _, still in groupby(sorted(equal, key=order), order)]


def _direct(ids: AbstractSet[int], tallies: Mapping[int, Tally]) -> dict[int, int | None]:
    """What each has won in the games among them; None for all unless each has met each.

    Pairs count alike, however often they met: with different numbers of meetings, each pair's
    wins are scaled to the least common multiple of those.
    """
    nobody: dict[int, int | None] = dict.fromkeys(ids)
    if len(ids) == 1:
        return nobody
    # Cheap, and spares the sums below where a large group is equal, as before the first round.
    if any(len(tallies[player].met) < len(ids) - 1 for player in ids):
        return nobody
    among = {player: defaultdict[int, list[int]](list) for player in ids}
    for player, games in among.items():
        for opponent, wins2 in tallies[player].met:
            if opponent in ids:
                games[opponent].append(wins2)
        if len(games) < len(ids) - 1:
            return nobody
    meetings = lcm(*(len(games) for met in among.values() for games in met.values()))
    return {
        player: sum(sum(games) * meetings // len(games) for games in met.values())
        for player, met in among.items()
    }
