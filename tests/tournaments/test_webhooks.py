"""Webhooks: written down with what they tell, sent signed, again after failures, by one worker."""

import hashlib
import hmac
import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.core.cache import cache
from django.db import connection, transaction
from django.utils import timezone
from pytest_django import Settings

from referee.errors import Invalid
from tests.api_client import Caller, as_user
from tests.duplicate.factories import NOON, SECOND, make_user
from tests.processes import ROOT, Processes, wait_until
from tests.tournaments.factories import make_division, make_entries, make_round, make_tournament
from tests.tournaments.logs import kinds_of, told_by
from tests.tournaments.table_client import path_of
from tests.tournaments.webhook_receiver import Received, Receiver, receiving
from tournaments import tasks
from tournaments.errors import TooManyWebhooks, WebhookInactive, WebhookMissing
from tournaments.models import Delivery, LogEntry, Pairing, Report, Staff, Tournament, Webhook
from tournaments.rounds.services.results import enter_result
from tournaments.webhooks import services as webhooks
from tournaments.webhooks.signing import sign

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]

Event = Webhook.Event
ALL = Event.values
SOMEWHERE = "https://club.example/hook"


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament()


@pytest.fixture
def receiver(settings: Settings) -> Iterator[Receiver]:
    settings.WEBHOOK_PRIVATE = True
    with receiving() as found:
        yield found


def hook(tournament: Tournament, url: str = SOMEWHERE, *events: str) -> Webhook:
    director = tournament.staff.get().user
    return webhooks.make_webhook(tournament, NOON, by=director, url=url, events=events or ALL)


def message(webhook: Webhook, at: datetime = NOON, **body: Any) -> Delivery:
    return webhook.deliveries.create(
        event=Event.RESULT, body=body or {"table": 1}, created_at=at, due_at=at
    )


def is_signed(received: Received, secret: str) -> bool:
    """Written anew, and by what a receiver knows only."""
    signed = received.headers["Spielleiter-Timestamp"].encode() + b"." + received.body
    right = "v1=" + hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
    return hmac.compare_digest(right, received.headers["Spielleiter-Signature"])


def documented_check() -> Callable[..., bool]:
    """The function that docs/webhooks.md gives to receivers."""
    text = (ROOT / "docs" / "webhooks.md").read_text(encoding="utf-8")
    names: dict[str, Any] = {}
    exec(text.partition("```python\n")[2].partition("```")[0], names)  # noqa: S102
    check: Callable[..., bool] = names["is_ours"]
    return check


# What is left to be sent


def test_a_signature_is_that_of_moment_and_body() -> None:
    # By openssl: printf '1700000000.{"a":1}' | openssl dgst -sha256 -hmac geheim
    expected = "c2f0a59f12d0bcd3933234d85083c03b99e970604203fd059a320436bb602adf"
    assert sign("geheim", 1_700_000_000, b'{"a":1}') == f"v1={expected}"
    assert sign("geheim", 1_700_000_001, b'{"a":1}') != f"v1={expected}"
    assert sign("anders", 1_700_000_000, b'{"a":1}') != f"v1={expected}"


def test_a_message_is_left_for_every_active_webhook_that_wants_the_event(
    tournament: Tournament,
) -> None:
    wanting, other, off = (
        hook(tournament),
        hook(tournament, SOMEWHERE, "pairings"),
        hook(tournament),
    )
    webhooks.change_webhook(off, NOON, by=tournament.staff.get().user, is_active=False)
    elsewhere = hook(make_tournament())
    webhooks.notify(tournament, Event.RESULT, {"table": 3}, NOON)
    left = Delivery.objects.get()
    assert (left.webhook, left.event, left.body) == (wanting, "result", {"table": 3})
    assert (left.created_at, left.due_at, left.attempts) == (NOON, NOON, 0)
    assert not Delivery.objects.filter(webhook__in=[other, off, elsewhere]).exists()


def test_a_confirmed_result_leaves_its_message_in_the_same_transaction(
    tournament: Tournament,
) -> None:
    hook(tournament, SOMEWHERE, "result")
    division = make_division(tournament)
    first, second = make_entries(division, 2)
    game = make_round(division, (first, second)).pairings.get()
    director = tournament.staff.get().user

    def enter() -> None:
        enter_result(
            game,
            NOON,
            by=director,
            outcome=Pairing.Outcome.PLAYED,
            first_points=400,
            second_points=380,
            source=Report.Source.DIRECTOR,
        )

    with transaction.atomic():
        enter()
        assert Delivery.objects.count() == 1
        transaction.set_rollback(True)
    assert Delivery.objects.count() == 0
    enter()
    assert [one.body["first_points"] for one in Delivery.objects.all()] == [400]


