"""The answer's way in: told only once it is committed, and the mark never promises too much."""

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.utils import timezone
from pytest_django import Settings

from duplicate.intake import Intake
from duplicate.models import Answer, Game, Receiver, Round
from duplicate.selectors.answers import answers_in_force
from duplicate.services.answers import IncomingAnswer, record_answers
from duplicate.services.receivers import FORGOTTEN, mark_flushed
from duplicate.services.rounds import begin_closing
from duplicate.writer import AnswerWriter, Outcome
from referee import live
from referee.tokens import digest
from tests.duplicate.factories import SECOND, make_game, make_participant, make_round

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lexicon")]

MAGEN = {"coordinates": "h4-h8", "word": "MAGEN", "points": 20}
LONG_ENOUGH = timedelta(seconds=20)


@pytest.fixture
def game() -> Game:
    return make_game()


@pytest.fixture
def round(game: Game) -> Round:
    """Open since a moment, for three minutes more."""
    return make_round(game, opened_at=timezone.now() - SECOND)


class Response:
    def __init__(self, messages: Sequence[Any]) -> None:
        start, body = messages
        self.status: int = start["status"]
        self.headers = {name.decode(): value.decode() for name, value in start["headers"]}
        self.data = json.loads(body["body"])
        assert self.headers["content-length"] == str(len(body["body"]))


def address(round: Round) -> str:
    return f"/api/v1/duplicate/games/{round.game_id}/rounds/{round.number}/answer/"


def scope_of(path: str, token: str, **headers: str) -> dict[str, Any]:
    sent = {"authorization": f"Bearer {token}", "content-type": "application/json"}
    sent |= {name.replace("_", "-"): value for name, value in headers.items()}
    return {
        "type": "http",
        "method": "POST",
        "path": path,
        "headers": [(name.encode(), value.encode()) for name, value in sent.items() if value],
    }


async def post(
    intake: Intake, round: Round, token: str, body: Any = MAGEN, path: str = "", **headers: str
) -> Response:
    content = body if isinstance(body, bytes) else json.dumps(body).encode()

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": content, "more_body": False}

    return Response(await talk(intake, scope_of(path or address(round), token, **headers), receive))


async def talk(
    intake: Intake, scope: dict[str, Any], receive: Callable[[], Awaitable[dict[str, Any]]]
) -> list[Any]:
    assert intake.matches(scope)
    messages: list[Any] = []

    async def send(message: Any) -> None:
        messages.append(message)

    await intake(scope, receive, send)
    return messages


@contextmanager
def running(writer: AnswerWriter | None = None) -> Iterator[Intake]:
    intake = Intake(writer)
    intake.start()
    try:
        yield intake
    finally:
        asyncio.run(intake.stop())


def post_one(round: Round, token: str, body: Any = MAGEN, **headers: str) -> Response:
    with running() as intake:
        return asyncio.run(post(intake, round, token, body, **headers))


async def until(holds: Callable[[], bool]) -> None:
    deadline = timezone.now() + LONG_ENOUGH
    while not await asyncio.to_thread(asked(holds)):
        assert timezone.now() < deadline
        await asyncio.sleep(0.01)


def asked(holds: Callable[[], bool]) -> Callable[[], bool]:
    def ask() -> bool:
        try:
            return holds()
        finally:
            connection.close()

    return ask


def mark() -> datetime | None:
    return Receiver.objects.values_list("flushed_until", flat=True).first()


# Receipts and refusals


def test_an_answer_is_committed_before_its_sender_is_told(round: Round) -> None:
    participant, token = make_participant(round.game)
    before = timezone.now()
    response = post_one(round, token, idempotency_key="one")
    answer = participant.answers.get()
    assert before <= answer.received_at <= timezone.now()
    assert (answer.coordinates, answer.word, answer.key) == ("H4-H8", "MAGEN", "one")
    assert response.status == 201
    assert response.headers["content-type"] == "application/json"
    assert response.data == {
        "round": 1,
        "received_at": answer.received_at.strftime("%Y-%m-%dT%H:%M:%S.%fZ"),
        "is_late": False,
        "coordinates": "H4-H8",
        "word": "MAGEN",
        "points": 20,
    }


