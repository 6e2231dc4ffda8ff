"""Who plays: joined online by the code, or entered by the staff."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from duplicate.models import Game, LogEntry, Participant
from referee.errors import AlreadyWithdrawn, Invalid, JoinCodeWrong, NotWithdrawn, NumberTaken
from referee.events.locking import lock_event, lock_unfinished, require_state
from referee.events.log import Actor, record
from referee.models import User
from referee.texts import read_text
from referee.tokens import PARTICIPANT, digest, new_token, read_code

#: The highest number a participant may be given.
MOST_NUMBER = 99_999
#: How long the texts may be, as the columns have it.
LENGTHS = {"name": 100, "club": 100, "category": 50, "member_id": 50}


@dataclass(frozen=True)
class Entry:
    """A participant to be entered; without a number they get the next one."""

    name: str
    club: str = ""
    category: str = ""
    member_id: str = ""
    number: int | None = None


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
    participant = _enter(game, Entry(name, club, category, member_id), at, token=token)
    _record_joined(participant, at, by=participant)
    return participant, token


def enter_participant(
    game: Game,
    *,
    name: str,
    at: datetime,
    by: User,
    club: str = "",
    category: str = "",
    member_id: str = "",
    number: int | None = None,
) -> Participant:
    """Somebody who plays on paper. Raises WrongGameState, NumberTaken, Invalid."""
    return enter_participants(game, [Entry(name, club, category, member_id, number)], at, by=by)[0]


@transaction.atomic
def enter_participants(
    game: Game, entries: Sequence[Entry], at: datetime, *, by: User
) -> list[Participant]:
    """All of them or, when one is refused, none. Raises as `enter_participant` does."""
    game = lock_unfinished(game)
    entered = [_enter(game, entry, at) for entry in entries]
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
    changes = {field: _read(field, text) for field, text in given.items() if text is not None}
    for field, text in changes.items():
        setattr(participant, field, text)
    if changes:
        participant.save(update_fields=list(changes))
        # The log is public, the member number is not.
        told = {field: text for field, text in changes.items() if field != "member_id"}
        _record(participant, LogEntry.Kind.PARTICIPANT_CHANGED, at, by=by, **told)
    return participant


@transaction.atomic
def withdraw_participant(participant: Participant, at: datetime, *, by: User) -> Participant:
    """They hand in nothing more; what they achieved stays.

    Raises AlreadyWithdrawn, and WrongGameState once the game is finished.
    """
    participant = _lock_playing(participant)
    if participant.withdrawn_at is not None:
        raise AlreadyWithdrawn(name=participant.name)
    participant.withdrawn_at = at
    participant.save(update_fields=["withdrawn_at"])
    _record(participant, LogEntry.Kind.WITHDRAWN, at, by=by)
    return participant


@transaction.atomic
def readmit_participant(participant: Participant, at: datetime, *, by: User) -> Participant:
    """Raises NotWithdrawn, and WrongGameState once the game is finished."""
    participant = _lock_playing(participant)
    if participant.withdrawn_at is None:
        raise NotWithdrawn(name=participant.name)
    participant.withdrawn_at = None
    participant.save(update_fields=["withdrawn_at"])
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


def _enter(game: Game, entry: Entry, at: datetime, *, token: str | None = None) -> Participant:
    return Participant.objects.create(
        game=game,
        number=_number_for(game, entry.number),
        name=_read("name", entry.name),
        club=_read("club", entry.club),
        category=_read("category", entry.category),
        member_id=_read("member_id", entry.member_id),
        token_digest=None if token is None else digest(token),
        is_online=token is not None,
        entered_at=at,
    )


def _number_for(game: Game, wanted: int | None) -> int:
    if wanted is None:
        highest: int | None = game.participants.aggregate(highest=Max("number"))["highest"]
        wanted = (highest or 0) + 1
    if not 1 <= wanted <= MOST_NUMBER:
        problem = _("Richtig ist eine ganze Zahl von {least} bis {most}.")
        raise Invalid(field="number", problem=problem.format(least=1, most=MOST_NUMBER))
    if game.participants.filter(number=wanted).exists():
        raise NumberTaken(number=wanted)
    return wanted


def _read(field: str, text: str) -> str:
    return read_text(field, text, LENGTHS[field], least=1 if field == "name" else 0)


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
