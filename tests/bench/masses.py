"""A hundred thousand in one game: 20,000 follow the stream, 80,000 poll as the server tells them.

`python -m tests.bench.masses --lexicon … --phones 5000` is the quick form: a fifth of them follow.
Two groups of two web processes stand for two machines behind one nginx (deploy/'s configuration,
but for TLS), with one PostgreSQL and one Redis. Everybody has a seat and a token beforehand, and
answers once in the last minute. What is asked goes over lines that phones share: those of streams
are their own.
"""

import argparse
import asyncio
import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any

import uvloop

from duplicate.simulator.checking import Handed
from duplicate.simulator.connections import Address, Line, Lines, allow_many_lines
from duplicate.simulator.crowd import Member, play_round
from duplicate.simulator.phone import Phone
from duplicate.simulator.planning import Attempt, Intent, Player
from duplicate.simulator.report import percentile
from duplicate.simulator.wire import Clock
from tests.bench.phones import Shares, as_deployed, database_pid, is_listening
from tests.bench.surroundings import set_up
from tests.processes import (
    CELERY,
    START_SECONDS,
    Processes,
    Running,
    ending_with_us,
    free_port,
    wait_until,
)

#: One of so many follows the stream; so many in one process of the crowd.
STREAMING_SHARE, CROWD_SIZE = 5, 10_000
#: The last of these seconds of a round are those in which everybody answers.
LIMIT_SECONDS, ANSWERING_SECONDS = 75, 60
#: Lines of streams are opened so many at a time; and come from so many addresses, as no proxy lets
#: one have them all.
STEP, SOURCES = 200, 40
WEB_GROUPS, NGINX_PROCESSES = 2, 4


# The crowd, each part in a process of its own


