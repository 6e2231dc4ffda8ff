"""Who meets whom, and how it came out."""

from django.db import models
from django.db.models import Q

from tournaments.models.entries import Division, Entry


class Round(models.Model):
    class State(models.TextChoices):
        #: A preview for the staff; may be paired anew.
        DRAFT = "draft"
        #: Fixed by the director, not yet shown.
        LOCKED = "locked"
        #: Everybody sees it; results come in.
        PUBLISHED = "published"

    division = models.ForeignKey(Division, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=20, choices=State, default=State.DRAFT)
    #: How it was paired, as `tournaments.pairing` reads it; by hand wherever that was changed.
    method = models.JSONField()
    #: What the pairing remarks, coded: repeats that could not be avoided and the like.
    notes = models.JSONField(default=list)
    drafted_at = models.DateTimeField()
    published_at = models.DateTimeField(null=True)
    #: When every game had its confirmed result, or null.
    completed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["division", "number"], name="one_round_a_number")
        ]

    def __str__(self) -> str:
        return f"{self.division}, {self.number}"


class Pairing(models.Model):
    """Two players at a table, or one who has no opponent; and the result that counts now."""

    class Kind(models.TextChoices):
        GAME = "game"
        #: Nobody was left to play against.
        BYE = "bye"
        #: Set by the director.
        SET_BYE = "set_bye"
        ABSENT = "absent"

    class Outcome(models.TextChoices):
        PLAYED = "played"
        #: Points stand, but this one was more than five minutes over the time.
        LOST_ON_TIME_FIRST = "lost_on_time_first"
        LOST_ON_TIME_SECOND = "lost_on_time_second"
        #: The one named did not come or gave up.
        FORFEIT_FIRST = "forfeit_first"
        FORFEIT_SECOND = "forfeit_second"
        DOUBLE_FORFEIT = "double_forfeit"
        #: Counts for neither.
        UNPLAYED = "unplayed"

    class ResultState(models.TextChoices):
        """How sure the result is."""

        OPEN = "open"
        #: One player has reported it.
        REPORTED = "reported"
        #: Both have, and differ.
        DISPUTED = "disputed"
        CONFIRMED = "confirmed"

    round = models.ForeignKey(Round, models.CASCADE, related_name="pairings")
    #: Null for those who don't play.
    table = models.PositiveSmallIntegerField(null=True)
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.GAME)
    #: Who begins.
    first = models.ForeignKey(Entry, models.PROTECT, related_name="begun")
    second = models.ForeignKey(Entry, models.PROTECT, related_name="followed", null=True)
    #: Why these two, coded.
    reason = models.JSONField(default=dict)

    standing = models.CharField(max_length=10, choices=ResultState, default=ResultState.OPEN)
    outcome = models.CharField(max_length=20, choices=Outcome, blank=True)
    first_points = models.SmallIntegerField(null=True)
    second_points = models.SmallIntegerField(null=True)

    class Meta:
        ordering = ["table", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["round", "first"], name="one_first_place_a_round"),
            models.UniqueConstraint(fields=["round", "second"], name="one_second_place_a_round"),
            models.UniqueConstraint(fields=["round", "table"], name="one_pairing_a_table"),
            models.CheckConstraint(
                condition=Q(kind="game", second__isnull=False)
                | (~Q(kind="game") & Q(second__isnull=True)),
                name="a_game_has_two_players",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.first} – {self.second}" if self.second else f"{self.first}: {self.kind}"
