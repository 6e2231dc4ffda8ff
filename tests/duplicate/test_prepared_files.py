"""Large files of a game: asked for, made by a worker, fetched by whoever asks, bounded."""

import gzip
import json
import random
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from duplicate.exchange.tables import standings_csv
from duplicate.file_kinds import EXPORT_JSON
from duplicate.models import Game
from duplicate.selectors.standings import game_standings
from duplicate.services.games import change_game
from referee.models import PreparedFile, PreparedPiece
from referee.packing import PIECE_BYTES, unpacked
from referee.prepared_files import responses, services
from referee.prepared_files.kinds import Arguments, FileKind, Part, file_kinds
from referee.prepared_files.services import (
    KEPT,
    KEPT_OUTDATED,
    MOST_WAITING_PUBLIC,
    PAUSE,
    FilesBusy,
    ask_for,
    make_waiting,
    remove_old,
)
from referee.queued_work import MOST_ATTEMPTS, SILENCE, TakenOver, claim_next
from referee.tasks import make_files
from tests.api_client import Caller, as_user, path_of
from tests.duplicate.factories import NOON, make_game
from tests.duplicate.sample_games import director_of, exported, played_game

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]
State = PreparedFile.State


@pytest.fixture(autouse=True)
def _everything_is_large(settings: Settings) -> None:
    settings.LARGE_ROWS = -1


@pytest.fixture
def kinds() -> Iterator[dict[str, FileKind[Any]]]:
    """Where a test may put a kind of its own; it is gone afterwards."""
    known = file_kinds()
    before = dict(known)
    yield known
    known.clear()
    known.update(before)


def asked(game: Game, at: datetime = NOON, *, is_public: bool = True, **more: str) -> PreparedFile:
    return ask_for(EXPORT_JSON, game, more, at, is_public=is_public)


def finished_game() -> Game:
    """One in which nothing was played, where that does not matter."""
    return make_game(state=Game.State.FINISHED)


def make(at: datetime = NOON) -> None:
    make_waiting(lambda: at)


def content(response: Any) -> bytes:
    return b"".join(response.streaming_content)


def test_a_small_file_is_answered_at_once(settings: Settings) -> None:
    settings.LARGE_ROWS = 1_000
    game = played_game()
    response = Caller().get(path_of(game, "export.json"))
    assert (response.status_code, response.headers["Content-Disposition"]) == (
        200,
        'attachment; filename="export.json"',
    )
    assert response.json() == exported(game, to_staff=False)
    assert not PreparedFile.objects.exists()


def test_a_large_file_is_made_by_a_worker_and_fetched_where_the_answer_says() -> None:
    game = played_game()
    caller = Caller()
    first = caller.get(path_of(game, "export.json"))
    assert (first.status_code, first.json()) == (202, {"state": "waiting", "percent": 0})
    assert (first.headers["Retry-After"], first.headers["Cache-Control"]) == ("2", "no-store")
    place = first.headers["Location"].removeprefix("/api/v1")
    assert caller.get(place).status_code == 202
    make_files()
    done = caller.get(place)
    body = content(done)
    assert (done.status_code, done.headers["Content-Type"]) == (200, "application/json")
    assert int(done.headers["Content-Length"]) == len(body)
    assert json.loads(body) == exported(game, to_staff=False)


def test_whoever_takes_packed_files_is_sent_it_as_it_is_kept() -> None:
    game = played_game()
    caller = Caller()
    caller.get(path_of(game, "export.json"))
    make()
    response = caller.get(path_of(game, "export.json"), accept_encoding="br, gzip")
    packed = content(response)
    assert response.headers["Content-Encoding"] == "gzip"
    assert int(response.headers["Content-Length"]) == len(packed)
    assert json.loads(gzip.decompress(packed)) == exported(game, to_staff=False)


def test_all_who_ask_for_the_same_get_the_same_file_and_the_staff_another() -> None:
    game = played_game()
    for _times in range(3):
        Caller().get(path_of(game, "export.json"))
    as_user(director_of(game)).get(path_of(game, "export.json"))
    for_public, for_staff = PreparedFile.objects.order_by("asked_at")
    assert (for_public.is_public, for_staff.is_public) == (True, False)
    make()
    body = content(Caller().get(path_of(game, "export.json")))
    assert b"member_id" not in body
    staffed = content(as_user(director_of(game)).get(path_of(game, "export.json")))
    assert b"member_id" in staffed
    # The id of the staff's file opens nothing to others.
    foreign = content(Caller().get(path_of(game, f"export.json?file={for_staff.pk}")))
    assert foreign == body