class Everywhere(Address):
    """Lines to one address from many."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self._opened = 0

    async def connect(self, source: str = "") -> Line:
        self._opened += 1
        return await super().connect(source or f"127.0.0.{2 + self._opened % SOURCES}")


class SeatedPhone(Phone):
    """One that has joined long ago, and counts what it hears."""

    heard_bytes = 0

    def sit(self, game: str, seat: Sequence[Any], lines: Lines) -> None:
        self.number, self.token = seat
        self._path = f"duplicate/games/{game}/"
        self._cookies = {f"seat_{game.replace('-', '')}": self.token}
        self._lines = lines

    def begin(self, state: Any) -> None:
        self.state = state
        self._following = asyncio.create_task(
            self._stream_on() if self.is_streaming else self._poll()
        )

    def _hear(self, part: bytes) -> None:
        SeatedPhone.heard_bytes += len(part)
        super()._hear(part)


async def be_crowd(orders: Any) -> None:
    """Take the seats, say 'ready', play the round that is told, tell what was seen."""
    allow_many_lines()
    address, clock, random = Everywhere(orders["url"]), Clock(), Random(orders["first"])
    lines = Lines(address)
    phones = []
    for seat in orders["seats"]:
        is_streaming = orders["is_streaming"]
        phone = SeatedPhone(
            address, Player("", 0.5), None, clock, random, is_streaming=is_streaming
        )
        phone.sit(orders["game"], seat, lines)
        phones.append(phone)
    first = phones[0]
    await first._ask()
    for start in range(0, len(phones), STEP):
        for phone in phones[start : start + STEP]:
            phone.begin(first.state if not orders["is_streaming"] else None)
        while orders["is_streaming"] and not all(one.state for one in phones[: start + STEP]):
            await asyncio.sleep(0.02)
    print("ready", flush=True)
    before = SeatedPhone.heard_bytes
    opened_at = datetime.fromisoformat((await asyncio.to_thread(sys.stdin.readline)).strip())
    handed = await play_round(
        phones,
        f"duplicate/games/{orders['game']}/rounds/1/",
        [Member(phone.player, phone.number, phone.token) for phone in phones],
        [[_attempt(orders, random)] for _ in phones],
        opened_at,
    )
    print("answered", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    until = time.monotonic() + 3 * first.state["poll_seconds"] + 10
    while time.monotonic() < until and not all(("own", 1) in phone.seen for phone in phones):
        await asyncio.sleep(0.1)
    seen = {
        what: [clock.at(at).timestamp() for phone in phones if (at := phone.seen.get((what, 1)))]
        for what in ("rack", "own")
    }
    answers = [_told(one) for one in handed]
    heard = SeatedPhone.heard_bytes - before
    print(json.dumps({"seen": seen, "answers": answers, "heard": heard}), flush=True)


def _attempt(orders: Any, random: Random) -> Attempt:
    coordinates, word = random.choice(orders["moves"])
    return Attempt(random.uniform(*orders["between"]), coordinates, word, None, Intent.MOVE)


def _told(handed: Handed) -> tuple[int, float, bool]:
    receipt = handed.receipt
    return handed.status, handed.seconds, receipt is not None and not receipt.is_late


class Crowd:
    """A process of the crowd, as seen from outside."""

    def __init__(self, orders: Any) -> None:
        self.is_streaming = orders["is_streaming"]
        self.count = len(orders["seats"])
        self.process = subprocess.Popen(
            ending_with_us([sys.executable, "-m", "tests.bench.masses", "crowd"]),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.say(json.dumps(orders))

    def say(self, line: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def hear(self) -> str:
        assert self.process.stdout
        line = str(self.process.stdout.readline()).rstrip("\n")
        assert line, "a part of the crowd has ended"
        return line


# The bench


def report(folder: Path, count: int) -> Iterator[str]:
    """Play a round with so many. Django is set up, its database migrated."""
    with ExitStack() as stack:
        processes = stack.enter_context(Processes(folder, SPIELLEITER_PROXY_STAMP="1"))
        processes.run("worker", *CELERY, "worker", "-c", "3", "-l", "INFO")
        processes.beat()
        ports = [free_port() for _ in range(WEB_GROUPS)]
        webs = [processes.run("web", *as_deployed("web"), "--port", str(port)) for port in ports]
        port = free_port()
        proxy = stack.enter_context(nginx(folder, port, ports))
        for awaited in (*ports, port):
            wait_until(lambda awaited=awaited: is_listening(awaited), START_SECONDS)  # type: ignore[misc]
        yield from play(webs, proxy, f"http://127.0.0.1:{port}", count)


@contextmanager
def nginx(folder: Path, port: int, web_ports: Sequence[int]) -> Iterator[Running]:
    """deploy/'s proxy on `port`, without TLS, which a crowd on the same machine would pay twice."""
    from tests.deploy.installation import nginx_command, place_proxy

    conf = place_proxy(folder, http_port=free_port(), https_port=port, web_port=web_ports[0])
    text = conf.read_text("utf-8")
    text = (
        re.sub(r"(?m)^ *(ssl_|http2 ).*$", "", text).replace(" ssl http2", "").replace(" ssl", "")
    )
    first = f"server 127.0.0.1:{web_ports[0]};"
    text = text.replace(first, " ".join(f"server 127.0.0.1:{web};" for web in web_ports))
    text = text.replace("worker_processes auto", f"worker_processes {NGINX_PROCESSES}")
    text = re.sub(r"worker_rlimit_nofile \d+;", "", text)
    conf.write_text(text, "utf-8")
    running = Running.start(nginx_command(conf), folder / "proxy.log")
    try:
        yield running
    finally:
        running.kill()


