"""The public state over raw ASGI, that of games: following it and polling it."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection, connections, transaction

from duplicate.errors import GameMissing
from duplicate.models import Game, LogEntry
from duplicate.selectors.state import public_state
from duplicate.services.participants import issue_token
from referee import live
from referee.asgi_responses import Message
from referee.events import log
from referee.events.locking import lock_event
from referee.followed import LiveTopic
from referee.stream import Stream
from tests.duplicate.factories import NOON, make_game, make_participant, make_round

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lexicon")]
Kind = LogEntry.Kind


def scope_of(game_id: UUID, what: str, **headers: str) -> dict[str, Any]:
    return {
        "type": "http",
        "method": "GET",
        "path": f"/api/v1/duplicate/games/{game_id}/{what}/",
        "headers": [
            (name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()
        ],
    }


class Client:
    """The other end of one request."""

    def __init__(self, stream: Stream, scope: dict[str, Any]) -> None:
        self.start: Message = {}
        self.chunks: list[bytes] = []
        self.has_ended = False
        #: Cleared, nothing can be written to it, as to a phone in a tunnel.
        self.reads = asyncio.Event()
        self.reads.set()
        self.writes_begun = 0
        self._gone = asyncio.Event()
        self.task = asyncio.create_task(stream(scope, self._receive, self._send))

    async def _receive(self) -> Message:
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Message) -> None:
        self.writes_begun += 1
        await self.reads.wait()
        if message["type"] == "http.response.start":
            self.start = message
            return
        self.chunks.append(message["body"])
        if not message.get("more_body"):
            self.has_ended = True
            self._gone.set()

    def leave(self) -> None:
        self._gone.set()

    @property
    def events(self) -> list[tuple[int, str]]:
        """Version and kind of each state, in order."""
        found = []
        for fields in self._blocks():
            if "id" in fields:
                assert json.loads(fields["data"])["version"] == int(fields["id"])
                found.append((int(fields["id"]), fields["event"]))
        return found

    @property
    def own(self) -> list[tuple[int, int]]:
        """Of each message of one's own the version of the results and the number, in order."""
        blocks = (fields for fields in self._blocks() if fields.get("event") == "own")
        said = (json.loads(fields["data"]) for fields in blocks)
        return [(message["results"], message["number"]) for message in said]

    def _blocks(self) -> Iterator[dict[str, str]]:
        for block in b"".join(self.chunks).decode().split("\n\n"):
            yield dict(line.split(": ", 1) for line in block.splitlines() if line)

    def has(self, *events: tuple[int, str]) -> Callable[[], bool]:
        return lambda: self.events == list(events)


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(15):
        while not condition():
            await asyncio.sleep(0.01)


def is_at(client: Client, version: int) -> bool:
    return client.events[-1][0] == version


@asynccontextmanager
async def serving(stream: Stream | None = None) -> AsyncIterator[Stream]:
    stream = stream or Stream(look_seconds=60)
    async with live.listening():
        stream.start()
        yield stream
        await stream.stop()


def play(scene: Coroutine[Any, Any, None]) -> None:
    asyncio.run(scene)


def record(game: Game, kind: Kind) -> None:
    with transaction.atomic():
        log.record(lock_event(game), kind, NOON, by=None)


async def do(change: Callable[..., object], *arguments: object) -> None:
    """Change something in the database as another thread of the server would."""

    def change_and_close() -> None:
        change(*arguments)
        connections.close_all()

    await asyncio.to_thread(change_and_close)


def lose_announcement(game: Game) -> None:
    """Write version 7 and tell nobody."""
    Game.objects.filter(pk=game.pk).update(log_length=7)


async def poll(stream: Stream, game_id: UUID, **headers: str) -> tuple[int, dict[str, str], bytes]:
    client = Client(stream, scope_of(game_id, "state", **headers))
    await client.task
    named = {name.decode(): value.decode() for name, value in client.start["headers"]}
    return client.start["status"], named, b"".join(client.chunks)


