"""The clock of a table, worked out from the times in its log: who thinks, since when, how long.

Times are whole milliseconds. The clock runs from when somebody starts it, for whoever is on turn.
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