def play(webs: Sequence[Running], proxy: Running, url: str, count: int) -> Iterator[str]:
    from django.db import connection
    from django.utils import timezone

    from duplicate.models import Round
    from duplicate.options import Options
    from duplicate.selectors.state import poll_seconds
    from duplicate.services.games import create_game, start_game
    from duplicate.services.rounds import draw_round, open_round, publish_round
    from engine.solver import search_all
    from referee.lexicons import keep_lexicon
    from referee.models import User
    from tests.bench.answers import people

    by = User.objects.create_user("masses")
    options = Options(limit_seconds=LIMIT_SECONDS, call_seconds=10)
    game = create_game(name="masses", by=by, at=timezone.now(), options=options)
    tokens = people(game, count)
    start_game(game, timezone.now(), by=by)
    drawn = draw_round(game, timezone.now(), by=by)
    assert drawn
    moves = search_all(keep_lexicon(), drawn.board, drawn.rack).moves(500)
    seats = list(enumerate(tokens, start=1))
    streaming = count // STREAMING_SHARE
    before, began = _kilobytes(webs), time.time()
    shared = {
        "url": url,
        "game": str(game.pk),
        "between": (LIMIT_SECONDS - ANSWERING_SECONDS, LIMIT_SECONDS - 0.5),
        "moves": [(scored.move.coordinates, scored.move.word) for scored in moves],
    }
    crowds = []
    for first, last, is_streaming in [(0, streaming, True), (streaming, count, False)]:
        size = CROWD_SIZE if is_streaming else 4 * CROWD_SIZE
        for start in range(first, last, size):
            part = seats[start : min(start + size, last)]
            orders = {"first": start, "seats": part, "is_streaming": is_streaming}
            crowds.append(Crowd(shared | orders))
    for crowd in crowds:
        assert crowd.hear() == "ready"
    memory = (_kilobytes(webs) - before) / streaming
    yield (
        f"{count:,} people      {streaming:,} streams opened in {time.time() - began:.0f} s, "
        f"{memory:.0f} kB of the web processes each; "
        f"{count - streaming:,} poll every {poll_seconds(count)} s"
    )
    groups = {f"web {place}": web.process.pid for place, web in enumerate(webs, start=1)}
    groups |= {"nginx": proxy.process.pid, "database": database_pid()}
    groups |= {f"crowd {place}": crowd.process.pid for place, crowd in enumerate(crowds, start=1)}
    with Shares(groups) as shares:
        opened = open_round(drawn, timezone.now(), by=by)
        assert opened.opened_at
        assert opened.closes_at
        for crowd in crowds:
            crowd.say(opened.opened_at.isoformat())
        for crowd in crowds:
            assert crowd.hear() == "answered"
        judged = lambda: Round.objects.get(pk=drawn.pk).state == Round.State.JUDGED  # noqa: E731
        wait_until(judged, 120)
        judging = (timezone.now() - opened.closes_at).total_seconds()
        published_at = timezone.now()
        publish_round(drawn, published_at, by=by)
        publishing = (timezone.now() - published_at).total_seconds()
        for crowd in crowds:
            crowd.say("published")
        told = [(crowd, json.loads(crowd.hear())) for crowd in crowds]
    for crowd in crowds:
        crowd.process.wait(30)
    yield from _told_sights("rack", opened.opened_at, told)
    answers = [answer for _, one in told for answer in one["answers"]]
    refused = sum(not in_time for _, _, in_time in answers)
    latencies = [seconds for _, seconds, _ in answers]
    end = opened.closes_at.timestamp()
    used = shares.between(end - 30, end)
    yield (
        f"  answers        {len(answers):,} in the last {ANSWERING_SECONDS} s, "
        f"{refused} refused or late; 99 % {percentile(latencies, 99):.2f} s; {used}"
    )
    yield f"  judged         {judging:.1f} s after the deadline, published in {publishing:.1f} s"
    yield from _told_sights("own", published_at, told)
    heard = sum(one["heard"] for _, one in told)
    yield f"  bytes          {heard / streaming:,.0f} a round for each stream"
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT sum(pg_total_relation_size(c)) FROM unnest(ARRAY['duplicate_answer',"
            " 'duplicate_result', 'duplicate_play']::regclass[]) AS c"
        )
        (size,) = cursor.fetchone()
    rows = opened.answers.count() + opened.results.count() + opened.plays.count()
    yield (
        f"  database       {rows / count:.1f} rows and {int(size) / count:,.0f} bytes "
        "a round for each participant"
    )


def _told_sights(what: str, since: datetime, told: Sequence[tuple[Crowd, Any]]) -> Iterator[str]:
    for kind, is_streaming in (("streams", True), ("polled", False)):
        parts = [(crowd, one) for crowd, one in told if crowd.is_streaming == is_streaming]
        times = [at - since.timestamp() for _, one in parts for at in one["seen"][what]]
        count = sum(crowd.count for crowd, _ in parts)
        yield (
            f"  {what}, {kind:<9} 99 % {percentile(times, 99):.2f} s, "
            f"last {max(times, default=0):.2f} s, seen by {len(times):,} of {count:,}"
        )


def _kilobytes(webs: Sequence[Running]) -> int:
    """What the processes, and those that they have started, have in memory."""
    pids = [web.process.pid for web in webs]
    for pid in pids:  # which grows meanwhile
        pids += map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())
    status = (Path(f"/proc/{pid}/status").read_text() for pid in pids)
    return sum(int(text.partition("VmRSS:")[2].split()[0]) for text in status)


def main() -> None:
    if sys.argv[1:] == ["crowd"]:
        return uvloop.run(be_crowd(json.loads(sys.stdin.readline())))
    parser = argparse.ArgumentParser(prog="python -m tests.bench.masses", description=__doc__)
    parser.add_argument("--lexicon", type=Path, required=True)
    parser.add_argument("--phones", type=int, default=100_000)
    options = parser.parse_args()
    with set_up(options.lexicon) as folder:
        for line in report(folder, options.phones):
            print(line, flush=True)
    return None


if __name__ == "__main__":
    main()
