"""What the parts of the edge share that answer in the event loop, without Django's views."""

from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any

from django.http import HttpRequest, parse_cookie
from django.utils.translation import get_language_from_request, override

from referee.problems import handle

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Headers = Iterable[tuple[bytes, bytes]]


def header(scope: Scope, name: bytes) -> str:
    """The request's first header of this lower-case name, or ''."""
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), "")


async def respond(
    send: Send, status: int, body: bytes = b"", content_type: bytes = b"", headers: Headers = ()
) -> None:
    """Send a whole response."""
    start = [*headers, (b"x-content-type-options", b"nosniff")]
    if content_type:
        start.append((b"content-type", content_type))
    if status != 304:
        start.append((b"content-length", b"%d" % len(body)))
    await send({"type": "http.response.start", "status": status, "headers": start})
    await send({"type": "http.response.body", "body": body})


async def refuse(scope: Scope, send: Send, error: Exception, headers: Headers = ()) -> None:
    """Send the problem that the API's views would tell, in the language that the request asks for.

    Raises `error` again if it is nobody's fault but ours.
    """
    with override(language_of(scope)):
        problem = handle(error, {})
    if problem is None:
        raise error
    told = [(name.lower().encode(), value.encode()) for name, value in problem.headers.items()]
    await respond(send, problem.status_code, problem.content, headers=[*told, *headers])


def cookies_of(scope: Scope) -> dict[str, str]:
    return parse_cookie(header(scope, b"cookie"))


def language_of(scope: Scope) -> str:
    """As Django's pages choose it: by cookie, then by Accept-Language."""
    request = HttpRequest()
    request.META["HTTP_ACCEPT_LANGUAGE"] = header(scope, b"accept-language")
    request.COOKIES = cookies_of(scope)
    return get_language_from_request(request)
