"""Which phone has a seat: asked for, handed over, given back by a code or a card, taken back.

Joining takes a free seat (`duplicate.services.participants.join_game`).
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F

from duplicate.errors import (
    NotANamesake,
    SeatEmpty,
    SeatRequestMissing,
    TooManySeatRequests,
)
from duplicate.models import Game, LogEntry, Participant, SeatRequest
from duplicate.selectors.seats import (
    CODE_LENGTH,
    code_digest,
    is_seat_code,
    namesakes_of,
    seat_of_code,
)
from duplicate.selectors.start_page import game_by_code
from duplicate.services.participants import give_seat, lock_playing, record_seat
from referee.errors import JoinCodeWrong
from referee.events.locking import lock_unfinished
from referee.events.log import name_of, record
from referee.models import User
from referee.texts import name_key
from referee.tokens import PARTICIPANT, digest, new_code, new_token

#: So long a code is good.
CODE_LIFE = timedelta(minutes=10)
#: So many may wait for one seat.
MOST_REQUESTS = 3


@transaction.atomic
def request_seat(code: str, number: int, name: str, at: datetime) -> tuple[Participant, str]:
    """Ask the staff for the seat of a namesake that a phone has; the token opens it once they say
    yes.

    Raises JoinCodeWrong, WrongGameState, NotANamesake, TooManySeatRequests.
    """
    game = lock_unfinished(game_by_code(code))
    found = namesakes_of(game, {name_key(name)})[name_key(name)]
    participant = next((one for one in found if one.number == number), None)
    if participant is None:
        raise NotANamesake(number=number)
    if participant.seat_requests.filter(refused_at=None).count() >= MOST_REQUESTS:
        raise TooManySeatRequests(name=participant.name)
    participant.game = game
    token = new_token(PARTICIPANT)
    participant.seat_requests.create(token_digest=digest(token), asked_at=at)
    record_seat(participant, at, by="somebody", seat="asked")
    return participant, token


@transaction.atomic
def grant_seat(request: SeatRequest, at: datetime, *, by: User) -> Participant:
    """Hand the seat over to who asked: the phone that had it is out, others who asked are refused.

    Raises SeatRequestMissing, WrongGameState, AlreadyMerged.
    """
    participant = lock_playing(request.participant)
    request = _waiting(participant, request)
    request.delete()
    participant.seat_requests.filter(refused_at=None).update(refused_at=at)
    give_seat(participant, request.token_digest)
    record_seat(participant, at, by=name_of(by), seat="handed_over")
    return participant


@transaction.atomic
def refuse_seat(request: SeatRequest, at: datetime, *, by: User) -> Participant:
    """Leave the seat to the phone that has it. Raises SeatRequestMissing, WrongGameState."""
    participant = lock_playing(request.participant)
    request = _waiting(participant, request)
    request.refused_at = at
    request.save(update_fields=["refused_at"])
    record_seat(participant, at, by=name_of(by), seat="refused")
    return participant


@transaction.atomic
def issue_seat_code(participant: Participant, at: datetime, *, by: User) -> str:
    """A code that gives the seat to another phone within `CODE_LIFE`, once; an earlier one is void.

    The phone that has the seat keeps it until then. Raises WrongGameState, AlreadyMerged.
    """
    participant = lock_playing(participant)
    code = _new_code()
    participant.code_digest, participant.code_expires_at = code_digest(code), at + CODE_LIFE
    participant.save(update_fields=["code_digest", "code_expires_at"])
    record_seat(participant, at, by=name_of(by), seat="code_issued")
    return code


@transaction.atomic
def take_seat(code: str, at: datetime) -> tuple[Participant, str]:
    """Exchange a code, which is used up, or a card for the token of its seat, told this once.

    The phone that had the seat is out. Raises SeatCodeWrong.
    """
    found, _kind = seat_of_code(code, at)
    participant = lock_playing(found)
    # Somebody may have used it up while we waited for the lock.
    _found, kind = seat_of_code(code, at)
    token = new_token(PARTICIPANT)
    give_seat(participant, digest(token))
    record_seat(participant, at, by=name_of(participant), seat=kind)
    return participant, token


@transaction.atomic
def vacate_seat(participant: Participant, at: datetime, *, by: User) -> Participant:
    """The phone that has the seat is out, and they play on paper until somebody takes it again.

    Raises SeatEmpty, WrongGameState, AlreadyMerged.
    """
    participant = lock_playing(participant)
    if participant.token_digest is None:
        raise SeatEmpty(name=participant.name)
    participant.token_digest = participant.claimed_at = None
    participant.is_online = False
    participant.save(update_fields=["token_digest", "claimed_at", "is_online"])
    record_seat(participant, at, by=name_of(by), seat="vacated")
    return participant


@transaction.atomic
def tell_apart(participant: Participant, at: datetime, *, by: User) -> Participant:
    """Note that they and all who are called alike now are different people.

    Raises WrongGameState, AlreadyMerged.
    """
    participant = lock_playing(participant)
    alike = participant.game.participants.filter(name_key=participant.name_key)
    alike.update(is_distinct=True)
    participant.is_distinct = True
    record_seat(participant, at, by=name_of(by), seat="told_apart")
    return participant


@transaction.atomic
def renew_cards(game: Game, at: datetime, *, by: User) -> Game:
    """Make every card that was printed worthless; those printed from now on are others.

    Raises WrongGameState once the game is finished.
    """
    game = lock_unfinished(game)
    game.participants.update(card_version=F("card_version") + 1)
    record(game, LogEntry.Kind.CHANGED, at, by=by, data={"cards": "renewed"})
    return game


def _waiting(participant: Participant, request: SeatRequest) -> SeatRequest:
    found = participant.seat_requests.filter(pk=request.pk, refused_at=None).first()
    if found is None:
        raise SeatRequestMissing
    return found


def _new_code() -> str:
    """One that leads nowhere yet, neither to a seat nor to a game."""
    while True:
        code = new_code(CODE_LENGTH)
        try:
            game_by_code(code)
        except JoinCodeWrong:
            if not is_seat_code(code):
                return code
