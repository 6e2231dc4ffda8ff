"""Slips typed from paper: the last entries, and where two who typed the same slip differ."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import QuerySet

from duplicate.models import Answer, Participant, Round


class Check(StrEnum):
    """How far a slip was typed by two people."""

    ONCE = "once"
    DIFFERS = "differs"
    AGREES = "agrees"


@dataclass(frozen=True)
class TypedTwice:
    """What different people last typed of one participant's slip, the newest last."""

    participant: Participant
    versions: tuple[Answer, ...]
    check: Check


def slips_of(round: Round) -> QuerySet[Answer]:
    """Every version typed, the newest first."""
    slips = round.answers.filter(source=Answer.Source.SLIP)
    return slips.select_related("participant", "entered_by").order_by("-received_at", "-id")


def compare_entries(round: Round) -> list[TypedTwice]:
    """Every slip of the round with what each person last typed of it, by number.

    Once two people have typed it, it agrees when what was typed last had been typed before: so a
    difference is settled by whoever types the right version once more.
    """
    typed: dict[int, list[Answer]] = {}
    for answer in reversed(slips_of(round)):
        typed.setdefault(answer.participant_id, []).append(answer)
    compared = map(_compared, typed.values())
    return sorted(compared, key=lambda entry: entry.participant.number)


def _compared(answers: list[Answer]) -> TypedTwice:
    *earlier, newest = answers
    last: dict[int | None, Answer] = {}
    for answer in answers:
        last.pop(answer.entered_by_id, None)
        last[answer.entered_by_id] = answer
    if len(last) == 1:
        check = Check.ONCE
    elif _content(newest) in map(_content, earlier):
        check = Check.AGREES
    else:
        check = Check.DIFFERS
    return TypedTwice(newest.participant, tuple(last.values()), check)


def _content(answer: Answer) -> tuple[object, ...]:
    """What of a slip must be the same: an end may be left out, and all in one case is no blank."""
    start = answer.coordinates.partition("-")[0]
    word = answer.word.upper() if answer.word.islower() else answer.word
    return start, word, answer.declared_points, answer.is_late


def differing(compared: Iterable[TypedTwice]) -> list[TypedTwice]:
    return [typed for typed in compared if typed.check is Check.DIFFERS]
