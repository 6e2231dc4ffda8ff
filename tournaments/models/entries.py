"""Who plays, in which division."""

from uuid import UUID

from django.db import models

from referee.events.models import Person
from tournaments.models.events import Tournament


class Division(models.Model):
    """A field of its own: paired, ranked and rated apart from the others."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="divisions")
    #: Counted from 1 in the order they were made.
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=100)
    #: How each round is paired, as `tournaments.pairing` reads it; as many as there are rounds.
    schedule = models.JSONField(default=list)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_number_a_division")
        ]

    def __str__(self) -> str:
        return self.name


class Entry(Person):
    noun = "player"
    withdrawn_column = "withdrawn_from"
    private = Person.private | {"fixed_table"}

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entries")
    division = models.ForeignKey(Division, models.PROTECT, related_name="entries")
    team = models.CharField(max_length=100, blank=True)
    rating = models.PositiveIntegerField(null=True, blank=True)
    #: The table of somebody who can't change places; null for any.
    fixed_table = models.PositiveSmallIntegerField(null=True, blank=True)
    #: Digest of the code that is printed for the player's phone; null before one was issued.
    code_digest = models.CharField(max_length=64, unique=True, null=True)
    #: The first round in which this player is paired: later than 1 for late entries.
    first_round = models.PositiveSmallIntegerField(default=1)
    #: The first round in which this player is no longer paired, or null.
    withdrawn_from = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta(Person.Meta):
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_number_an_entry")
        ]

    @property
    def event_id(self) -> UUID:
        return self.tournament_id

    def plays_in(self, round_number: int) -> bool:
        """Whether the player is there in this round, absences apart."""
        return self.first_round <= round_number and (
            self.withdrawn_from is None or round_number < self.withdrawn_from
        )


class Absence(models.Model):
    """A round that a player sits out, known before it is paired."""

    class Kind(models.TextChoices):
        #: By the director: counts as the options say, unlike the automatic bye of an odd field.
        BYE = "bye"
        ABSENT = "absent"

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="absences")
    round_number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, choices=Kind)

    class Meta:
        ordering = ["round_number"]
        constraints = [
            models.UniqueConstraint(fields=["entry", "round_number"], name="one_absence_a_round")
        ]

    def __str__(self) -> str:
        return f"{self.entry}, {self.kind} in {self.round_number}"
