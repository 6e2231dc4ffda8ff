"""The director's side of a simulation: a whole game over HTTP, and what came of it."""

import asyncio
import shutil
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from duplicate.simulator.checking import Handed, Played, Referee
from duplicate.simulator.connections import Address, ConnectedServer, allow_many_lines
from duplicate.simulator.crowd import Member, play_round
from duplicate.simulator.files import Files
from duplicate.simulator.outages import Outage, Process, plan_outages, running
from duplicate.simulator.phone import Phone
from duplicate.simulator.planning import HABITS, Pace, gather, plan_round
from duplicate.simulator.report import Report, Sight, Times, measure, sight, told_round
from duplicate.simulator.wire import Unplayable
from engine.board import Board
from engine.lexicon import Lexicon
from engine.rulesets import STANDARD
from engine.scoring import ScoredMove
from engine.solver import search_all

#: Moves that players choose from, the best ones; two blanks allow a million.
MOVES = 2000
#: So many phones join at a time.
JOINING_AT_ONCE = 64
#: After the deadline a round must be judged within this, and shown by all phones.
JUDGING_SECONDS, SHOWING_SECONDS = 60, 30
#: For so long the server may be away in the course of a game.
PATIENCE_SECONDS = 60
#: How long the results stay before the next round, where people watch.
WATCHING_SECONDS = 10


@dataclass(frozen=True)
class Wishes:
    """What to simulate; 0 rounds are a whole game."""

    url: str
    token: str
    players: int
    rounds: int
    limit_seconds: int
    listeners: int
    pace: Pace
    seed: int
    keep: bool
    #: Whether the phones fetch styles and scripts; else they have them from an earlier visit.
    with_files: bool = True
    #: The director ends each round after so many seconds, instead of the clock.
    close_after: int | None = None
    #: The processes of a set-up that is started here and disturbed, and the commands that do so.
    commands: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @property
    def round_seconds(self) -> int:
        return self.close_after or self.limit_seconds


async def simulate(wishes: Wishes, lexicon: Lexicon, tell: Callable[[str], object]) -> Report:
    """Play a game by `wishes`, telling of every round. Raises Unplayable."""
    allow_many_lines()
    if not wishes.commands:
        return await _simulate(wishes, lexicon, {}, tell)
    folder = Path(tempfile.mkdtemp(prefix="spielleiter-simulate-"))
    tell(f"{', '.join(wishes.commands)} are started here; what they say is in {folder}, if need be")
    async with running(wishes.commands, folder) as processes:
        report = await _simulate(wishes, lexicon, processes, tell)
    if report.is_clean:
        shutil.rmtree(folder)
    return report


async def _simulate(
    wishes: Wishes,
    lexicon: Lexicon,
    processes: Mapping[str, Process],
    tell: Callable[[str], object],
) -> Report:
    server = ConnectedServer(Address(wishes.url))
    # What was started just now may take a while.
    server.patience_seconds = PATIENCE_SECONDS if processes else 0
    game = await server.want(
        "POST",
        "duplicate/games/",
        token=wishes.token,
        json={
            "name": f"Simulation {wishes.seed}",
            "is_listed": wishes.keep,
            "options": {"limit_seconds": wishes.limit_seconds, "call_seconds": 10},
        },
    )
    if game["lexicon_sha256"] != lexicon.info.sha256:
        raise Unplayable("the server judges by another lexicon than the one here")
    server.patience_seconds = PATIENCE_SECONDS
    return await _Direction(server, wishes, lexicon, processes, game).run(tell)


