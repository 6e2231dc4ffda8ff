"""Deadlines by the calendar: 'Mondays at 12:00', 'every day at 18:00', by the clocks of a zone.

Local time decides, so that a deadline stays at its hour when daylight saving begins or ends. A time
that a day does not have, as clocks go forward, means the moment that would have had it without the
change (2:30 is then called 3:30); of one that a day has twice, the first counts. Calendars do so
too (RFC 5545).
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

DAY = timedelta(days=1)


@dataclass(frozen=True)
class Calendar:
    """A time of day in a zone: on one `weekday` (Monday is 0), or else every so many `days`."""

    at: time
    zone: ZoneInfo
    weekday: int | None = None
    days: int = 1

    def deadline(self, opened_at: datetime, least: timedelta) -> datetime:
        """The first that leaves at least so much time from the opening on, in UTC.

        Every so many days: the last of that many following times, or later if `least` is longer.
        """
        day = opened_at.astimezone(self.zone).date()
        while self._moment(day) <= opened_at:
            day += DAY
        if self.weekday is None:
            day += (self.days - 1) * DAY
        while self._moment(day) - opened_at < least or self.weekday not in (None, day.weekday()):
            day += DAY
        return self._moment(day)

    def _moment(self, day: date) -> datetime:
        return datetime.combine(day, self.at, self.zone).astimezone(UTC)
