"""Django's pages as the event loop gets them."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase

from referee.pages import Pages

SCOPE = {
    "type": "http",
    "method": "GET",
    "path": "/",
    "query_string": b"",
    "http_version": "1.1",
    "headers": [],
}


def sent(make: Callable[[], HttpResponseBase]) -> list[dict[str, Any]]:
    """What goes out when a handler answers with what `make` makes."""
    messages: list[dict[str, Any]] = []

    def handler(_environ: Any, start_response: Any) -> HttpResponseBase:
        response = make()
        start_response(f"{response.status_code} X", list(response.items()))
        return response

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b""}

    async def send(message: dict[str, Any]) -> None:
        messages.append(message)

    pages = Pages(handler, workers=1)
    asyncio.run(pages(dict(SCOPE), receive, send))
    pages.executor.shutdown()
    return messages


def test_a_page_is_sent_in_one_piece() -> None:
    start, body = sent(lambda: HttpResponse(["ab", "c"], status=404))
    assert start["status"] == 404
    assert (b"content-type", b"text/html; charset=utf-8") in start["headers"]
    assert body == {"type": "http.response.body", "body": b"abc"}


def test_what_is_streamed_is_sent_piece_by_piece_however_many_there_are() -> None:
    start, *pieces, end = sent(lambda: StreamingHttpResponse(str(n) for n in range(50)))
    assert start["status"] == 200
    assert [piece["body"] for piece in pieces] == [b"%d" % n for n in range(50)]
    assert all(piece["more_body"] for piece in pieces)
    assert end == {"type": "http.response.body", "body": b""}


def test_a_fault_of_the_handler_is_told() -> None:
    def fail() -> HttpResponse:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        sent(fail)