@pytest.mark.parametrize(
    ("body", "headers", "status", "code"),
    [
        (b"{", {}, 400, "not_json"),
        (b"[" * 4000, {}, 400, "not_json"),
        (b"\xff", {}, 400, "not_json"),
        (b'{"points": NaN}', {}, 400, "not_json"),
        ("{}".encode("utf-16"), {}, 400, "not_json"),
        ([], {}, 400, "invalid"),
        ({}, {}, 400, "invalid"),
        (MAGEN | {"points": -1}, {}, 400, "invalid"),
        (MAGEN | {"coordinates": "?"}, {}, 400, "coordinates_unreadable"),
        (MAGEN | {"word": "M4GEN"}, {}, 400, "word_unreadable"),
        (MAGEN | {"coordinates": "H4-H9"}, {}, 400, "misplaced"),
        (b" " * 5000, {}, 413, "too_large"),
        (MAGEN, {"content_type": "text/plain"}, 415, "unsupported_media_type"),
        (MAGEN, {"idempotency_key": "a" * 101}, 400, "invalid"),
        (MAGEN, {"authorization": ""}, 401, "not_authenticated"),
        (MAGEN, {"authorization": "Basic abc"}, 401, "not_authenticated"),
        (MAGEN, {"authorization": "Bearer slp_unknown"}, 401, "token_unknown"),
        (MAGEN, {"authorization": "Bearer slu_director"}, 403, "forbidden"),
    ],
)
def test_a_refusal_is_a_problem_with_its_code(
    round: Round, body: Any, headers: dict[str, str], status: int, code: str
) -> None:
    _, token = make_participant(round.game)
    response = post_one(round, token, body, **headers)
    assert (response.status, response.data["status"]) == (status, status)
    assert response.data["code"] == code
    assert response.headers["content-type"] == "application/problem+json"
    assert ("www-authenticate" in response.headers) == (status == 401)
    assert not Answer.objects.exists()


def test_a_problem_is_told_in_the_language_asked_for(round: Round) -> None:
    _, token = make_participant(round.game)
    body = MAGEN | {"coordinates": "?"}
    assert "nicht lesbar" in post_one(round, token, body).data["detail"]
    english = post_one(round, token, body, accept_language="en").data["detail"]
    assert "nicht lesbar" not in english


def test_only_answers_come_this_way(round: Round) -> None:
    scope = scope_of(address(round), "token")
    assert Intake.matches(scope)
    assert not Intake.matches(scope | {"method": "GET"})
    assert not Intake.matches(scope | {"type": "websocket"})
    assert not Intake.matches(scope | {"path": address(round) + "x/"})
    assert not Intake.matches(scope | {"path": address(round).replace("-", "")})


# The moment of receipt


def test_a_request_begun_in_time_but_ended_late_is_late(game: Game) -> None:
    _, token = make_participant(game)
    round = make_round(game, opened_at=timezone.now(), limit=SECOND / 4)
    deadline = round.closes_at
    assert deadline
    parts = iter([b'{"coordinates": "H4", ', b'"word": "MAGEN"}'])

    async def receive() -> dict[str, Any]:
        part = next(parts)
        if part.endswith(b"}"):
            await until(lambda: timezone.now() >= deadline)
        return {"type": "http.request", "body": part, "more_body": not part.endswith(b"}")}

    with running() as intake:
        response = Response(asyncio.run(talk(intake, scope_of(address(round), token), receive)))
    assert response.data["is_late"]


def test_of_a_sender_who_leaves_in_the_middle_nothing_is_kept(round: Round) -> None:
    _, token = make_participant(round.game)
    parts: Iterator[dict[str, Any]] = iter(
        [{"type": "http.request", "body": b"{", "more_body": True}, {"type": "http.disconnect"}]
    )

    async def receive() -> dict[str, Any]:
        return next(parts)

    with running() as intake:
        assert asyncio.run(talk(intake, scope_of(address(round), token), receive)) == []
    assert not Answer.objects.exists()


@pytest.mark.parametrize("trusted", [True, False])
def test_the_stamp_of_the_proxy_counts_where_it_is_trusted(
    round: Round, settings: Settings, trusted: bool
) -> None:
    settings.PROXY_STAMP = trusted
    participant, token = make_participant(round.game)
    stamp = timezone.now() - SECOND / 2
    post_one(round, token, x_request_start=f"t={stamp.timestamp():.3f}")
    difference = abs(participant.answers.get().received_at - stamp)
    assert (difference <= timedelta(milliseconds=1)) == trusted


