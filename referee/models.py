"""Accounts of directors and assistants, their tokens, writes to be repeated, large files."""

import uuid

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


class QueuedWork(models.Model):
    """Something that a worker does when it comes to it; see `referee.queued_work`."""

    class State(models.TextChoices):
        WAITING = "waiting"
        MAKING = "making"
        DONE = "done"
        FAILED = "failed"

    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    percent = models.PositiveSmallIntegerField(default=0)
    #: How often a worker began, and when one last told of it.
    attempts = models.PositiveSmallIntegerField(default=0)
    alive_at = models.DateTimeField(null=True)
    asked_at = models.DateTimeField()

    class Meta:
        abstract = True


class PreparedFile(QueuedWork):
    """A large file of an event at one version, asked for and made: `referee.prepared_files`."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    #: Digest of all that makes it the same file: kind, event, version, arguments.
    key = models.CharField(max_length=64, unique=True)
    #: `FileKind.key`.
    kind = models.CharField(max_length=100)
    #: The event's key.
    about = models.UUIDField()
    version = models.PositiveIntegerField()
    arguments = models.JSONField(default=dict)
    #: Whether it was asked for by somebody who is not of the staff.
    is_public = models.BooleanField()
    #: Bytes as it is read, and as they are kept; in so many pieces.
    size = models.PositiveBigIntegerField(default=0)
    packed_size = models.PositiveBigIntegerField(default=0)
    pieces = models.PositiveIntegerField(default=0)
    fetched_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["state"], condition=models.Q(state="making"), name="one_file_made_at_a_time"
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.about} at {self.version}"


class DeletedEvent(models.Model):
    """What is left of a game or tournament that was deleted."""

    #: Of which model: the app and its name.
    kind = models.CharField(max_length=50)
    event = models.UUIDField()
    name = models.CharField(max_length=200)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    #: How many took part.
    people = models.PositiveIntegerField()
    #: The number and hash of the last entry of its log, which prove whose export it is.
    log_length = models.PositiveIntegerField()
    log_hash = models.CharField(max_length=64)

    class Meta:
        ordering = ["-at"]

    def __str__(self) -> str:
        return f"{self.name}, {self.at:%Y-%m-%d}"


class PreparedPiece(models.Model):
    """A part of a prepared file, packed by gzip: the pieces in order are one gzip file."""

    file = models.ForeignKey(PreparedFile, models.CASCADE, related_name="+")
    place = models.PositiveIntegerField()
    data = models.BinaryField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["file", "place"], name="one_piece_a_place")]

    def __str__(self) -> str:
        return f"{self.file}: {self.place}"
