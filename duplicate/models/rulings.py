"""What a director decides."""

from django.conf import settings
from django.db import models

from duplicate.models.answers import Play
from duplicate.models.games import Participant
from duplicate.models.rounds import Round


class Ruling(models.Model):
    """A decision of a director. Never changed; revoked where it was wrong."""

    class Kind(models.TextChoices):
        #: Hold for this round and all later ones of the game.
        WORD_ALLOWED = "word_allowed"
        WORD_BARRED = "word_barred"
        #: A play earns `points`, for everybody who gave it.
        PLAY_POINTS = "play_points"
        WARNING = "warning"
        #: A participant loses `points`.
        PENALTY = "penalty"
        #: A participant is credited `points`, their average over the other rounds if null.
        AVERAGE = "average"

    class Reason(models.TextChoices):
        IN_DICTIONARY = "in_dictionary"
        NOT_IN_DICTIONARY = "not_in_dictionary"
        INFLECTION = "inflection"
        LEXICON_ERROR = "lexicon_error"
        MISREAD = "misread"
        WRONG_POINTS = "wrong_points"
        UNMARKED_BLANK = "unmarked_blank"
        ILLEGIBLE = "illegible"
        DISTURBANCE = "disturbance"
        LATE_SLIP = "late_slip"
        UNFAIR = "unfair"
        ABSENT = "absent"
        TECHNICAL = "technical"
        OTHER = "other"

    round = models.ForeignKey(Round, models.CASCADE, related_name="rulings")
    kind = models.CharField(max_length=20, choices=Kind)
    word = models.CharField(max_length=15, blank=True)
    play = models.ForeignKey(Play, models.CASCADE, null=True, related_name="rulings")
    participant = models.ForeignKey(Participant, models.CASCADE, null=True, related_name="rulings")
    points = models.PositiveIntegerField(null=True)
    reason = models.CharField(max_length=30, choices=Reason)
    text = models.CharField(max_length=500, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    revoked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.kind} {self.word or self.participant or self.play}"