# Many at once


def crowd(round: Round, count: int) -> list[str]:
    return [make_participant(round.game)[1] for _ in range(count)]


async def post_all(intake: Intake, round: Round, tokens: Sequence[str], **body: Any) -> list[int]:
    responses = await asyncio.gather(
        *(post(intake, round, token, MAGEN | body) for token in tokens)
    )
    return [response.status for response in responses]


class Batches:
    """Records as the service does, and notes the size of every batch."""

    def __init__(self) -> None:
        self.sizes: list[int] = []

    def __call__(self, answers: Sequence[IncomingAnswer]) -> list[Outcome]:
        self.sizes.append(len(answers))
        return record_answers(answers)


def test_answers_that_wait_are_written_in_one_transaction(round: Round) -> None:
    tokens, batches = crowd(round, 100), Batches()
    with running(AnswerWriter(batches, largest_batch=60)) as intake:
        assert asyncio.run(post_all(intake, round, tokens)) == [201] * 100
    assert sum(batches.sizes) == 100
    assert max(batches.sizes) <= 60
    assert len(batches.sizes) < 10
    assert Answer.objects.count() == 100


def test_a_flood_by_one_participant_is_held_up_and_hinders_nobody(round: Round) -> None:
    anna, ben = crowd(round, 2)

    async def flood(intake: Intake) -> tuple[list[Response], Response]:
        changed = [
            post(intake, round, anna, MAGEN | {"points": points}) for points in range(1, 301)
        ]
        return await asyncio.gather(*changed), await post(intake, round, ben)

    with running() as intake:
        sent, other = asyncio.run(flood(intake))
    assert other.status == 201
    taken = [response for response in sent if response.status == 201]
    held_up = [response for response in sent if response.status == 429]
    assert len(taken) + len(held_up) == 300
    # The second that it took allows for a few more than the thirty at once.
    assert 30 <= len(taken) <= 60
    assert {response.data["code"] for response in held_up} == {"too_many_answers"}
    assert {response.headers["retry-after"] for response in held_up} == {"1"}
    # Just those that were acknowledged are there, and the last of them is the one that counts.
    stored = Answer.objects.filter(participant__token_digest=digest(anna)).order_by("pk")
    receipts = [response.data["points"] for response in taken]
    assert [answer.declared_points for answer in stored] == receipts
    counting = answers_in_force(round).filter(participant__token_digest=digest(anna)).last()
    assert counting is not None
    assert counting.declared_points == max(receipts)


def test_the_same_participant_has_another_pace_in_the_next_round(round: Round) -> None:
    (anna,) = crowd(round, 1)
    following = make_round(round.game, number=2, opened_at=timezone.now() - SECOND)
    with running() as intake:
        assert 429 in asyncio.run(post_all(intake, round, [anna] * 100))
        assert asyncio.run(post_all(intake, following, [anna])) == [201]


def test_an_answer_that_cannot_be_written_takes_no_other_with_it(round: Round) -> None:
    tokens = crowd(round, 20)

    def record(answers: Sequence[IncomingAnswer]) -> list[Outcome]:
        if any(answer.written.word == "GIFT" for answer in answers):
            raise ValueError("poisoned")
        return record_answers(answers)

    async def post_with_one_poisoned(intake: Intake) -> list[Any]:
        poison = MAGEN | {"coordinates": "H8", "word": "GIFT"}
        return await asyncio.gather(
            *(post(intake, round, token) for token in tokens[1:]),
            post(intake, round, tokens[0], poison),
        )

    with running(AnswerWriter(record)) as intake:
        responses = asyncio.run(post_with_one_poisoned(intake))
    assert [response.status for response in responses] == [201] * 19 + [503]
    assert responses[-1].data["code"] == "try_again"
    assert Answer.objects.count() == 19


@pytest.mark.parametrize(("failures", "status"), [(3, 201), (4, 503)])
def test_a_database_that_is_away_is_tried_a_few_times(
    round: Round, failures: int, status: int
) -> None:
    (token,) = crowd(round, 1)
    away = iter(range(failures))

    def record(answers: Sequence[IncomingAnswer]) -> list[Outcome]:
        if next(away, None) is not None:
            raise OperationalError("away")
        return record_answers(answers)

    with running(AnswerWriter(record, retry_seconds=0)) as intake:
        response = asyncio.run(post(intake, round, token))
        assert response.status == status
        assert asyncio.run(post(intake, round, token)).status == 201


