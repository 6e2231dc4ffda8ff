"""A request for a file: answered at once where it is small, else told to come again until done."""

from collections.abc import Iterator
from datetime import datetime
from threading import BoundedSemaphore
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.conf import settings
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    JsonResponse,
    StreamingHttpResponse,
)
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework import serializers
from rest_framework.request import Request

from referee.events.models import Event
from referee.models import PreparedFile
from referee.packing import unpacked
from referee.prepared_files.kinds import Arguments, FileKind
from referee.prepared_files.services import (
    FileFailed,
    FilesBusy,
    ask_for,
    find_asked_for,
    note_fetched,
    pieces_of,
)

#: When to come again.
WAIT_SECONDS = 2
#: Names the very file that was asked for, whatever has changed since.
FILE = "file"
#: Set by our own page, which comes again by itself: not the file is shown then, but where it is.
WAITING = "waiting"
#: A slow line keeps a thread busy: this many files are sent at a time by each process.
MOST_SENT = 6

_sending = BoundedSemaphore(MOST_SENT)


class PreparedFileSerializer(serializers.Serializer[Any]):
    """A large file that is being made; ask again at `Location` after `Retry-After` seconds."""

    state = serializers.ChoiceField(choices=[PreparedFile.State.WAITING, PreparedFile.State.MAKING])
    percent = serializers.IntegerField(min_value=0, max_value=100)


#: For the schema of what may be large.
BEING_MADE = {202: PreparedFileSerializer}
ASKED_FOR = OpenApiParameter(
    FILE, OpenApiTypes.UUID, description="The file that was asked for, as `Location` names it."
)
BUSY = OpenApiResponse(description="Too many files are being made; see `Retry-After`.")


def respond_with_file(
    request: HttpRequest | Request,
    kind: FileKind[Any],
    event: Event,
    at: datetime,
    *,
    is_public: bool,
    arguments: Arguments | None = None,
) -> HttpResponseBase:
    """The file at once if it is small, else as soon as a worker has made it.

    Until then the answer is 202 with the progress: JSON, or a page for a browser, which comes
    again by itself. `is_public`: not asked for by the staff. Raises FilesBusy, FileFailed.
    """
    request = request._request if isinstance(request, Request) else request
    arguments = arguments or {}
    if kind.rows(event, arguments) <= settings.LARGE_ROWS:
        text = "".join(part.text for part in kind.write(event, arguments))
        return _named(HttpResponse(text, content_type=kind.content_type), kind)
    pk = _asked_id(request)
    file = find_asked_for(kind, event, arguments, pk) if pk else None
    file = file or ask_for(kind, event, arguments, at, is_public=is_public)
    if file.state == PreparedFile.State.FAILED:
        raise FileFailed(wait_seconds=WAIT_SECONDS)
    is_page = "text/html" in request.headers.get("Accept", "")
    if file.state == PreparedFile.State.DONE:
        if is_page and WAITING in request.GET and kind.is_saved:
            address = _address(request, file)
            context = {"file": file, "name": kind.name, "address": address, "wait": 0}
            return render(request, "referee/prepared_file.html", context)
        return _sent(request, kind, file, at)
    if is_page:
        address = _address(request, file, **{WAITING: "1"})
        context = {"file": file, "name": kind.name, "address": address, "wait": WAIT_SECONDS}
        response: HttpResponse = render(request, "referee/prepared_file.html", context, status=202)
    else:
        response = JsonResponse({"state": file.state, "percent": file.percent}, status=202)
    response.headers["Location"] = _address(request, file)
    response.headers["Retry-After"] = str(WAIT_SECONDS)
    response.headers["Cache-Control"] = "no-store"
    return response


def _asked_id(request: HttpRequest) -> UUID | None:
    try:
        return UUID(request.GET.get(FILE, ""))
    except ValueError:
        return None


def _address(request: HttpRequest, file: PreparedFile, **more: str) -> str:
    """Where this very file is, with whatever else the address asks for."""
    asked = {name: value for name, value in request.GET.items() if name not in (FILE, WAITING)} | {
        FILE: str(file.pk),
        **more,
    }
    return f"{request.path}?{urlencode(asked)}"


def _sent(
    request: HttpRequest, kind: FileKind[Any], file: PreparedFile, at: datetime
) -> HttpResponseBase:
    if not _sending.acquire(blocking=False):
        raise FilesBusy(wait_seconds=WAIT_SECONDS)
    note_fetched(file, at)
    is_packed = "gzip" in request.headers.get("Accept-Encoding", "")
    pieces = pieces_of(file)
    response = StreamingHttpResponse(
        _Sending(pieces if is_packed else unpacked(pieces)), content_type=kind.content_type
    )
    if is_packed:
        response.headers["Content-Encoding"] = "gzip"
    response.headers["Content-Length"] = str(file.packed_size if is_packed else file.size)
    patch_vary_headers(response, ["Accept-Encoding"])
    return _named(response, kind)


def _named(response: HttpResponseBase, kind: FileKind[Any]) -> HttpResponseBase:
    if kind.is_saved:
        response.headers["Content-Disposition"] = f'attachment; filename="{kind.name}"'
    return response


class _Sending:
    """The pieces of a response; its end, sent or broken off, makes room for the next one."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces = pieces
        self._is_open = True

    def __iter__(self) -> Iterator[bytes]:
        return self._pieces

    def close(self) -> None:
        if self._is_open:
            self._is_open = False
            _sending.release()
