"""Bodies of requests that may be large: they lie in a file, not in memory."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from tempfile import SpooledTemporaryFile
from typing import IO, Any

from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.views import APIView

from referee.parsers import LARGEST_BODY, check_size

_READ_BYTES = 256 * 1024


class UploadView(APIView):
    """A view whose body may be large; what is kept of it is gone with the response."""

    @cached_property
    def uploads(self) -> ExitStack:
        return ExitStack()

    def finalize_response(self, request: Request, *args: Any, **kwargs: Any) -> Any:
        self.uploads.close()
        return super().finalize_response(request, *args, **kwargs)


@dataclass(frozen=True)
class Upload:
    """A body that may be large: it lies in a file of its own, not in memory."""

    file: IO[bytes]
    size: int
    sha256: str
    media_type: str

    @property
    def is_json(self) -> bool:
        return self.media_type == UploadedJSONParser.media_type

    def pieces(self) -> Iterator[bytes]:
        """From the beginning, as often as one likes."""
        self.file.seek(0)
        while piece := self.file.read(_READ_BYTES):
            yield piece


class UploadedJSONParser(BaseParser):
    """Keeps the body as an `Upload`, for a view that is an `UploadView`."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        _media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        context = parser_context or {}
        check_size(context)
        view: UploadView = context["view"]
        file = view.uploads.enter_context(SpooledTemporaryFile(LARGEST_BODY))  # noqa: SIM115
        digest, size = sha256(), 0
        while piece := stream.read(_READ_BYTES):
            file.write(piece)
            digest.update(piece)
            size += len(piece)
        return Upload(file, size, digest.hexdigest(), str(self.media_type))


class UploadedXMLParser(UploadedJSONParser):
    media_type = "application/xml"


class UploadedTextXMLParser(UploadedJSONParser):
    """The older name of the same."""

    media_type = "text/xml"
