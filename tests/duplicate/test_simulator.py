"""The simulator: what the crowd plans, that no wrong goes unnoticed, and a game over HTTP."""

import asyncio
import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from itertools import islice, product
from pathlib import Path
from random import Random

import pytest

from duplicate.simulator.checking import (
    Handed,
    Played,
    Receipt,
    Referee,
    Tally,
    expected_ranks,
    last_in_time,
)
from duplicate.simulator.connections import Address, ConnectedServer
from duplicate.simulator.outages import Kind, plan_outages, read_procfile
from duplicate.simulator.planning import (
    HABITS,
    LAST_MOMENT,
    Attempt,
    Habits,
    Intent,
    Pace,
    Player,
    choose_move,
    gather,
    plan_round,
)
from duplicate.simulator.report import Report, Times, measure, percentile, sight, told_round
from duplicate.simulator.wire import Unplayable
from duplicate.written_answer import read_answer
from engine.board import Board
from engine.rulesets import STANDARD
from engine.scoring import ScoredMove
from engine.solver import search_all
from referee.errors import Refused
from tests.duplicate.factories import NOON, RACK, SECOND
from tests.lexicons import lexicon_of
from tests.processes import Running
from tests.running_sites import Site, StartableSite, embedded_site, startable_site
from tests.servers import FORGETFUL

LIMIT = 30
CLOSES_AT = NOON + LIMIT * SECOND


@pytest.fixture(scope="module")
def moves() -> list[ScoredMove]:
    return search_all(lexicon_of(), Board(), RACK).moves()


def plan(moves: list[ScoredMove], pace: Pace = Pace.HUMAN, seed: int = 1) -> list[list[Attempt]]:
    rng = Random(seed)
    return plan_round(gather(2000, rng), moves, LIMIT, HABITS[pace], rng)


def test_the_same_seed_plans_the_same_round(moves: list[ScoredMove]) -> None:
    assert plan(moves) == plan(moves) != plan(moves, seed=2)


def test_a_crowd_does_everything_that_people_do(moves: list[ScoredMove]) -> None:
    plans = plan(moves)
    attempts = [attempt for one in plans for attempt in one]
    assert {attempt.intent for attempt in attempts} == set(Intent)
    assert {len(one) for one in plans} >= {0, 1, 2}
    right = {(scored.move.coordinates, scored.move.word): scored.points for scored in moves}
    declared = [
        attempt.declared_points == right[attempt.coordinates, attempt.word]
        for attempt in attempts
        if attempt.intent is Intent.MOVE
    ]
    assert {True, False} == set(declared)


def test_nobody_means_to_answer_in_the_very_last_moment(moves: list[ScoredMove]) -> None:
    times = [attempt.after_seconds for one in plan(moves) for attempt in one]
    assert any(time > LIMIT for time in times)
    assert not any(LIMIT - LAST_MOMENT < time < LIMIT + LAST_MOMENT for time in times)
    assert all(one == sorted(one, key=lambda attempt: attempt.after_seconds) for one in plan(moves))


def test_half_of_the_people_rush_and_in_a_rush_all_do(moves: list[ScoredMove]) -> None:
    def share(pace: Pace) -> float:
        firsts = [one[0].after_seconds for one in plan(moves, pace) if one]
        return sum(time >= LIMIT - 10 for time in firsts) / len(firsts)

    assert 0.4 < share(Pace.HUMAN) < 0.6
    assert share(Pace.RUSH) == 1


def test_the_strong_come_closer_to_the_top(moves: list[ScoredMove]) -> None:
    rng = Random(1)

    def mean(strength: float) -> float:
        player = Player("", strength)
        return sum(choose_move(player, moves, rng).points for _ in range(500)) / 500

    assert mean(0) < mean(0.5) <= mean(0.9) <= mean(1) == moves[0].points


def test_the_server_reads_all_but_the_unreadable(moves: list[ScoredMove]) -> None:
    habits = Habits(unreadable=0.3, wrong=0.3)
    rng = Random(1)
    for one in plan_round(gather(500, rng), moves, LIMIT, habits, rng):
        for attempt in one:
            body = {"coordinates": attempt.coordinates, "word": attempt.word}
            if attempt.intent is Intent.UNREADABLE:
                with pytest.raises(Refused) as refusal:
                    read_answer(body)
                assert refusal.value.status == 400
            else:
                read_answer(body | {"points": attempt.declared_points})


