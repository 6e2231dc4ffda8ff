"""How the bodies of requests are read, each up to a bound."""

from collections.abc import Mapping
from typing import IO, Any

from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import ParseError
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.parsers import BaseParser, JSONParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from referee.errors import Refused

MEGABYTE = 1024 * 1024
#: What a body may hold unless its view has a `largest_body` of its own.
LARGEST_BODY = MEGABYTE


class TooLarge(Refused):
    """The body holds more than `most` bytes."""

    status = 413
    message = _("Das ist zu groß: höchstens {most} Bytes.")


class BoundedJSONParser(JSONParser):
    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        check_size(parser_context or {})
        try:
            return super().parse(stream, media_type, parser_context)
        except RecursionError:
            raise ParseError from None


class BoundedBytesParser(BaseParser):
    """Hands the bytes on as they are: which encoding they have is for the reader to find out."""

    def parse(
        self,
        stream: IO[Any],
        _media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        check_size(parser_context or {})
        return stream.read()


class BoundedCSVParser(BoundedBytesParser):
    media_type = "text/csv"


class BoundedTextParser(BoundedBytesParser):
    media_type = "text/plain"


class OneFormat(DefaultContentNegotiation):
    """Answers in the one format an address has, whatever a client would rather have."""

    def select_renderer(
        self, _request: Request, renderers: Any, _format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        first: BaseRenderer = renderers[0]
        return first, str(first.media_type)


def check_size(context: Mapping[str, Any]) -> None:
    """Raises TooLarge for a body that its view does not take."""
    # Bodies of unknown length don't get here: the framework takes them for empty.
    most = getattr(context["view"], "largest_body", LARGEST_BODY)
    if int(context["request"].META.get("CONTENT_LENGTH") or 0) > most:
        raise TooLarge(most=most)
