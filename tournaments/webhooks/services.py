"""Whom we tell what happens over the network (docs/webhooks.md).

A message is written down in the transaction of what it tells, so that neither is there without the
other. The sweep of `tournaments.tasks` sends what is due; the column `due_at` decides who of
several workers does.
"""

import json
import secrets
from collections.abc import Callable, Collection, Mapping
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from referee import posting
from referee.chain import time_text
from referee.errors import Invalid
from referee.events.locking import lock_event
from referee.models import User
from referee.texts import read_text
from tournaments.errors import TooManyWebhooks, WebhookInactive, WebhookMissing
from tournaments.events.journal import record
from tournaments.models import Delivery, LogEntry, Tournament, Webhook
from tournaments.webhooks.signing import headers_of

MOST_WEBHOOKS = 10
LONGEST_URL = 500
#: The event of a message that only shows whether messages arrive; everybody gets it who asks.
TEST = "test"
#: How long we wait after each attempt; after the last one we give up.
WAITS = tuple(
    timedelta(seconds=seconds)
    for seconds in (10, 60, 300, 1800, 7200, 21_600, 43_200, 86_400, 86_400)
)
MOST_ATTEMPTS = len(WAITS) + 1
#: Settled messages are forgotten after so long.
KEPT = timedelta(days=30)
#: What `last_error` says of messages that were still waiting when their webhook was switched off.
SWITCHED_OFF = "the webhook was switched off"

Claim = Callable[[Delivery, datetime], bool]


@transaction.atomic
def make_webhook(
    tournament: Tournament, at: datetime, *, by: User, url: str, events: Collection[str]
) -> Webhook:
    """Tell `url` of these `events` from now on; the secret that signs the messages is new.

    Raises Invalid for an address or events that can't be, TooManyWebhooks.
    """
    url = _read_url(url)  # its host is looked up, for which nobody waits
    tournament = lock_event(tournament)
    if tournament.webhooks.count() >= MOST_WEBHOOKS:
        raise TooManyWebhooks(most=MOST_WEBHOOKS)
    webhook = tournament.webhooks.create(
        url=url,
        events=_read_events(events),
        secret=secrets.token_hex(32),
        created_at=at,
    )
    _record(tournament, webhook, "made", at, by=by)
    return webhook


@transaction.atomic
def change_webhook(
    webhook: Webhook,
    at: datetime,
    *,
    by: User,
    url: str | None = None,
    events: Collection[str] | None = None,
    is_active: bool | None = None,
) -> Webhook:
    """Change where messages go and which; what still waits is dropped when it is switched off.

    Raises Invalid, and WebhookMissing if it was removed meanwhile.
    """
    read = None if url is None else _read_url(url)
    tournament, webhook = _lock(webhook)
    if read is not None:
        webhook.url = read
    if events is not None:
        webhook.events = _read_events(events)
    if is_active is not None:
        webhook.is_active = is_active
    webhook.save(update_fields=["url", "events", "is_active"])
    if not webhook.is_active:
        waiting = webhook.deliveries.filter(due_at__isnull=False)
        waiting.update(due_at=None, last_error=SWITCHED_OFF)
    _record(tournament, webhook, "changed", at, by=by)
    return webhook


@transaction.atomic
def remove_webhook(webhook: Webhook, at: datetime, *, by: User) -> None:
    """Tell this one nothing any more, and forget what it was told. Raises WebhookMissing."""
    tournament, webhook = _lock(webhook)
    _record(tournament, webhook, "removed", at, by=by)
    webhook.delete()


@transaction.atomic
def send_test(webhook: Webhook, at: datetime) -> Delivery:
    """Leave a message that says nothing but that messages arrive. Raises WebhookInactive."""
    tournament, webhook = _lock(webhook)
    if not webhook.is_active:
        raise WebhookInactive
    return webhook.deliveries.create(
        event=TEST, body={"tournament": str(tournament.pk)}, created_at=at, due_at=at
    )


