"""The answer's way in: `POST …/rounds/{n}/answer/` as raw ASGI, beside Django's views.

Same address, body, refusals and receipt as the view in `duplicate.api`; but the answer is stamped
in the moment its last byte is read, and written down together with all others that wait.
"""

import asyncio
import json
import re
from typing import NoReturn
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework import exceptions

from duplicate.answer_pace import demand_pace
from duplicate.selectors.answers import receipt_of
from duplicate.services.answers import IncomingAnswer
from duplicate.services.receivers import WANTED
from duplicate.writer import AnswerWriter
from duplicate.written_answer import WrittenAnswer, read_answer
from referee import live
from referee.asgi_responses import Receive, Scope, Send, header, refuse, respond
from referee.authentication import SCHEME
from referee.errors import Forbidden, Invalid, Refused
from referee.idempotency import HEADER, read_key
from referee.parsers import TooLarge
from referee.receipt_time import stamp
from referee.tokens import USER, digest

LARGEST_BODY = 4096
KEY = HEADER.lower().encode()
CLOSE = [(b"connection", b"close")]

_ADDRESS = re.compile(
    r"/api/v1/duplicate/games/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"
    r"/rounds/([0-9]{1,9})/answer/"
)


class Intake:
    """An ASGI application for one address. `start` it before the first request, `stop` it last."""

    def __init__(self, writer: AnswerWriter | None = None) -> None:
        self._writer = writer or AnswerWriter()

    def start(self) -> None:
        self._writer.start()
        live.follow(WANTED, self._renew_mark)

    async def stop(self) -> None:
        """Write down what waits and tell its senders."""
        live.unfollow(WANTED, self._renew_mark)
        await asyncio.to_thread(self._writer.stop)

    def _renew_mark(self, _announcement: live.Announcement) -> None:
        self._writer.look_soon()

    @staticmethod
    def matches(scope: Scope) -> bool:
        return bool(
            scope["type"] == "http"
            and scope["method"] == "POST"
            and _ADDRESS.fullmatch(scope["path"])
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            body = await _read_body(receive)
            if body is None:
                return  # the sender has gone
            token, key = _read_token(scope), read_key(header(scope, KEY))
            game, number = _ADDRESS.findall(scope["path"])[0]
            demand_pace(token, UUID(game), int(number))
            written = _read_written(scope, body)

            def receive_now() -> IncomingAnswer:
                at = stamp(scope["headers"], timezone.now())
                return IncomingAnswer(token, UUID(game), int(number), at, written, key)

            outcome = await self._writer.put(receive_now)
            if isinstance(outcome, Refused):
                raise outcome
        except (Refused, exceptions.APIException) as error:
            # What is too large is not read to its end.
            await refuse(scope, send, error, CLOSE if isinstance(error, TooLarge) else ())
        else:
            receipt = json.dumps(receipt_of(outcome), ensure_ascii=False).encode()
            await respond(send, 201, receipt, b"application/json")


async def _read_body(receive: Receive) -> bytes | None:
    """The whole body; None if the sender went before its end. Raises TooLarge."""
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        if len(body) > LARGEST_BODY:
            raise TooLarge(most=LARGEST_BODY)
        if not message.get("more_body"):
            return bytes(body)


def _read_token(scope: Scope) -> str:
    """The digest of the participant's token. Whether there is such a one is not known yet."""
    scheme, _, token = header(scope, b"authorization").partition(" ")
    if scheme.lower() != SCHEME.lower():
        raise exceptions.NotAuthenticated
    if token.startswith(USER):
        raise Forbidden  # a director plays no part in the game
    return digest(token.strip())


def _read_written(scope: Scope, body: bytes) -> WrittenAnswer:
    media_type = header(scope, b"content-type")
    if media_type.partition(";")[0].strip().lower() != "application/json":
        raise exceptions.UnsupportedMediaType(media_type)
    try:
        data = json.loads(body.decode(), parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        raise exceptions.ParseError from None
    if not isinstance(data, dict):
        raise Invalid(field="", problem=_("Richtig ist ein JSON-Objekt."))
    return read_answer(data)


def _refuse_constant(name: str) -> NoReturn:
    """NaN and the like are no JSON."""
    raise ValueError(name)
