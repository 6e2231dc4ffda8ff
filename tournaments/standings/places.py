"""Places that nobody can take away any more."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence

from tournaments.standings.outcomes import WIN, outcome_of
from tournaments.standings.values import Game, Kind, Metric, Player, Row, Scoring


def rounds_left(
    players: Sequence[Player],
    games: Iterable[Game],
    scoring: Scoring,
    *,
    rounds: int,
    with_unconfirmed: bool = False,
) -> dict[int, int]:
    """In how many of `rounds` something can still come to each player, by id.

    That is every round in which nothing counts for them yet, past ones too: a result may be
    missing. Nothing comes to those who withdrew, but from games they have begun.
    """
    settled: dict[int, set[int]] = {player.id: set() for player in players}
    waiting: dict[int, set[int]] = {player.id: set() for player in players}
    for game in games:
        is_settled = (with_unconfirmed or game.is_confirmed) and (
            game.kind is Kind.UNPLAYED or outcome_of(game, scoring)
        )
        for player in (game.first, game.second):
            if player is not None:
                (settled if is_settled else waiting)[player].add(game.round)
    return {
        player.id: len(waiting[player.id] - settled[player.id])
        if player.withdrawn
        else max(0, rounds - len(settled[player.id]))
        for player in players
    }


def safe_places(rows: Sequence[Row], left: Mapping[int, int], scoring: Scoring) -> dict[int, int]:
    """The worst place each player can still end at, by id; {} if nothing can be said.

    `left` is how many games are to come for each. Only wins are compared: whoever can still reach
    as many as a player has now may end before them, as no lead in spread is safe. Everybody is
    taken to be able to win all of theirs, so a place may be safer than told, never less safe; it is
    exact for the upper half of a field whose pairings are open. When nothing is to come for
    anybody, the places are those of `rows`. Says nothing unless wins are the first metric.
    """
    if not any(left.values()):
        return {row.player.id: row.rank for row in rows}
    if scoring.metrics[:1] != (Metric.WINS,):
        return {}
    reachable = sorted(row.wins2 + WIN * left[row.player.id] for row in rows)
    # The player reaches their own wins too: that is the 1 by which places are counted.
    return {row.player.id: len(rows) - bisect_left(reachable, row.wins2) for row in rows}


def clinched(
    rows: Sequence[Row], left: Mapping[int, int], scoring: Scoring
) -> frozenset[tuple[int, int]]:
    """The players whose present place nobody can take any more, each with that place.

    As long as something is to come, the last place is not among them: it is always safe.
    """
    safe = safe_places(rows, left, scoring)
    is_over = not any(left.values())
    return frozenset(
        (row.player.id, row.rank)
        for row in rows
        if safe.get(row.player.id, len(rows)) <= row.rank and (is_over or row.rank < len(rows))
    )
