"""Who plays, and who runs the game."""

import uuid

from django.conf import settings
from django.db import models

from duplicate.options import Options
from referee.journals import Journaled


class Game(Journaled):
    class State(models.TextChoices):
        #: People join, options may change.
        SETUP = "setup"
        #: Options, lexicon and seed are frozen; rounds are played.
        RUNNING = "running"
        FINISHED = "finished"

    class Ending(models.TextChoices):
        """Why the game is over; all but the last are `engine.draws.GameOver`."""

        NO_TILES = "no_tiles"
        NO_VOWELS = "no_vowels"
        NO_CONSONANTS = "no_consonants"
        NO_PLAYABLE_RACK = "no_playable_rack"
        BY_DIRECTOR = "by_director"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=200)
    state = models.CharField(max_length=20, choices=State, default=State.SETUP)
    #: Whether it is shown in the list of games; who has the address sees it in any case.
    is_listed = models.BooleanField(default=True)
    #: `Options` as JSON.
    options_json = models.JSONField(default=dict)
    #: SHA-256 of the lexicon that words are judged by; the file is found by it.
    lexicon_sha256 = models.CharField(max_length=64)
    #: What people type to join. Not public: whoever has it can take part.
    join_code = models.CharField(max_length=12, unique=True)
    #: The secret of all draws as 64 hex digits; nobody sees it before the game is over.
    seed = models.CharField(max_length=64)
    #: What is published of the seed from the beginning.
    commitment = models.CharField(max_length=64)

    created_at = models.DateTimeField()
    #: When the game starts by itself, or null.
    starts_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    ending = models.CharField(max_length=20, choices=Ending, blank=True)
    #: When the next round is drawn and opened by itself, or null.
    next_round_at = models.DateTimeField(null=True, blank=True)
    #: Whether the screen in the hall keeps what it shows, whatever happens.
    hall_frozen = models.BooleanField(default=False)

    class Meta:
        ordering = ["-created_at"]
        indexes = [
            models.Index(fields=["state", "starts_at"], name="game_starts"),
            models.Index(fields=["state", "next_round_at"], name="game_next_round"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def options(self) -> Options:
        return Options.recalled(self.options_json)


class Staff(models.Model):
    """Who runs a game."""

    class Role(models.TextChoices):
        #: May do everything.
        DIRECTOR = "director"
        #: Enters participants and slips; sees what a director sees, but decides nothing.
        ASSISTANT = "assistant"

    game = models.ForeignKey(Game, models.CASCADE, related_name="staff")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="duplicate_staff"
    )
    role = models.CharField(max_length=20, choices=Role)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "user"], name="one_role_a_game")]

    def __str__(self) -> str:
        return f"{self.user}, {self.role}"


class Participant(models.Model):
    """Somebody who plays. Withdrawn, never deleted: what they achieved stays."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="participants")
    #: Counted from 1 in the order of entry.
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=100)
    club = models.CharField(max_length=100, blank=True)
    category = models.CharField(max_length=50, blank=True)
    #: A number by which a series knows the same person again; else name and club do.
    member_id = models.CharField(max_length=50, blank=True)
    #: Digest of the token of those who joined online (or were given one); null for paper only.
    token_digest = models.CharField(max_length=64, unique=True, null=True)
    is_online = models.BooleanField()
    entered_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="one_number_a_participant")
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.name}"