# Sending


def test_a_message_is_sent_signed_and_settled(tournament: Tournament, receiver: Receiver) -> None:
    webhook = hook(tournament, receiver.url)
    left = message(webhook, table=3, name="Jürgen")
    at = NOON + 5 * SECOND
    assert webhooks.deliver(left, at)
    (received,) = receiver.received
    assert json.loads(received.body) == {
        "id": left.pk,
        "event": "result",
        "at": "2026-11-16T12:00:00.000000Z",
        "data": {"table": 3, "name": "Jürgen"},
    }
    assert is_signed(received, webhook.secret)
    assert not is_signed(received, "0" * 64)
    assert received.headers["Spielleiter-Event"] == "result"
    assert received.headers["Spielleiter-Delivery"] == str(left.pk)
    assert received.headers["Spielleiter-Timestamp"] == str(int(at.timestamp()))
    left.refresh_from_db()
    assert (left.due_at, left.delivered_at, left.attempts) == (None, at, 1)
    assert (left.last_status, left.last_error) == (204, "")
    assert not webhooks.deliver(left, at + SECOND)
    assert len(receiver.received) == 1


def test_the_documented_check_takes_our_messages_and_no_others(
    tournament: Tournament, receiver: Receiver
) -> None:
    webhook, check = hook(tournament, receiver.url), documented_check()
    now = timezone.now()
    assert webhooks.deliver(message(webhook, NOON), now)
    (received,) = receiver.received
    assert check(webhook.secret, received.headers, received.body)
    assert not check("0" * 64, received.headers, received.body)
    assert not check(webhook.secret, received.headers, received.body + b" ")
    later = {**received.headers, "Spielleiter-Timestamp": str(int(now.timestamp()) + 1)}
    assert not check(webhook.secret, later, received.body)
    assert not check(webhook.secret, received.headers, received.body, oldest_seconds=-1)


def test_nothing_is_sent_before_it_is_due(tournament: Tournament, receiver: Receiver) -> None:
    left = message(hook(tournament, receiver.url), NOON)
    assert not webhooks.deliver(left, NOON - SECOND)
    assert receiver.received == []


def test_after_failures_it_is_sent_again_with_growing_waits_until_it_is_given_up(
    tournament: Tournament, receiver: Receiver
) -> None:
    receiver.statuses = [500]
    webhook = hook(tournament, receiver.url)
    left, at = message(webhook), NOON
    waits: list[float] = []
    while left.due_at is not None:
        assert webhooks.deliver(left, at)
        left.refresh_from_db()
        assert (left.last_status, left.delivered_at) == (500, None)
        if left.due_at is not None:
            waits.append((left.due_at - at).total_seconds())
            assert not webhooks.deliver(left, left.due_at - SECOND)
            at = left.due_at
    assert waits == [10, 60, 300, 1800, 7200, 21_600, 43_200, 86_400, 86_400]
    assert (left.attempts, len(receiver.received)) == (10, 10)
    assert len({received.body for received in receiver.received}) == 1
    assert len({received.headers["Spielleiter-Signature"] for received in receiver.received}) == 10
    assert all(is_signed(received, webhook.secret) for received in receiver.received)


def test_one_that_arrives_after_failures_is_settled(
    tournament: Tournament, receiver: Receiver
) -> None:
    receiver.statuses = [503, 302, 200]
    left = message(hook(tournament, receiver.url))
    for moment in (NOON, NOON + timedelta(minutes=1), NOON + timedelta(hours=1)):
        assert webhooks.deliver(left, moment)
        left.refresh_from_db()
    assert (left.delivered_at, left.due_at) == (NOON + timedelta(hours=1), None)
    assert (left.attempts, left.last_status) == (3, 200)


def test_what_nobody_answers_says_why(tournament: Tournament, settings: Settings) -> None:
    """Also where the name meant something else when the webhook was made."""
    assert settings.WEBHOOK_PRIVATE is False
    webhook = hook(tournament)
    Webhook.objects.update(url="http://127.0.0.1:9/")
    left = message(Webhook.objects.get(pk=webhook.pk))
    assert webhooks.deliver(left, NOON)
    left.refresh_from_db()
    assert (left.last_status, left.due_at) == (None, NOON + 10 * SECOND)
    assert left.last_error == "127.0.0.1 is not on the public network"


