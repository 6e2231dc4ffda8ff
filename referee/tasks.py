"""What the worker does for the whole site."""

from celery import shared_task
from django.utils import timezone

from referee.idempotency import forget_old_writes


@shared_task(name="referee.tasks.tidy")
def tidy() -> None:
    """Forget what nobody will ask for again."""
    forget_old_writes(timezone.now())
