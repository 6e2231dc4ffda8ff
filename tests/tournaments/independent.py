"""Standings, bracket and files told a second time, after docs/standings.md and docs/pairing.md.

Whole tournaments are checked by this. It imports nothing of ours, so that no fault hides in both.
"""

import csv
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from io import StringIO
from itertools import combinations
from math import inf, lcm
from typing import Any

AT_THE_BOARD = ("played", "lost_on_time_first", "lost_on_time_second")
HALF = Fraction(1, 2)
#: Who meets whom in a bracket, by seeds; the winners of neighbours meet next.
BRACKETS = {4: [(1, 4), (2, 3)], 8: [(1, 8), (4, 5), (2, 7), (3, 6)]}


@dataclass(frozen=True)
class Row:
    """What the API tells of two players in one round, or of one who had no opponent."""

    round: int
    first: int
    second: int | None
    #: The outcome of a game, '' without one; of somebody alone, why.
    kind: str
    points: tuple[int | None, int | None]
    penalties: tuple[int, int]
    table: int | None
    reason: str
    is_confirmed: bool


@dataclass(frozen=True)
class Share:
    """What one player has of a row that counts; without an opponent it was not at the board."""

    round: int
    player: int
    wins: Fraction
    spread: int
    opponent: int | None = None
    points: tuple[int, int] = (0, 0)
    began: bool = False
    kind: str = ""


def rows_of(round: Mapping[str, Any]) -> list[Row]:
    """A round as the API tells it."""
    return [
        Row(
            round=round["number"],
            first=told["first"]["number"],
            second=told["second"] and told["second"]["number"],
            kind=told["outcome"] if told["kind"] == "game" else told["kind"],
            points=(told["first_points"], told["second_points"]),
            penalties=(told["first_penalty"], told["second_penalty"]),
            table=told["table"],
            reason=told["reason"].get("code", ""),
            is_confirmed=told["standing"] == "confirmed",
        )
        for told in round["pairings"]
    ]


def shares_of(row: Row, options: Mapping[str, Any]) -> list[Share]:
    """What a row brings to whom: nothing unless it is confirmed, nor for a game not played."""
    if not row.is_confirmed or row.kind in ("", "unplayed"):
        return []
    if row.second is None:
        wins = Fraction(options[f"{row.kind}_wins2"], 2)
        return [Share(row.round, row.first, wins, options[f"{row.kind}_spread"], kind=row.kind)]
    if row.kind in AT_THE_BOARD:
        return _at_the_board(row, options["spread_cap"] or inf)
    shares = []
    for player, loses, penalty in (
        (row.first, row.kind in ("forfeit_first", "double_forfeit"), row.penalties[0]),
        (row.second, row.kind in ("forfeit_second", "double_forfeit"), row.penalties[1]),
    ):
        spread = options["forfeit_spread"] * (-1 if loses else 1) - penalty
        shares.append(Share(row.round, player, Fraction(not loses), spread, kind=row.kind))
    return shares


def _at_the_board(row: Row, cap: float) -> list[Share]:
    assert row.second is not None
    first, second = (
        (points or 0) - off for points, off in zip(row.points, row.penalties, strict=True)
    )
    wins = Fraction(first > second) if first != second else HALF
    if row.kind != "played":
        wins = Fraction(row.kind == "lost_on_time_second")
    spread = int(min(cap, abs(first - second))) * (1 if first > second else -1)
    return [
        Share(row.round, row.first, wins, spread, row.second, (first, second), True, row.kind),
        Share(
            row.round, row.second, 1 - wins, -spread, row.first, (second, first), False, row.kind
        ),
    ]


# Standings


def standings(
    ratings: Mapping[int, int | None],
    rows: Iterable[Row],
    options: Mapping[str, Any],
    after: float = inf,
) -> dict[int, dict[str, Any]]:
    """The figures of everybody in `ratings`, by number, under the names that the API gives them."""
    had: dict[int, list[Share]] = {number: [] for number in ratings}
    for row in rows:
        for share in shares_of(row, options) if row.round <= after else ():
            had[share.player].append(share)
    wins = {number: sum((one.wins for one in had[number]), Fraction()) for number in ratings}
    table: dict[int, dict[str, Any]] = {}
    for number, shares in had.items():
        met = [share for share in shares if share.opponent is not None]
        table[number] = {
            "wins2": wins[number] * 2,
            "losses2": (len(shares) - wins[number]) * 2,
            "draws": sum(share.wins == HALF for share in met),
            "spread": sum(share.spread for share in shares),
            "points_for": sum(share.points[0] for share in met),
            "points_against": sum(share.points[1] for share in met),
            "games": len(met),
            "firsts": sum(share.began for share in met),
            "seconds": sum(not share.began for share in met),
            "byes": sum(share.kind == "bye" for share in shares),
            "set_byes": sum(share.kind == "set_bye" for share in shares),
            "buchholz2": 2 * sum(wins[share.opponent or 0] for share in met),
            "sonneborn_berger4": 4 * sum(share.wins * wins[share.opponent or 0] for share in met),
        }
    _rank(table, had, ratings, options["metrics"])
    return table


