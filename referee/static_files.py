"""Styles and scripts as raw ASGI: whoever joins fetches a dozen of them, small and ever the same.

They are those that `collectstatic` has collected, told as Django's middleware would (WhiteNoise).
What is not among them, and everything in debug, is left to that.
"""

from http import HTTPStatus

from django.http import HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile

from referee.asgi_responses import Receive, Scope, Send, header, respond

#: What of a request says which form of a file is wanted, and as WhiteNoise calls it.
_HEEDED = {
    name: f"HTTP_{name.decode().upper().replace('-', '_')}"
    for name in (b"accept-encoding", b"if-modified-since", b"if-none-match", b"range")
}


class StaticFiles:
    """The part of the edge that answers for collected files."""

    def __init__(self) -> None:
        self._files: dict[str, StaticFile] = {}

    def matches(self, scope: Scope) -> bool:
        return scope["path"] in self._files and scope["method"] == "GET"

    def start(self) -> None:
        # In debug WhiteNoise looks for each when it is asked for, and has none beforehand.
        found = WhiteNoiseMiddleware(lambda _request: HttpResponse()).files
        self._files = {path: file for path, file in found.items() if isinstance(file, StaticFile)}

    async def stop(self) -> None:
        self._files = {}

    async def __call__(self, scope: Scope, _receive: Receive, send: Send) -> None:
        asked = {variable: header(scope, name) for name, variable in _HEEDED.items()}
        # WhiteNoise looks whether they are there.
        asked = {variable: value for variable, value in asked.items() if value}
        found = self._files[scope["path"]].get_response("GET", asked)
        content = b""
        if found.file is not None:
            with found.file as file:
                content = file.read()
        headers = [
            (name.lower().encode(), value.encode("latin-1"))
            for name, value in found.headers
            if name != "Content-Length"
        ]
        await respond(send, HTTPStatus(found.status).value, content, headers=headers)
