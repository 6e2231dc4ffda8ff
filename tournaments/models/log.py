"""What happened in a tournament, in order."""

from django.db import models

from referee.journals import JournalEntry
from tournaments.models.events import Tournament


class LogEntry(JournalEntry):
    """One line of a tournament's log, chained to the one before by its hash."""

    class Kind(models.TextChoices):
        CREATED = "created"
        CHANGED = "changed"
        STAFF_CHANGED = "staff_changed"
        STAFF_INVITED = "staff_invited"
        STAFF_UNINVITED = "staff_uninvited"
        ERASED = "erased"
        DIVISION_MADE = "division_made"
        DIVISION_CHANGED = "division_changed"
        DIVISION_REMOVED = "division_removed"
        ENTERED = "entered"
        IMPORTED = "imported"
        ENTRY_CHANGED = "entry_changed"
        WITHDRAWN = "withdrawn"
        READMITTED = "readmitted"
        ABSENCE_SET = "absence_set"
        ABSENCE_REMOVED = "absence_removed"
        CODE_ISSUED = "code_issued"
        STARTED = "started"
        FINISHED = "finished"
        REOPENED = "reopened"
        PAIRED = "paired"
        PAIRED_BY_HAND = "paired_by_hand"
        LOCKED = "locked"
        UNLOCKED = "unlocked"
        PUBLISHED = "published"
        RETRACTED = "retracted"
        DISCARDED = "discarded"
        REPORTED = "reported"
        DISPUTED = "disputed"
        CONFIRMED = "confirmed"
        RESULT_REMOVED = "result_removed"
        PENALISED = "penalised"
        PENALTY_REVOKED = "penalty_revoked"
        ROUND_COMPLETED = "round_completed"
        TABLE_OPENED = "table_opened"
        TABLE_FINISHED = "table_finished"
        CHALLENGED = "challenged"
        RULED = "ruled"
        RULING_REVOKED = "ruling_revoked"
        WEBHOOK_CHANGED = "webhook_changed"

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="log")
    kind = models.CharField(max_length=30, choices=Kind)
    #: Whether its data are for the staff only: drafts of pairings, contested results and the like.
    is_internal = models.BooleanField(default=False)

    class Meta(JournalEntry.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "sequence"], name="one_entry_a_tournament_place"
            )
        ]
