"""What is read of a round's answers."""

from collections.abc import Iterable
from datetime import datetime
from hashlib import sha256
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from duplicate.models import Answer, Round
from referee.chain import time_text


def receipt_of(answer: Answer) -> dict[str, Any]:
    """What its sender is told: what was written down, when it arrived, and nothing of its worth."""
    return {
        "round": answer.round.number,
        "received_at": time_text(answer.received_at),
        "is_late": answer.is_late,
        "coordinates": answer.coordinates,
        "word": answer.word,
        "points": answer.declared_points,
    }


def answers_in_force(round: Round) -> QuerySet[Answer]:
    """Those that are not late, in order of receipt; of everybody the last one counts.

    Of the slips that were typed for somebody only the newest version is considered, so that one
    marked as late takes back what was typed before.
    """
    slips = Answer.objects.filter(
        round=OuterRef("round"), participant=OuterRef("participant"), source=Answer.Source.SLIP
    )
    is_newer = Q(received_at__gt=OuterRef("received_at")) | Q(
        received_at=OuterRef("received_at"), pk__gt=OuterRef("pk")
    )
    replaced = Q(source=Answer.Source.SLIP) & Exists(slips.filter(is_newer))
    return round.answers.filter(~replaced, is_late=False).order_by("received_at", "pk")


def summary_of(round: Round) -> dict[str, Any]:
    """How many answers the round has, and the digest by which the log vouches for all of them."""
    rows = round.answers.order_by("received_at", "participant__number", "id").values_list(
        "participant__number",
        "received_at",
        "source",
        "coordinates",
        "word",
        "declared_points",
        "is_late",
        "written_points",
    )
    return summary_of_answers(rows)


def summary_of_answers(rows: Iterable[tuple[Any, ...]]) -> dict[str, Any]:
    """The same of answers in order of receipt, each as the columns that `summary_of` reads.

    The digest is SHA-256 over a line for each version, late ones too: number of the participant,
    time in UTC, source, coordinates, word, declared points (or what stands on a slip in their
    place, or nothing) and 'late' or 'counts', separated by tabs.
    """
    lines = [
        f"{number}\t{time_text(at)}\t{source}\t{coordinates}\t{word}\t"
        f"{text if points is None else points}\t{'late' if late else 'counts'}\n"
        for number, at, source, coordinates, word, points, late, text in rows
    ]
    return {"answers": len(lines), "digest": sha256("".join(lines).encode()).hexdigest()}


def deadlines() -> list[datetime]:
    """When the rounds close that are played now, or closed if answers may still be under way."""
    played = Round.State.OPEN, Round.State.PAUSED, Round.State.CLOSING
    closings = Round.objects.filter(state__in=played).values_list("closes_at", flat=True)
    return [at for at in closings if at]