def test_a_worker_that_was_killed_while_it_sent_leaves_the_message_to_the_next_attempt(
    tournament: Tournament, receiver: Receiver
) -> None:
    left = message(hook(tournament, receiver.url))
    assert webhooks.claim(left, NOON)  # and never heard of again
    left = Delivery.objects.get()
    assert not webhooks.deliver(left, NOON + 9 * SECOND)
    assert webhooks.deliver(left, NOON + 10 * SECOND)
    left.refresh_from_db()
    assert (left.attempts, left.delivered_at) == (2, NOON + 10 * SECOND)


def take_it_anyway(_delivery: Delivery, _at: datetime) -> bool:
    """The control: nobody looks whether another worker has been faster."""
    return True


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("claim", "sent"), [(webhooks.claim, 1), (take_it_anyway, 6)], ids=["claimed", "control"]
)
def test_of_several_workers_that_see_a_message_due_one_sends_it(
    tournament: Tournament, receiver: Receiver, claim: webhooks.Claim, sent: int
) -> None:
    pk = message(hook(tournament, receiver.url)).pk
    workers = 6
    ready = Barrier(workers)

    def work() -> bool:
        try:
            seen = Delivery.objects.select_related("webhook").get(pk=pk)
            ready.wait(20)
            return webhooks.deliver(seen, NOON, claim)
        finally:
            connection.close()

    with ThreadPoolExecutor(workers) as pool:
        did = [future.result() for future in [pool.submit(work) for _ in range(workers)]]
    assert (did.count(True), len(receiver.received)) == (sent, sent)


# The worker


def test_a_pass_takes_the_oldest_and_not_only_those_to_one_webhook(tournament: Tournament) -> None:
    many, few, off = hook(tournament), hook(tournament), hook(tournament)
    for _ in range(40):
        message(many, NOON)
    for webhook in (few, off):
        message(webhook, NOON + SECOND)
    message(few, NOON + timedelta(hours=1))
    Webhook.objects.filter(pk=off.pk).update(is_active=False)
    taken = [delivery.webhook for delivery in tasks.due_deliveries(NOON + 2 * SECOND)]
    assert taken == [many] * tasks.MOST_TO_ONE + [few]


def test_a_pass_has_an_end(tournament: Tournament) -> None:
    for _ in range(6):
        webhook = hook(tournament)
        for _ in range(8):
            message(webhook)
    assert len(list(tasks.due_deliveries(NOON))) == tasks.MOST == 32


@pytest.mark.django_db(transaction=True)
def test_a_pass_sends_all_that_is_due_and_a_fault_in_one_hinders_no_other(
    tournament: Tournament, receiver: Receiver, caplog: pytest.LogCaptureFixture
) -> None:
    cache.clear()
    webhook = hook(tournament, receiver.url)
    broken, sound = message(webhook), message(webhook)
    Delivery.objects.filter(pk=broken.pk).update(attempts=32_767)  # more than the column holds
    later = message(webhook, timezone.now() + timedelta(hours=1))
    tasks.send()
    sound.refresh_from_db()
    later.refresh_from_db()
    assert sound.delivered_at is not None
    assert later.attempts == 0
    if django_settings.DATABASE_URL:  # SQLite takes any number
        assert f"delivery {broken.pk} failed" in caplog.text


def test_while_one_pass_runs_no_other_begins(tournament: Tournament, receiver: Receiver) -> None:
    cache.clear()
    message(hook(tournament, receiver.url))
    with tasks._alone() as is_alone:
        assert is_alone
        tasks.send()
    assert receiver.received == []
    with tasks._alone() as is_alone:
        assert is_alone


def test_what_was_settled_a_month_ago_is_forgotten(tournament: Tournament) -> None:
    webhook = hook(tournament)
    now = timezone.now()
    old = message(webhook, now - timedelta(days=31))
    waiting, new = message(webhook, now - timedelta(days=31)), message(webhook, now)
    Delivery.objects.filter(pk__in=[old.pk, new.pk]).update(due_at=None)
    tasks.tidy()
    assert set(Delivery.objects.all()) == {waiting, new}


