"""The tournament itself, and who runs it."""

import uuid

from django.conf import settings
from django.db import models

from referee.journals import Journaled
from tournaments.options import Options


class Tournament(Journaled):
    class Kind(models.TextChoices):
        #: Rounds of paired games of two.
        ROUNDS = "rounds"
        #: A club evening: free tables of any game, which bring points by place.
        EVENING = "evening"

    class State(models.TextChoices):
        #: Entries come in; nothing is published.
        SETUP = "setup"
        #: Rounds are paired and played. Ruleset and lexicon are frozen.
        RUNNING = "running"
        FINISHED = "finished"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=200)
    place = models.CharField(max_length=200, blank=True)
    starts_on = models.DateField(null=True, blank=True)
    ends_on = models.DateField(null=True, blank=True)
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.ROUNDS)
    state = models.CharField(max_length=20, choices=State, default=State.SETUP)
    #: By which anybody enters an evening; null for tournaments, whose players have own codes.
    join_code = models.CharField(max_length=12, unique=True, null=True)
    #: Whether it is shown in the list; who has the address sees it in any case.
    is_listed = models.BooleanField(default=True)
    #: `Options` as JSON.
    options_json = models.JSONField(default=dict)
    #: SHA-256 of the lexicon that words are judged by; the file is found by it.
    lexicon_sha256 = models.CharField(max_length=64)
    #: What decides between equal pairings. Public: anybody may pair again and compare.
    seed = models.CharField(max_length=32)
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return self.name

    @property
    def options(self) -> Options:
        return Options.recalled(self.options_json)


class Staff(models.Model):
    """Who runs a tournament."""

    class Role(models.TextChoices):
        #: May do everything.
        DIRECTOR = "director"
        #: Enters players and results and judges words; decides nothing else.
        ASSISTANT = "assistant"

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="staff")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="tournament_staff"
    )
    role = models.CharField(max_length=20, choices=Role)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "user"], name="one_role_a_tournament")
        ]

    def __str__(self) -> str:
        return f"{self.user}, {self.role}"
