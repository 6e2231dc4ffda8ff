"""The books of a tournament that a test runs: what was done, and so what must come of it.

They know no HTTP, nor anything of ours; `tests.tournaments.tournament_run` keeps them.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.api_client import Caller
from tests.tournaments import independent
from tests.tournaments.independent import AT_THE_BOARD, Bracket, Row

#: Unlike the defaults, so that none of them can be taken for another.
OPTIONS: dict[str, Any] = {
    "bye_wins2": 2,
    "bye_spread": 50,
    "set_bye_wins2": 1,
    "set_bye_spread": 20,
    "absent_wins2": 0,
    "absent_spread": -50,
    "forfeit_spread": 75,
    "spread_cap": 180,
    "metrics": ["wins", "spread"],
}


@dataclass
class Person:
    strength: int
    rating: int | None
    first_round: int
    withdrawn_from: int | None = None
    phone: Caller | None = None

    def plays_in(self, round: int) -> bool:
        gone = self.withdrawn_from is not None and round >= self.withdrawn_from
        return self.first_round <= round and not gone


@dataclass
class Game:
    """What the books say of a row of a published round."""

    id: int
    round: int
    first: int
    second: int | None
    kind: str = ""
    points: tuple[int | None, int | None] = (None, None)
    off: dict[int, int] = field(default_factory=dict)
    is_confirmed: bool = False

    @property
    def path(self) -> str:
        return f"rounds/{self.round}/pairings/{self.id}/"


class Books:
    """Who plays when, and every row of the published rounds."""

    def __init__(self, schedule: Sequence[dict[str, Any]]) -> None:
        self.schedule = schedule
        self.people: dict[int, Person] = {}
        self.absences: dict[tuple[int, int], str] = {}
        self.games: dict[int, Game] = {}
        self.bracket: Bracket | None = None
        #: Where players meet again because the director wants it so.
        self.by_hand: set[int] = set()
        #: The last round that was drafted.
        self.round = 0
        #: What has happened how often.
        self.seen: Counter[str] = Counter()

    @property
    def next_round(self) -> int:
        """The first whose players are not decided; it may be drafted."""
        return 1 + max((game.round for game in self.games.values()), default=0)

    def field(self, round: int) -> set[int]:
        """Who is to be paired, by the books."""
        return {
            number
            for number, person in self.people.items()
            if person.plays_in(round) and (round, number) not in self.absences
        }

    def games_of(self, round: int, *, with_all: bool = False) -> list[Game]:
        """The games of a round, or also those who play alone."""
        return [
            game
            for game in self.games.values()
            if game.round == round and (game.second or with_all)
        ]

    def met(self) -> defaultdict[int, set[int]]:
        """Who has sat opposite whom, or still does."""
        met = defaultdict[int, set[int]](set)
        for game in self.games.values():
            if game.second and game.kind in ("", *AT_THE_BOARD):
                met[game.first].add(game.second)
                met[game.second].add(game.first)
        return met

    @property
    def ratings(self) -> dict[int, int | None]:
        return {number: person.rating for number, person in self.people.items()}

    def rows(self) -> list[Row]:
        """The books in the form in which the API's rounds are read."""
        return [
            Row(
                round=game.round,
                first=game.first,
                second=game.second,
                kind=game.kind,
                points=game.points,
                penalties=(game.off.get(game.first, 0), game.off.get(game.second or 0, 0)),
                table=None,
                reason="",
                is_confirmed=game.is_confirmed,
            )
            for game in self.games.values()
        ]

    # A round as it should be

    def check_round(self, rows: Sequence[Row]) -> None:
        """Whether the round that is published may be paired so, by all that was before."""
        self.check_bracket(rows)
        self.check_field(rows)
        self.check_repeats(rows)
        self.check_byes(rows)

    def check_field(self, rows: Sequence[Row]) -> None:
        alone = {row.first: row.kind for row in rows if row.kind in ("set_bye", "absent")}
        noted = {
            number: "set_bye" if kind == "bye" else kind
            for (round, number), kind in self.absences.items()
            if round == self.round and self.people[number].plays_in(round)
        }
        assert alone == noted
        placed = Counter(
            number
            for row in rows
            if row.kind not in ("set_bye", "absent")
            for number in (row.first, row.second)
            if number is not None
        )
        assert set(placed.values()) == {1}, "somebody sits at two tables"
        assert not placed.keys() - self.field(self.round), "somebody plays who is not there"
        idle = self.field(self.round) - placed.keys()
        seeds = set(self.bracket.seeds) if self.bracket else set()
        assert idle <= seeds, "somebody has no opponent"
        tables = [row.table for row in rows if row.second]
        assert sorted(table or 0 for table in tables) == list(range(1, len(tables) + 1))

    def check_repeats(self, rows: Sequence[Row]) -> None:
        """Nobody meets again where that need not be."""
        if self.round in self.by_hand or self.schedule[self.round - 1]["method"] in (
            "koth",
            "qoth",
        ):
            return
        met = self.met()
        free = [row for row in rows if row.second and row.reason != "knockout"]
        field = {number for row in free for number in (row.first, row.second) if number}
        field |= {row.first for row in rows if row.kind == "bye"}
        again = [row for row in free if row.second in met[row.first]]
        assert not again or independent.must_repeat(field, met)

    def check_byes(self, rows: Sequence[Row]) -> None:
        """The bye of an odd field is for somebody who has had no more of them than anybody."""
        had = Counter(game.first for game in self.games.values() if game.kind == "bye")
        for row in rows:
            if row.reason == "bye":
                paired = [one for one in rows if one.second and one.reason != "knockout"]
                others = [number for one in paired for number in (one.first, one.second) if number]
                assert had[row.first] <= min(had[number] for number in others)
                self.seen["bye"] += 1

    def is_final(self, round: int) -> bool:
        return bool(self.schedule[round - 1]["method"] == "knockout")

    @property
    def first_of_final(self) -> int:
        return 1 + next(
            place for place, one in enumerate(self.schedule) if one["method"] == "knockout"
        )

    def check_bracket(self, rows: Sequence[Row]) -> None:
        """Those meet in the final rounds whom the bracket brings together, by the books."""
        if not self.is_final(self.round):
            return
        method = self.schedule[self.round - 1]
        before = [row for row in self.rows() if row.round < self.round]
        if self.bracket is None:
            ranks = independent.standings(self.ratings, before, OPTIONS)
            there = sorted(
                self.field(self.round),
                key=lambda number: (ranks[number]["rank"], -(self.ratings[number] or 0), number),
            )
            self.bracket = Bracket(there[: method["players"]], method["best_of"], OPTIONS)
        played = [row for row in before if row.round >= self.first_of_final]
        due, _ = self.bracket.look(played)
        missing = {one for match in due for one in match} - self.field(self.round)
        if missing:
            self.bracket.out |= missing
            due, _ = self.bracket.look(played)
            self.seen["walkover"] += 1
        paired = [row for row in rows if row.reason == "knockout"]
        assert {frozenset((row.first, row.second)) for row in paired} == due
