"""The director's side of a simulation: a whole game over HTTP, and what came of it."""

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Any

from duplicate.simulator.checking import Handed, Played, Referee
from duplicate.simulator.connections import ConnectedServer, Listeners, connect
from duplicate.simulator.crowd import Member, join, play_round
from duplicate.simulator.planning import HABITS, Pace, gather, plan_round
from duplicate.simulator.report import Report, measure, told_round
from duplicate.simulator.wire import Unplayable
from engine.board import Board
from engine.lexicon import Lexicon
from engine.rulesets import STANDARD
from engine.scoring import ScoredMove
from engine.solver import search_all

#: Moves that players choose from, the best ones; two blanks allow a million.
MOVES = 2000
#: After the deadline a round must be judged within this.
JUDGING_SECONDS = 60
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


async def simulate(wishes: Wishes, lexicon: Lexicon, tell: Callable[[str], object]) -> Report:
    """Play a game by `wishes`, telling of every round. Raises Unplayable."""
    async with connect(wishes.url) as server:
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
        return await _Direction(server, wishes, lexicon, game).run(tell)


class _Direction:
    """One game in the course of being played."""

    def __init__(
        self, server: ConnectedServer, wishes: Wishes, lexicon: Lexicon, game: Any
    ) -> None:
        self.server, self.wishes, self.lexicon, self.game = server, wishes, lexicon, game
        self.path = f"duplicate/games/{game['id']}/"
        # A crowd's whims, no secret.
        self.rng = Random(wishes.seed)  # noqa: S311
        self.listeners = Listeners(server, self.path + "events/")
        self.report = Report(game["id"], wishes.players, wishes.listeners)

    async def run(self, tell: Callable[[str], object]) -> Report:
        await self.server.set_clock(self.path + "state/")
        began = time.perf_counter()
        members = await join(
            self.server, self.game["join_code"], gather(self.wishes.players, self.rng)
        )
        self.report.joining_seconds = time.perf_counter() - began
        await self.listeners.connect(self.wishes.listeners)
        tell(
            f"Game {self.game['id']}: {len(members)} players joined in "
            f"{self.report.joining_seconds:.1f} s, {self.listeners.count} listen"
        )
        referee = Referee(self.lexicon, STANDARD, [member.number for member in members])
        await self._order("start/")
        while not self.wishes.rounds or len(self.report.rounds) < self.wishes.rounds:
            drawn = await self._order("rounds/")
            if "number" not in drawn:
                break
            played = await self._play(drawn, members)
            self.report.faults += referee.check_round(played)
            self.report.checked += sum(one.receipt is not None for one in played.handed)
            self.report.faults += referee.check_standings(await self._standings())
            tell(told_round(self.report.rounds[-1]))
            if self.wishes.pace is Pace.WATCH:
                await asyncio.sleep(WATCHING_SECONDS)
        await self._finish()
        await self.listeners.disconnect()
        return self.report

    async def _play(self, drawn: Any, members: Sequence[Member]) -> Played:
        """Open, let everybody answer, wait for the clock and the judge, publish."""
        number, rack = drawn["number"], drawn["rack"]
        path = f"{self.path}rounds/{number}/"
        board = Board.from_rows(drawn["board"])
        moves = await asyncio.to_thread(self._moves, board, rack)
        limit, habits = self.wishes.limit_seconds, HABITS[self.wishes.pace]
        players = [member.player for member in members]
        plans = plan_round(players, moves, limit, habits, self.rng)
        before_opening = await self._version()
        opened = await self._order(f"rounds/{number}/open/")
        opened_at = datetime.fromisoformat(opened["opened_at"])
        closes_at = datetime.fromisoformat(opened["closes_at"])
        versions = before_opening, await self._version()
        handed = await play_round(self.server, path, members, plans, opened_at)
        await self._judged(number, closes_at)
        published = await self._order(f"rounds/{number}/publish/")
        results = await self.server.want_all(path + "results/?limit=500")
        reference = published["reference"]
        self._measure(published, rack, handed, closes_at, versions)
        return Played(
            number=number,
            board=board,
            rack=rack,
            closes_at=closes_at,
            handed=handed,
            top_points=published["top_points"],
            reference=(reference["coordinates"], reference["word"]),
            credited={result["number"]: result["points"] for result in results},
        )

    def _moves(self, board: Board, rack: str) -> list[ScoredMove]:
        return search_all(self.lexicon, board, rack, STANDARD).moves(MOVES)

    async def _judged(self, number: int, closes_at: datetime) -> None:
        """Wait until the clock has closed the round and it is judged. Raises Unplayable."""
        await self.server.sleep_until(closes_at)
        until = closes_at + timedelta(seconds=JUDGING_SECONDS)
        while (state := (await self._get(f"rounds/{number}/"))["state"]) != "judged":
            if self.server.now() > until:
                raise Unplayable(f"round {number} is {state}, {JUDGING_SECONDS} s after its end")
            await asyncio.sleep(0.2)

    def _measure(
        self,
        published: Any,
        rack: str,
        handed: Sequence[Handed],
        closes_at: datetime,
        versions: tuple[int, int],
    ) -> None:
        """Note the figures; `versions` are those of the game before and after the opening."""
        opened, _ = self.listeners.fan_out("opened", versions[0])
        closed, heard_at = self.listeners.fan_out("closed", versions[1])
        fan_outs = (opened, closed) if self.listeners.count else ()
        closed_after = heard_at and (self.server.at(heard_at) - closes_at).total_seconds()
        self.report.faults += (
            f"round {published['number']}: {fan_out.event} reached {fan_out.heard} of "
            f"{fan_out.listeners} listeners"
            for fan_out in fan_outs
            if fan_out.heard != fan_out.listeners
        )
        reference = published["reference"]
        self.report.rounds.append(
            measure(
                number=published["number"],
                rack=rack,
                reference=f"{reference['coordinates']} {reference['word']}",
                top_points=published["top_points"],
                handed=handed,
                closes_at=closes_at,
                closed_after=closed_after,
                fan_outs=fan_outs,
            )
        )

    async def _version(self) -> int:
        """The game's version now; that of state/ may be a moment old."""
        version: int = (await self._get(""))["version"]
        return version

    async def _standings(self) -> dict[int, tuple[int, int]]:
        standings = await self.server.want("GET", self.path + "standings/")
        return {row["number"]: (row["rank"], row["points"]) for row in standings["rows"]}

    async def _finish(self) -> None:
        game = await self._get("")
        if game["state"] != "finished" and not self.wishes.keep:
            game = await self._order("end/")
        self.report.ending = game["ending"]
        verification = await self._get("log/verification/")
        if not verification["is_intact"]:
            self.report.faults.append(f"the log is broken: {verification}")

    async def _get(self, path: str) -> Any:
        return await self.server.want("GET", self.path + path, token=self.wishes.token)

    async def _order(self, path: str) -> Any:
        return await self.server.want("POST", self.path + path, token=self.wishes.token, json={})
