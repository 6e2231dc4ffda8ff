"""Who plays: joined online by the code, or entered by the staff."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.db import connection, transaction

from duplicate.models import Game, LogEntry, Participant
from referee.batches import Batches
from referee.errors import JoinCodeWrong
from referee.events.locking import lock_event, lock_unfinished, require_state
from referee.events.log import Actor, name_of, record
from referee.events.people import NewPerson, change_person, numbers_for, read_texts, set_withdrawn
from referee.journals import NewEntry, append_all
from referee.models import User
from referee.tokens import PARTICIPANT, digest, new_token, read_code


@dataclass(frozen=True)
class Newcomer:
    """Somebody about to be entered: what they tell of themselves, when, and their token if any."""

    person: NewPerson
    at: datetime
    token: str | None = None

    @cached_property
    def texts(self) -> dict[str, str]:
        """As they may be stored. Raises Invalid."""
        return read_texts(vars(self.person))


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

    Those who join at once are entered together, unless a transaction of the caller's must have it.
    Raises JoinCodeWrong, WrongGameState once the game is finished, Invalid.
    """
    token = new_token(PARTICIPANT)
    newcomer = Newcomer(NewPerson(name, club, category, member_id), at, token)
    code = read_code(code)
    if connection.in_atomic_block:
        [participant] = _join(code, [newcomer])
    else:
        participant = _joining(code, newcomer)
    return participant, token


@transaction.atomic
def _join(code: str, newcomers: Sequence[Newcomer]) -> list[Participant]:
    game = Game.objects.select_for_update().filter(join_code=code).first()
    if game is None:
        raise JoinCodeWrong
    require_state(game, Game.State.SETUP, Game.State.RUNNING)
    return _enter(game, newcomers)


_joining = Batches(_join)


def enter_participant(game: Game, person: NewPerson, at: datetime, *, by: User) -> Participant:
    """Somebody who plays on paper. Raises WrongGameState, NumberTaken, Invalid."""
    return enter_participants(game, [person], at, by=by)[0]


def enter_participants(
    game: Game, people: Sequence[NewPerson], at: datetime, *, by: User
) -> list[Participant]:
    """All of them or, when one is refused, none. Raises as `enter_participant` does.

    The game, and with SQLite every other, is locked no longer than a few statements take.
    """
    newcomers = [Newcomer(person, at) for person in people]
    for newcomer in newcomers:
        _ = newcomer.texts  # refused before anything is locked
    with transaction.atomic():
        return _enter(lock_unfinished(game), newcomers, by=by)


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
    game: Game, newcomers: Sequence[Newcomer], *, by: User | None = None
) -> list[Participant]:
    """Enter them into the locked game, by the staff or by themselves."""
    wanted = [newcomer.person.number for newcomer in newcomers]
    numbers = numbers_for(game.participants.all(), wanted)
    entered = Participant.objects.bulk_create(
        Participant(
            game=game,
            **newcomer.texts,
            number=number,
            token_digest=None if newcomer.token is None else digest(newcomer.token),
            is_online=newcomer.token is not None,
            entered_at=newcomer.at,
        )
        for newcomer, number in zip(newcomers, numbers, strict=True)
    )
    if entered:
        append_all(game, [_joined(participant, by or participant) for participant in entered])
    return entered


def _joined(participant: Participant, by: Actor) -> NewEntry:
    named = {
        "participant": participant.number,
        "name": participant.name,
        "club": participant.club,
        "category": participant.category,
    }
    return NewEntry(LogEntry.Kind.JOINED, participant.entered_at, name_of(by), named)


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