@pytest.mark.django_db(transaction=True)
def test_the_running_worker_sends_and_sends_again(
    tournament: Tournament, receiver: Receiver, tmp_path: Path
) -> None:
    """With Redis a worker and a beat, without it the server itself."""
    cache.clear()
    receiver.statuses = [500, 200]
    webhook = hook(tournament, receiver.url)
    with Processes(tmp_path, SPIELLEITER_WEBHOOK_PRIVATE="1") as processes:
        if django_settings.REDIS_URL:
            processes.worker()
            processes.beat()
        else:
            processes.web()
        left = message(webhook, timezone.now())

        def has_failed() -> bool:
            left.refresh_from_db()
            return left.last_status == 500

        wait_until(has_failed)
        assert left.due_at is not None
        assert left.due_at - left.created_at >= 10 * SECOND
        # The wait passes at once.
        Delivery.objects.filter(pk=left.pk).update(due_at=timezone.now())

        def is_delivered() -> bool:
            left.refresh_from_db()
            return left.delivered_at is not None

        wait_until(is_delivered)
    assert (left.attempts, left.last_status) == (2, 200)
    assert not Delivery.objects.filter(due_at__isnull=False).exists()
    first, second = receiver.received
    assert first.body == second.body
    assert is_signed(first, webhook.secret)
    assert is_signed(second, webhook.secret)


# Making and changing them


def test_the_log_names_the_host_but_not_what_an_address_may_hide(tournament: Tournament) -> None:
    webhook = hook(tournament, "https://club.example/geheim?token=17", "result", "pairings")
    director = tournament.staff.get().user
    assert told_by(tournament, LogEntry.Kind.WEBHOOK_CHANGED) == {
        "webhook": webhook.pk,
        "change": "made",
        "host": "club.example",
        "events": ["pairings", "result"],
        "is_active": True,
    }
    webhooks.change_webhook(webhook, NOON, by=director, url="http://x.example/", events=["result"])
    webhooks.remove_webhook(webhook, NOON, by=director)
    assert told_by(tournament, LogEntry.Kind.WEBHOOK_CHANGED)["change"] == "removed"
    assert kinds_of(tournament) == ["webhook_changed"] * 3
    assert all(entry.is_internal for entry in tournament.log.all())
    assert "geheim" not in json.dumps([entry.data for entry in tournament.log.all()])
    assert webhook.secret not in json.dumps([entry.data for entry in tournament.log.all()])


def test_what_still_waits_is_dropped_when_a_webhook_is_switched_off(
    tournament: Tournament,
) -> None:
    webhook, other = hook(tournament), hook(tournament)
    waiting, kept = message(webhook), message(other)
    director = tournament.staff.get().user
    webhooks.change_webhook(webhook, NOON, by=director, is_active=False)
    waiting.refresh_from_db()
    kept.refresh_from_db()
    assert (waiting.due_at, waiting.last_error) == (None, webhooks.SWITCHED_OFF)
    assert kept.due_at == NOON
    with pytest.raises(WebhookInactive):
        webhooks.send_test(webhook, NOON)


@pytest.mark.parametrize(
    "host",
    [
        *("127.0.0.1", "127.1", "10.1.2.3", "192.168.0.1", "169.254.169.254", "2130706433"),
        *("[::1]", "[fe80::1]", "[fd00::1]", "[::ffff:10.0.0.1]"),
        *("localhost", "localhost.", "bad"),
    ],
)
def test_no_webhook_leads_into_our_own_network(
    tournament: Tournament, settings: Settings, host: str
) -> None:
    webhook = hook(tournament)
    director = tournament.staff.get().user
    for url in (f"http://{host}/", f"https://{host}:8443/hook"):
        with pytest.raises(Invalid) as refused:
            hook(tournament, url)
        assert refused.value.detail["field"] == "url"
        assert "eigenen Netz" in str(refused.value)
        with pytest.raises(Invalid):
            webhooks.change_webhook(webhook, NOON, by=director, url=url)
    assert list(Webhook.objects.values_list("url", flat=True)) == [SOMEWHERE]
    settings.WEBHOOK_PRIVATE = True
    assert hook(tournament, f"http://{host}/").url == f"http://{host}/"


def test_what_is_refused(tournament: Tournament) -> None:
    director = tournament.staff.get().user
    for url in ("", "nirgends", "https://a:b@club.example/", f"https://club.example/{'x' * 500}"):
        with pytest.raises(Invalid) as refused:
            hook(tournament, url)
        assert refused.value.detail["field"] == "url"
    for events in ([], ["result", "weather"]):
        with pytest.raises(Invalid) as refused:
            webhooks.make_webhook(tournament, NOON, by=director, url=SOMEWHERE, events=events)
        assert refused.value.detail["field"] == "events"
    made = [hook(tournament) for _ in range(webhooks.MOST_WEBHOOKS)]
    with pytest.raises(TooManyWebhooks):
        hook(tournament)
    webhooks.remove_webhook(made[0], NOON, by=director)
    with pytest.raises(WebhookMissing):
        webhooks.change_webhook(made[0], NOON, by=director, is_active=False)


