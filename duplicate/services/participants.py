"""Who plays: joined online by the code, or entered by the staff."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime

from django.db import transaction

from duplicate.models import Game, LogEntry, Participant
from referee.errors import JoinCodeWrong
from referee.events.locking import lock_event, lock_unfinished, require_state
from referee.events.log import Actor, record
from referee.events.people import NewPerson, change_person, numbers_for, read_texts, set_withdrawn
from referee.models import User
from referee.tokens import PARTICIPANT, digest, new_token, read_code


@transaction.atomic
def join_game(
    code: str,
    *,
    name: str,
    at: datetime,
    club: str = "",
    category: str = "",
    member_id: str = "",
) -> tuple[Participant, str]:
    """Take part online, before or during the game; the token is told this once.

    Raises JoinCodeWrong, WrongGameState once the game is finished, Invalid.
    """
    game = Game.objects.filter(join_code=read_code(code)).first()
    if game is None:
        raise JoinCodeWrong
    game = lock_unfinished(game)
    token = new_token(PARTICIPANT)
    [participant] = _enter(game, [NewPerson(name, club, category, member_id)], at, token=token)
    _record_joined(participant, at, by=participant)
    return participant, token


def enter_participant(game: Game, person: NewPerson, at: datetime, *, by: User) -> Participant:
    """Somebody who plays on paper. Raises WrongGameState, NumberTaken, Invalid."""
    return enter_participants(game, [person], at, by=by)[0]


@transaction.atomic
def enter_participants(
    game: Game, people: Sequence[NewPerson], at: datetime, *, by: User
) -> list[Participant]:
    """All of them or, when one is refused, none. Raises as `enter_participant` does."""
    entered = _enter(lock_unfinished(game), people, at)
    for participant in entered:
        _record_joined(participant, at, by=by)
    return entered


@transaction.atomic
def change_participant(
    participant: Participant,
    at: datetime,
    *,
    by: User,
    name: str | None = None,
    club: str | None = None,
    category: str | None = None,
    member_id: str | None = None,
) -> Participant:
    """Correct what is given, also after the game. Raises Invalid."""
    participant = _lock(participant)
    given = {"name": name, "club": club, "category": category, "member_id": member_id}
    if changes := read_texts(given):
        data = change_person(participant, changes)
        _record(participant, LogEntry.Kind.PARTICIPANT_CHANGED, at, by=by, **data)
    return participant


@transaction.atomic
def withdraw_participant(participant: Participant, at: datetime, *, by: User) -> Participant:
    """They hand in nothing more; what they achieved stays.

    Raises AlreadyWithdrawn, and WrongGameState once the game is finished.
    """
    participant = _lock_playing(participant)
    set_withdrawn(participant, at)
    _record(participant, LogEntry.Kind.WITHDRAWN, at, by=by)
    return participant


@transaction.atomic
def readmit_participant(participant: Participant, at: datetime, *, by: User) -> Participant:
    """Raises NotWithdrawn, and WrongGameState once the game is finished."""
    participant = _lock_playing(participant)
    set_withdrawn(participant, None)
    _record(participant, LogEntry.Kind.READMITTED, at, by=by)
    return participant


@transaction.atomic
def issue_token(participant: Participant, at: datetime, *, by: User | Participant) -> str:
    """A new token, told this once; an earlier one opens nothing any more.

    Raises WrongGameState once the game is finished.
    """
    participant = _lock_playing(participant)
    token = new_token(PARTICIPANT)
    participant.token_digest = digest(token)
    participant.is_online = True
    participant.save(update_fields=["token_digest", "is_online"])
    _record(participant, LogEntry.Kind.PARTICIPANT_CHANGED, at, by=by, is_online=True)
    return token


def _lock(participant: Participant) -> Participant:
    game = lock_event(participant.game)
    participant = Participant.objects.get(pk=participant.pk)
    participant.game = game
    return participant


def _lock_playing(participant: Participant) -> Participant:
    participant = _lock(participant)
    require_state(participant.game, Game.State.SETUP, Game.State.RUNNING)
    return participant


def _enter(
    game: Game, people: Sequence[NewPerson], at: datetime, *, token: str | None = None
) -> list[Participant]:
    numbers = numbers_for(game.participants.all(), [person.number for person in people])
    return [
        game.participants.create(
            **read_texts(asdict(person)),
            number=number,
            token_digest=None if token is None else digest(token),
            is_online=token is not None,
            entered_at=at,
        )
        for person, number in zip(people, numbers, strict=True)
    ]


def _record_joined(participant: Participant, at: datetime, *, by: Actor) -> None:
    _record(
        participant,
        LogEntry.Kind.JOINED,
        at,
        by=by,
        name=participant.name,
        club=participant.club,
        category=participant.category,
    )


def _record(
    participant: Participant,
    kind: LogEntry.Kind,
    at: datetime,
    *,
    by: Actor,
    **data: object,
) -> None:
    named = {"participant": participant.number}
    record(participant.game, kind, at, by=by, data=named | data)
