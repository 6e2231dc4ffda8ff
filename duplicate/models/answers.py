"""What was handed in, what it is worth, what is credited."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from duplicate.models.games import Participant
from duplicate.models.rounds import Round


class Answer(models.Model):
    """A move as handed in. Never changed; see `answers_in_force` for the one that counts."""

    class Source(models.TextChoices):
        ONLINE = "online"
        #: Typed from paper by an assistant, who vouches that it was handed in in time.
        SLIP = "slip"

    round = models.ForeignKey(Round, models.CASCADE, related_name="answers")
    participant = models.ForeignKey(Participant, models.CASCADE, related_name="answers")
    source = models.CharField(max_length=10, choices=Source)
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    #: When the request reached the server.
    received_at = models.DateTimeField()
    #: From a phone normalised: long or short coordinates, blanks in lower case. From a slip as it
    #: stands there, whatever that is: `EMPTY` if nothing, both empty if nobody can read it.
    coordinates = models.CharField(max_length=60, blank=True)
    word = models.CharField(max_length=60, blank=True)
    declared_points = models.PositiveIntegerField(null=True)
    #: What stands on a slip in the place of points and is no number.
    written_points = models.CharField(max_length=60, blank=True)
    is_late = models.BooleanField()
    #: Whether it is a director's decision between what two people typed.
    settles = models.BooleanField(default=False)
    #: Given by the client so that a repeated request finds the first one's receipt.
    key = models.CharField(max_length=100, blank=True)

    class Meta:
        ordering = ["received_at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["participant", "key"], condition=~Q(key=""), name="one_answer_a_key"
            )
        ]
        indexes = [models.Index(fields=["round", "participant", "received_at"], name="answer_last")]

    def __str__(self) -> str:
        return f"{self.participant}: {self.coordinates} {self.word}"


class Play(models.Model):
    """A distinct move among a round's answers and its verdict, however many gave it."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="plays")
    coordinates = models.CharField(max_length=60, blank=True)
    word = models.CharField(max_length=60, blank=True)
    #: `engine.verdicts.Code`, or one of `adjudication.WITHOUT_MOVE`.
    code = models.CharField(max_length=30)
    #: What fills the verdict's message.
    detail = models.JSONField(default=dict)
    #: What it earns: nothing unless valid.
    points = models.PositiveIntegerField()
    #: What it would earn if all its words were admissible; null where the geometry is unsound.
    face_points = models.PositiveIntegerField(null=True)
    #: Every word formed with its points: `[["REGSAMEN", 72], …]`.
    words = models.JSONField(default=list)
    #: Those of them that are not admissible.
    inadmissible = models.JSONField(default=list)

    class Meta:
        ordering = ["-points", "coordinates", "word"]
        constraints = [
            models.UniqueConstraint(fields=["round", "coordinates", "word"], name="judged_once")
        ]

    def __str__(self) -> str:
        return f"{self.coordinates} {self.word}: {self.points}"


class Result(models.Model):
    """What a participant is credited for a round: rewritten by judging, frozen by publishing."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="results")
    participant = models.ForeignKey(Participant, models.CASCADE, related_name="results")
    #: Null where points were credited without an answer (an average, a penalty).
    answer = models.ForeignKey(Answer, models.CASCADE, null=True, related_name="+")
    play = models.ForeignKey(Play, models.CASCADE, null=True, related_name="results")
    #: All together: move, bonus, deductions; may be negative.
    points = models.IntegerField()
    #: What the move brought by the policy on declared points.
    move_points = models.PositiveIntegerField()
    bonus = models.PositiveIntegerField(default=0)
    #: Coded reasons of the warnings of this round, as `Ruling.Reason`.
    warnings = models.JSONField(default=list)
    #: Points deducted for warnings and penalties.
    deduction = models.PositiveIntegerField(default=0)
    is_top = models.BooleanField(default=False)
    is_solo = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round", "participant"], name="one_result_a_round")
        ]

    def __str__(self) -> str:
        return f"{self.participant}: {self.points}"