def test_every_webhook_has_a_secret_of_its_own(tournament: Tournament) -> None:
    secrets = {hook(tournament).secret for _ in range(3)}
    assert len(secrets) == 3
    assert all(len(secret) == 64 for secret in secrets)


# The API


def test_a_director_makes_tests_changes_and_removes_webhooks(
    tournament: Tournament, receiver: Receiver
) -> None:
    director = as_user(tournament.staff.get().user)
    address = path_of(tournament, "webhooks/")
    made = director.post(address, {"url": receiver.url, "events": ["result"]})
    assert made.status_code == 201, made.json()
    secret = made.json().pop("secret")
    shown = {key: value for key, value in made.json().items() if key != "secret"}
    assert director.get(address).json() == [shown]
    one = f"{address}{shown['id']}/"

    tested = director.post(f"{one}test/")
    assert (tested.status_code, tested.json()["event"]) == (202, "test")
    assert webhooks.deliver(Delivery.objects.get(), timezone.now())
    (received,) = receiver.received
    assert is_signed(received, secret)
    assert received.headers["Spielleiter-Event"] == "test"
    assert json.loads(received.body)["data"] == {"tournament": str(tournament.pk)}
    (delivery,) = director.get(path_of(tournament, "deliveries/")).json()["results"]
    assert (delivery["webhook"], delivery["last_status"]) == (shown["id"], 204)
    assert (delivery["due_at"], delivery["attempts"]) == (None, 1)

    changed = director.patch(one, {"events": ["standings"], "is_active": False}).json()
    assert (changed["events"], changed["is_active"]) == (["standings"], False)
    assert "secret" not in changed
    refused = director.post(f"{one}test/")
    assert (refused.status_code, refused.json()["code"]) == (409, "webhook_inactive")
    assert director.delete(one).status_code == 204
    gone = director.delete(one)
    assert (gone.status_code, gone.json()["code"]) == (404, "webhook_missing")


def test_a_webhook_made_twice_by_a_lost_answer_is_there_once(tournament: Tournament) -> None:
    director = as_user(tournament.staff.get().user)
    body = {"url": SOMEWHERE, "events": ["result"]}
    address, key = path_of(tournament, "webhooks/"), "0123456789abcdef"
    first = director.post(address, body, Idempotency_Key=key)
    again = director.post(address, body, Idempotency_Key=key)
    assert first.json() == again.json()
    assert tournament.webhooks.count() == 1


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"events": ["result"]}, "url"),
        ({"url": SOMEWHERE}, "events"),
        ({"url": SOMEWHERE, "events": []}, "events"),
        ({"url": SOMEWHERE, "events": ["weather"]}, "events"),
        ({"url": "ftp://club.example", "events": ["result"]}, "url"),
    ],
)
def test_what_can_not_be_a_webhook_is_told(
    tournament: Tournament, body: dict[str, Any], field: str
) -> None:
    response = as_user(tournament.staff.get().user).post(path_of(tournament, "webhooks/"), body)
    assert (response.status_code, response.json()["code"]) == (400, "invalid")
    assert list(response.json()["params"]["fields"]) == [field]


def test_webhooks_are_the_directors_business(tournament: Tournament) -> None:
    webhook, helper = hook(tournament), make_user()
    tournament.staff.create(user=helper, role=Staff.Role.ASSISTANT)
    for caller, status in ((Caller(), 401), (as_user(helper), 403), (as_user(make_user()), 403)):
        for rest in ("webhooks/", "deliveries/"):
            assert caller.get(path_of(tournament, rest)).status_code == status
        one = path_of(tournament, f"webhooks/{webhook.pk}/")
        assert caller.post(f"{one}test/").status_code == status
        assert caller.delete(one).status_code == status
    assert not Delivery.objects.exists()


def test_another_tournaments_webhook_is_not_found(tournament: Tournament) -> None:
    foreign = hook(make_tournament())
    director = as_user(tournament.staff.get().user)
    response = director.delete(path_of(tournament, f"webhooks/{foreign.pk}/"))
    assert response.status_code == 404
