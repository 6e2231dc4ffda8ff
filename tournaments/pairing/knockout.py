"""Knock-out: a seeded bracket whose matches are the best of so many games.

The bracket is computed anew each round from what was fixed at its start (the seating) and from
the games played since. Its seating is two lists: the seeds in the order of the bracket, None where
a bye is; and those who were not there when they were due to play, who are out from then on.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournaments.pairing.methods import Knockout
from tournaments.pairing.values import CantPair, Played, Player, Seating


@dataclass(frozen=True)
class Match:
    """A match of the bracket, as far as it is known."""

    #: Of the bracket it belongs to, from 1; the matches of one stage run side by side.
    stage: int
    #: The best place it is about: 1 on the way to the final, 3 for the match for the third place.
    place: int
    #: How many players this part of the bracket still has: 2 in a final.
    size: int
    #: None for nobody: a bye.
    one: int | None
    other: int | None
    one_wins2: int = 0
    other_wins2: int = 0
    #: Games that count for it.
    games: int = 0
    is_decided: bool = False
    #: None as long as it is not decided, and when nobody is left.
    winner: int | None = None

    @property
    def loser(self) -> int | None:
        return self.other if self.winner == self.one else self.one

    @property
    def is_bye(self) -> bool:
        return self.one is None or self.other is None


def seed_bracket(method: Knockout, players: Sequence[Player]) -> Seating:
    """The bracket of the best of `players`, who are in order of rank.

    The first two can meet only in the final, the first four only in the semi-finals, and so on;
    byes up to the next power of two go to the best. Raises CantPair for less than two.
    """
    count = min(method.players or len(players), len(players))
    if count < 2:
        raise CantPair("too_few_players", players=count, needed=2)
    order = [0]
    while len(order) < count:
        last = 2 * len(order) - 1
        order = [seed for place in order for seed in (place, last - place)]
    return (tuple(players[seed].id if seed < count else None for seed in order), ())


def bracket(method: Knockout, seating: Seating, games: Sequence[Played]) -> tuple[Match, ...]:
    """All matches whose players are known, stage by stage, the way to the final first.

    A stage begins when all matches of the one before are decided. `games` are those of the block,
    in the order of the rounds. Raises CantPair for a seating that is none of ours.
    """
    seeds, out = _read(seating)
    parts: list[tuple[int, list[int | None]]] = [(1, list(seeds))]
    matches: list[Match] = []
    stage = 0
    while parts:
        stage += 1
        now = [
            [
                _decide(Match(stage, place, len(part), one, other), method, games, out)
                for one, other in zip(part[::2], part[1::2], strict=True)
            ]
            for place, part in parts
        ]
        matches += [match for part in now for match in part]
        if not all(match.is_decided for part in now for match in part):
            break
        parts = [
            following
            for (place, part), played in zip(parts, now, strict=True)
            for following in (
                (place, [match.winner for match in played]),
                (place + len(part) // 2, [match.loser for match in played]),
            )
            if len(part) > 2 and following[0] <= method.places
        ]
    return tuple(matches)


def _read(seating: Seating) -> tuple[tuple[int | None, ...], frozenset[int]]:
    seeds, out = seating if len(seating) == 2 else ((), ())
    if len(seeds) < 2 or len(seeds) & (len(seeds) - 1) or None in out:
        raise CantPair("bad_seating", method=Knockout.name)
    return seeds, frozenset(player for player in out if player is not None)


def _decide(match: Match, method: Knockout, games: Sequence[Played], out: frozenset[int]) -> Match:
    """The match with its games counted. Who is out has lost what was not decided before."""
    left = [player for player in (match.one, match.other) if player is not None]
    counted = match if match.is_bye else _count(match, method, games)
    here = [player for player in left if player not in out]
    if counted.is_decided or len(here) == 2:
        return counted
    # Of two who are both out the better seed is carried on, to lose the next match.
    return replace(counted, is_decided=True, winner=next(iter(here or left), None))


def _count(match: Match, method: Knockout, games: Sequence[Played]) -> Match:
    """Count the games of a match. More than half the wins decide it.

    When all games are played and the wins are equal, the spread decides; when that is equal too,
    one more game is played, and so on.
    """
    one_wins2 = other_wins2 = spread = count = 0
    winner: int | None = None
    for game in games:
        if {game.first, game.second} != {match.one, match.other}:
            continue
        count += 1
        is_first = game.first == match.one
        one_wins2 += game.first_wins2 if is_first else game.second_wins2
        other_wins2 += game.second_wins2 if is_first else game.first_wins2
        spread += game.spread if is_first else -game.spread
        ahead = one_wins2 - other_wins2 or spread
        over_half = max(one_wins2, other_wins2) > method.best_of
        if over_half or (count >= method.best_of and ahead):
            winner = match.one if ahead > 0 else match.other
            break
    return replace(
        match,
        one_wins2=one_wins2,
        other_wins2=other_wins2,
        games=count,
        is_decided=winner is not None,
        winner=winner,
    )


def places(matches: Sequence[Match]) -> dict[int, int]:
    """The places that are decided, with who has them."""
    decided: dict[int, int] = {}
    for match in matches:
        if match.size == 2 and match.is_decided:
            if match.winner is not None:
                decided[match.place] = match.winner
            if match.loser is not None:
                decided[match.place + 1] = match.loser
    return decided


def reached(matches: Sequence[Match]) -> dict[int, int]:
    """The best place that everybody of the bracket can have by it, as far as it is played.

    Those who lost in one stage and don't play on share theirs: 3 is that of both who lost their
    semi-finals, if the third place is not played out.
    """
    best: dict[int, int] = {}
    for match in matches:  # later stages come later
        for player in (match.one, match.other):
            if player is not None:
                is_lost = match.is_decided and player != match.winner
                best[player] = match.place + (match.size // 2 if is_lost else 0)
    return best


def still_in(method: Knockout, matches: Sequence[Match]) -> set[int]:
    """Those who play in the stage that is on and are not out of everything by its matches."""
    stage = max(match.stage for match in matches)
    players: set[int | None] = set()
    for match in matches:
        if match.stage == stage and not match.is_decided:
            players |= {match.one, match.other}
        elif match.stage == stage and match.size > 2:
            players.add(match.winner)
            if match.place + match.size // 2 <= method.places:
                players.add(match.loser)
    return {player for player in players if player is not None}


def due(
    method: Knockout, seating: Seating, games: Sequence[Played], there: Sequence[Player]
) -> tuple[Seating, tuple[Match, ...], list[Match]]:
    """The seating with those out who are missing now, the bracket, and the matches to be played.

    Whoever is due to play and not `there` is out, and the opponent is through.
    """
    ids = {player.id for player in there}
    while True:
        matches = bracket(method, seating, games)
        open_matches = [match for match in matches if not match.is_decided]
        missing = [
            player
            for match in open_matches
            for player in (match.one, match.other)
            if player is not None and player not in ids
        ]
        if not missing:
            return seating, matches, open_matches
        seating = (seating[0], (*seating[1], *missing))
