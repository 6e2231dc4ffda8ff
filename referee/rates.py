"""How often something may be done: so many times at once, and then at a steady pace.

Counted in the memory of each process, so that it holds whatever other server is away; several web
processes allow together as much more.
"""

import threading
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass

MINUTE = 60.0


@dataclass(frozen=True)
class Rate:
    #: So many at once …
    burst: int
    #: … and so many a minute in the long run.
    a_minute: float

    @property
    def interval(self) -> float:
        return MINUTE / self.a_minute


class Counts:
    """What was counted under each key, as the moment at which it will be forgotten.

    Every one counted puts that off by the rate's interval (GCRA), so that a key takes one number
    however often it is counted, and none once its time has come. For threads and the event loop.
    """

    #: So many keys are kept before those that are forgotten are looked for.
    FEW = 1024

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._forgotten_at: dict[Hashable, float] = {}
        self._many = self.FEW
        self._lock = threading.Lock()

    def wait_seconds(self, key: Hashable, rate: Rate) -> float:
        """How long until one more is within the rate; 0 for now."""
        with self._lock:
            return self._wait(key, rate, self._clock())

    def add(self, key: Hashable, rate: Rate) -> None:
        """Count one more, within the rate or not; there is never more to wait for than a burst."""
        with self._lock:
            self._add(key, rate, self._clock())

    def take(self, key: Hashable, rate: Rate) -> float:
        """Count one more if it is within the rate, and how long until it would be; 0 if it is."""
        with self._lock:
            now = self._clock()
            wait = self._wait(key, rate, now)
            if not wait:
                self._add(key, rate, now)
            return wait

    def clear(self) -> None:
        with self._lock:
            self._forgotten_at.clear()

    def __len__(self) -> int:
        return len(self._forgotten_at)

    def _wait(self, key: Hashable, rate: Rate, now: float) -> float:
        ahead = max(0.0, self._forgotten_at.get(key, now) - now)
        return max(0.0, ahead - (rate.burst - 1) * rate.interval)

    def _add(self, key: Hashable, rate: Rate, now: float) -> None:
        ahead = max(0.0, self._forgotten_at.get(key, now) - now)
        most = max(rate.burst, 1) * rate.interval
        self._forgotten_at[key] = now + min(ahead + rate.interval, most)
        if len(self._forgotten_at) > self._many:
            living = {key: at for key, at in self._forgotten_at.items() if at > now}
            self._forgotten_at = living
            self._many = max(self.FEW, 2 * len(living))
