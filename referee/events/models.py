"""Columns that events of every app have. Each app adds its own, the keys and the constraints."""

import uuid
from typing import Any, ClassVar

from django.conf import settings
from django.db import models

from referee.errors import LastDirector, NotFound, StaffMissing, WrongState
from referee.journals import Journaled

#: How long the texts may be that people tell of themselves.
LENGTHS = {"name": 100, "club": 100, "category": 50, "member_id": 50}


class Event(Journaled):
    class State(models.TextChoices):
        #: People join, options may change; nothing is played yet.
        SETUP = "setup"
        #: Rounds are played. Ruleset and lexicon are frozen.
        RUNNING = "running"
        FINISHED = "finished"

    # How an app words what an event of its kind is refused with.
    missing: ClassVar[type[NotFound]]
    wrong_state: ClassVar[type[WrongState]]
    staff_missing: ClassVar[type[StaffMissing]]
    last_director: ClassVar[type[LastDirector]]

    #: The manager of those who run it, each a `StaffMember`.
    staff: Any
    #: That of the links by which more may join them, each a `StaffInvitation`.
    invitations: Any

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=200)
    state = models.CharField(max_length=20, choices=State, default=State.SETUP)
    #: Whether it is shown in the list; who has the address sees it in any case.
    is_listed = models.BooleanField(default=True)
    #: Put away by those who run it: in no list of what is on or was.
    is_archived = models.BooleanField(default=False)
    #: Played to try things out, and told so to everybody: it may be deleted with its results.
    is_test = models.BooleanField(default=False)
    #: The app's `Options` as JSON.
    options_json = models.JSONField(default=dict)
    #: SHA-256 of the lexicon that words are judged by; the file is found by it.
    lexicon_sha256 = models.CharField(max_length=64)
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return self.name


class StaffMember(models.Model):
    """Who runs an event."""

    class Role(models.TextChoices):
        #: May do everything.
        DIRECTOR = "director"
        #: Enters people and what they bring; sees what a director sees, but decides little.
        ASSISTANT = "assistant"

    role = models.CharField(max_length=20, choices=Role)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.user}, {self.role}"  # type: ignore[attr-defined]


class StaffInvitation(models.Model):
    """A link that lets some people join those who run an event. An app's has the event's key."""

    #: Names the page of the staff.
    desk: ClassVar[str]

    role = models.CharField(max_length=20, choices=StaffMember.Role)
    code_digest = models.CharField(max_length=64, unique=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    uses_left = models.PositiveSmallIntegerField()

    class Meta:
        abstract = True
        ordering = ["made_at"]

    @property
    def event(self) -> Event:
        """What they join."""
        raise NotImplementedError

    def __str__(self) -> str:
        return f"{self.role} until {self.expires_at:%Y-%m-%d %H:%M}"


class Person(models.Model):
    """Somebody who plays. Withdrawn, never deleted: what they achieved stays."""

    #: What the log calls somebody who plays.
    noun: ClassVar[str]
    #: The column that says from when on they play no more; null while they do.
    withdrawn_column: ClassVar[str]
    #: The columns that are the staff's business: the log is public.
    private: ClassVar[frozenset[str]] = frozenset({"member_id"})

    #: Unique in the event.
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=LENGTHS["name"])
    club = models.CharField(max_length=LENGTHS["club"], blank=True)
    category = models.CharField(max_length=LENGTHS["category"], blank=True)
    #: A number by which a federation or a series knows the same person again.
    member_id = models.CharField(max_length=LENGTHS["member_id"], blank=True)
    #: Digest of the token that a phone or a program shows; null for those who have none.
    token_digest = models.CharField(max_length=64, unique=True, null=True)
    entered_at = models.DateTimeField()

    class Meta:
        abstract = True
        ordering = ["number"]

    def __str__(self) -> str:
        return f"{self.number} {self.name}"

    @property
    def event_id(self) -> uuid.UUID:
        """The key of the event that they play in."""
        raise NotImplementedError
