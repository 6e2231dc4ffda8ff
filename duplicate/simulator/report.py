"""What a simulation found, as text for people and as JSON for programs."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any

from duplicate.simulator.checking import Handed, is_refused_in_time
from duplicate.simulator.planning import Intent

#: Faults told one by one; the others are only counted.
FAULTS_TOLD = 20


@dataclass(frozen=True)
class Sight:
    """When the phones showed something: how many of them did, and after how many seconds."""

    what: str
    phones: int
    seen: int
    p50: float
    p99: float
    last: float


def sight(what: str, seconds: Sequence[float | None]) -> Sight:
    """From every phone's time, None where it has not shown it."""
    seen = [one for one in seconds if one is not None]
    p50, p99 = percentile(seen, 50), percentile(seen, 99)
    return Sight(what, len(seconds), len(seen), p50, p99, max(seen, default=0))


@dataclass(frozen=True)
class Times:
    """Of a round, by the server's clock."""

    opened_at: datetime
    closes_at: datetime
    published_at: datetime


@dataclass(frozen=True)
class RoundFigures:
    number: int
    rack: str
    reference: str
    top_points: int
    #: Requests sent with an answer, the unreadable ones among them.
    sent: int
    in_time: int
    late: int
    unreadable: int
    refused_in_time: int
    retried: int
    errors: int
    #: Acknowledged answers in the busiest second.
    peak: int
    p50: float
    p99: float
    slowest: float
    #: What the phones showed: the rack, counted from the opening, the end of the round from its
    #: deadline, one's own result from the publication.
    sights: tuple[Sight, ...]
    times: Times
    #: What was done to the server; '' for nothing.
    outage: str


@dataclass
class Report:
    game: str
    players: int
    #: Of them, those who follow the live stream; the others ask now and then.
    listeners: int
    joining_seconds: float = 0
    rounds: list[RoundFigures] = field(default_factory=list)
    ending: str = ""
    #: Acknowledged answers that were checked against the results.
    checked: int = 0
    faults: list[str] = field(default_factory=list)

    @property
    def is_clean(self) -> bool:
        return not self.faults

    def as_json(self) -> dict[str, Any]:
        """Times are for the writer of JSON to put as text."""
        return {**asdict(self), "is_clean": self.is_clean}

    def told(self) -> str:
        """The end of the report: what holds for all rounds together."""
        lines = [
            f"{self.checked} acknowledgements checked against results and standings: "
            + ("all are right" if self.is_clean else f"{len(self.faults)} FAULTS"),
            (
                f"phones left behind {self._left_behind}, refused though in time "
                f"{sum(figures.refused_in_time for figures in self.rounds)}, "
                f"errors {sum(figures.errors for figures in self.rounds)}"
            ),
        ]
        if self.ending:
            lines.append(f"the game is over: {self.ending}")
        lines += (f"  {fault}" for fault in self.faults[:FAULTS_TOLD])
        if (more := len(self.faults) - FAULTS_TOLD) > 0:
            lines.append(f"  … and {more} more")
        return "\n".join(lines)

    @property
    def _left_behind(self) -> int:
        return sum(one.phones - one.seen for figures in self.rounds for one in figures.sights)


def measure(
    number: int,
    rack: str,
    reference: str,
    top_points: int,
    handed: Sequence[Handed],
    times: Times,
    sights: Sequence[Sight],
    outage: str = "",
) -> RoundFigures:
    """The figures of a round from what was handed in."""
    receipts = [one.receipt for one in handed if one.receipt]
    latencies = [one.seconds for one in handed if one.receipt]
    per_second = Counter(int(receipt.received_at.timestamp()) for receipt in receipts)
    unreadable = [one for one in handed if one.attempt.intent is Intent.UNREADABLE]
    return RoundFigures(
        number=number,
        rack=rack,
        reference=reference,
        top_points=top_points,
        sent=len(handed),
        in_time=sum(not receipt.is_late for receipt in receipts),
        late=sum(receipt.is_late for receipt in receipts),
        unreadable=sum(one.status == 400 for one in unreadable),
        refused_in_time=sum(is_refused_in_time(one, times.closes_at) for one in handed),
        retried=sum(one.tries - 1 for one in handed),
        errors=len(handed) - len(receipts) - sum(one.status == 400 for one in unreadable),
        peak=max(per_second.values(), default=0),
        p50=percentile(latencies, 50),
        p99=percentile(latencies, 99),
        slowest=max(latencies, default=0),
        sights=tuple(sights),
        times=times,
        outage=outage,
    )


def told_round(figures: RoundFigures) -> str:
    """A round in a few lines."""
    lines = {
        f"Round {figures.number}": f"{figures.rack}, {figures.reference}, {figures.top_points}",
        "  answers": f"{figures.sent} sent: {figures.in_time} in time, {figures.late} late, "
        f"{figures.unreadable} unreadable and refused",
        "  trouble": f"{figures.refused_in_time} refused though in time, {figures.retried} "
        f"retries, {figures.errors} errors",
        "  speed": f"{figures.peak} answers/s at the peak; p50 {_ms(figures.p50)}, "
        f"p99 {_ms(figures.p99)}, slowest {_ms(figures.slowest)}",
    } | {
        f"  {one.what}": f"p50 {_ms(one.p50)}, p99 {_ms(one.p99)}, last {_ms(one.last)}, "
        f"{one.seen}/{one.phones} phones"
        for one in figures.sights
    }
    if figures.outage:
        lines["  outage"] = figures.outage
    return "\n".join(f"{name:<16}{text}" for name, text in lines.items())


def percentile(values: Sequence[float], percent: int) -> float:
    """The smallest value that so many percent of all don't exceed; 0 where there are none."""
    ordered = sorted(values)
    return ordered[-(-len(ordered) * percent // 100) - 1] if ordered else 0


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms"