class _Direction:
    """One game in the course of being played."""

    def __init__(
        self,
        server: ConnectedServer,
        wishes: Wishes,
        lexicon: Lexicon,
        processes: Mapping[str, Process],
        game: Any,
    ) -> None:
        self.server, self.wishes, self.lexicon, self.game = server, wishes, lexicon, game
        self.path = f"duplicate/games/{game['id']}/"
        # A crowd's whims, no secret.
        self.rng = Random(wishes.seed)  # noqa: S311
        self.processes = processes
        self.outages = plan_outages(tuple(processes), wishes.round_seconds, self.rng)
        files, address = Files() if wishes.with_files else None, server.lines.address
        self.phones = [
            Phone(
                address,
                player,
                files,
                server.clock,
                self.rng,
                is_streaming=place < wishes.listeners,
            )
            for place, player in enumerate(gather(wishes.players, self.rng))
        ]
        self.played: list[Played] = []
        self.report = Report(game["id"], wishes.players, wishes.listeners)

    async def run(self, tell: Callable[[str], object]) -> Report:
        await self.server.set_clock(self.path + "state/")
        began = time.perf_counter()
        await self._gather()
        self.report.joining_seconds = time.perf_counter() - began
        tell(
            f"Game {self.game['id']}: {len(self.phones)} players joined in "
            f"{self.report.joining_seconds:.1f} s, {self.wishes.listeners} listen"
        )
        referee = Referee(self.lexicon, STANDARD, [phone.number for phone in self.phones])
        await self._order("start/")
        try:
            await self._play_rounds(referee, tell)
        except Unplayable as fault:
            self.report.faults.append(f"the game broke off: {fault}")
        await self._finish(referee)
        for phone in self.phones:
            phone.leave()
        return self.report

    async def _play_rounds(self, referee: Referee, tell: Callable[[str], object]) -> None:
        """As many as wished for, each checked as soon as it is published. Raises Unplayable."""
        members = [Member(phone.player, phone.number, phone.token) for phone in self.phones]
        while not self.wishes.rounds or len(self.played) < self.wishes.rounds:
            drawn = await self._order("rounds/")
            if "number" not in drawn:
                return
            self.played.append(played := await self._play(drawn, members))
            self.report.faults += referee.check_round(played)
            self.report.checked += sum(one.receipt is not None for one in played.handed)
            self.report.faults += referee.check_standings(await self._standings())
            self.report.faults += referee.check_own(
                {phone.number: phone.own for phone in self.phones}
            )
            tell(told_round(self.report.rounds[-1]))
            if self.wishes.pace is Pace.WATCH:
                await asyncio.sleep(WATCHING_SECONDS)

    async def _gather(self) -> None:
        """Let everybody join by the code and follow the game. Raises Unplayable."""
        door = asyncio.Semaphore(JOINING_AT_ONCE)

        async def enter(phone: Phone) -> None:
            async with door:
                await phone.join(self.game["join_code"])
                await phone.follow()

        await asyncio.gather(*map(enter, self.phones))

    async def _play(self, drawn: Any, members: Sequence[Member]) -> Played:
        """Open, let everybody answer, wait for the clock and the judge, publish."""
        number, rack = drawn["number"], drawn["rack"]
        path = f"{self.path}rounds/{number}/"
        board = Board.from_rows(drawn["board"])
        moves = await asyncio.to_thread(self._moves, board, rack)
        limit, habits = self.wishes.round_seconds, HABITS[self.wishes.pace]
        players = [member.player for member in members]
        plans = plan_round(players, moves, limit, habits, self.rng)
        opened = await self._order(f"rounds/{number}/open/")
        opened_at = datetime.fromisoformat(opened["opened_at"])
        outage = next(self.outages, None)
        suffering = asyncio.create_task(self._suffer(outage))
        handed, closes_at = await asyncio.gather(
            play_round(self.phones, path, members, plans, opened_at), self._closed(opened)
        )
        await self._judged(number)
        published = await self._order(f"rounds/{number}/publish/")
        await self._shown(number)
        await suffering
        published_at = datetime.fromisoformat(published["published_at"])
        self._measure(published, handed, Times(opened_at, closes_at, published_at), outage)
        reference = published["reference"]
        return Played(
            number=number,
            board=board,
            rack=rack,
            closes_at=closes_at,
            handed=handed,
            top_points=published["top_points"],
            reference=(reference["coordinates"], reference["word"]),
            credited=await self._credited(number),
            is_disturbed=outage is not None,
        )

    async def _suffer(self, outage: Outage | None) -> None:
        if outage:
            await self.processes[outage.process].suffer(outage)

    async def _closed(self, opened: Any) -> datetime:
        """The end of the round, once it is over. Raises Unplayable."""
        if self.wishes.close_after:
            began = datetime.fromisoformat(opened["opened_at"])
            await self.server.clock.sleep_until(began + timedelta(seconds=self.wishes.close_after))
            opened = await self._order(f"rounds/{opened['number']}/close/")
        closes_at = datetime.fromisoformat(opened["closes_at"])
        await self.server.clock.sleep_until(closes_at)
        return closes_at

    async def _credited(self, number: int) -> dict[int, int]:
        """What each participant number has for a published round. Raises Unplayable."""
        results = await self.server.want_all(f"{self.path}rounds/{number}/results/?limit=500")
        return {result["number"]: result["points"] for result in results}

    def _moves(self, board: Board, rack: str) -> list[ScoredMove]:
        return search_all(self.lexicon, board, rack, STANDARD).moves(MOVES)

    async def _judged(self, number: int) -> None:
        """Wait until a round that is over is judged. Raises Unplayable."""
        until = time.monotonic() + JUDGING_SECONDS
        while (state := (await self._get(f"rounds/{number}/"))["state"]) != "judged":
            if time.monotonic() > until:
                raise Unplayable(f"round {number} is {state}, {JUDGING_SECONDS} s after its end")
            await asyncio.sleep(0.2)

    async def _shown(self, number: int) -> None:
        """Wait until every phone shows its own result, or long enough."""
        until = time.monotonic() + SHOWING_SECONDS
        while time.monotonic() < until:
            if all(("own", number) in phone.seen for phone in self.phones):
                return
            await asyncio.sleep(0.1)

    def _sights(self, what: str, number: int, since: datetime) -> list[Sight]:
        """When the phones showed something of a round; those that listen apart from the others."""
        kinds = ((what, True), (f"{what}, polled", False))
        return [
            sight(name, [self._seconds(phone.seen.get((what, number)), since) for phone in phones])
            for name, is_streaming in kinds
            if (phones := [one for one in self.phones if one.is_streaming == is_streaming])
        ]

    def _seconds(self, seen: float | None, since: datetime) -> float | None:
        return None if seen is None else (self.server.clock.at(seen) - since).total_seconds()

    def _measure(
        self, published: Any, handed: Sequence[Handed], times: Times, outage: Outage | None
    ) -> None:
        """Note the figures."""
        number = published["number"]
        sights = [
            *self._sights("rack", number, times.opened_at),
            *self._sights("end", number, times.closes_at),
            *self._sights("own", number, times.published_at),
        ]
        self.report.faults += (
            f"round {number}: {one.what} was seen by {one.seen} of {one.phones} phones"
            for one in sights
            if one.seen != one.phones
        )
        reference = published["reference"]
        self.report.rounds.append(
            measure(
                number=number,
                rack=published["rack"],
                reference=f"{reference['coordinates']} {reference['word']}",
                top_points=published["top_points"],
                handed=handed,
                times=times,
                sights=sights,
                outage=str(outage or ""),
            )
        )

    async def _standings(self) -> dict[int, tuple[int, int]]:
        rows: list[dict[str, Any]] = []
        while True:
            path = f"{self.path}standings/?offset={len(rows)}"
            told = await self.server.want("GET", path)
            rows += told["rows"]
            if not told["rows"] or len(rows) >= told["count"]:
                return {row["number"]: (row["rank"], row["points"]) for row in rows}

    async def _finish(self, referee: Referee) -> None:
        """End the game, and check once more what was published. Raises Unplayable."""
        game = await self._get("")
        if game["state"] != "finished" and not self.wishes.keep:
            game = await self._order("end/")
        self.report.ending = game["ending"]
        for played in self.played:
            if await self._credited(played.number) != played.credited:
                self.report.faults.append(f"round {played.number}: other results than before")
        self.report.faults += referee.check_standings(await self._standings())
        verification = await self._get("log/verification/")
        if not verification["is_intact"]:
            self.report.faults.append(f"the log is broken: {verification}")

    async def _get(self, path: str) -> Any:
        return await self.server.want("GET", self.path + path, token=self.wishes.token)

    async def _order(self, path: str) -> Any:
        return await self.server.want("POST", self.path + path, token=self.wishes.token, json={})