def test_stopping_writes_down_what_waits(round: Round) -> None:
    tokens, stopped = crowd(round, 50), threading.Event()

    def record(answers: Sequence[IncomingAnswer]) -> list[Outcome]:
        assert stopped.wait(LONG_ENOUGH.total_seconds())
        return record_answers(answers)

    async def post_and_stop() -> list[int]:
        intake = Intake(AnswerWriter(record, largest_batch=10))
        intake.start()
        posting = asyncio.create_task(post_all(intake, round, tokens))
        await asyncio.sleep(0)  # everybody is in the queue
        stopping = asyncio.create_task(intake.stop())
        await asyncio.sleep(0)
        stopped.set()
        await stopping
        return await posting

    assert asyncio.run(post_and_stop()) == [201] * 50
    assert Answer.objects.count() == 50


def test_what_comes_after_stopping_is_refused_and_not_left_waiting(round: Round) -> None:
    (token,) = crowd(round, 1)
    with running() as intake:
        pass
    response = asyncio.run(post(intake, round, token))
    assert (response.status, response.data["code"]) == (503, "try_again")
    assert not Answer.objects.exists()


# The mark


def test_no_mark_passes_an_answer_that_is_not_committed(round: Round) -> None:
    tokens = crowd(round, 300)
    marks: list[datetime] = []

    def record(answers: Sequence[IncomingAnswer]) -> list[Outcome]:
        if (flushed := mark()) is not None:
            marks.append(flushed)
            assert flushed <= min(answer.received_at for answer in answers)
        return record_answers(answers)

    with running(AnswerWriter(record, largest_batch=10, mark_seconds=0)) as intake:
        assert asyncio.run(post_all(intake, round, tokens)) == [201] * 300
    assert len(set(marks)) > 5


def test_the_mark_passes_a_deadline_as_soon_as_it_is_over(game: Game) -> None:
    round = make_round(game, opened_at=timezone.now(), limit=SECOND / 2)
    deadline = round.closes_at
    assert deadline
    with running(AnswerWriter(mark_seconds=3600)):
        asyncio.run(until(lambda: (mark() or deadline - SECOND) >= deadline))


def test_whoever_closes_early_does_not_wait_for_the_next_look(round: Round) -> None:
    director = round.game.staff.get().user

    def close() -> bool:
        return begin_closing(round, timezone.now(), by=director).state == Round.State.CLOSING

    def is_marked() -> bool:
        round.refresh_from_db()
        flushed = mark()
        return bool(flushed and round.closes_at and flushed > round.closes_at)

    async def close_early() -> None:
        async with live.listening():
            await until(lambda: mark() is not None)
            await until(close)
            await until(is_marked)

    with running(AnswerWriter(mark_seconds=3600, look_seconds=3600)):
        asyncio.run(close_early())


@pytest.mark.parametrize("state", [Round.State.OPEN, Round.State.PAUSED, Round.State.CLOSING])
def test_the_mark_moves_on_while_a_round_is_played(game: Game, state: Round.State) -> None:
    make_round(game, state=state)
    with running():
        asyncio.run(until(lambda: mark() is not None))
        first = mark()
        asyncio.run(until(lambda: mark() != first))
    assert Receiver.objects.get().has_ended


def test_nothing_is_written_while_no_round_is_played(game: Game) -> None:
    _, token = make_participant(game)
    round = make_round(game, state=Round.State.PUBLISHED)
    with running(AnswerWriter(look_seconds=0)) as intake:
        assert asyncio.run(post(intake, round, token)).status == 409
        assert asyncio.run(post(intake, round, token)).status == 409
        assert not Receiver.objects.exists()


def test_marks_of_processes_long_gone_are_removed() -> None:
    now = timezone.now()
    mark_flushed("gone", now - FORGOTTEN - SECOND, since=now - 2 * FORGOTTEN)
    mark_flushed("alive", now, since=now)
    with running():
        asyncio.run(until(lambda: Receiver.objects.count() == 1))
    assert Receiver.objects.get().name == "alive"
