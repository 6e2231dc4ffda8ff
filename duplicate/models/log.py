"""What happened, in order."""

from django.db import models
from django.db.models import Q

from duplicate.models.games import Game
from duplicate.models.rounds import Round
from referee.journals import JournalEntry

#: The kinds of entries after which somebody's published results, rank or place in the game differ.
RESULTS_CHANGE = ("published", "retracted", "revised", "withdrawn", "readmitted", "imported")


class LogEntry(JournalEntry):
    """One line of a game's log."""

    class Kind(models.TextChoices):
        CREATED = "created"
        CHANGED = "changed"
        STAFF_CHANGED = "staff_changed"
        STAFF_INVITED = "staff_invited"
        STAFF_UNINVITED = "staff_uninvited"
        ERASED = "erased"
        JOINED = "joined"
        PARTICIPANT_CHANGED = "participant_changed"
        WITHDRAWN = "withdrawn"
        READMITTED = "readmitted"
        MERGED = "merged"
        HALL_PART = "hall_part"
        STARTED = "started"
        DRAWN = "drawn"
        CANCELLED = "cancelled"
        OPENED = "opened"
        PAUSED = "paused"
        RESUMED = "resumed"
        EXTENDED = "extended"
        CLOSING = "closing"
        CLOSED = "closed"
        REOPENED = "reopened"
        INTERRUPTED = "interrupted"
        JUDGED = "judged"
        REFERENCE_CHOSEN = "reference_chosen"
        RULED = "ruled"
        RULING_REVOKED = "ruling_revoked"
        PUBLISHED = "published"
        RETRACTED = "retracted"
        REVISED = "revised"
        FINISHED = "finished"
        IMPORTED = "imported"
        HALL_FROZEN = "hall_frozen"
        HALL_RELEASED = "hall_released"
        HELD = "held"
        RELEASED = "released"
        BREAK_BEGUN = "break_begun"
        BREAK_ENDED = "break_ended"
        NOTICE_WRITTEN = "notice_written"
        NOTICE_TAKEN_BACK = "notice_taken_back"

    game = models.ForeignKey(Game, models.CASCADE, related_name="log")
    kind = models.CharField(max_length=30, choices=Kind)
    #: The round it is about, or null. Its data stay hidden from the public until publication.
    round = models.ForeignKey(Round, models.CASCADE, null=True, related_name="log")

    class Meta(JournalEntry.Meta):
        constraints = [
            models.UniqueConstraint(fields=["game", "sequence"], name="one_entry_a_place")
        ]
        indexes = [
            # The last of them is asked for with every state, behind thousands who joined.
            models.Index(
                fields=["game", "sequence"],
                condition=Q(kind__in=RESULTS_CHANGE),
                name="results_change",
            )
        ]