def test_what_was_asked_for_is_given_though_the_game_has_changed_since() -> None:
    game = played_game()
    place = Caller().get(path_of(game, "export.json")).headers["Location"]
    make()
    change_game(game, NOON, by=director_of(game), name="Anders")
    old = content(Caller().get(place.removeprefix("/api/v1")))
    assert json.loads(old)["game"]["name"] != "Anders"
    assert Caller().get(path_of(game, "export.json")).status_code == 202


def test_every_export_comes_out_of_the_worker_as_it_does_at_once(settings: Settings) -> None:
    game = played_game()
    files = "export.json", "export.xml", "standings.csv", "standings.csv?by=club&round=2"
    for name in files:
        settings.LARGE_ROWS = 1_000
        at_once = Caller().get(path_of(game, name))
        settings.LARGE_ROWS = -1
        assert Caller().get(path_of(game, name)).status_code == 202
        make()
        made = Caller().get(path_of(game, name))
        assert content(made) == at_once.content
        assert made.headers["Content-Type"] == at_once.headers["Content-Type"]
    expected = "".join(standings_csv(game_standings(game))).encode()
    assert content(Caller().get(path_of(game, "standings.csv"))) == expected


def test_a_file_that_is_not_made_yet_has_no_etag_and_a_round_that_is_missing_none() -> None:
    game = played_game()
    waiting = Caller().get(path_of(game, "standings.csv"))
    assert "ETag" not in waiting.headers
    make()
    made = Caller().get(path_of(game, "standings.csv"))
    assert content(made)
    assert (
        Caller().get(path_of(game, "standings.csv"), if_none_match=made.headers["ETag"]).status_code
        == 304
    )
    assert Caller().get(path_of(game, "standings.csv?round=9")).status_code == 404


def test_a_browser_is_shown_how_far_it_is_and_led_on_without_scripts() -> None:
    game = played_game()
    client = Client(headers={"Accept": "text/html,application/xhtml+xml"})
    waiting = client.get(f"/api/v1{path_of(game, 'export.json')}")
    page = waiting.content.decode()
    assert (waiting.status_code, "wird erstellt … 0 %" in page) == (202, True)
    place = waiting.headers["Location"]
    again = f"{place}&waiting=1"
    assert f'http-equiv="refresh" content="2; url={again.replace("&", "&amp;")}"' in page
    make()
    done = client.get(again)
    assert done.status_code == 200
    assert f'http-equiv="refresh" content="0; url={place}"' in done.content.decode()
    assert json.loads(content(client.get(place)))["game"]["id"] == str(game.pk)


