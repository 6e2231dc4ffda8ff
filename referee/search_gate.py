"""Where those wait who have moves searched for, so that answers need not wait for them.

A search and the page that tells of it keep the interpreter busy for some hundredths of a second:
a dozen at once made an answer's way four to nine times as long. So one at a time is let in. Waiting
takes no thread, and who can't wait is told so without asking Django.
"""

import asyncio
import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from threading import BoundedSemaphore, Lock
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from referee.asgi_responses import Message, Receive, Scope, Send, language_of, refuse, respond
from referee.errors import TooOften

#: What searches: the position page, and of tables what has been played and what could be.
_SEARCHING = re.compile(r"/position/|/api/v1/tournaments/tables/[^/]+/(?:analysis|hints)/")


class TooManySearches(TooOften):
    status = 503
    message = _("Gerade werden zu viele Stellungen geprüft. Versuche es gleich noch einmal.")


#: On pages of which only some search: so many are at it or wait, and for so long.
MOST_ON_PAGES, PAGE_PATIENCE_SECONDS = 4, 5
PLACES = BoundedSemaphore(MOST_ON_PAGES)
_searching = Lock()


@contextmanager
def search_on_page() -> Iterator[None]:
    """For a search behind an address that the gate can't tell from others: one at a time too.

    As waiting takes a thread here, few may. Raises TooManySearches.
    """
    if not PLACES.acquire(blocking=False):
        raise TooManySearches(1)
    try:
        if not _searching.acquire(timeout=PAGE_PATIENCE_SECONDS):
            raise TooManySearches(1)
        try:
            yield
        finally:
            _searching.release()
    finally:
        PLACES.release()


class SearchGate:
    """The ASGI application `pages`, into which searches come one at a time.

    So many may wait, and for so long; others get a 503 that says when to come again.
    """

    def __init__(self, pages: Any, *, most_waiting: int = 50, patience_seconds: float = 5) -> None:
        self._pages = pages
        self._most_waiting = most_waiting
        self._patience_seconds = patience_seconds
        self._free = asyncio.Semaphore(1)
        self._waiting = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not _SEARCHING.fullmatch(scope["path"]):
            await self._pages(scope, receive, send)
        elif await self._is_let_in():
            await self._search(scope, receive, send)
        else:
            await _refuse(scope, send)

    async def _is_let_in(self) -> bool:
        if self._waiting >= self._most_waiting:
            return False
        self._waiting += 1
        try:
            async with asyncio.timeout(self._patience_seconds):
                await self._free.acquire()
        except TimeoutError:
            return False
        finally:
            self._waiting -= 1
        return True

    async def _search(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_over = False

        def leave() -> None:
            nonlocal is_over
            if not is_over:
                is_over = True
                self._free.release()

        async def send_and_leave(message: Message) -> None:
            leave()  # all is found by now, and who reads slowly keeps nobody waiting
            await send(message)

        try:
            await self._pages(scope, receive, send_and_leave)
        finally:
            leave()


async def _refuse(scope: Scope, send: Send) -> None:
    """A problem under /api/, else a few words for people."""
    refusal = TooManySearches(1)
    if scope["path"].startswith("/api/"):
        await refuse(scope, send, refusal)
        return
    language = language_of(scope)
    with override(language):
        text = f"<!doctype html><html lang={language}><title>503</title><p>{escape(str(refusal))}"
    wait = [(b"retry-after", str(refusal.detail["wait_seconds"]).encode())]
    await respond(send, refusal.status, text.encode(), b"text/html; charset=utf-8", wait)
