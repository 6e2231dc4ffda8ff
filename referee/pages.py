"""Django's pages, which are WSGI, as ASGI in a pool of threads."""

from typing import Any

from a2wsgi import WSGIMiddleware
from a2wsgi.wsgi import WSGIResponder
from django.http.response import HttpResponseBase

from referee.asgi_responses import Message


class Pages(WSGIMiddleware):
    """The pages of a Django handler."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            responder = _Responder(self.app, self.executor, self.send_queue_size)
            await responder(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)


class _Responder(WSGIResponder):
    """Hands a page that is ready to the event loop in one go, and goes on.

    The thread waited for the loop at the start, at every piece and at the end, which took as long
    as drawing a page; what is streamed does still, so that it is no faster than who reads it.
    """

    _start: Message

    def send(self, message: Any) -> None:
        self._start = message  # from `start_response`: what follows is sent below

    def wsgi(self, environ: Any, start_response: Any) -> None:
        response: HttpResponseBase = self.app(environ, start_response)  # type: ignore[assignment]
        try:
            if response.streaming:
                self._stream(response)
            else:
                body = {"type": "http.response.body", "body": b"".join(response)}
                self.loop.call_soon_threadsafe(self._take, self._start, body)
        finally:
            response.close()

    def _stream(self, response: HttpResponseBase) -> None:
        super().send(self._start)  # type: ignore[arg-type]
        for piece in response:
            super().send({"type": "http.response.body", "body": piece, "more_body": True})
        super().send({"type": "http.response.body", "body": b""})

    def _take(self, *messages: Message) -> None:
        for message in messages:
            self.send_queue.put_nowait(message)
