"""Answers around the deadline while the round is closed: what was acknowledged is judged.

Every mechanism has its control: the same story without it, in which answers are lost.
"""

import asyncio
import time
from collections.abc import Callable, Collection, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from datetime import datetime
from threading import Barrier, Event
from typing import TypeVar

import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone

from duplicate.errors import RoundOver
from duplicate.models import Answer, Game, LogEntry, Receiver, Result, Round
from duplicate.services.answers import (
    IncomingAnswer,
    LockRounds,
    lock_rounds,
    record_answers,
)
from duplicate.services.judging import judge_round
from duplicate.services.rounds import begin_closing, finish_closing, publish_round
from duplicate.writer import AnswerWriter, Outcome
from duplicate.written_answer import WrittenAnswer
from referee.errors import Refused
from referee.models import User
from referee.tokens import digest
from tests.duplicate.factories import (
    NOON,
    SECOND,
    make_game,
    make_participant,
    make_round,
    move_deadline,
)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lexicon")]
only_with_row_locks = pytest.mark.skipif(
    not settings.DATABASE_URL,
    reason="SQLite has one lock for all, which no test can see somebody wait for",
)

T = TypeVar("T")
MAGEN = WrittenAnswer("H4-H8", "MAGEN", None)
PATIENCE_SECONDS = 20.0


@pytest.fixture
def game() -> Game:
    return make_game()


def director_of(game: Game) -> User:
    return game.staff.get().user


def in_thread(pool: ThreadPoolExecutor, act: Callable[[], T]) -> "Future[T]":
    """`act` in a thread, and thus with a connection, of its own."""

    def run() -> T:
        try:
            return act()
        finally:
            connection.close()

    return pool.submit(run)


def wait_until(holds: Callable[[], bool]) -> None:
    give_up = time.monotonic() + PATIENCE_SECONDS
    while not holds():
        assert time.monotonic() < give_up
        time.sleep(0.005)


def answer_from(token: str, round: Round, at: datetime, key: str = "") -> IncomingAnswer:
    return IncomingAnswer(digest(token), round.game_id, round.number, at, MAGEN, key)


def publish_at_once(round: Round, director: User) -> None:
    """Close, judge and publish as soon as each may be."""

    def is_published() -> bool:
        at = timezone.now()
        with suppress(Refused):  # not due yet, or an answer had the round judged again
            begin_closing(round, at)
            finish_closing(round, at)
            judge_round(round, at)
            publish_round(round, at, by=director)
            return True
        return False

    wait_until(lambda: round.closes_at is not None and timezone.now() >= round.closes_at)
    wait_until(is_published)


# The lock


def look_at_rounds(pks: Collection[int], *, exclusive: bool) -> Iterable[Round]:
    """The control: the rounds are read as they are, and nobody is kept from changing them."""
    assert not exclusive
    return Round.objects.filter(pk__in=pks)


@only_with_row_locks
@pytest.mark.parametrize(
    ("lock", "lost"), [(lock_rounds, 0), (look_at_rounds, 50)], ids=["locked", "control"]
)
def test_what_is_acknowledged_while_the_round_closes_is_judged(
    game: Game, lock: LockRounds, lost: int
) -> None:
    round = make_round(game, opened_at=timezone.now() - 180 * SECOND)
    deadline, director = round.closes_at, director_of(game)
    assert deadline
    tokens = [make_participant(game)[1] for _ in range(50)]
    rounds_are_read, closer_has_ended = Event(), Event()
    closer: list[int] = []

    def lock_and_dawdle(pks: Collection[int], *, exclusive: bool) -> Iterable[Round]:
        rounds = list(lock(pks, exclusive=exclusive))
        rounds_are_read.set()
        wait_until(lambda: closer_has_ended.is_set() or waits_for_a_lock(closer))
        return rounds

    def answer() -> list[Outcome]:
        incoming = [answer_from(token, round, deadline - SECOND) for token in tokens]
        return record_answers(incoming, lock=lock_and_dawdle)

    def close() -> None:
        assert rounds_are_read.wait(PATIENCE_SECONDS)
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            closer.append(cursor.fetchone()[0])
        publish_at_once(round, director)
        closer_has_ended.set()

    with ThreadPoolExecutor() as pool:
        closing, answering = in_thread(pool, close), in_thread(pool, answer)
        closing.result()
        outcomes = answering.result()

    acknowledged = {
        outcome.pk for outcome in outcomes if isinstance(outcome, Answer) and not outcome.is_late
    }
    assert len(acknowledged) == 50
    judged = set(Result.objects.filter(round=round).values_list("answer", flat=True))
    assert len(acknowledged - judged) == lost


def waits_for_a_lock(backends: Sequence[int]) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT EXISTS (SELECT 1 FROM pg_locks WHERE pid = ANY(%s) AND NOT granted)",
            [list(backends)],
        )
        return bool(cursor.fetchone()[0])


# The mark


