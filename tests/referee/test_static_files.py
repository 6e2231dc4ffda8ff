"""Collected files, answered in the event loop as Django's middleware would."""

import asyncio
import gzip
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from referee.asgi_responses import Message
from referee.static_files import StaticFiles

STYLE = b"body { color: black }" * 50


@pytest.fixture
def collected(tmp_path: Path, settings: Settings) -> Path:
    (tmp_path / "style.css").write_bytes(STYLE)
    (tmp_path / "style.css.gz").write_bytes(gzip.compress(STYLE))
    (tmp_path / "play.0123456789ab.js").write_bytes(b"play()")
    settings.STATIC_ROOT = tmp_path
    settings.WHITENOISE_AUTOREFRESH = settings.WHITENOISE_USE_FINDERS = False
    return tmp_path


def scope_of(path: str, method: str = "GET", **headers: str) -> dict[str, Any]:
    named = [(name.replace("_", "-").encode(), text.encode()) for name, text in headers.items()]
    return {"type": "http", "method": method, "path": path, "headers": named}


def ask(path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    """What the part answers."""
    files, sent = StaticFiles(), list[Message]()

    async def receive() -> Message:
        return {"type": "http.request"}

    async def send(message: Message) -> None:
        sent.append(message)

    files.start()
    scope = scope_of(path, **headers)
    assert files.matches(scope)
    asyncio.run(files(scope, receive, send))
    told = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return sent[0]["status"], told, b"".join(message.get("body", b"") for message in sent)


def ask_django(path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    named = {name.replace("_", "-"): text for name, text in headers.items()}
    response: Any = Client(headers=named).get(path)
    told = {name.lower(): value for name, value in response.headers.items()}
    return response.status_code, told, b"".join(response)


ETAG = "etag"


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("/static/style.css", {}, 200),
        ("/static/style.css", {"accept_encoding": "gzip, br"}, 200),
        ("/static/style.css", {"range": "bytes=2-9"}, 206),
        ("/static/style.css", {"if_none_match": ETAG}, 304),
        ("/static/play.0123456789ab.js", {}, 200),
    ],
)
@pytest.mark.usefixtures("collected")
def test_a_file_is_told_as_the_middleware_does(
    path: str, headers: dict[str, str], status: int
) -> None:
    if headers.get("if_none_match") == ETAG:
        headers = {"if_none_match": ask(path)[1]["etag"]}
    answered, told, content = ask(path, **headers)
    expected_status, expected, expected_content = ask_django(path, **headers)
    assert (answered, content) == (expected_status, expected_content)
    assert answered == status
    names = expected.keys() - {"referrer-policy", "cross-origin-opener-policy"}
    assert {name: told.get(name) for name in names} == {name: expected[name] for name in names}


def test_what_is_packed_goes_out_packed(collected: Path) -> None:
    _status, told, content = ask("/static/style.css", accept_encoding="gzip")
    assert told["content-encoding"] == "gzip"
    assert content == (collected / "style.css.gz").read_bytes()


@pytest.mark.usefixtures("collected")
@pytest.mark.parametrize(
    ("method", "path"), [("POST", "/static/style.css"), ("GET", "/static/none.css"), ("GET", "/")]
)
def test_everything_else_is_left_to_others(method: str, path: str) -> None:
    files = StaticFiles()
    files.start()
    assert not files.matches(scope_of(path, method))


@pytest.mark.usefixtures("collected")
def test_in_debug_everything_is(settings: Settings) -> None:
    settings.WHITENOISE_AUTOREFRESH = True
    files = StaticFiles()
    files.start()
    assert not files.matches(scope_of("/static/style.css"))