async def until_version(stream: Stream, game: Game, wanted: int) -> None:
    """Poll until the state is of this version."""
    async with asyncio.timeout(15):
        while json.loads((await poll(stream, game.pk))[2])["version"] != wanted:
            await asyncio.sleep(0.01)


def test_a_listener_gets_the_state_at_once_and_then_every_change() -> None:
    game = make_game()
    record(game, Kind.STARTED)

    async def scene() -> None:
        async with serving() as stream:
            first = Client(stream, scope_of(game.pk, "events"))
            await until(first.has((1, "state")))
            assert first.chunks[0].startswith(b"retry: 2000\n\n")
            await do(record, game, Kind.OPENED)
            await until(first.has((1, "state"), (2, "opened")))
            again = Client(stream, scope_of(game.pk, "events", last_event_id="1"))
            await until(again.has((2, "state")))
            await do(record, game, Kind.CLOSED)
            await until(first.has((1, "state"), (2, "opened"), (3, "closed")))
            await until(again.has((2, "state"), (3, "closed")))
            assert first.chunks[-1] is again.chunks[-1], "written once for all"

    play(scene())


def test_the_stream_is_not_buffered_or_kept_by_anybody_and_open_to_all() -> None:
    game = make_game()

    async def scene() -> None:
        async with serving() as stream:
            client = Client(stream, scope_of(game.pk, "events"))
            await until(lambda: client.events)
            headers = dict(client.start["headers"])
            assert headers[b"content-type"].startswith(b"text/event-stream")
            assert headers[b"x-accel-buffering"] == b"no"
            assert headers[b"cache-control"] == b"no-cache, no-transform"
            assert headers[b"access-control-allow-origin"] == b"*"

    play(scene())


def test_a_listener_that_cant_keep_up_holds_nobody_up_and_gets_the_latest() -> None:
    game = make_game()

    async def scene() -> None:
        async with serving() as stream:
            slow, quick = (Client(stream, scope_of(game.pk, "events")) for _ in range(2))
            await until(lambda: slow.events and quick.events)
            slow.reads.clear()
            for version, kind in enumerate((Kind.STARTED, Kind.OPENED, Kind.CLOSED), start=1):
                await do(record, game, kind)
                await until(partial(is_at, quick, version))
            slow.reads.set()
            await until(lambda: slow.events[-1] == (3, "closed"))
            assert slow.events == [(0, "state"), (1, "started"), (3, "closed")]

    play(scene())


def test_a_state_takes_nobodys_own_message_away_however_slow_they_are() -> None:
    game = make_game()
    participant, token = make_participant(game)
    said = {"authorization": f"Bearer {token}"}

    async def scene() -> None:
        async with serving() as stream:
            slow, quick = (Client(stream, scope_of(game.pk, "events", **said)) for _ in range(2))
            await until(lambda: slow.events and quick.events)
            slow.reads.clear()
            await do(record, game, Kind.STARTED)
            await until(partial(is_at, quick, 1))
            await do(record, game, Kind.PUBLISHED)
            await until(lambda: quick.own == [(2, participant.number)])
            await do(record, game, Kind.OPENED)
            await until(partial(is_at, quick, 3))
            slow.reads.set()
            await until(lambda: slow.events[-1] == (3, "opened"))
            assert slow.own == [(2, participant.number)]

    play(scene())


def test_who_comes_later_is_told_what_is_theirs_and_a_replaced_token_nothing() -> None:
    game = make_game()
    participant, token = make_participant(game)
    record(game, Kind.PUBLISHED)

    async def scene() -> None:
        async with serving() as stream:
            client = Client(stream, scope_of(game.pk, "events", authorization=f"Bearer {token}"))
            await until(lambda: client.own == [(1, participant.number)])
            fresh: list[str] = []
            await do(lambda: fresh.append(issue_token(participant, NOON, by=participant)))
            await do(record, game, Kind.REVISED)
            said = {"authorization": f"Bearer {fresh[0]}"}
            other = Client(stream, scope_of(game.pk, "events", **said))
            await until(lambda: other.own == [(3, participant.number)])
            await until(partial(is_at, client, 3))
            assert client.own == [(1, participant.number)]

    play(scene())