def handed(number: int, scored: ScoredMove, second: float = 20, **changes: object) -> Handed:
    """An answer that arrived a moment after it was sent, and was acknowledged as it should be."""
    move, sent_at = scored.move, NOON + timedelta(seconds=second)
    attempt = Attempt(second, move.coordinates, move.word, scored.points, Intent.MOVE)
    received_at = sent_at + timedelta(seconds=0.01)
    receipt = Receipt(received_at, received_at >= CLOSES_AT, move.coordinates, move.word)
    one = Handed(number, attempt, sent_at, 0.02, 201, receipt=receipt)
    return replace(one, **changes)  # type: ignore[arg-type]


def played(moves: list[ScoredMove], *, credited: dict[int, int], answers: list[Handed]) -> Played:
    top = moves[0]
    return Played(
        number=1,
        board=Board(),
        rack=RACK,
        closes_at=CLOSES_AT,
        handed=answers,
        top_points=top.points,
        reference=(top.move.coordinates, top.move.word),
        credited=credited,
    )


def faults(round: Played) -> list[str]:
    return Referee(lexicon_of(), STANDARD, [1, 2, 3]).check_round(round)


def test_a_round_in_which_all_is_right_has_no_fault(moves: list[ScoredMove]) -> None:
    top, other, last = moves[0], moves[1], moves[-1]
    answers = [
        handed(1, other, 10),
        handed(1, top, 20),
        handed(2, last, 29),
        handed(2, top, 31),
        handed(3, top, 32),
    ]
    round = played(moves, credited={1: top.points, 2: last.points, 3: 0}, answers=answers)
    assert faults(round) == []
    assert faults(replace(round, credited={1: top.points, 2: last.points})) == []


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"top_points": 1}, "top of 1"),
        ({"reference": ("H8-H9", "NA")}, "was laid"),
        ({"credited": {1: 0}}, "player 1: 0"),
        ({"credited": {}}, "no result"),
        ({"credited": {1: 1}}, "player 1: 1"),
        ({"credited": {9: 1}}, "not of this crowd"),
    ],
)
def test_a_wrong_in_the_results_is_noticed(
    changes: dict[str, object], word: str, moves: list[ScoredMove]
) -> None:
    right = played(moves, credited={1: moves[0].points}, answers=[handed(1, moves[0])])
    assert faults(right) == []
    found = faults(replace(right, **changes))  # type: ignore[arg-type]
    assert any(word in fault for fault in found)


def test_a_late_answer_that_is_credited_is_noticed(moves: list[ScoredMove]) -> None:
    late = handed(2, moves[0], 31)
    assert faults(played(moves, credited={2: moves[0].points}, answers=[late]))


def test_a_wrong_receipt_is_noticed(moves: list[ScoredMove]) -> None:
    right = handed(1, moves[0])
    assert right.receipt
    early = replace(right.receipt, is_late=True)
    other = replace(right.receipt, word="NA")
    lost = replace(right, receipt=None, status=503)
    slow = handed(1, moves[0], 29)
    assert slow.receipt
    stamped_late = replace(slow.receipt, received_at=CLOSES_AT, is_late=True)
    unreadable = replace(right, attempt=replace(right.attempt, intent=Intent.UNREADABLE))
    for wrong, word in (
        (replace(right, receipt=early), "late is True"),
        (replace(right, receipt=other), "acknowledged as"),
        (lost, "not acknowledged (503"),
        (replace(slow, receipt=stamped_late), "sent in time"),
        (unreadable, "unreadable, but"),
    ):
        found = faults(played(moves, credited={}, answers=[wrong]))
        assert any(word in fault for fault in found), word


def test_the_last_received_counts_in_whatever_order_they_are_told(moves: list[ScoredMove]) -> None:
    answers = [handed(1, moves[0], 20), handed(1, moves[1], 10), handed(1, moves[2], 31)]
    assert {number: receipt.word for number, receipt in last_in_time(answers).items()} == {
        1: moves[0].move.word
    }


