"""Words that were judged."""

from django.db import models

from tournaments.models.events import Tournament
from tournaments.models.rounds import Pairing
from tournaments.models.tables import Table


class WordRuling(models.Model):
    """A word that the director allows or bars in this tournament, whatever the list says."""

    class Reason(models.TextChoices):
        IN_DICTIONARY = "in_dictionary"
        NOT_IN_DICTIONARY = "not_in_dictionary"
        NOT_PLAYABLE = "not_playable"
        OTHER = "other"

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="word_rulings")
    word = models.CharField(max_length=15)
    is_allowed = models.BooleanField()
    reason = models.CharField(max_length=20, choices=Reason)
    text = models.CharField(max_length=300, blank=True)
    by = models.CharField(max_length=150)
    at = models.DateTimeField()
    revoked_by = models.CharField(max_length=150, blank=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.word


class Challenge(models.Model):
    """A question to the word judge: are all of these words admissible?"""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="challenges")
    #: The game it belongs to, where it was named.
    pairing = models.ForeignKey(Pairing, models.SET_NULL, null=True, related_name="challenges")
    #: The record of the game in which it happened, or null.
    table = models.ForeignKey(Table, models.SET_NULL, null=True, related_name="challenges")
    words = models.JSONField()
    #: Whether all of them are.
    is_admissible = models.BooleanField()
    by = models.CharField(max_length=150)
    at = models.DateTimeField()

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return ", ".join(self.words)