def test_a_file_is_stored_in_pieces_and_told_of_as_it_grows(
    kinds: dict[str, FileKind[Any]],
) -> None:
    chance, seen, texts = random.Random(7), [], []

    def write(_game: Game, _arguments: Arguments) -> Iterator[Part]:
        for _part in range(4):
            texts.append(chance.randbytes(PIECE_BYTES // 3).hex())
            yield Part(texts[-1], rows=25)
            seen.append(PreparedFile.objects.get().percent)

    kind = FileKind(Game, "counted", "text/plain", lambda _game, _arguments: 100, write)
    kinds[kind.key] = kind
    game = finished_game()
    ask_for(kind, game, {}, NOON, is_public=True)
    clock = iter(NOON + timedelta(seconds=passed) for passed in range(100))
    make_waiting(lambda: next(clock))
    assert seen == [25, 50, 75, 99]
    file = PreparedFile.objects.get()
    assert (file.state, file.percent, file.size) == (State.DONE, 100, len("".join(texts)))
    assert PreparedPiece.objects.filter(file=file).count() == file.pieces > 1
    assert b"".join(unpacked(services.pieces_of(file))).decode() == "".join(texts)


def test_a_file_of_one_moment_is_made_anew_when_the_game_changes_meanwhile(
    kinds: dict[str, FileKind[Any]],
) -> None:
    game = finished_game()
    changes = iter(("Anders",))

    def write(found: Game, _arguments: Arguments) -> Iterator[Part]:
        yield Part(found.name)
        for name in changes:
            change_game(game, NOON, by=director_of(game), name=name)

    kind = FileKind(Game, "named", "text/plain", lambda _g, _a: 1, write, is_exact=True)
    kinds[kind.key] = kind
    file = ask_for(kind, game, {}, NOON, is_public=True)
    make()
    file.refresh_from_db()
    assert b"".join(unpacked(services.pieces_of(file))) == b"Anders"


def test_the_anonymous_can_have_only_so_many_made_and_leave_room_for_the_staff() -> None:
    game = finished_game()
    for number in range(MOST_WAITING_PUBLIC):
        asked(game, number=str(number))
    with pytest.raises(FilesBusy):
        asked(game, number="one more")
    asked(game, number="0")  # waits already
    mine = asked(game, is_public=False, number="the staff's")
    refused = Caller().get(path_of(game, "standings.csv"))
    assert (refused.status_code, refused.json()["code"]) == (503, "files_busy")
    assert refused.headers["Retry-After"] == "10"
    first = claim_next(PreparedFile, NOON, "is_public")
    assert first == mine


def test_one_file_is_made_at_a_time() -> None:
    game = finished_game()
    asked(game)
    asked(game, number="2")
    assert claim_next(PreparedFile, NOON) is not None
    assert claim_next(PreparedFile, NOON) is None


def test_what_a_dead_worker_left_is_made_by_another_and_given_up_in_the_end() -> None:
    game = finished_game()
    file, at = asked(game), NOON
    for _attempt in range(MOST_ATTEMPTS):
        assert claim_next(PreparedFile, at) == file
        at += SILENCE + timedelta(seconds=1)
    assert claim_next(PreparedFile, at) is None
    file.refresh_from_db()
    assert file.state == State.FAILED
    with pytest.raises(services.FileFailed):
        asked(game, at)
    again = asked(game, at + PAUSE)
    make(at)
    again.refresh_from_db()
    assert again.state == State.DONE


def test_a_worker_that_was_thought_dead_leaves_the_file_to_the_other() -> None:
    asked(finished_game())
    first = claim_next(PreparedFile, NOON)
    later = NOON + SILENCE + timedelta(seconds=1)
    second = claim_next(PreparedFile, later)
    assert first is not None
    assert second == first
    with pytest.raises(TakenOver):
        services.make_file(first, lambda: later)
    services.make_file(second, lambda: later)
    assert PreparedFile.objects.get().state == State.DONE


def failing(_game: Game, _arguments: Arguments) -> Iterator[Part]:
    yield Part("x")
    raise RuntimeError("as the test wants it")


def test_a_file_that_cannot_be_made_says_so_and_hinders_no_other(
    kinds: dict[str, FileKind[Any]],
) -> None:
    kind = FileKind(Game, "failing", "text/plain", lambda _game, _arguments: 1, failing)
    kinds[kind.key] = kind
    game = finished_game()
    failed = ask_for(kind, game, {}, NOON, is_public=False)
    other = asked(game)
    make()
    failed.refresh_from_db()
    other.refresh_from_db()
    assert (failed.state, other.state) == (State.FAILED, State.DONE)
    assert not PreparedPiece.objects.filter(file=failed).exists()


@pytest.mark.parametrize(
    ("age", "room", "kept"),
    [
        (timedelta(hours=1), 2_000, ["new", "old"]),
        (KEPT + timedelta(minutes=1), 2_000, []),
        (timedelta(), 1_500, ["new"]),
    ],
    ids=["young", "old", "no room"],
)
def test_files_go_with_age_and_when_there_is_no_room(
    settings: Settings, age: timedelta, room: int, kept: list[str]
) -> None:
    game = finished_game()
    for seconds, name in enumerate(("old", "new")):
        file = asked(game, number=name)
        make(NOON + timedelta(seconds=seconds))
        PreparedFile.objects.filter(pk=file.pk).update(packed_size=1_000)
    settings.PREPARED_BYTES = room
    remove_old(NOON + age)
    names = PreparedFile.objects.order_by("-fetched_at").values_list("arguments__number", flat=True)
    assert list(names) == kept
    assert PreparedPiece.objects.exists() == bool(kept)


def test_an_outdated_version_goes_soon_after_the_new_one_is_made() -> None:
    game = finished_game()
    old = asked(game)
    make()
    change_game(game, NOON, by=director_of(game), name="Anders")
    game.refresh_from_db()
    new = asked(game)
    make()
    assert PreparedFile.objects.count() == 2  # somebody may be fetching it
    remove_old(NOON + KEPT_OUTDATED + timedelta(seconds=1))
    assert list(PreparedFile.objects.all()) == [new] != [old]


def test_slow_lines_keep_only_some_threads_busy() -> None:
    game = finished_game()
    Caller().get(path_of(game, "export.json"))
    make(timezone.now())
    path = path_of(game, "export.json")
    sent = [Caller().get(path) for _number in range(responses.MOST_SENT)]
    assert Caller().get(path).json()["code"] == "files_busy"
    assert content(sent.pop())
    sent.append(Caller().get(path))
    assert sent[-1].status_code == 200
    for response in sent:
        assert content(response)
