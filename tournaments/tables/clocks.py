"""The times of a table, worked out from those in its log: a clock for the whole game, and a timer.

The clock says who thinks, since when and how long, in whole milliseconds. It runs from when
somebody starts it, for whoever is on turn. A countdown is how much of `engine.table.Timer` is used.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

_MILLISECOND = timedelta(milliseconds=1)


@dataclass(frozen=True)
class Clock:
    #: What each player has used up to `since`.
    used: tuple[int, ...]
    #: How much of that belongs to the turn being thought about.
    turn: int = 0
    #: Whether somebody has started it, and nobody stopped it.
    is_running: bool = False
    #: Who is on turn, if anybody.
    player: int | None = None
    since: datetime | None = None

    def at(self, at: datetime) -> "Clock":
        """The clock with all that has passed up to `at` counted."""
        if not self.is_running or self.player is None or self.since is None:
            return replace(self, since=at)
        # Entries are written in order, but two servers' clocks may differ a little.
        passed = max(0, (at - self.since) // _MILLISECOND)
        return replace(self._add(self.player, passed), turn=self.turn + passed, since=at)

    def started(self, at: datetime) -> "Clock":
        return replace(self.at(at), is_running=True)

    def stopped(self, at: datetime) -> "Clock":
        return replace(self.at(at), is_running=False)

    def set_to(self, player: int, seconds: int) -> "Clock":
        """Have `player` have used so much in all."""
        return replace(
            self._add(player, seconds * 1000 - self.used[player]),
            turn=0 if player == self.player else self.turn,
        )

    def turn_told(self, player: int, seconds: int) -> "Clock":
        """Have the turn of `player`, who is on turn, have taken so long, whatever was measured."""
        return self._add(player, seconds * 1000 - self.turn)

    def passed_on(self, player: int | None) -> "Clock":
        """The clock of whoever is on turn now; with nobody on turn nothing is counted."""
        return self if player == self.player else replace(self, player=player, turn=0)

    def _add(self, player: int, milliseconds: int) -> "Clock":
        used = list(self.used)
        used[player] = max(0, used[player] + milliseconds)
        return replace(self, used=tuple(used))


@dataclass(frozen=True)
class Countdown:
    """The timer that ran last: how much of its time is used up, and whether it still runs."""

    key: str = ""
    #: What had been used when it began to run, or stopped.
    used: timedelta = timedelta()
    #: None while it stands.
    since: datetime | None = None

    def used_at(self, at: datetime) -> timedelta:
        """What is used up at `at`."""
        if self.since is None:
            return self.used
        # As above: two servers' clocks may differ a little.
        return self.used + max(timedelta(), at - self.since)

    def milliseconds_at(self, at: datetime) -> int:
        return self.used_at(at) // _MILLISECOND

    def due_at(self, limit_ms: int) -> datetime | None:
        """When so much is used up; None while it stands."""
        return None if self.since is None else self.since + limit_ms * _MILLISECOND - self.used

    def passed_on(self, key: str | None, at: datetime) -> "Countdown":
        """The countdown of the timer with that `key` from `at` on; without one it stands.

        The same one goes on where it was, also after it has stood; another begins anew.
        """
        if key is None:
            return replace(self, used=self.used_at(at), since=None)
        if key != self.key:
            return Countdown(key, since=at)
        return self if self.since is not None else replace(self, since=at)

    def resumed(self, mistaken_at: datetime, at: datetime) -> "Countdown":
        """It as it was at `mistaken_at`, going on at `at` if it ran then: what passed in between
        counts for nothing."""
        used = self.used_at(mistaken_at)
        return replace(self, used=used, since=None if self.since is None else at)

    def anew(self, at: datetime) -> "Countdown":
        """The same from its beginning."""
        return Countdown(self.key, since=at)
