"""The knock-outs of a division, match by match, and who is honoured by them.

Remembered by the version of the tournament, as the standings are.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from threading import Lock
from typing import Any, Literal
from uuid import UUID

from tournaments import pairing as pairings
from tournaments.models import Division
from tournaments.pairing.methods import Knockout
from tournaments.rounds.reasons import tell_stage
from tournaments.rounds.selectors.player_field import as_played, player_of
from tournaments.rounds.selectors.standings import field_values, standings_of
from tournaments.standings import Player, Row

DecidedBy = Literal["games", "spread", "walkover", "bye"]

_drawing = Lock()


@dataclass(frozen=True)
class ShownMatch:
    """Two who meet, or met, as often as the match takes; None for nobody: a bye."""

    one: Player | None
    other: Player | None
    one_wins2: int
    other_wins2: int
    #: Games that count for it.
    games: int
    #: What decided it: most wins, the spread after equal ones, or that nobody was there. None as
    #: long as it is not decided.
    decided_by: DecidedBy | None
    winner: Player | None

    @property
    def sides(self) -> tuple[tuple[Player | None, int, bool], ...]:
        """Each one with the wins twice, and whether they are through."""
        return tuple(
            (player, wins2, player is not None and player == self.winner)
            for player, wins2 in ((self.one, self.one_wins2), (self.other, self.other_wins2))
        )


@dataclass(frozen=True)
class Part:
    """Matches of one stage about the same places: `size` of them, from `place` on."""

    place: int
    size: int
    matches: tuple[ShownMatch, ...]

    @property
    def title(self) -> str:
        """What the matches are about, in words: 'Halbfinale'."""
        return tell_stage(self.size, self.place)


@dataclass(frozen=True)
class Stage:
    """Matches that run side by side, the way to the final first."""

    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Place:
    """A place that is decided, and who has it."""

    place: int
    player: Player


@dataclass(frozen=True)
class Bracket:
    """A knock-out as far as its players are known."""

    #: The published rounds in which it was played.
    rounds: tuple[int, ...]
    best_of: int
    stages: tuple[Stage, ...]
    #: Those that are decided, in order.
    places: tuple[Place, ...]
    #: The best place each can have by it, by the key of the entry.
    reached: Mapping[int, int]


def brackets_of(division: Division) -> tuple[Bracket, ...]:
    """The knock-outs of the published rounds in order, by confirmed results; mostly none or one.

    Asking again costs nothing until something happens in the tournament.
    """
    tournament = division.tournament
    with _drawing:
        return _brackets(tournament.pk, tournament.log_length, division.pk)


def final_of(division: Division) -> Bracket | None:
    """The knock-out that ends the division: that of the last published round."""
    rounds = field_values(division).rounds
    return next((one for one in brackets_of(division) if one.rounds[-1] == rounds[-1]), None)


def honours_of(division: Division) -> tuple[Row, ...]:
    """The standings as prizes are given by them: after a knock-out those in it come first.

    They are ordered by how far they have come, those who came equally far by the standings; the
    others follow by the standings. Wins and spread stay those of all rounds.
    """
    rows, bracket = standings_of(division).rows, final_of(division)
    if bracket is None:
        return rows
    reached = bracket.reached

    def order(row: Row) -> tuple[bool, int, int]:
        place = reached.get(row.player.id)
        return place is None, place or 0, row.rank

    ranked: list[Row] = []
    for _, equal in groupby(sorted(rows, key=order), order):
        rank = len(ranked) + 1
        ranked += [replace(row, rank=rank) for row in equal]
    return tuple(ranked)


@lru_cache(maxsize=16)
def _brackets(_tournament: UUID, _version: int, division: int) -> tuple[Bracket, ...]:
    found = Division.objects.select_related("tournament").get(pk=division)
    schedule = [pairings.read_method(method) for method in found.schedule]
    blocks: dict[int, list[int]] = {}
    for number in field_values(found).rounds:
        if isinstance(schedule[number - 1], Knockout):
            blocks.setdefault(pairings.block_start(schedule, number), []).append(number)
    if not blocks:
        return ()
    players = {entry.pk: player_of(entry) for entry in found.entries.all()}
    methods: dict[int, Any] = dict(found.rounds.values_list("number", "method"))
    brackets = []
    for first, rounds in blocks.items():
        method, kept = schedule[first - 1], methods[rounds[-1]].get(pairings.SEATING)
        # Rounds that were imported have no seating.
        if isinstance(method, Knockout) and kept:
            seating = _known(pairings.read_seating(kept), players)
            brackets.append(_bracket(found, method, rounds, seating, players))
    return tuple(brackets)


def _known(seating: pairings.Seating, players: Mapping[int, Player]) -> pairings.Seating:
    """Who was seeded but never paired may have been removed since, and leaves a bye."""
    seeds, out = seating
    return tuple(one if one in players else None for one in seeds), tuple(
        one for one in out if one in players
    )


def _bracket(
    division: Division,
    method: Knockout,
    rounds: Sequence[int],
    seating: pairings.Seating,
    players: Mapping[int, Player],
) -> Bracket:
    scoring = division.tournament.options.scoring
    games = as_played(field_values(division).games, rounds, scoring)
    matches = pairings.bracket(method, seating, games)
    stages = []
    # Byes of the first stage leave matches for the last places that nobody is in.
    shown = [match for match in matches if match.one is not None or match.other is not None]
    for _, stage in groupby(shown, lambda match: match.stage):
        parts = [
            Part(place, size, tuple(_shown_match(match, method, players) for match in part))
            for (place, size), part in groupby(stage, lambda match: (match.place, match.size))
        ]
        stages.append(Stage(tuple(parts)))
    places = sorted(pairings.places(matches).items())
    return Bracket(
        rounds=tuple(rounds),
        best_of=method.best_of,
        stages=tuple(stages),
        places=tuple(Place(place, players[player]) for place, player in places),
        reached=pairings.reached(matches),
    )


def _shown_match(
    match: pairings.Match, method: Knockout, players: Mapping[int, Player]
) -> ShownMatch:
    one, other, winner = (
        None if player is None else players[player]
        for player in (match.one, match.other, match.winner)
    )
    return ShownMatch(
        one=one,
        other=other,
        one_wins2=match.one_wins2,
        other_wins2=match.other_wins2,
        games=match.games,
        decided_by=_decided_by(match, method),
        winner=winner,
    )


def _decided_by(match: pairings.Match, method: Knockout) -> DecidedBy | None:
    if not match.is_decided:
        return None
    if match.is_bye:
        return "bye"
    most = max(match.one_wins2, match.other_wins2)
    if match.games < method.best_of and most <= method.best_of:
        return "walkover"
    return "spread" if match.one_wins2 == match.other_wins2 else "games"
