"""Games that count together."""

import uuid

from django.conf import settings
from django.db import models

from duplicate.models.games import Game


class Series(models.Model):
    """Several games that count together."""

    class CountedBy(models.TextChoices):
        POINTS = "points"
        #: A game counts by the share of its tops that was reached, in percent.
        PERCENT = "percent"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=200)
    counted_by = models.CharField(max_length=10, choices=CountedBy, default=CountedBy.POINTS)
    #: How many of the worst results of everybody are left out.
    dropped = models.PositiveSmallIntegerField(default=0)
    games = models.ManyToManyField(Game, through="SeriesGame", related_name="series")
    is_archived = models.BooleanField(default=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["-created_at"]
        verbose_name_plural = "series"

    def __str__(self) -> str:
        return self.name

    @property
    def game_ids(self) -> list[uuid.UUID]:
        """Its games in their order."""
        return [entry.game_id for entry in self.entries.all()]


class SeriesGame(models.Model):
    series = models.ForeignKey(Series, models.CASCADE, related_name="entries")
    game = models.ForeignKey(Game, models.CASCADE, related_name="series_entries")
    place = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["place"]
        constraints = [
            models.UniqueConstraint(fields=["series", "game"], name="a_game_counts_once"),
            models.UniqueConstraint(fields=["series", "place"], name="one_game_a_place"),
        ]

    def __str__(self) -> str:
        return f"{self.series}: {self.place}"