def test_a_crowd_that_joins_is_told_of_once_a_second() -> None:
    game = make_game()

    def record_crowd() -> None:
        for _person in range(30):
            record(game, Kind.JOINED)

    async def scene() -> None:
        async with serving() as stream:
            client = Client(stream, scope_of(game.pk, "events"))
            await until(client.has((0, "state")))
            await do(record_crowd)
            await until(partial(is_at, client, 30))
            assert client.events[-1] == (30, "joined")
            assert len(client.events) < 15
            await do(record, game, Kind.STARTED)
            await until(partial(is_at, client, 31))

    play(scene())


def test_many_listeners_hear_of_a_crowd_more_seldom_but_of_all_else_at_once() -> None:
    game = make_game()

    def lose_end() -> None:
        Game.objects.filter(pk=game.pk).update(log_length=8, state=Game.State.FINISHED)

    async def scene() -> None:
        async with serving(Stream(look_seconds=0.05, told_of_a_crowd=0.001)) as stream:

            async def be_known(version: int) -> None:
                while json.loads((await poll(stream, game.pk))[2])["version"] < version:
                    pass

            client = Client(stream, scope_of(game.pk, "events"))
            await until(client.has((0, "state")))
            await do(record, game, Kind.JOINED)
            await be_known(1)
            assert client.events == [(0, "state")]
            await do(record, game, Kind.STARTED)
            await until(client.has((0, "state"), (2, "started")))
            await do(make_participant, game)
            await do(lose_announcement, game)
            await be_known(7)
            assert client.events == [(0, "state"), (2, "started")]
            await do(lose_end)
            await until(client.has((0, "state"), (2, "started"), (8, "state")))

    play(scene())


def test_a_lost_announcement_heals() -> None:
    game = make_game()

    async def scene() -> None:
        async with serving(Stream(look_seconds=0.05)) as stream:
            client = Client(stream, scope_of(game.pk, "events"))
            await until(client.has((0, "state")))
            await do(lose_announcement, game)
            await until(client.has((0, "state"), (7, "state")))

    play(scene())


def test_silence_is_broken_by_the_time() -> None:
    game = make_game()

    async def scene() -> None:
        async with serving(Stream(look_seconds=0.05, silence_seconds=0.01)) as stream:
            client = Client(stream, scope_of(game.pk, "events"))
            await until(lambda: client.chunks and client.chunks[-1].startswith(b"event: beat\n"))
            assert int(client.chunks[-1].split()[-1]) > 1e12
            assert client.events == [(0, "state")]

    play(scene())


def test_who_goes_is_forgotten() -> None:
    game = make_game()

    async def scene() -> None:
        async with serving() as stream:
            client = Client(stream, scope_of(game.pk, "events"))
            await until(lambda: client.events)
            client.leave()
            await client.task
            await do(record, game, Kind.OPENED)
            await until_version(stream, game, 1)
            assert client.events == [(0, "state")]

    play(scene())


def test_streams_end_when_the_server_is_asked_to() -> None:
    game = make_game()

    async def scene() -> None:
        async with serving() as stream:
            clients = [Client(stream, scope_of(game.pk, "events")) for _ in range(3)]
            await until(lambda: all(client.events for client in clients))
            stream.leave()
            late = Client(stream, scope_of(game.pk, "events"))
            for client in (*clients, late):
                await client.task
                assert client.has_ended

    play(scene())


def test_a_game_that_goes_takes_its_streams_along() -> None:
    game = make_game()

    async def scene() -> None:
        async with serving(Stream(look_seconds=0.05)) as stream:
            client = Client(stream, scope_of(game.pk, "events"))
            await until(lambda: client.events)
            await do(game.delete)
            await client.task
            assert client.has_ended

    play(scene())


@pytest.mark.parametrize("what", ["events", "state"])
def test_an_unknown_game_is_a_problem_in_the_language_asked_for(what: str) -> None:
    async def scene() -> None:
        async with serving() as stream:
            for language, words in (("de", "gibt es nicht"), ("en", "")):
                client = Client(stream, scope_of(uuid4(), what, accept_language=language))
                await client.task
                assert client.start["status"] == 404
                problem = json.loads(b"".join(client.chunks))
                assert problem["code"] == "game_missing"
                assert words in problem["detail"]

    play(scene())