def notify(
    tournament: Tournament, event: Webhook.Event, body: Mapping[str, object], at: datetime
) -> None:
    """Leave a message for each active webhook that wants `event`, to be delivered from `at` on."""
    Delivery.objects.bulk_create(
        Delivery(webhook=webhook, event=event, body=dict(body), created_at=at, due_at=at)
        for webhook in tournament.webhooks.filter(is_active=True)
        if event in webhook.events
    )


def claim(delivery: Delivery, at: datetime) -> bool:
    """Make the next attempt one's own, as `delivery` was read; False if another has done so."""
    attempts = delivery.attempts + 1
    due_at = at + WAITS[attempts - 1] if attempts < MOST_ATTEMPTS else None
    as_seen = Delivery.objects.filter(pk=delivery.pk, due_at=delivery.due_at)
    if not as_seen.update(due_at=due_at, attempts=attempts):
        return False
    delivery.due_at, delivery.attempts = due_at, attempts
    return True


def deliver(delivery: Delivery, at: datetime, claim: Claim = claim) -> bool:
    """Try to deliver a message that is due at `at`; whether it was this call that tried.

    Of several workers that have seen it due, one does. Before it sends, it sets the time of the
    next attempt: should it be killed, the message is sent again then. An answer 2xx settles it;
    after the last attempt it is given up. No transaction is open while we wait for the answer.
    """
    if delivery.due_at is None or delivery.due_at > at or not claim(delivery, at):
        return False
    body = body_of(delivery)
    headers = headers_of(
        delivery.webhook.secret,
        event=delivery.event,
        delivery=delivery.pk,
        timestamp=int(at.timestamp()),
        body=body,
    )
    answer = posting.post(
        delivery.webhook.url, body, headers, allows_private=settings.WEBHOOK_PRIVATE
    )
    row = Delivery.objects.filter(pk=delivery.pk)
    if answer.is_taken:
        row.update(delivered_at=at, due_at=None, last_status=answer.status, last_error="")
    else:
        row.filter(attempts=delivery.attempts).update(
            last_status=answer.status, last_error=answer.fault[:300]
        )
    return True


def body_of(delivery: Delivery) -> bytes:
    """What is sent; the same at every attempt."""
    message = {
        "id": delivery.pk,
        "event": delivery.event,
        "at": time_text(delivery.created_at),
        "data": delivery.body,
    }
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()


def forget_settled(at: datetime) -> None:
    """Delete what was settled long ago."""
    Delivery.objects.filter(due_at=None, created_at__lt=at - KEPT).delete()


def _lock(webhook: Webhook) -> tuple[Tournament, Webhook]:
    tournament = lock_event(webhook.tournament)
    found = tournament.webhooks.filter(pk=webhook.pk).first()
    if found is None:
        raise WebhookMissing
    return tournament, found


def _record(
    tournament: Tournament, webhook: Webhook, change: str, at: datetime, *, by: User
) -> None:
    """An address may hold a password, so that the log names the host only."""
    data = {
        "webhook": webhook.pk,
        "change": change,
        "host": posting.read_address(webhook.url).hostname,
        "events": webhook.events,
        "is_active": webhook.is_active,
    }
    record(tournament, LogEntry.Kind.WEBHOOK_CHANGED, at, by=by, data=data, is_internal=True)


def _read_url(url: str) -> str:
    url = read_text("url", url, LONGEST_URL, least=1)
    try:
        parts = posting.read_address(url)
        if not settings.WEBHOOK_PRIVATE:
            posting.demand_public(parts)
    except posting.NotPublic:
        problem = _("Diese Adresse gehört zum eigenen Netz. Dorthin wird nichts geschickt.")
        raise Invalid(field="url", problem=problem) from None
    except posting.Unsendable:
        problem = _("Richtig ist eine Adresse wie https://beispiel.example/turnier.")
        raise Invalid(field="url", problem=problem) from None
    return url


def _read_events(events: Collection[str]) -> list[str]:
    """The events in our order. Raises Invalid for none, and for one that there is not."""
    wanted = [event.value for event in Webhook.Event if event in events]
    if not wanted or len(wanted) < len(set(events)):
        choices = ", ".join(Webhook.Event.values)
        raise Invalid(field="events", problem=_("Richtig ist: {choices}.").format(choices=choices))
    return wanted