def _rank(
    table: dict[int, dict[str, Any]],
    had: Mapping[int, Sequence[Share]],
    ratings: Mapping[int, int | None],
    metrics: Sequence[str],
) -> None:
    """Give everybody their values by the metrics, and the rank that these make."""
    columns = {"wins": "wins2", "buchholz": "buchholz2", "sonneborn_berger": "sonneborn_berger4"}
    keys: dict[int, tuple[float, ...]] = dict.fromkeys(table, ())
    for number in table:
        table[number]["metrics"] = []
    for metric in metrics:
        values: dict[int, Any] = {}
        if metric == "direct":
            for key in set(keys.values()):
                values |= _direct([number for number in keys if keys[number] == key], had)
        for number, figures in table.items():
            if metric in ("rating", "number"):
                values[number] = ratings[number] if metric == "rating" else number
            elif metric != "direct":
                values[number] = figures[columns.get(metric, metric)]
            figures["metrics"].append(values[number])
            worth = -inf if values[number] is None else values[number]
            keys[number] += (-worth if metric == "number" else worth,)
    for number, figures in table.items():
        figures["rank"] = 1 + sum(key > keys[number] for key in keys.values())


def _direct(equal: Sequence[int], had: Mapping[int, Sequence[Share]]) -> dict[int, int | None]:
    """Wins, counted twice, among those who are equal, if each has met each; else None."""
    games: defaultdict[tuple[int, int], list[Fraction]] = defaultdict(list)
    for number in equal:
        for share in had[number]:
            if share.opponent is not None and share.opponent in equal:
                games[number, share.opponent].append(share.wins)
    if len(equal) == 1 or any(pair not in games for pair in combinations(equal, 2)):
        return dict.fromkeys(equal)
    scale = lcm(*(len(wins) for wins in games.values()))
    return {
        number: int(
            sum(
                2 * scale * sum(wins) / len(wins)
                for (one, _), wins in games.items()
                if one == number
            )
        )
        for number in equal
    }


# The final


@dataclass
class Bracket:
    """A knock-out with a match for the third place, followed from its seeds on."""

    seeds: Sequence[int]
    best_of: int
    options: Mapping[str, Any]
    #: Those who were not there when they had to play.
    out: set[int] = field(default_factory=set)

    def look(self, rows: Sequence[Row]) -> tuple[set[frozenset[int]], list[int]]:
        """The matches to be played next, and the places 1 to 4 once all are decided."""
        level = [(self.seeds[a - 1], self.seeds[b - 1]) for a, b in BRACKETS[len(self.seeds)]]
        is_last = False
        while True:
            found = [(match, self._winner(match, rows)) for match in level]
            due = {frozenset(match) for match, winner in found if winner is None}
            if due:
                return due, []
            winners = [winner for _, winner in found if winner is not None]
            losers = [sum(match) - winner for match, winner in zip(level, winners, strict=True)]
            if is_last:
                return set(), [winners[0], losers[0], winners[1], losers[1]]
            is_last = len(level) == 2
            level = list(zip(winners[::2], winners[1::2], strict=True))
            if is_last:
                level.append((losers[0], losers[1]))

    def _winner(self, match: tuple[int, int], rows: Sequence[Row]) -> int | None:
        wins = dict.fromkeys(match, Fraction())
        spreads = dict.fromkeys(match, 0)
        games = 0
        for row in rows:
            shares = shares_of(row, self.options)
            if {row.first, row.second} != set(match) or not shares:
                continue
            games += 1
            for share in shares:
                wins[share.player] += share.wins
                spreads[share.player] += share.spread
            best = max(match, key=lambda one: (wins[one], spreads[one]))
            worst = match[0] if best == match[1] else match[1]
            is_ahead = (wins[best], spreads[best]) > (wins[worst], spreads[worst])
            if 2 * wins[best] > self.best_of or (games >= self.best_of and is_ahead):
                return best
        here = [one for one in match if one not in self.out]
        return here[0] if len(here) == 1 else None


def must_repeat(field: Iterable[int], met: Mapping[int, set[int]]) -> bool:
    """Whether somebody may have to meet again; never if all have half the field still to meet.

    (Then a perfect matching without repeats exists: Dirac. One who has a bye is left out.)
    """
    there = set(field)
    return any(
        2 * (len(there) - 2 - len(met.get(player, set()) & there)) < len(there) for player in there
    )


# Files


def read_table(text: str) -> list[dict[str, str]]:
    """A table for German spreadsheets, line by line by the names of its columns."""
    assert text.startswith("\ufeff")
    return list(csv.DictReader(StringIO(text[1:], newline=""), delimiter=";"))


def figure(text: str) -> Fraction | None:
    """A number as such a table has it, '1,5'; '' is none."""
    return Fraction(text.replace(",", ".")) if text else None


@dataclass(frozen=True)
class TshLine:
    """A player of a `.t` file; None for what is not known of a round."""

    name: str
    rating: int
    opponents: list[int | None]
    scores: list[int | None]
    fields: dict[str, str]

    def numbers(self, name: str) -> list[int | None]:
        return _numbers(self.fields[name])

    def score(self, round: int) -> int | None:
        return self.scores[round - 1] if round <= len(self.scores) else None


def read_tsh(data: bytes) -> list[TshLine]:
    """A `.t` file in Latin-1, none of whose fields has a semicolon of its own."""
    lines = []
    for line in data.decode("latin-1").splitlines():
        head, scores, *fields = line.split(";")
        found = re.fullmatch(r"(\D+?) +(\d+)((?: \d+)*)", head)
        assert found, line
        named = (text.strip().partition(" ") for text in fields)
        told = {name: words for name, _, words in named}
        lines.append(TshLine(found[1], int(found[2]), _numbers(found[3]), _numbers(scores), told))
    return lines


def _numbers(text: str) -> list[int | None]:
    return [None if word == "00" else int(word) for word in text.split()]
