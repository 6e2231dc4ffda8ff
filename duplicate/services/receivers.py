"""The marks by which a closing round knows that every process has written down its answers."""

from datetime import datetime, timedelta
from functools import partial

from django.db import transaction

from duplicate.models import Receiver
from referee import live

#: A mark as old as this belongs to a process that ended without taking it back.
FORGOTTEN = timedelta(days=1)
#: Where it is announced that marks are waited for.
WANTED = "duplicate.receivers"


def mark_flushed(name: str, until: datetime) -> None:
    """Promise that every answer which reached process `name` before `until` is committed."""
    Receiver.objects.bulk_create(
        [Receiver(name=name, flushed_until=until)],
        update_conflicts=True,
        unique_fields=["name"],
        update_fields=["flushed_until"],
    )


def ask_for_marks() -> None:
    """Once the transaction is committed, have every process renew its mark without delay."""
    transaction.on_commit(partial(live.announce, WANTED, version=0, event="wanted"))


def remove_receiver(name: str) -> None:
    """Process `name` takes in no more answers."""
    Receiver.objects.filter(name=name).delete()


def remove_forgotten(at: datetime) -> None:
    """Remove the marks of processes that are long gone."""
    Receiver.objects.filter(flushed_until__lt=at - FORGOTTEN).delete()