def test_ranks_go_by_total_then_tops_then_the_last_rounds() -> None:
    tallies = {
        1: Tally([10, 20], tops=1),
        2: Tally([20, 10], tops=1),
        3: Tally([10, 20], tops=1),
        4: Tally([30, 0], tops=0),
        5: Tally([40, 0], tops=0),
    }
    assert expected_ranks(tallies) == {5: 1, 1: 2, 3: 2, 2: 4, 4: 5}


def test_wrong_standings_are_noticed(moves: list[ScoredMove]) -> None:
    referee = Referee(lexicon_of(), STANDARD, [1, 2])
    points = moves[0].points
    referee.check_round(played(moves, credited={1: points}, answers=[handed(1, moves[0])]))
    assert referee.check_standings({1: (1, points), 2: (2, 0)}) == []
    assert len(referee.check_standings({1: (1, points), 2: (1, 0)})) == 1
    assert len(referee.check_standings({1: (1, points - 1)})) == 2


def test_a_phone_that_shows_something_wrong_is_noticed(moves: list[ScoredMove]) -> None:
    referee = Referee(lexicon_of(), STANDARD, [1, 2])
    points = moves[0].points
    referee.check_round(played(moves, credited={1: points}, answers=[handed(1, moves[0])]))
    first = {"number": 1, "rank": 1, "total": points, "round": {"points": points}}
    second = {"number": 2, "rank": 2, "total": 0, "round": None}
    assert referee.check_own({1: first, 2: second}) == []
    wrongs = {"number": 2, "rank": 2, "total": 0, "round": {"points": 0}}
    for name, wrong in wrongs.items():
        assert len(referee.check_own({1: first | {name: wrong}, 2: second})) == 1, name
    assert len(referee.check_own({1: first, 2: None})) == 1


def test_percentiles_are_values_that_occurred() -> None:
    values = [float(value) for value in range(1, 101)]
    assert (percentile(values, 50), percentile(values, 99), percentile([5], 99)) == (50, 99, 5)
    assert percentile([], 50) == 0


def test_figures_count_every_answer_once(moves: list[ScoredMove]) -> None:
    refused = handed(4, moves[0], status=400, receipt=None)
    unreadable = replace(refused, attempt=replace(refused.attempt, intent=Intent.UNREADABLE))
    lost = handed(5, moves[0], status=503, receipt=None, tries=6)
    answers = [handed(1, moves[0]), handed(2, moves[0]), handed(3, moves[0], 31), unreadable, lost]
    rack = sight("rack", [0.012, None, 0.034])
    figures = measure(
        1, RACK, "H4-H9 NAMEN", 40, answers, Times(NOON, CLOSES_AT, CLOSES_AT), [rack]
    )
    kinds = Counter(
        in_time=figures.in_time,
        late=figures.late,
        unreadable=figures.unreadable,
        errors=figures.errors,
    )
    assert kinds == Counter(in_time=2, late=1, unreadable=1, errors=1)
    assert kinds.total() == figures.sent
    assert (figures.refused_in_time, figures.retried, figures.peak) == (1, 5, 2)
    assert "rack          p50 12 ms, p99 34 ms, last 34 ms, 2/3 phones" in told_round(figures)


def test_a_report_with_a_fault_is_not_clean() -> None:
    report = Report("game", players=2, listeners=2)
    assert report.is_clean
    assert "all are right" in report.told()
    report.faults += ["round 1: so wrong"] * 25
    assert report.as_json()["is_clean"] is False
    assert "25 FAULTS" in report.told()
    assert "and 5 more" in report.told()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with embedded_site(tmp_path_factory.mktemp("site")) as site:
        yield site


def simulate(site: Site | StartableSite, *arguments: str) -> Running:
    """Run the command to its end."""
    running = site.processes.run("simulate", "django", "simulate", "--url", site.url, *arguments)
    running.process.wait(120)
    return running


def test_a_crowd_plays_a_round_on_a_running_server_and_finds_all_right(site: Site) -> None:
    token = site.account("director").token
    crowd = ("--players", "150", "--listeners", "120", "--rounds", "1", "--seed", "3")
    ended = simulate(site, "--token", token, *crowd, "--close-after", "8", "--json")
    assert ended.process.returncode == 0, ended.said
    report = json.loads(ended.said)
    assert report["is_clean"], report["faults"]
    (round,) = report["rounds"]
    assert round["in_time"] > 120
    assert round["late"] > 0
    assert round["unreadable"] > 0
    assert (round["refused_in_time"], round["errors"]) == (0, 0)
    seen = {sight["what"]: (sight["phones"], sight["seen"]) for sight in round["sights"]}
    phones = {"": (120, 120), ", polled": (30, 30)}
    assert seen == {
        what + way: count for what in ("rack", "end", "own") for way, count in phones.items()
    }
    assert report["checked"] == round["in_time"] + round["late"]
    assert report["ending"] == "by_director"


