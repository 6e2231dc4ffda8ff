"""Whom we tell what happens, over the network."""

from django.db import models

from tournaments.models.events import Tournament


class Webhook(models.Model):
    class Event(models.TextChoices):
        PAIRINGS = "pairings"
        RESULT = "result"
        STANDINGS = "standings"

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="webhooks")
    url = models.URLField(max_length=500)
    #: Signs what we send; shown once, when the webhook is made.
    secret = models.CharField(max_length=64)
    #: Which events it wants.
    events = models.JSONField()
    is_active = models.BooleanField(default=True)
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.url


class Delivery(models.Model):
    """One message to one webhook. `due_at` is when it is tried next, null when it is settled."""

    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="deliveries")
    event = models.CharField(max_length=20, choices=Webhook.Event)
    body = models.JSONField()
    created_at = models.DateTimeField()
    due_at = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    delivered_at = models.DateTimeField(null=True)
    #: What came of the last attempt.
    last_status = models.PositiveSmallIntegerField(null=True)
    last_error = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["due_at"], name="delivery_due")]

    def __str__(self) -> str:
        return f"{self.event} to {self.webhook}"
