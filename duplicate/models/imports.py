"""Games from elsewhere that are too large to be taken in while somebody waits."""

import uuid

from django.conf import settings
from django.db import models

from duplicate.models.games import Game
from referee.models import QueuedWork


class GameImport(QueuedWork):
    """A file with a game, which a worker takes in; its pieces go when that is done."""

    class Format(models.TextChoices):
        JSON = "json"
        ELIOT = "eliot"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    format = models.CharField(max_length=10, choices=Format)
    #: What a game is called whose file has no name for it.
    name = models.CharField(max_length=200, blank=True)
    #: In which its refusal is told.
    language = models.CharField(max_length=10, blank=True)
    size = models.PositiveBigIntegerField()
    pieces = models.PositiveIntegerField(default=0)
    #: The game that has come of it; a draft as long as this is not done.
    game = models.ForeignKey(Game, models.SET_NULL, null=True, related_name="+")
    #: Why it was refused: `code`, `detail` and `params` of the problem.
    problem = models.JSONField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["state"], condition=models.Q(state="making"), name="one_import_at_a_time"
            )
        ]

    def __str__(self) -> str:
        return f"{self.format} by {self.by}"


class ImportPiece(models.Model):
    """A part of the file, packed by gzip: the pieces in order are one gzip file."""

    game_import = models.ForeignKey(GameImport, models.CASCADE, related_name="+")
    place = models.PositiveIntegerField()
    data = models.BinaryField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["game_import", "place"], name="one_import_piece_a_place"
            )
        ]

    def __str__(self) -> str:
        return f"{self.game_import}: {self.place}"
