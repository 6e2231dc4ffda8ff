"""How results came to be: every report is kept, and every penalty."""

from django.db import models

from tournaments.models.entries import Entry
from tournaments.models.rounds import Pairing


class Report(models.Model):
    """What somebody said a game came out as. Append-only: a correction is another report."""

    class Source(models.TextChoices):
        DIRECTOR = "director"
        #: A slip of paper, typed by an assistant.
        SLIP = "slip"
        PLAYER = "player"
        #: The record of the game at its table.
        TABLE = "table"

    pairing = models.ForeignKey(Pairing, models.CASCADE, related_name="reports")
    #: Counted from 1 in each game.
    sequence = models.PositiveSmallIntegerField()
    source = models.CharField(max_length=10, choices=Source)
    #: A user's name or 'player 17'.
    by = models.CharField(max_length=150)
    #: The player who reported it, or null.
    entry = models.ForeignKey(Entry, models.PROTECT, null=True, related_name="reports")
    outcome = models.CharField(max_length=20, choices=Pairing.Outcome)
    first_points = models.SmallIntegerField(null=True)
    second_points = models.SmallIntegerField(null=True)
    #: Why a result was corrected, where somebody said so.
    remark = models.CharField(max_length=300, blank=True)
    received_at = models.DateTimeField()

    class Meta:
        ordering = ["sequence"]
        constraints = [
            models.UniqueConstraint(fields=["pairing", "sequence"], name="one_report_a_place")
        ]

    def __str__(self) -> str:
        return f"{self.pairing}: {self.first_points} : {self.second_points} ({self.source})"


class Penalty(models.Model):
    """Points taken off a player in one game. Revoked, never deleted."""

    class Reason(models.TextChoices):
        #: Over the time: the points follow from the ruleset.
        TIME = "time"
        LATE = "late"
        CONDUCT = "conduct"
        DEVICE = "device"
        TILES = "tiles"
        OTHER = "other"

    pairing = models.ForeignKey(Pairing, models.CASCADE, related_name="penalties")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="penalties")
    reason = models.CharField(max_length=10, choices=Reason)
    #: Points off, a positive number.
    points = models.PositiveSmallIntegerField()
    #: How far over the time, for TIME.
    seconds_over = models.PositiveIntegerField(null=True)
    text = models.CharField(max_length=300, blank=True)
    by = models.CharField(max_length=150)
    at = models.DateTimeField()
    revoked_by = models.CharField(max_length=150, blank=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.entry}: −{self.points} ({self.reason})"