def test_whatever_is_killed_or_frozen_no_acknowledged_answer_is_lost(
    tmp_path: Path,
) -> None:
    with startable_site(tmp_path, *FORGETFUL) as site:
        crowd = ("--players", "12", "--rounds", "3", "--seed", "5", "--close-after", "5")
        ended = simulate(site, "--token", site.token, *crowd, "--faults", str(site.procfile))
    assert ended.process.returncode == 0, ended.said
    outages = [line.split()[1:3] for line in ended.said.splitlines() if "  outage" in line]
    assert len({process for process, _ in outages}) > 1
    assert {kind for _, kind in outages} == {"killed", "frozen"}
    assert "all are right" in ended.said


def test_a_simulation_that_the_server_does_not_allow_ends_with_a_sentence(site: Site) -> None:
    ended = simulate(site, "--token", "slu_wrong", "--players", "2")
    assert ended.process.returncode == 1
    assert "CommandError: POST duplicate/games/: 401" in ended.said


def test_a_simulation_of_a_server_that_is_not_there_ends_with_a_sentence(site: Site) -> None:
    ended = simulate(site, "--token", "slu_wrong", "--url", "http://127.0.0.1:9")
    assert ended.process.returncode == 1
    assert "CommandError" in ended.said
    assert "Traceback" not in ended.said


def test_every_process_is_killed_and_frozen_before_any_is_again() -> None:
    outages = list(islice(plan_outages(["web", "worker"], 20, Random(1)), 8))
    for half in (outages[:4], outages[4:]):
        assert {(one.process, one.kind) for one in half} == set(product(["web", "worker"], Kind))
    assert all(0 <= one.after_seconds <= 20 and one.seconds > 0 for one in outages)
    assert list(plan_outages([], 20, Random(1))) == []


def test_a_procfile_names_processes_and_their_commands() -> None:
    text = (
        "# ours\nrelease: python manage.py migrate\nweb: uvicorn 'a b' --port 80\n\nbeat: celery\n"
    )
    assert read_procfile(text) == {"web": ["uvicorn", "a b", "--port", "80"], "beat": ["celery"]}
    for wrong, why in (
        ("web: a\nbeat celery", "line 2 of the Procfile"),
        ("release: a", "no process"),
    ):
        with pytest.raises(Unplayable, match=why):
            read_procfile(wrong)


class Flaky:
    """A server that is away at first, and notes under which keys it is asked to write."""

    def __init__(self, *statuses: int) -> None:
        self.statuses = list(statuses)
        self.keys: list[str] = []

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        await reader.readexactly(2)
        self.keys += re.findall("Idempotency-Key: (.*)\r\n", head)
        if status := self.statuses.pop(0):
            writer.write(
                f"HTTP/1.1 {status} Told\r\nContent-Type: application/json\r\n"
                "Content-Length: 2\r\nConnection: close\r\n\r\n{}".encode()
            )
        writer.close()

    async def ask(self, patience_seconds: float) -> object:
        async with await asyncio.start_server(self.answer, "127.0.0.1", 0) as listening:
            port = listening.sockets[0].getsockname()[1]
            server = ConnectedServer(Address(f"http://127.0.0.1:{port}"))
            server.patience_seconds = patience_seconds
            return await server.want("POST", "duplicate/games/", json={})


def test_a_director_asks_a_server_that_is_away_again_under_the_same_key() -> None:
    away = Flaky(502, 0, 503, 201)
    assert asyncio.run(away.ask(30)) == {}
    assert len(away.keys) == 4
    assert len(set(away.keys)) == 1


def test_a_director_takes_no_for_an_answer_at_once_and_silence_at_last() -> None:
    refusing, gone = Flaky(403), Flaky(0)
    with pytest.raises(Unplayable, match="403"):
        asyncio.run(refusing.ask(30))
    with pytest.raises(Unplayable, match="connection lost"):
        asyncio.run(gone.ask(0))
