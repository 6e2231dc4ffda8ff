"""What the answer's way costs, from the phone's request to the judged round.

The bare rate at which the database takes such rows is measured in the same run, as the limit.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

import psycopg
from django.utils import timezone

from duplicate.models import Game, Participant, Round
from engine.board import Board
from engine.solver import search_all
from referee.lexicons import keep_lexicon
from referee.tokens import PARTICIPANT, digest, new_token
from tests.duplicate.factories import RACK, make_game, make_round
from tests.processes import Processes, Web, wait_until

#: Answers, in the last so many seconds, 99th percentile in seconds: at most.
STORIES = [(1000, 10, 0.1), (5000, 10, 0.5), (8000, 5, None)]
LEAD = timedelta(seconds=2)


@contextmanager
def crowd(**orders: Any) -> Iterator["subprocess.Popen[str]"]:
    """A crowd that has its connections and waits."""
    command = [sys.executable, "-m", "tests.bench.crowd"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        say(process, json.dumps(orders))
        assert hear(process) == "ready\n"
        yield process


def say(process: "subprocess.Popen[str]", line: str) -> None:
    assert process.stdin
    process.stdin.write(line + "\n")
    process.stdin.flush()


def hear(process: "subprocess.Popen[str]") -> str:
    assert process.stdout
    return str(process.stdout.readline())


def percentiles(times: Sequence[float]) -> str:
    ordered = sorted(times)
    middle, most = ordered[len(ordered) // 2], ordered[int(0.99 * len(ordered))]
    return f"median {middle * 1000:.0f} ms, 99 % {most * 1000:.0f} ms, max {ordered[-1]:.2f} s"


def bare_rates(seconds: float = 2.0) -> Iterator[str]:
    """How many such rows the database takes, one by one and many at a time."""
    row = (1, 1, "online", None, timezone.now(), "H4-H9", "GRÜNDE", 20, False, "")
    columns = (
        "round_id, participant_id, source, entered_by_id, received_at, coordinates, word, "
        "declared_points, is_late, key"
    )
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
        connection.execute("CREATE TABLE bare (LIKE duplicate_answer INCLUDING ALL)")
        for at_once in (1, 500):
            values = ", ".join([f"({', '.join(['%s'] * len(row))})"] * at_once)
            insert = f"INSERT INTO bare ({columns}) VALUES {values}"  # noqa: S608
            count, began = 0, time.perf_counter()
            while (took := time.perf_counter() - began) < seconds:
                connection.execute(insert, row * at_once)
                count += at_once
            yield f"bare database, {at_once:>3} a commit     {count / took:,.0f} rows a second"
        connection.execute("DROP TABLE bare")


def report(folder: Path) -> Iterator[str]:
    yield from bare_rates()
    with Processes(folder) as processes:
        processes.worker()
        processes.beat()
        web = processes.web(None, "--no-access-log")
        for count, seconds, most in STORIES:
            yield from story(web, count, seconds, most)


def story(web: Web, count: int, seconds: int, most: float | None) -> Iterator[str]:
    """So many people, each on a connection of their own, answer in the last seconds of a round."""
    game, random = make_game(), Random(1)
    moves = search_all(keep_lexicon(), Board(), RACK).moves()
    answers = [
        (random.uniform(0, seconds - 0.05), token, scored.move.coordinates, scored.move.word)
        for token in people(game, count)
        for scored in [random.choice(moves)]
    ]
    port, path = urlsplit(web.url).port, f"/api/v1/duplicate/games/{game.pk}/rounds/1/answer/"
    with crowd(port=port, path=path, connections=count, answers=answers) as process:
        opened_at, used = timezone.now(), processor_seconds(web)
        limit = LEAD + timedelta(seconds=seconds)
        round = make_round(game, opened_at=opened_at, limit=limit)
        say(process, str((opened_at + LEAD).timestamp()))
        results = json.loads(hear(process))
        used = processor_seconds(web) - used
    wait_until(lambda: Round.objects.get(pk=round.pk).state == Round.State.JUDGED, 30)
    deadline = (opened_at + limit).timestamp()
    refused = sum(status not in (0, 201) for status, _, _ in results)
    late = sum(status == 0 and sent < deadline for status, _, sent in results)
    sent_late = sum(sent >= deadline for _, _, sent in results)
    wanted = f" (99 %: at most {most} s)" if most else ""
    yield (
        f"{count - sent_late:,} in the last {seconds} s: {refused} refused, {late} late; "
        f"{percentiles([took for _, took, _ in results])}{wanted}"
    )
    told = sum(status == 201 for status, _, _ in results)
    kept = round.answers.filter(is_late=False).count()
    judged = round.results.exclude(answer=None).count()
    yield (
        f"  acknowledged {told:,}, kept {kept:,}, judged {judged:,}; "
        f"{used / count * 1e6:.0f} µs of the web process each"
    )


def people(game: Game, count: int) -> list[str]:
    """Their tokens."""
    tokens = [new_token(PARTICIPANT) for _ in range(count)]
    Participant.objects.bulk_create(
        Participant(
            game=game,
            number=number,
            name=f"Spieler {number}",
            token_digest=digest(token),
            is_online=True,
            entered_at=timezone.now(),
        )
        for number, token in enumerate(tokens, start=1)
    )
    return tokens


def processor_seconds(web: Web) -> float:
    """What the process has used so far, in user and system time."""
    fields = Path(f"/proc/{web.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
