"""Whether a server ran at a deadline, by the marks that web processes left (`Receiver`)."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Max, Min

from duplicate.models import Receiver, Round
from duplicate.selectors.rounds import PATIENCE

#: Marks come several times a second: one as late as this before the deadline is one at it.
JUST_BEFORE = timedelta(seconds=1)


@dataclass(frozen=True)
class Outage:
    """Nobody could hand in `since` then; a web process is there again `back` then, or None is."""

    since: datetime
    back: datetime | None

    def is_over_soon(self) -> bool:
        """Whether it was no longer than one that lives may keep silent."""
        return self.back is not None and self.back - self.since <= PATIENCE


def outage_at_deadline(round: Round) -> Outage | None:
    """The time without marks in which the deadline of an open round lies; None where there is none.

    Where no process took answers all the round long, as on paper without a server, there is nothing
    to give back either.
    """
    period = round.periods.latest("starts_at")
    closes_at = period.ends_at
    marks = Receiver.objects.filter(flushed_until__gt=period.starts_at)
    before = marks.filter(since__lte=closes_at)
    if before.filter(flushed_until__gte=closes_at - JUST_BEFORE).exists() or not marks.exists():
        return None
    since = before.aggregate(at=Max("flushed_until"))["at"] or period.starts_at
    back = marks.filter(since__gt=closes_at).aggregate(at=Min("since"))["at"]
    return Outage(since, back)


def somebody_receives(at: datetime) -> bool:
    """Whether a web process takes answers in now."""
    return Receiver.objects.filter(flushed_until__gt=at - PATIENCE, has_ended=False).exists()
