"""A game recorded at its table, move by move, or for a club evening without pairings."""

import uuid

from django.db import models

from referee.journals import Journaled, JournalEntry
from tournaments.models.events import Tournament
from tournaments.models.rounds import Pairing


class Table(Journaled):
    """One game of any kind that `engine.table` knows. Its log is what it is made of."""

    class State(models.TextChoices):
        RUNNING = "running"
        #: The game is over; its last action can still be taken back.
        OVER = "over"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="tables")
    #: The pairing whose game this is, or null for a free table.
    pairing = models.OneToOneField(Pairing, models.SET_NULL, null=True, related_name="record")
    #: The game's name in `engine.table`.
    game = models.CharField(max_length=30)
    #: What the game began with, as it reads it.
    setup = models.JSONField()
    #: The players' names in the order of the game's numbers.
    names = models.JSONField()
    state = models.CharField(max_length=10, choices=State, default=State.RUNNING)
    #: Whether everybody may watch before it is over.
    is_public = models.BooleanField(default=True)
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["created_at"]

    def __str__(self) -> str:
        return " – ".join(self.names)


class TableEntry(JournalEntry):
    """What happened at a table. The game's state is the replay of its actions but those undone."""

    class Kind(models.TextChoices):
        OPENED = "opened"
        #: `data` is the action.
        ACTED = "acted"
        #: Takes back the last action not yet undone.
        UNDONE = "undone"
        #: Who may watch was changed, or the clock was started or stopped.
        CHANGED = "changed"

    table = models.ForeignKey(Table, models.CASCADE, related_name="log")
    kind = models.CharField(max_length=30, choices=Kind)

    class Meta(JournalEntry.Meta):
        constraints = [
            models.UniqueConstraint(fields=["table", "sequence"], name="one_entry_a_table_place")
        ]
