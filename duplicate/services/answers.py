"""Answers are written down: those from phones and programs many at once, slips one by one.

Whether an answer counts is decided by its moment of receipt and the round's periods alone, never
by when a worker gets to it. docs/deadlines.md tells why nothing is lost between answer and close.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from operator import attrgetter
from typing import Protocol
from uuid import UUID

from django.db import IntegrityError, connection, transaction

from duplicate import timers
from duplicate.errors import (
    GameMissing,
    NotYourGame,
    ParticipantMissing,
    ParticipantWithdrawn,
    RoundMissing,
    RoundNotOpen,
    RoundOver,
    SlipMissing,
    SlipNotDiffering,
    TokenUnknown,
)
from duplicate.models import Answer, Game, Participant, Period, Round
from duplicate.selectors.slips import Check, slips_of, typed_by_two
from duplicate.services.participants import current_participant
from duplicate.services.transitions import lock_round
from duplicate.written_answer import ILLEGIBLE, WrittenAnswer, take_slip
from referee.errors import Refused
from referee.idempotency import KeyReused
from referee.models import User

#: What every database can look for in a column of numbers.
MOST_NUMBER = 2**31 - 1


@dataclass(frozen=True)
class IncomingAnswer:
    token_digest: str
    game_id: UUID
    round_number: int
    received_at: datetime
    written: WrittenAnswer
    #: Given by the client; the same one again finds the first answer.
    key: str = ""


class LockRounds(Protocol):
    def __call__(self, pks: Collection[int], *, exclusive: bool) -> Iterable[Round]: ...


def lock_rounds(pks: Collection[int], *, exclusive: bool) -> Iterable[Round]:
    """The rounds as they are now, locked: for sharing with other answers, or for a change of state.

    Whoever closes, pauses or judges locks the round exclusively and thus waits for us, or we for
    them. SQLite has no such lock and needs none: there a write transaction has all to itself.
    """
    strength = "FOR NO KEY UPDATE" if exclusive else "FOR SHARE"
    return Round.objects.raw(
        "SELECT id, game_id, number, state, opened_at FROM duplicate_round "  # noqa: S608
        f"WHERE id IN ({', '.join(['%s'] * len(pks))}) "
        f"ORDER BY id {strength if connection.features.has_select_for_update else ''}",
        list(pks),
    )


def record_answer(incoming: IncomingAnswer) -> Answer:
    """Write one answer down by itself. Raises what `record_answers` refuses it with."""
    outcome = record_answers([incoming])[0]
    if isinstance(outcome, Refused):
        raise outcome
    return outcome


def record_answers(
    incoming: Sequence[IncomingAnswer], *, lock: LockRounds = lock_rounds
) -> list[Answer | Refused]:
    """Write all of them down in one transaction: for each in turn its answer, or why it is refused.

    What is refused changes nothing and hinders no other. A key that the participant used before
    brings the first answer again. On return all is committed; an error means that nothing is.
    """
    try:
        return _record(incoming, lock)
    except IntegrityError:
        # Another process wrote one of our keys in the same moment; now it is there to be found.
        return _record(incoming, lock)


def record_slip(
    round: Round,
    participant: Participant,
    *,
    coordinates: str,
    word: str,
    points: int | str | None,
    at: datetime,
    by: User,
    is_late: bool = False,
    is_illegible: bool = False,
) -> Answer:
    """Write down what stands on a slip. It counts unless `is_late`, whenever it is typed.

    It is kept as it is written, whatever that is: judging says what move it means, or why it means
    none. Of an illegible slip nothing is kept. It takes the place of what was typed before for the
    same participant, also if it is late. Refused before the round is opened and once it is
    published or cancelled; Invalid for more than fits a slip, AlreadyMerged.
    """
    written = ILLEGIBLE if is_illegible else take_slip(coordinates, word, points)
    with transaction.atomic():
        round = lock_round(round)
        if participant.game_id != round.game_id:
            raise ParticipantMissing
        participant = current_participant(participant)
        if refusal := _refusal(round, participant, at):
            raise refusal
        return _enter_slip(round, participant, written, at, by=by, is_late=is_late)


@transaction.atomic
def settle_slip(round: Round, version: int, at: datetime, *, by: User) -> Answer:
    """Let what one of two people typed be what stands on the slip, whose versions differ.

    Raises SlipMissing for what is none of the slips of the round, SlipNotDiffering if there is
    nothing to decide, and as `record_slip` does.
    """
    round = lock_round(round)
    chosen = slips_of(round).filter(pk=version).first()
    if chosen is None:
        raise SlipMissing
    typed = typed_by_two(round, chosen.participant)
    if typed is None or typed.check is not Check.DIFFERS or chosen not in typed.versions:
        raise SlipNotDiffering(number=chosen.participant.number)
    if refusal := _refusal(round, chosen.participant, at):
        raise refusal
    written = WrittenAnswer(
        chosen.coordinates, chosen.word, chosen.declared_points, chosen.written_points
    )
    return _enter_slip(
        round, chosen.participant, written, at, by=by, is_late=chosen.is_late, settles=True
    )


def _enter_slip(
    round: Round,
    participant: Participant,
    written: WrittenAnswer,
    at: datetime,
    *,
    by: User,
    is_late: bool,
    settles: bool = False,
) -> Answer:
    answer = _answer(round, participant, written, at, is_late=is_late)
    answer.source, answer.entered_by, answer.settles = Answer.Source.SLIP, by, settles
    answer.save(force_insert=True)
    _judge_again([answer])
    return answer


def _record(incoming: Sequence[IncomingAnswer], lock: LockRounds) -> list[Answer | Refused]:
    # A round that is judged already goes back to closed, which needs the lock for itself. Two who
    # share it must not both wait for that: so nothing is written, and all is locked anew.
    for exclusive in (False, True):
        with transaction.atomic(durable=True):
            rounds = _living_rounds(incoming, partial(lock, exclusive=exclusive))
            if exclusive or not any(map(_is_judged, rounds.values())):
                return _write(incoming, rounds)
    raise AssertionError("the second lock is exclusive")


def _write(
    incoming: Sequence[IncomingAnswer], rounds: dict[tuple[UUID, int], Round]
) -> list[Answer | Refused]:
    # Each of these is a statement of its own, begun after the lock was given: it sees all that
    # those who held the lock before us have done.
    people = _people_of(incoming)
    games = _games_of(incoming, people)
    periods: dict[int, list[Period]] = {round.pk: [] for round in rounds.values()}
    for period in Period.objects.filter(round_id__in=periods):
        periods[period.round_id].append(period)
    first = _first_answers(incoming, people)

    outcomes: list[Answer | Refused] = []
    fresh: list[Answer] = []
    for item in incoming:
        person = people.get(item.token_digest)
        round = rounds.get((item.game_id, item.round_number))
        if not person:
            outcomes.append(TokenUnknown())
        elif item.game_id not in games:
            outcomes.append(GameMissing())
        elif person.game_id != item.game_id:
            outcomes.append(NotYourGame())
        elif known := item.key and first.get((person.pk, item.key)):
            outcomes.append(known if _is_same(known, item) else KeyReused())
        elif not round:
            outcomes.append(RoundMissing())
        elif refusal := _refusal(round, person, item.received_at):
            outcomes.append(refusal)
        else:
            counts = any(
                period.starts_at <= item.received_at < period.ends_at
                for period in periods[round.pk]
            )
            answer = _answer(round, person, item.written, item.received_at, is_late=not counts)
            answer.key = item.key
            first[person.pk, item.key] = answer
            fresh.append(answer)
            outcomes.append(answer)
    # Two processes that write the same keys in different order would wait for each other.
    Answer.objects.bulk_create(sorted(fresh, key=attrgetter("participant_id", "key")))
    _judge_again(answer for answer in fresh if not answer.is_late)
    return outcomes


def _people_of(incoming: Sequence[IncomingAnswer]) -> dict[str | None, Participant]:
    """Those who hand them in, by their tokens."""
    people = Participant.objects.filter(token_digest__in={item.token_digest for item in incoming})
    columns = people.only("id", "game_id", "number", "token_digest", "withdrawn_at")
    return {person.token_digest: person for person in columns}


def _games_of(
    incoming: Sequence[IncomingAnswer], people: dict[str | None, Participant]
) -> set[UUID]:
    """The games there are of those that they name."""
    games = {person.game_id for person in people.values()}
    if foreign := {answer.game_id for answer in incoming} - games:
        games |= set(Game.objects.filter(pk__in=foreign).values_list("pk", flat=True))
    return games


def _living_rounds(
    incoming: Sequence[IncomingAnswer], lock: "partial[Iterable[Round]]"
) -> dict[tuple[UUID, int], Round]:
    """The last attempt of every round that an answer names, locked."""
    wanted = {
        (answer.game_id, answer.round_number)
        for answer in incoming
        if answer.round_number <= MOST_NUMBER
    }
    attempts = (
        Round.objects.filter(
            game_id__in={game for game, _ in wanted}, number__in={number for _, number in wanted}
        )
        .order_by("attempt")
        .values_list("game_id", "number", "pk")
    )
    last = {(game, number): pk for game, number, pk in attempts}
    pks = [pk for place, pk in last.items() if place in wanted]
    return {(round.game_id, round.number): round for round in lock(pks)} if pks else {}


def _first_answers(
    incoming: Sequence[IncomingAnswer], people: dict[str | None, Participant]
) -> dict[tuple[int, str], Answer]:
    """The answers that are there already under the keys of these ones."""
    keys = {answer.key for answer in incoming if answer.key}
    if not keys:
        return {}
    known = Answer.objects.filter(
        participant__in=[person.pk for person in people.values()], key__in=keys
    ).select_related("round")
    return {(answer.participant_id, answer.key): answer for answer in known}


def _is_same(answer: Answer, item: IncomingAnswer) -> bool:
    written = WrittenAnswer(answer.coordinates, answer.word, answer.declared_points)
    return answer.round.number == item.round_number and written == item.written


def _refusal(round: Round, participant: Participant, at: datetime) -> Refused | None:
    if participant.withdrawn_at:
        return ParticipantWithdrawn()
    if round.state in Round.OVER:  # nothing is written down any more
        return RoundOver(number=round.number, state=round.state)
    if not round.opened_at or at < round.opened_at:
        return RoundNotOpen(number=round.number)
    return None


def _answer(
    round: Round, participant: Participant, written: WrittenAnswer, at: datetime, *, is_late: bool
) -> Answer:
    return Answer(
        round=round,
        participant=participant,
        source=Answer.Source.ONLINE,
        received_at=at,
        coordinates=written.coordinates,
        word=written.word,
        declared_points=written.declared_points,
        written_points=written.written_points,
        is_late=is_late,
    )


def _is_judged(round: Round) -> bool:
    return round.state == Round.State.JUDGED


def _judge_again(answers: Iterable[Answer]) -> None:
    """Have their rounds judged again, as far as they were judged without these answers."""
    for pk in {answer.round_id for answer in answers if _is_judged(answer.round)}:
        Round.objects.filter(pk=pk).update(state=Round.State.CLOSED)
        timers.hasten(timers.JUDGE, pk)