def test_a_poll_answers_with_version_and_time_and_with_nothing_if_nothing_is_new() -> None:
    game = make_game()
    make_round(game)
    record(game, Kind.OPENED)

    async def scene() -> None:
        async with serving() as stream:
            status, headers, body = await poll(stream, game.pk)
            assert (status, json.loads(body)["round"]["number"]) == (200, 1)
            assert headers["etag"] == 'W/"1"'
            assert headers["cache-control"] == "public, max-age=0, s-maxage=1"
            assert headers["access-control-allow-origin"] == "*"
            assert int(headers["server-time"]) > 1_700_000_000_000
            for known in ('W/"1"', '"1"', 'W/"0", W/"1"', "*"):
                status, headers, body = await poll(stream, game.pk, if_none_match=known)
                assert (status, body, headers["etag"]) == (304, b"", 'W/"1"')
            assert (await poll(stream, game.pk, if_none_match='W/"0"'))[0] == 200

    play(scene())


def rename_table(old: str, new: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER TABLE {old} RENAME TO {new}")


def test_without_the_database_the_last_state_is_told_or_else_a_problem() -> None:
    game = make_game()

    async def scene() -> None:
        async with serving(Stream(look_seconds=60)) as stream, serving(Stream()) as other:
            await until_version(stream, game, 0)
            await do(record, game, Kind.OPENED)
            await do(rename_table, "duplicate_game", "away")
            try:
                assert (await poll(stream, game.pk))[0] == 200
                status, _, body = await poll(other, game.pk)
                assert (status, json.loads(body)["code"]) == (503, "state_unknown")
            finally:
                await do(rename_table, "away", "duplicate_game")
            await until_version(stream, game, 1)
            await until_version(other, game, 1)

    play(scene())


def test_a_poll_sees_an_announced_change_and_soon_one_whose_announcement_was_lost() -> None:
    game = make_game()

    async def scene() -> None:
        async with serving() as stream:
            await until_version(stream, game, 0)
            await do(record, game, Kind.OPENED)
            await until_version(stream, game, 1)
            await do(lose_announcement, game)
            await until_version(stream, game, 7)

    play(scene())


def test_two_kinds_of_things_are_told_apart_though_they_have_the_same_id() -> None:
    game = make_game()

    def name_only(game: Game) -> dict[str, Any]:
        return {"version": game.log_length, "name": game.name}

    followed = (
        LiveTopic("/api/v1/duplicate/games/<id>/", Game, public_state, GameMissing),
        LiveTopic("/names/<id>/", Game, name_only, GameMissing),
    )

    async def scene() -> None:
        async with serving(Stream(followed, look_seconds=60)) as stream:
            client = Client(stream, scope_of(game.pk, "events"))
            named = scope_of(game.pk, "events") | {"path": f"/names/{game.pk}/events/"}
            other = Client(stream, named)
            await until(lambda: client.events and other.events)
            await do(record, game, Kind.OPENED)
            await until(client.has((0, "state"), (1, "opened")))
            await until(other.has((0, "state"), (1, "opened")))
            assert b'"board"' in client.chunks[-1]
            assert b'"board"' not in other.chunks[-1]

    play(scene())


#: Known beforehand: processes that share a run must find the same tests.
SOME_GAME = UUID(int=7)


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", f"/api/v1/duplicate/games/{SOME_GAME}/events/"),
        ("GET", f"/api/v1/duplicate/games/{SOME_GAME}/"),
        ("GET", f"/api/v1/duplicate/games/{SOME_GAME}/events"),
        ("GET", f"/api/v1/duplicate/games/{SOME_GAME}/events/x/"),
        ("GET", "/api/v1/duplicate/games/17/state/"),
        ("GET", "/"),
    ],
)
def test_other_requests_are_left_to_others(method: str, path: str) -> None:
    assert not Stream().matches({"method": method, "path": path})
