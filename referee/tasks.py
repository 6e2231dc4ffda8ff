"""What the worker does for the whole site."""

from celery import shared_task
from django.utils import timezone

from referee.idempotency import forget_old_writes
from referee.prepared_files.services import make_waiting, remove_old


@shared_task(name="referee.tasks.tidy")
def tidy() -> None:
    """Forget what nobody will ask for again."""
    at = timezone.now()
    forget_old_writes(at)
    remove_old(at)


@shared_task(name="referee.tasks.make_files")
def make_files() -> None:
    """Make the large files that were asked for."""
    make_waiting(timezone.now)
