"""Whose seat it is: namesakes, codes and cards that give one back, and what the staff decides."""

from collections import defaultdict
from collections.abc import Collection
from datetime import datetime, timedelta

from django.db.models import Count, Q, QuerySet
from django.utils.crypto import constant_time_compare, salted_hmac

from duplicate.errors import SeatRequestMissing
from duplicate.models import Game, Participant, SeatRequest
from referee.errors import SeatCodeWrong
from referee.tokens import CODE_ALPHABET, digest, read_code

#: Letters of a code that is typed: it is good for minutes. docs/operations.md has its chances.
CODE_LENGTH = 6
#: Signs of a card's code before the key of the participant; it is good as long as the game.
CARD_LENGTH = 16
#: So long a seat that somebody took on their word alone is pointed out at the desk.
POINTED_OUT = timedelta(minutes=30)


def namesakes_of(game: Game, keys: Collection[str]) -> defaultdict[str, list[Participant]]:
    """Those who play under names that are the same as these `name_key`s, by number."""
    found: defaultdict[str, list[Participant]] = defaultdict(list)
    people = game.participants.filter(name_key__in=keys, withdrawn_at=None).order_by("number")
    for person in people:
        found[person.name_key].append(person)
    return found


def duplicates_in(game: Game) -> dict[int, list[int]]:
    """The numbers of those who may be somebody else who plays too, each with the others' numbers.

    Of people whom the staff has told apart only one who came later is.
    """
    playing = game.participants.filter(withdrawn_at=None).exclude(name_key="")
    keys = (
        playing.order_by()
        .values("name_key")
        .annotate(people=Count("pk"), unsure=Count("pk", filter=Q(is_distinct=False)))
        .filter(people__gt=1, unsure__gt=0)
        .values_list("name_key", flat=True)
    )
    alike: defaultdict[str, list[int]] = defaultdict(list)
    for key, number in playing.filter(name_key__in=keys).values_list("name_key", "number"):
        alike[key].append(number)
    return {
        number: [other for other in sorted(numbers) if other != number]
        for numbers in alike.values()
        for number in numbers
    }


def seat_requests(game: Game) -> QuerySet[SeatRequest]:
    """Who asks for a seat that a phone has, and waits for the staff; who came first is first."""
    waiting = SeatRequest.objects.filter(participant__game=game, refused_at=None)
    return waiting.select_related("participant").order_by("id")


def request_of_token(game: Game, token: str) -> SeatRequest | None:
    """What whoever holds the token asks for, also if it was refused; None for nothing."""
    asked = SeatRequest.objects.filter(participant__game=game, token_digest=digest(token))
    return asked.select_related("participant").first()


def find_request(game: Game, pk: int) -> SeatRequest:
    """Raises SeatRequestMissing."""
    found = seat_requests(game).filter(pk=pk).first()
    if found is None:
        raise SeatRequestMissing
    return found


def claimed_seats(game: Game, at: datetime) -> QuerySet[Participant]:
    """Those whose seats were taken a short while ago on somebody's word, the last one first."""
    return game.participants.filter(
        claimed_at__gt=at - POINTED_OUT, token_digest__isnull=False, withdrawn_at=None
    ).order_by("-claimed_at")


def code_digest(code: str) -> str:
    """What is stored of a code. With our secret in it: it is short enough to be found by trying."""
    return salted_hmac("duplicate.seat", code, algorithm="sha256").hexdigest()


def card_code(participant: Participant) -> str:
    """The code on a participant's card: the same until new cards are made, and nowhere kept."""
    return _card_sign(participant) + str(participant.pk)


def seat_of_code(typed: str, at: datetime) -> tuple[Participant, str]:
    """Whose seat a code or card gives back at `at`, with their game, and which of both it is.

    Raises SeatCodeWrong, also once the game is finished.
    """
    code = read_code(typed)
    is_card = len(code) > CARD_LENGTH
    people = Participant.objects.select_related("game").filter(merged_into=None)
    if is_card:
        pk = code[CARD_LENGTH:]
        found = people.filter(pk=int(pk)).first() if pk.isdecimal() and len(pk) < 16 else None
        if found and not constant_time_compare(_card_sign(found), code[:CARD_LENGTH]):
            found = None
    else:
        found = people.filter(code_digest=code_digest(code), code_expires_at__gt=at).first()
    if found is None or found.game.state == Game.State.FINISHED:
        raise SeatCodeWrong
    return found, "card" if is_card else "code"


def is_seat_code(typed: str) -> bool:
    """Whether a code was issued for a seat; it may be too old."""
    return Participant.objects.filter(code_digest=code_digest(read_code(typed))).exists()


def _card_sign(participant: Participant) -> str:
    what = f"{participant.pk} {participant.card_version}"
    number = int.from_bytes(salted_hmac("duplicate.card", what, algorithm="sha256").digest())
    signs = []
    for _place in range(CARD_LENGTH):
        number, at = divmod(number, len(CODE_ALPHABET))
        signs.append(CODE_ALPHABET[at])
    return "".join(signs)
