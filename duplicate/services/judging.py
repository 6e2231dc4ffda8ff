"""Judging a closed round: plays, reference, everybody's points (see docs/judging.md)."""

from datetime import datetime, timedelta

from django.db import transaction

from duplicate import timers
from duplicate.adjudication import JudgedPlay, MoveJson, PlayKey
from duplicate.models import LogEntry, Play, Result, Round
from duplicate.selectors.judging import (
    CREDIT,
    Outcome,
    credit_columns,
    credits_now,
    outcome_of,
    ruled_plays,
    tops_of,
)
from duplicate.services import transitions

_VERDICT = ["code", "detail", "points", "face_points", "words", "inadmissible"]


@transaction.atomic
def judge_round(round: Round, at: datetime) -> Round:
    """Judge every answer of the closed round, and choose the move to be laid.

    A round that is judged already, or even published, stays as it is, so racing workers are
    harmless. Raises WrongRoundState for one that is not closed.
    """
    round = transitions.lock_round(round)
    if round.state in (Round.State.JUDGED, Round.State.PUBLISHED):
        return round
    transitions.require_round_state(round, Round.State.CLOSED)
    settle(round, at)
    return round


def settle(round: Round, at: datetime) -> None:
    """Judge the round, closed or judged, whose game and row are locked.

    When it is published by itself is said once, on closing: not after a publication taken back.
    """
    outcome = outcome_of(round, round.tops)
    write_outcome(round, outcome)
    options = round.game.options
    # What a director took back is published again by a director only.
    was_retracted = round.log.filter(kind=LogEntry.Kind.RETRACTED).exists()
    is_closed = round.state == Round.State.CLOSED
    if options.automatic and is_closed and round.closes_at and not was_retracted:
        round.publish_at = round.closes_at + timedelta(seconds=options.publish_after_seconds)
        timers.hasten(timers.PUBLISH, round.pk, round.publish_at)
    chosen = _place(round.reference) if round.reference_chosen else None
    round.reference = outcome.reference
    round.reference_chosen = chosen is not None and chosen == _place(outcome.reference)
    round.state = Round.State.JUDGED
    round.save(update_fields=["state", "reference", "reference_chosen", "publish_at"])
    transitions.record_round(
        round,
        LogEntry.Kind.JUDGED,
        at,
        by=None,
        answers=len(outcome.answers),
        plays=len(outcome.plays),
        top_points=round.top_points,
        reference=outcome.reference,
        digest=outcome.digest,
    )


def find_tops_anew(round: Round) -> None:
    """Take the tops of the locked round by the words that hold now."""
    round.tops = tops_of(round)
    round.top_points = round.tops[0]["points"] if round.tops else 0
    round.save(update_fields=["tops", "top_points"])


def write_outcome(round: Round, outcome: Outcome) -> None:
    """Bring plays and results of the locked round in line with the outcome.

    Plays keep their rows, so that rulings on them hold; a play that nobody gives any more goes
    unless it was ruled on.
    """
    existing = {PlayKey(play.coordinates, play.word): play for play in round.plays.all()}
    plays = _write_plays(round, outcome, existing)
    _write_results(round, outcome, plays)
    gone = existing.keys() - outcome.plays.keys() - ruled_plays(round)
    if gone:
        round.plays.filter(pk__in=[existing[key].pk for key in gone]).delete()


def _write_plays(
    round: Round, outcome: Outcome, existing: dict[PlayKey, Play]
) -> dict[PlayKey, Play]:
    plays = {}
    new: list[Play] = []
    changed: list[Play] = []
    # By what they are: in the order of receipt their ids would tell who handed in first.
    for key, judged in sorted(outcome.plays.items()):
        play = existing.get(key) or Play(round=round, coordinates=key.coordinates, word=key.word)
        if play.pk is None:
            new.append(play)
        elif any(getattr(play, name) != getattr(judged, name) for name in _VERDICT):
            changed.append(play)
        _take_verdict(play, judged)
        plays[key] = play
    Play.objects.bulk_create(new)
    Play.objects.bulk_update(changed, _VERDICT, batch_size=500)
    return plays


def _take_verdict(play: Play, judged: JudgedPlay) -> None:
    for name in _VERDICT:
        setattr(play, name, getattr(judged, name))


def _write_results(round: Round, outcome: Outcome, plays: dict[PlayKey, Play]) -> None:
    before = credits_now(round)
    written = []
    for pk, credit in outcome.credits.items():
        answer, key = outcome.answers.get(pk, (None, None))
        play = plays[key].pk if key else None
        credited = credit_columns(credit)
        if before.pop(pk, None) != (answer, play, *credited):
            columns = dict(zip(CREDIT, credited, strict=True))
            written.append(
                Result(
                    round_id=round.pk, participant_id=pk, answer_id=answer, play_id=play, **columns
                )
            )
    Result.objects.bulk_create(
        written,
        update_conflicts=True,
        unique_fields=["round", "participant"],
        update_fields=["answer", "play", *CREDIT],
    )
    if before:
        round.results.filter(participant__in=before).delete()


def _place(move: MoveJson | None) -> tuple[str, str] | None:
    return (move["coordinates"], move["word"]) if move else None