@pytest.mark.parametrize("marked", [True, False], ids=["marked", "control"])
def test_closing_waits_for_an_answer_that_was_received_in_time(game: Game, marked: bool) -> None:
    """It is received so late that its process lives, though it can't write."""
    _, token = make_participant(game)
    round = make_round(game, opened_at=timezone.now())
    director, may_write = director_of(game), Event()

    def record_at_leisure(incoming: Sequence[IncomingAnswer]) -> list[Outcome]:
        assert may_write.wait(PATIENCE_SECONDS)
        return record_answers(incoming)

    def try_to_publish() -> str:
        wait_until(lambda: round.closes_at is not None and timezone.now() >= round.closes_at)
        begin_closing(round, timezone.now())
        if not marked:
            Receiver.objects.all().delete()
        state = finish_closing(round, timezone.now()).state
        if state == Round.State.CLOSED:
            publish_at_once(round, director)
        return state

    async def play(pool: ThreadPoolExecutor) -> tuple[str, Outcome]:
        outcome = writer.put(lambda: answer_from(token, round, timezone.now()))
        state = await asyncio.wrap_future(in_thread(pool, try_to_publish))
        may_write.set()
        return state, await outcome

    writer = AnswerWriter(record_at_leisure)
    writer.start()
    wait_until(Receiver.objects.exists)
    move_deadline(round, timezone.now() + 0.95 * SECOND)
    with ThreadPoolExecutor() as pool:
        state, outcome = asyncio.run(play(pool))
    if marked:
        assert state == Round.State.CLOSING
        publish_at_once(round, director)
        assert isinstance(outcome, Answer)
        assert Result.objects.get().answer == outcome
    else:
        assert state == Round.State.CLOSED
        assert isinstance(outcome, RoundOver)
    writer.stop()


# Many at once


def test_of_thousands_around_the_deadline_exactly_those_received_in_time_count(game: Game) -> None:
    people = [make_participant(game) for _ in range(100)]
    round = make_round(game, opened_at=timezone.now(), limit=2 * SECOND)
    deadline, director = round.closes_at, director_of(game)
    assert deadline
    processes = 4 if settings.DATABASE_URL else 1
    writers = [AnswerWriter(largest_batch=100) for _ in range(processes)]
    for writer in writers:
        writer.start()
    wait_until(lambda: Receiver.objects.count() == len(writers))
    sent: list[tuple[int, datetime]] = []

    def send(count: int) -> asyncio.Future[Outcome]:
        person, token = people[count % len(people)]

        def stamped() -> IncomingAnswer:
            at = timezone.now()
            sent.append((person.pk, at))
            return answer_from(token, round, at)

        return writers[count % len(writers)].put(stamped)

    async def answer_around_the_deadline() -> list[Outcome]:
        outcomes: list[asyncio.Future[Outcome]] = []
        while len(outcomes) < 3000 or sent[-1][1] < deadline + SECOND / 10:
            outcomes += [send(len(outcomes) + more) for more in range(20)]
            await asyncio.sleep(0.01)
        return await asyncio.gather(*outcomes)

    with ThreadPoolExecutor() as pool:
        closers = [in_thread(pool, lambda: publish_at_once(round, director)) for _ in range(2)]
        outcomes = asyncio.run(answer_around_the_deadline())
        for closer in closers:
            closer.result()
    for writer in writers:
        writer.stop()

    last_in_time: dict[int, Answer] = {}
    late = 0
    for (person, at), outcome in zip(sent, outcomes, strict=True):
        if at < deadline:
            assert isinstance(outcome, Answer)
            assert not outcome.is_late
            last_in_time[person] = outcome
        else:
            late += 1
            assert isinstance(outcome, RoundOver) or (
                isinstance(outcome, Answer) and outcome.is_late
            )
    assert len(last_in_time) == len(people)
    assert 0 < late < len(sent)
    credited = dict(Result.objects.filter(round=round).values_list("participant", "answer"))
    assert credited == {person: answer.pk for person, answer in last_in_time.items()}
    closed = LogEntry.objects.get(kind=LogEntry.Kind.CLOSED)
    assert closed.at == deadline


# Answers among themselves


@only_with_row_locks
def test_the_same_key_in_two_processes_at_once_is_one_answer(game: Game) -> None:
    _, token = make_participant(game)
    round = make_round(game)
    outcomes = record_at_the_same_time([answer_from(token, round, NOON, key="a")] * 2)
    assert len({outcome.pk for outcome in outcomes}) == 1
    assert Answer.objects.count() == 1


@only_with_row_locks
def test_two_late_writers_of_a_judged_round_do_not_wait_for_each_other(game: Game) -> None:
    tokens = [make_participant(game)[1] for _ in range(2)]
    round = make_round(game, state=Round.State.JUDGED)
    record_at_the_same_time([answer_from(token, round, NOON) for token in tokens])
    round.refresh_from_db()
    assert round.state == Round.State.CLOSED
    assert round.answers.count() == 2


def record_at_the_same_time(incoming: Sequence[IncomingAnswer]) -> list[Answer]:
    """Each by a connection of its own, and none goes on before all have locked the rounds."""
    both_have_locked = Barrier(len(incoming))

    def record(answer: IncomingAnswer) -> Answer:
        is_first_time = iter([True])

        def lock(pks: Collection[int], *, exclusive: bool) -> Iterable[Round]:
            rounds = list(lock_rounds(pks, exclusive=exclusive))
            if next(is_first_time, False):
                both_have_locked.wait(PATIENCE_SECONDS)
            return rounds

        (outcome,) = record_answers([answer], lock=lock)
        assert isinstance(outcome, Answer)
        return outcome

    with ThreadPoolExecutor() as pool:
        futures = [in_thread(pool, lambda answer=answer: record(answer)) for answer in incoming]  # type: ignore[misc]
        return [future.result() for future in futures]
