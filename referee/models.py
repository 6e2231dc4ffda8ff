"""Accounts of people who direct or assist, their tokens, and writes that may be repeated."""

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models


class User(AbstractUser):
    """A director or assistant. Participants of a Simultan need no account."""


class ApiToken(models.Model):
    """Lets a program act for a user. Only the digest is kept: a stolen database opens nothing."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=100)
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.user}: {self.name}"


class RememberedWrite(models.Model):
    """The response to a write sent with an idempotency key, given again when it is repeated."""

    #: Who sent it: 'user 3', 'participant 17'; the same key of two senders means two writes.
    sender = models.CharField(max_length=100)
    key = models.CharField(max_length=100)
    #: Digest of method, address and body: a key used for another request is refused.
    request_digest = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField()
    body = models.JSONField()
    created_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["sender", "key"], name="one_response_for_each_key")
        ]

    def __str__(self) -> str:
        return f"{self.sender}: {self.key}"
