"""What everybody who plays is told of themselves: the last published round, their total and rank.

Read for all at once, as all want to know at once.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from duplicate.messages import tell_code
from duplicate.models import Game, Participant, Result, Round
from duplicate.selectors.notes import LoggedRuling, applied_rulings, tell_notes
from duplicate.selectors.standings import game_standings, results_version
from duplicate.standings import Row


class Seat(NamedTuple):
    pk: int
    number: int
    is_withdrawn: bool


class Outcome(NamedTuple):
    """What the last published round brought somebody; no play where it was credited without one."""

    points: int
    bonus: int
    deduction: int
    is_top: bool
    is_solo: bool
    warnings: list[str]
    code: str | None
    detail: Mapping[str, Any] | None
    worth: int | None
    play_coordinates: str | None
    play_word: str | None
    coordinates: str | None
    word: str | None
    declared: int | None


@dataclass(frozen=True)
class Published:
    """What is published of a game: the last round, what it brought, where everybody stands."""

    round: Round | None
    #: By the key of the participant.
    outcomes: Mapping[int, Outcome]
    #: By the number of the participant.
    rows: Mapping[int, Row]
    #: What directors ruled on participants in that round, by their numbers.
    rulings: Mapping[int, Sequence[LoggedRuling]]


@dataclass(frozen=True)
class OwnMessages:
    """The messages of all who play, by the digest of their token (`referee.followed`)."""

    results: int
    seats: Mapping[str, Seat]
    published: Published

    def of(self, token_digest: str) -> dict[str, Any] | None:
        """What they are told, in the active language; None for who does not play here."""
        seat = self.seats.get(token_digest)
        return None if seat is None else _message(self.results, seat, self.published)


def own_messages(game: Game) -> OwnMessages:
    """Everybody's messages, as of now; what is not published is in none of them."""
    results = results_version(game)
    people = Participant.objects.filter(game=game, token_digest__isnull=False)
    seats = {
        str(token_digest): Seat(pk, number, withdrawn_at is not None)
        for token_digest, pk, number, withdrawn_at in people.values_list(
            "token_digest", "pk", "number", "withdrawn_at"
        )
    }
    return OwnMessages(results, seats, _published(game, results))


def own_message(participant: Participant, results: int | None = None) -> dict[str, Any]:
    """What one of them is told, in the active language; `results` is the version, if known."""
    game = participant.game
    if results is None:
        results = results_version(game)
    seat = Seat(participant.pk, participant.number, participant.withdrawn_at is not None)
    return _message(results, seat, _published(game, results))


@lru_cache(maxsize=4)
def _published(game: Game, _results: int) -> Published:
    round = game.rounds.filter(state=Round.State.PUBLISHED).order_by("number").last()
    if round is None:
        return Published(None, {}, {}, {})
    return Published(
        round, _outcomes(round), game_standings(game).by_number, applied_rulings(round)
    )


def _outcomes(round: Round) -> dict[int, Outcome]:
    columns = (
        *("points", "bonus", "deduction", "is_top", "is_solo", "warnings"),
        *("play__code", "play__detail", "play__points", "play__coordinates", "play__word"),
        *("answer__coordinates", "answer__word", "answer__declared_points"),
    )
    results = Result.objects.filter(round=round).values_list("participant_id", *columns)
    return {pk: Outcome(*columns) for pk, *columns in results.iterator(chunk_size=10_000)}


def _message(results: int, seat: Seat, published: Published) -> dict[str, Any]:
    row = published.rows.get(seat.number)
    return {
        "results": results,
        "number": seat.number,
        "withdrawn": seat.is_withdrawn,
        "total": row.total if row else 0,
        "percent": float(row.percent) if row else 0,
        "rank": row.rank if row else None,
        "players": len(published.rows),
        "round": _round(
            published.round,
            published.outcomes.get(seat.pk),
            published.rulings.get(seat.number, ()),
        ),
    }


def _round(
    round: Round | None, outcome: Outcome | None, rulings: Sequence[LoggedRuling]
) -> dict[str, Any] | None:
    if round is None or outcome is None:
        return None
    return {
        "number": round.number,
        "attempt": round.attempt,
        "points": outcome.points,
        "bonus": outcome.bonus,
        "deduction": outcome.deduction,
        "is_top": outcome.is_top,
        "is_solo": outcome.is_solo,
        "warnings": len(outcome.warnings),
        "notes": tell_notes(outcome.warnings, rulings),
        "code": outcome.code,
        "verdict": tell_code(outcome.code, outcome.detail or {}) if outcome.code else "",
        "coordinates": outcome.coordinates,
        "word": outcome.word,
        "declared": outcome.declared,
        "worth": outcome.worth,
        "play": _play(outcome),
    }


def _play(outcome: Outcome) -> dict[str, str | None] | None:
    """The move as it was judged, whatever way it was written; None where nobody could read one."""
    if not outcome.play_coordinates:
        return None
    return {"coordinates": outcome.play_coordinates, "word": outcome.play_word}
