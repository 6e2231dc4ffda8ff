"""Writes that may be repeated: the same `Idempotency-Key` gets the same response, and acts once.

The row is inserted before the action runs and committed with it. A repetition meanwhile waits for
that at the row's uniqueness (on SQLite for the one writer), so that it always finds a response.
What was refused changed nothing and is not remembered.
"""

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Any, TypeVar

from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from referee.errors import Invalid, Refused
from referee.models import RememberedWrite
from referee.receipt_time import received_at
from referee.uploads import Upload

HEADER = "Idempotency-Key"
REPLAYED = "Idempotency-Replayed"
WRITES = {"POST", "PUT", "PATCH", "DELETE"}
LONGEST_KEY = 100
#: Who has neither account nor token is told apart by nothing but the key.
SHORTEST_KEY_OF_ANONYMOUS = 16
#: What is kept of a response without a body.
EMPTY = ""
KEPT = timedelta(days=2)

Acted = TypeVar("Acted")


class KeyReused(Refused):
    """The key was sent before with another request."""

    status = 422
    message = gettext_lazy("Dieser Idempotency-Key gehört zu einer anderen Anfrage.")


class RepeatableWrites(APIView):
    """A view whose writes heed the key.

    Secrets are not remembered: a view that hands them out takes them off in `to_remember` and puts
    fresh ones in with `to_repeat`.
    """

    #: False where the action itself knows what to do with the key.
    remembers = True

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        key = read_key(request.headers.get(HEADER, ""))
        method = (request.method or "").lower()
        action = getattr(self, method, None)
        if key and self.remembers and request.method in WRITES and action:
            # The framework looks the method up after this.
            setattr(self, method, partial(self._write_once, action, key))

    def to_remember(self, body: Any) -> Any:
        """What of the response is kept."""
        return body

    def to_repeat(self, body: Any, _at: datetime) -> Any:
        """The response again, from what was kept."""
        return body

    @transaction.atomic
    def _write_once(
        self, act: Callable[..., Response], key: str, request: Request, *args: Any, **kwargs: Any
    ) -> Response:
        at = received_at(request)
        row, is_first = remember(_sender(request, key), key, _digest(request), at)
        if not is_first:
            body = None
            if row.body != EMPTY:
                body = self.to_repeat(row.body, at)
                RememberedWrite.objects.filter(pk=row.pk).update(body=self._kept(body))
            return Response(body, status=row.status, headers={REPLAYED: "true"})
        response = act(request, *args, **kwargs)
        row.status = response.status_code
        if response.data is not None:
            row.body = self._kept(response.data)
        row.save(update_fields=["status", "body"])
        return response

    def _kept(self, body: Any) -> Any:
        return self.to_remember(json.loads(JSONRenderer().render(body)))


def remember(
    sender: str, key: str, request_digest: str, at: datetime
) -> tuple[RememberedWrite, bool]:
    """The row of this key, and whether it is a new one. Within the transaction of what is done.

    Raises KeyReused where the key was sent with another request.
    """
    try:
        with transaction.atomic():
            row = RememberedWrite.objects.create(
                sender=sender,
                key=key,
                request_digest=request_digest,
                status=0,
                body=EMPTY,
                created_at=at,
            )
    except IntegrityError:
        row = RememberedWrite.objects.get(sender=sender, key=key)
        if row.request_digest != request_digest:
            raise KeyReused from None
        return row, False
    return row, True


def act_once(request: HttpRequest, at: datetime, act: Callable[[], Acted]) -> Acted | None:
    """Do what a form of a page says, once for each key that is sent with it; None if it was done.

    What only leads to a question, or to another page, has not been done yet.
    """
    key = read_key(request.headers.get(HEADER, ""))
    if not key:
        return act()
    fields = sorted(pair for pair in request.POST.lists() if pair[0] != "csrfmiddlewaretoken")
    text = f"{request.get_full_path()}\n{json.dumps(fields)}"
    with transaction.atomic():
        row, is_first = remember(f"user {request.user.pk}", key, _sealed(text), at)
        if not is_first:
            return None
        outcome = act()
        if isinstance(outcome, HttpResponse):
            row.delete()
    return outcome


def forget_old_writes(at: datetime) -> int:
    """Remove what was remembered longer than KEPT ago; returns how many."""
    return RememberedWrite.objects.filter(created_at__lt=at - KEPT).delete()[0]


def read_key(text: str) -> str:
    """A key as it was sent, or ''. Raises Invalid for one that is too long or unreadable."""
    if len(text) > LONGEST_KEY or not text.isprintable():
        raise Invalid(field=HEADER, problem=gettext_lazy("Höchstens 100 lesbare Zeichen."))
    return text


def _sender(request: Request, key: str) -> str:
    if request.user.is_authenticated:
        return f"user {request.user.pk}"
    if request.auth is not None:
        return f"{request.auth._meta.model_name} {request.auth.pk}"
    if len(key) < SHORTEST_KEY_OF_ANONYMOUS:
        raise Invalid(field=HEADER, problem=_("Mindestens 16 zufällige Zeichen."))
    return "anonymous"


def _digest(request: Request) -> str:
    """Tells requests apart. With our secret in it: from a stolen database nobody finds out what
    passwords the bodies held by trying."""
    match request.data:
        case Upload(sha256=digest):
            text = digest
        case bytes() as body:
            text = body.decode("latin-1")
        case body:
            text = json.dumps(body, sort_keys=True)
    return _sealed(f"{request.method} {request.get_full_path()}\n{text}")


def _sealed(text: str) -> str:
    return salted_hmac("referee.idempotency", text, algorithm="sha256").hexdigest()
