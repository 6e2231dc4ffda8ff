"""The marks by which a closing round knows that every process has written down its answers."""

from datetime import datetime, timedelta
from functools import partial

from django.db import transaction

from duplicate.models import Receiver
from referee import live

#: A mark as old as this can't tell any more who could hand in: no round is that long.
FORGOTTEN = timedelta(days=90)
#: Where it is announced that marks are waited for.
WANTED = "duplicate.receivers"


def mark_flushed(name: str, until: datetime, *, since: datetime) -> None:
    """Promise that every answer which reached process `name` before `until` is committed.

    It takes answers in `since` then, without having been silent for long.
    """
    Receiver.objects.bulk_create(
        [Receiver(name=name, flushed_until=until, since=since)],
        update_conflicts=True,
        unique_fields=["name"],
        update_fields=["flushed_until"],
    )


def ask_for_marks() -> None:
    """Once the transaction is committed, have every process renew its mark without delay."""
    transaction.on_commit(partial(live.announce, WANTED, version=0, event="wanted"))


def end_receiver(name: str) -> None:
    """Process `name` takes in no more answers, and has written down all of them."""
    Receiver.objects.filter(name=name).update(has_ended=True)


def remove_forgotten(at: datetime) -> None:
    """Remove the marks of processes that are long gone."""
    Receiver.objects.filter(flushed_until__lt=at - FORGOTTEN).delete()
