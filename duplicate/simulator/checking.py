"""Whether the server did right by the crowd: every acknowledgement against what was credited.

Points are worked out anew by the engine from what was acknowledged; nothing is asked of the
server's own judging. Each fault is a sentence.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from duplicate.simulator.planning import Attempt, Intent
from engine.board import Board
from engine.intended_move import judge_slip
from engine.lexicon import Lexicon
from engine.notation import read_coordinates, read_move, read_word
from engine.rulesets import Ruleset
from engine.simultan import choose_reference
from engine.solver import find_tops

#: What the network may take: an answer sent this long before the end must have been in time.
TRANSIT = timedelta(seconds=0.25)


@dataclass(frozen=True)
class Receipt:
    """What the server acknowledged."""

    received_at: datetime
    is_late: bool
    coordinates: str
    word: str


@dataclass(frozen=True)
class Handed:
    """An attempt and what became of it; times are the server's."""

    number: int
    attempt: Attempt
    sent_at: datetime
    seconds: float
    #: Of the last try; 0 where no response came at all.
    status: int
    tries: int = 1
    problem: str = ""
    receipt: Receipt | None = None


@dataclass(frozen=True)
class Played:
    """A published round as the public sees it, and what the crowd knows of it."""

    number: int
    board: Board
    rack: str
    closes_at: datetime
    handed: Sequence[Handed]
    top_points: int
    #: Coordinates and word of the move that was laid.
    reference: tuple[str, str]
    #: What each participant number was credited.
    credited: Mapping[int, int]
    #: Whether something was away: what left in time may then have been received too late.
    is_disturbed: bool = False


@dataclass
class Tally:
    """A participant's game so far, by our own reckoning."""

    points: list[int] = field(default_factory=list)
    tops: int = 0


class Referee:
    """Judges for itself what the server says, round by round."""

    def __init__(self, lexicon: Lexicon, rules: Ruleset, numbers: Sequence[int]) -> None:
        self.lexicon, self.rules = lexicon, rules
        self.tallies = {number: Tally() for number in numbers}

    def check_round(self, played: Played) -> list[str]:
        """The faults of a round, which enters the tallies."""
        said = f"round {played.number}"
        faults = [fault for handed in played.handed for fault in check_receipt(handed, played)]
        tops = find_tops(self.lexicon, played.board, played.rack, self.rules)
        best = choose_reference(played.board, tops)
        if played.top_points != best.points:
            faults.append(f"{said}: top of {played.top_points} points, not {best.points}")
        if played.reference != (best.move.coordinates, best.move.word):
            faults.append(f"{said}: {' '.join(played.reference)} was laid, not {best.move}")

        last = last_in_time(played.handed)
        for number, tally in self.tallies.items():
            points = self._worth(played, last[number]) if number in last else 0
            credited = played.credited.get(number, 0)
            if credited != points:
                what = f"{last[number].coordinates} {last[number].word}" if number in last else "-"
                faults.append(f"{said}, player {number}: {credited} for {what}, not {points}")
            if number in last and number not in played.credited:
                faults.append(f"{said}, player {number}: no result for an acknowledged answer")
            tally.points.append(points)
            tally.tops += points == best.points
        faults += [
            f"{said}: a result for {number}, who is not of this crowd"
            for number in played.credited.keys() - self.tallies.keys()
        ]
        return faults

    def check_standings(self, rows: Mapping[int, tuple[int, int]]) -> list[str]:
        """The faults of the standings: rank and total by participant number."""
        ranks = expected_ranks(self.tallies)
        return [
            f"standings, player {number}: rank and total {rows.get(number)}, not {expected}"
            for number, tally in self.tallies.items()
            if rows.get(number) != (expected := (ranks[number], sum(tally.points)))
        ]

    def check_own(self, messages: Mapping[int, Any]) -> list[str]:
        """The faults of what phones show of their owners, by participant number, None for nothing.

        That is the last round that was checked, the total and the rank.
        """
        ranks = expected_ranks(self.tallies)
        faults = []
        for number, tally in self.tallies.items():
            own = messages.get(number) or {}
            shown = own.get("number"), own.get("rank"), own.get("total"), _points(own)
            expected = number, ranks[number], sum(tally.points), tally.points[-1]
            if shown != expected:
                faults.append(
                    f"player {number} is told number, rank, total, points {shown}, not {expected}"
                )
        return faults

    def _worth(self, played: Played, receipt: Receipt) -> int:
        """What the move brings, blanks found where the writer's case left them open."""
        written = read_move(receipt.coordinates, receipt.word)
        return judge_slip(
            played.board, written, rack=played.rack, lexicon=self.lexicon, ruleset=self.rules
        ).points


def _points(own: Mapping[str, Any]) -> int:
    """Of the last round; no round is none."""
    return int(own["round"]["points"]) if own.get("round") else 0


def check_receipt(handed: Handed, played: Played) -> Iterator[str]:
    """The faults of what one attempt was answered with."""
    attempt, receipt = handed.attempt, handed.receipt
    said = f"round {played.number}, player {handed.number}, {attempt.coordinates} {attempt.word}"
    if attempt.intent is Intent.UNREADABLE:
        if handed.status != 400:
            yield f"{said}: unreadable, but answered with {handed.status}"
        return
    if receipt is None:
        yield f"{said}: not acknowledged ({handed.status} {handed.problem})"
        return
    if not _same(attempt, receipt):
        yield f"{said}: acknowledged as {receipt.coordinates} {receipt.word}"
    if receipt.is_late != (receipt.received_at >= played.closes_at):
        yield f"{said}: late is {receipt.is_late} at {receipt.received_at}"
    if not played.is_disturbed and is_refused_in_time(handed, played.closes_at):
        yield f"{said}: sent in time, at {handed.sent_at}, but taken for late"


def is_refused_in_time(handed: Handed, closes_at: datetime) -> bool:
    """Whether a readable answer that left in time does not count."""
    in_time = handed.receipt is not None and not handed.receipt.is_late
    readable = handed.attempt.intent is not Intent.UNREADABLE
    return readable and not in_time and handed.sent_at + TRANSIT < closes_at


def last_in_time(handed: Sequence[Handed]) -> dict[int, Receipt]:
    """By participant number, the last answer that was acknowledged as counting."""
    last: dict[int, Receipt] = {}
    for one in handed:
        receipt = one.receipt
        if receipt is None or receipt.is_late:
            continue
        if one.number not in last or last[one.number].received_at < receipt.received_at:
            last[one.number] = receipt
    return last


def expected_ranks(tallies: Mapping[int, Tally]) -> dict[int, int]:
    """By total, then tops, then the last rounds backwards; who is equal in all shares a rank."""
    keys = {
        number: (sum(tally.points), tally.tops, tuple(reversed(tally.points)))
        for number, tally in tallies.items()
    }
    ordered = sorted(keys.values(), reverse=True)
    first = {key: place for place, key in reversed(list(enumerate(ordered, start=1)))}
    return {number: first[key] for number, key in keys.items()}


def _same(attempt: Attempt, receipt: Receipt) -> bool:
    return (
        read_coordinates(attempt.coordinates) == read_coordinates(receipt.coordinates)
        and read_word(attempt.word) == receipt.word
    )
