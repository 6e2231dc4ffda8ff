"""Whether the machine's clock was set while we ran: a step lengthens or shortens what is timed.

The monotonic clock can't be set. How far wall time is ahead of it stays the same but for the
slow corrections of a time service; a difference that jumps is a step.
"""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

log = logging.getLogger(__name__)
#: Less is no step: a time service turns the clock by some milliseconds in a second.
SMALLEST_SECONDS = 0.5
#: So long people are told.
TOLD_FOR = timedelta(hours=12)


@dataclass(frozen=True)
class Step:
    """What the clock showed after it was set, and by how much: more than 0 if it was put on."""

    at: datetime
    seconds: float

    @property
    def size(self) -> float:
        return abs(self.seconds)


class ClockWatch:
    """Compares the two clocks each time it looks."""

    def __init__(
        self,
        wall: Callable[[], float] = time.time,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._wall, self._monotonic = wall, monotonic
        self._ahead = wall() - monotonic()
        self.last: Step | None = None

    def look(self) -> None:
        """Note a step since the last look, and tell the log."""
        now = self._wall()
        ahead = now - self._monotonic()
        seconds, self._ahead = ahead - self._ahead, ahead
        if abs(seconds) >= SMALLEST_SECONDS:
            self.last = Step(datetime.fromtimestamp(now, UTC), seconds)
            log.error("the clock of this machine was set by %+.1f seconds", seconds)


#: The watch of this process; `referee.timekeeper` looks.
WATCH = ClockWatch()


def recent_step(now: datetime) -> Step | None:
    """The last step, while people should know of it."""
    step = WATCH.last
    return step if step and abs(now - step.at) < TOLD_FOR else None
