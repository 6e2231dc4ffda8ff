"""A round: its draw, and when answers to it count."""

from django.db import models
from django.db.models import Q

from duplicate.models.games import Game
from engine.board import Board


class Round(models.Model):
    """One draw and what came of it. A draw that goes back is a cancelled round of its own."""

    class State(models.TextChoices):
        #: The rack is known to the directors only.
        DRAWN = "drawn"
        OPEN = "open"
        PAUSED = "paused"
        #: Time is up; answers received in time are still being written down.
        CLOSING = "closing"
        CLOSED = "closed"
        #: Every answer written down so far has its verdict; only directors see them.
        JUDGED = "judged"
        PUBLISHED = "published"
        CANCELLED = "cancelled"

    #: The states on the way, and those that a round stays in.
    UNFINISHED = (State.DRAWN, State.OPEN, State.PAUSED, State.CLOSING, State.CLOSED, State.JUDGED)
    OVER = (State.PUBLISHED, State.CANCELLED)

    class DrawnBy(models.TextChoices):
        SERVER = "server"
        HAND = "hand"

    class Cancelled(models.TextChoices):
        """Why all tiles went back, the leave included."""

        MISDRAW = "misdraw"
        UNPLAYABLE = "unplayable"
        TOO_FEW_VOWELS = "too_few_vowels"
        TOO_FEW_CONSONANTS = "too_few_consonants"
        #: Drawn, but never opened: the publication before was taken back, or the game ended.
        WITHDRAWN = "withdrawn"

    game = models.ForeignKey(Game, models.CASCADE, related_name="rounds")
    number = models.PositiveIntegerField()
    #: Counted from 1; a further attempt follows a cancelled one.
    attempt = models.PositiveIntegerField(default=1)
    state = models.CharField(max_length=20, choices=State, default=State.DRAWN)
    cancelled_because = models.CharField(max_length=30, choices=Cancelled, blank=True)

    # The draw, as `engine.draws.Draw` has it; `label` is empty for a draw by hand.
    drawn_by = models.CharField(max_length=10, choices=DrawnBy)
    label = models.CharField(max_length=50, blank=True)
    leave = models.CharField(max_length=10, blank=True)
    #: Racks with too few vowels or consonants that went back before this one, in order.
    rejected = models.JSONField(default=list)
    drawn = models.CharField(max_length=10, blank=True)
    rack = models.CharField(max_length=10)
    #: The bag after the draw.
    bag = models.CharField(max_length=120, blank=True)
    #: The cells of the board before the round, as `engine.board.Board` has them.
    cells = models.CharField(max_length=225)

    opened_at = models.DateTimeField(null=True, blank=True)
    #: The deadline; kept while paused, when the time left is what lies from the last period's end
    #: to it.
    closes_at = models.DateTimeField(null=True, blank=True)
    #: When the round is published by itself, or null.
    publish_at = models.DateTimeField(null=True, blank=True)
    published_at = models.DateTimeField(null=True, blank=True)
    #: For how long nobody could hand in before a deadline at which no server ran.
    shut_out_seconds = models.PositiveIntegerField(default=0)

    #: All best moves as `[{"coordinates": "H4-H9", "word": "REGSaMEN", "points": 72}, …]`,
    #: found when the tiles were drawn; nobody sees them before the round is closed.
    tops = models.JSONField(default=list)
    top_points = models.PositiveIntegerField(default=0)
    #: The move laid on everybody's board, of the same shape; null before judging.
    reference = models.JSONField(null=True, blank=True)
    #: Whether a director chose it among equals.
    reference_chosen = models.BooleanField(default=False)

    class Meta:
        ordering = ["number", "attempt"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "number", "attempt"], name="one_attempt_a_round"
            ),
            models.UniqueConstraint(
                fields=["game", "number"],
                condition=~Q(state="cancelled"),
                name="one_living_round_a_number",
            ),
        ]
        indexes = [
            models.Index(fields=["state", "closes_at"], name="round_closes"),
            models.Index(fields=["state", "publish_at"], name="round_publishes"),
        ]

    def __str__(self) -> str:
        return f"{self.game}, {self.number}"

    @property
    def board(self) -> Board:
        """The board on which this round is played."""
        return Board(self.cells)


class Period(models.Model):
    """A stretch of time in which answers count: from `starts_at` up to, not at, `ends_at`.

    Pausing ends one and resuming begins another; extending moves its end; reopening begins one.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="periods")
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()

    class Meta:
        ordering = ["starts_at"]

    def __str__(self) -> str:
        return f"{self.round}: {self.starts_at} – {self.ends_at}"


class Receiver(models.Model):
    """A web process that takes answers in. Closing waits until each has written down its own.

    Every answer that reached it before `flushed_until` is committed. The process renews the mark
    at least twice a second while a round is open or closing; one that stopped doing so is dead.
    What was alive stays on record: from `since` on, while rounds were played, up to its last mark.
    """

    name = models.CharField(max_length=100, primary_key=True)
    flushed_until = models.DateTimeField()
    since = models.DateTimeField()
    #: Whether it ended in good order: nobody waits for it.
    has_ended = models.BooleanField(default=False)

    def __str__(self) -> str:
        return self.name
