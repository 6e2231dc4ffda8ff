"""A game refereed at its table, action by action: a pairing's, or a free one of any kind."""

import uuid

from django.db import models

from engine.randomness import commitment
from referee.journals import Journaled, JournalEntry
from tournaments.models.entries import Entry
from tournaments.models.events import Tournament
from tournaments.models.rounds import Pairing


class Table(Journaled):
    """One game of any kind that `engine.games` knows. Its log is what it is made of."""

    class State(models.TextChoices):
        RUNNING = "running"
        #: The game is over; its last action can still be taken back.
        OVER = "over"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="tables")
    #: The pairing whose game this is, or null for a free table.
    pairing = models.OneToOneField(Pairing, models.SET_NULL, null=True, related_name="record")
    #: The game's name in `engine.games`.
    game = models.CharField(max_length=30)
    #: What the game began with, as it reads it.
    setup = models.JSONField()
    #: The names of players or teams in the order of the game's numbers.
    names = models.JSONField()
    #: What all chance in the game comes from, in hex. Secret until it is over, unlike its
    #: commitment. Empty for games that were begun when nothing came by chance at any table.
    seed = models.CharField(max_length=64, blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.RUNNING)
    #: Whether everybody may watch before it is over.
    is_public = models.BooleanField(default=True)
    #: The points after the last action, in the order of the names.
    scores = models.JSONField(default=list)
    #: Whose turn it is, by number, or null.
    on_turn = models.PositiveSmallIntegerField(null=True)
    #: Everybody's place once the game is over, or null; without winners it stays so.
    places = models.JSONField(null=True)
    #: Whether it counts in the standings of an evening.
    counts = models.BooleanField(default=True)
    #: When the timer that runs is over, or null.
    due_at = models.DateTimeField(null=True, db_index=True)
    #: The player who opened it, or null where the staff did.
    opened_by = models.ForeignKey(Entry, models.SET_NULL, null=True, related_name="opened_tables")
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["created_at"]

    def __str__(self) -> str:
        return " – ".join(self.names)

    @property
    def commitment(self) -> str | None:
        """What is published of the seed before the end; None where there is none."""
        return commitment(bytes.fromhex(self.seed)) if self.seed else None


class Seat(models.Model):
    """Somebody of the tournament who plays at a table; several share the number of a team."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    #: As the game counts its players, from 0.
    number = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="seats")

    class Meta:
        ordering = ["number", "pk"]
        constraints = [models.UniqueConstraint(fields=["table", "entry"], name="one_seat_a_table")]

    def __str__(self) -> str:
        return f"{self.entry}, {self.number}"


class TableLogEntry(JournalEntry):
    """What happened at a table. The game's state is the replay of its actions but those undone."""

    class Kind(models.TextChoices):
        OPENED = "opened"
        #: `data` is the action.
        ACTED = "acted"
        #: Takes back the last action not yet undone.
        UNDONE = "undone"
        #: Who may watch was changed, or the clock was started or stopped.
        CHANGED = "changed"
        #: Somebody's personal data were erased from entries before.
        ERASED = "erased"

    table = models.ForeignKey(Table, models.CASCADE, related_name="log")
    kind = models.CharField(max_length=30, choices=Kind)

    class Meta(JournalEntry.Meta):
        db_table = "tournaments_tableentry"  # as it was called at first
        constraints = [
            models.UniqueConstraint(fields=["table", "sequence"], name="one_entry_a_table_place")
        ]
