"""Who plays: joined online by the code, or entered by the staff."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.db import connection, transaction

from duplicate.errors import AlreadyMerged, NotANamesake, SeatTaken, TokenUnknown
from duplicate.models import Game, LogEntry, Participant
from duplicate.selectors.seats import namesakes_of
from referee.batches import Batches
from referee.errors import AlreadyEntered, JoinCodeWrong, Refused
from referee.events.locking import lock_event, lock_unfinished, require_state
from referee.events.log import Actor, name_of, record
from referee.events.people import NewPerson, change_person, numbers_for, read_texts, set_withdrawn
from referee.journals import NewEntry, append_all, salted
from referee.models import User
from referee.texts import name_key
from referee.tokens import PARTICIPANT, digest, new_token, read_code

#: So many namesakes are asked about at most.
MOST_ASKED = 5


@dataclass(frozen=True)
class Newcomer:
    """Somebody about to be entered: what they tell of themselves, when, and their token if any."""

    person: NewPerson
    at: datetime
    token: str | None = None
    #: The number under which they say that they are entered already; None if they don't say.
    claimed: int | None = None
    #: Whether they say that they are none of those who are called like them.
    is_new: bool = False

    @cached_property
    def texts(self) -> dict[str, str]:
        """As they may be stored. Raises Invalid."""
        return read_texts(vars(self.person))

    @cached_property
    def key(self) -> str:
        """By which namesakes are found."""
        return name_key(self.texts["name"])


def join_game(
    code: str,
    *,
    name: str,
    at: datetime,
    club: str = "",
    category: str = "",
    member_id: str = "",
    number: int | None = None,
    is_new: bool = False,
) -> tuple[Participant, str]:
    """Take part online, before or during the game; the token is told this once.

    Who is called like somebody who plays must say whether they are the one with that `number`,
    and take that seat, or another who `is_new`: AlreadyEntered. Those who join at once are dealt
    with together, unless a transaction of the caller's must have it.
    Raises JoinCodeWrong, WrongGameState once the game is finished, Invalid, NotANamesake,
    SeatTaken.
    """
    token = new_token(PARTICIPANT)
    person = NewPerson(name, club, category, member_id)
    newcomer = Newcomer(person, at, token, claimed=number, is_new=is_new)
    _ = newcomer.texts  # refused before anything is locked
    code = read_code(code)
    if connection.in_atomic_block:
        [outcome] = join_together(code, [newcomer])
    else:
        outcome = _joining(code, newcomer)
    if isinstance(outcome, Refused):
        raise outcome
    return outcome, token


@transaction.atomic
def join_together(code: str, newcomers: Sequence[Newcomer]) -> list[Participant | Refused]:
    """For each in turn who they are, or why not; what is refused hinders no other."""
    game = Game.objects.select_for_update().filter(join_code=code).first()
    if game is None:
        raise JoinCodeWrong
    require_state(game, Game.State.SETUP, Game.State.RUNNING)
    known = namesakes_of(game, {newcomer.key for newcomer in newcomers})
    numbers = iter(numbers_for(game.participants.all(), [None] * len(newcomers)))
    outcomes: list[Participant | Refused] = []
    entered, claimed = [], []
    for newcomer in newcomers:
        namesakes = known[newcomer.key]
        outcome: Participant | Refused
        if newcomer.claimed is not None:
            outcome = _claimed(newcomer, namesakes)
            if isinstance(outcome, Participant):
                claimed.append((outcome, newcomer.at))
        elif namesakes and not newcomer.is_new:
            outcome = _already_entered(namesakes)
        else:
            outcome = _row(game, newcomer, next(numbers))
            namesakes.append(outcome)
            entered.append(outcome)
        outcomes.append(outcome)
    Participant.objects.bulk_create(entered)
    Participant.objects.bulk_update(
        [person for person, _at in claimed], ["token_digest", "is_online", "claimed_at"]
    )
    happened = [_joined(person, person) for person in entered]
    happened += [_seat_entry(person, at, name_of(person), "claimed") for person, at in claimed]
    if happened:
        append_all(game, happened)
    return outcomes


def _claimed(newcomer: Newcomer, namesakes: Sequence[Participant]) -> Participant | Refused:
    """The namesake with the number they say, whose seat is theirs now; or why it is not."""
    seat = next((one for one in namesakes if one.number == newcomer.claimed), None)
    if seat is None:
        return NotANamesake(number=newcomer.claimed)
    if seat.token_digest is not None:
        return SeatTaken(number=seat.number, name=seat.name)
    seat.token_digest, seat.is_online = digest(newcomer.token or ""), True
    seat.claimed_at = newcomer.at
    return seat


def _already_entered(namesakes: Sequence[Participant]) -> AlreadyEntered:
    """Free seats first; a stranger is told no more than name and number."""
    shown = sorted(namesakes, key=lambda one: (one.token_digest is not None, one.number))
    candidates = [
        {"number": one.number, "name": one.name, "is_taken": one.token_digest is not None}
        for one in shown[:MOST_ASKED]
    ]
    names = ", ".join(f"{one['name']} ({one['number']})" for one in candidates)
    return AlreadyEntered(candidates=candidates, names=names)


_joining = Batches(join_together)


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
        keys = {"name_key": name_key(changes["name"])} if "name" in changes else {}
        data = change_person(participant, changes | keys)
        told = salted(data) if data else data
        _record(participant, LogEntry.Kind.PARTICIPANT_CHANGED, at, by=by, **told)
    return participant


@transaction.atomic
def withdraw_participant(participant: Participant, at: datetime, *, by: User) -> Participant:
    """They hand in nothing more; what they achieved stays.

    Raises AlreadyWithdrawn, and WrongGameState once the game is finished.
    """
    participant = lock_playing(participant)
    set_withdrawn(participant, at)
    _record(participant, LogEntry.Kind.WITHDRAWN, at, by=by)
    return participant


@transaction.atomic
def readmit_participant(participant: Participant, at: datetime, *, by: User) -> Participant:
    """Raises NotWithdrawn, and WrongGameState once the game is finished."""
    participant = lock_playing(participant)
    set_withdrawn(participant, None)
    _record(participant, LogEntry.Kind.READMITTED, at, by=by)
    return participant


@transaction.atomic
def issue_token(participant: Participant, at: datetime, *, by: User | Participant) -> str:
    """A new token, told this once; an earlier one opens nothing any more.

    Raises WrongGameState once the game is finished.
    """
    participant = lock_playing(participant)
    token = new_token(PARTICIPANT)
    give_seat(participant, digest(token))
    _record(participant, LogEntry.Kind.PARTICIPANT_CHANGED, at, by=by, is_online=True)
    return token


@transaction.atomic
def renew_token(held: str, at: datetime) -> str:
    """A new token for the phone whose token has the digest `held`, as long as that has a seat.

    Raises TokenUnknown, and WrongGameState once the game is finished.
    """
    participant = Participant.objects.select_related("game").filter(token_digest=held).first()
    if participant is None:
        raise TokenUnknown
    participant = lock_playing(participant)
    if participant.token_digest != held:  # handed on meanwhile
        raise TokenUnknown
    return issue_token(participant, at, by=participant)


def give_seat(participant: Participant, token_digest: str) -> None:
    """Whoever has that token has the seat from now on, and the code for it is used up."""
    participant.token_digest, participant.is_online = token_digest, True
    participant.code_digest = participant.code_expires_at = None
    participant.save(update_fields=["token_digest", "is_online", "code_digest", "code_expires_at"])


def record_seat(participant: Participant, at: datetime, *, by: str, seat: str) -> None:
    """Tell in the log what became of the seat of somebody whose game is locked."""
    append_all(participant.game, [_seat_entry(participant, at, by, seat)])


def _lock(participant: Participant) -> Participant:
    game = lock_event(participant.game)
    participant = Participant.objects.get(pk=participant.pk)
    participant.game = game
    return participant


def lock_playing(participant: Participant) -> Participant:
    """The participant and their game as they are now, the game locked.

    Raises WrongGameState once it is finished, AlreadyMerged.
    """
    game = lock_unfinished(participant.game)
    participant = current_participant(participant)
    participant.game = game
    return participant


def current_participant(participant: Participant) -> Participant:
    """The participant as they are now; the caller has locked their game. Raises AlreadyMerged."""
    found = Participant.objects.select_related("merged_into").get(pk=participant.pk)
    if found.merged_into:
        raise AlreadyMerged(name=found.name, number=found.merged_into.number)
    return found


def _enter(game: Game, newcomers: Sequence[Newcomer], *, by: User) -> list[Participant]:
    """Enter them into the locked game."""
    wanted = [newcomer.person.number for newcomer in newcomers]
    numbers = numbers_for(game.participants.all(), wanted)
    entered = Participant.objects.bulk_create(
        _row(game, newcomer, number) for newcomer, number in zip(newcomers, numbers, strict=True)
    )
    if entered:
        append_all(game, [_joined(participant, by) for participant in entered])
    return entered


def _row(game: Game, newcomer: Newcomer, number: int) -> Participant:
    return Participant(
        game=game,
        **newcomer.texts,
        name_key=newcomer.key,
        number=number,
        token_digest=None if newcomer.token is None else digest(newcomer.token),
        is_online=newcomer.token is not None,
        entered_at=newcomer.at,
    )


def _joined(participant: Participant, by: Actor) -> NewEntry:
    named = {
        "participant": participant.number,
        "name": participant.name,
        "club": participant.club,
        "category": participant.category,
    }
    # Erased, the name could else be found by trying it against the digest.
    return NewEntry(LogEntry.Kind.JOINED, participant.entered_at, name_of(by), salted(named))


def _seat_entry(participant: Participant, at: datetime, by: str, seat: str) -> NewEntry:
    named = {
        "participant": participant.number,
        "is_online": participant.is_online,
        "seat": seat,
    }
    return NewEntry(LogEntry.Kind.PARTICIPANT_CHANGED, at, by, named)


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
