"""Time at a table as its page shows it: what is left, and the zone it is in."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.dateparse import parse_datetime

from tournaments.tables.answers import TableTimer
from tournaments.tables.games.texts import GameTexts, tell


@dataclass(frozen=True)
class Countdown:
    """Time that runs, with what is left of it now."""

    key: str
    limit: int
    used: int
    #: When it began to run, or ''.
    since: str
    left: str
    zone: str
    #: Each with its text, until when it lasts, and how bad it is: from 0 to 3.
    zones: tuple["Zone", ...]


@dataclass(frozen=True)
class Zone:
    name: str
    until: int
    tone: int


def tell_time(milliseconds: int) -> str:
    """Time left as a clock shows it: a second counts until it is over."""
    seconds = -(-milliseconds // 1000)
    minutes, rest = divmod(abs(seconds), 60)
    return f"{'−' if seconds < 0 else ''}{minutes}:{rest:02}"


def countdown_of(timer: TableTimer | None, texts: GameTexts, at: datetime) -> Countdown | None:
    if timer is None:
        return None
    since = parse_datetime(timer.since)
    passed = 0 if since is None else max(0, int((at - since).total_seconds() * 1000))
    used = min(timer.used_ms + passed, timer.limit_ms)
    count = len(timer.zones)
    zones = tuple(
        Zone(tell(texts.zones, zone.name), zone.until_ms, _tone(place, count))
        for place, zone in enumerate(timer.zones)
    )
    now = next((zone.name for zone in zones if used < zone.until), zones[-1].name if zones else "")
    return Countdown(
        key=timer.key,
        limit=timer.limit_ms,
        used=timer.used_ms,
        since=timer.since,
        left=tell_time(timer.limit_ms - used),
        zone=now,
        zones=zones,
    )


def _tone(place: int, count: int) -> int:
    """How bad a zone is: the first 0, the last 3."""
    return 0 if count < 2 else round(3 * place / (count - 1))
