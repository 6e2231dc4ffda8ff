"""Two phones that want one seat at the same moment, on PostgreSQL: one has it."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from duplicate.errors import SeatRequestMissing, SeatTaken
from duplicate.models import Game, Participant
from duplicate.selectors.seats import seat_of_code, seat_requests
from duplicate.services.participants import give_seat, join_game
from duplicate.services.seats import grant_seat, issue_seat_code, request_seat, take_seat
from referee.errors import Refused, SeatCodeWrong
from referee.journals import first_fault
from referee.tokens import digest
from tests.duplicate.factories import NOON, make_game, make_user

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("lexicon"),
    pytest.mark.skipif(
        connection.vendor != "postgresql", reason="SQLite lets one writer at a time in anyway"
    ),
]
PHONES = 5


def at_once(act: Callable[[Barrier], object]) -> list[object]:
    """What it brings each phone, a refusal included."""
    barrier = Barrier(PHONES, timeout=30)

    def run(_phone: int) -> object:
        try:
            return act(barrier)
        except Refused as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(PHONES) as pool:
        return list(pool.map(run, range(PHONES)))


def wins(act: Callable[[], tuple[Participant, str]], lost: type[Refused]) -> str:
    """The token of the only one who gets the seat; all others are refused so."""

    def after_barrier(barrier: Barrier) -> object:
        barrier.wait()
        return act()

    brought = at_once(after_barrier)
    refused = [one for one in brought if isinstance(one, lost)]
    [(_person, token)] = [one for one in brought if isinstance(one, tuple)]
    assert len(refused) == PHONES - 1
    return str(token)


def erna_in(game: Game, **columns: object) -> Participant:
    return Participant.objects.create(
        game=game,
        number=1,
        name="Erna",
        name_key="erna",
        is_online=False,
        entered_at=NOON,
        **columns,
    )


def test_a_free_seat_is_taken_by_one_phone() -> None:
    game = make_game()
    erna = erna_in(game)
    token = wins(lambda: join_game(game.join_code, name="Erna", at=NOON, number=1), SeatTaken)
    erna.refresh_from_db()
    assert erna.token_digest == digest(token)
    assert game.log.count() == 1
    game.refresh_from_db()
    assert first_fault(game) is None


def test_a_code_is_used_up_by_one_phone() -> None:
    game = make_game()
    erna = erna_in(game)
    code = issue_seat_code(erna, NOON, by=make_user())
    token = wins(lambda: take_seat(code, NOON), SeatCodeWrong)
    erna.refresh_from_db()
    assert erna.token_digest == digest(token)


def test_without_the_lock_every_phone_would_use_the_code() -> None:
    erna = erna_in(make_game())
    code = issue_seat_code(erna, NOON, by=make_user())

    def take_unlocked(barrier: Barrier) -> bool:
        found, _kind = seat_of_code(code, NOON)
        barrier.wait()
        give_seat(found, digest(f"phone {barrier.n_waiting} {id(found)}"))
        return True

    assert at_once(take_unlocked) == [True] * PHONES


def test_a_seat_is_handed_over_once_however_many_desks_do_it() -> None:
    game, director = make_game(), make_user()
    erna = erna_in(game, token_digest=digest("old"))
    _erna, token = request_seat(game.join_code, 1, "Erna", NOON)
    [asked] = seat_requests(game)

    def hand_over() -> tuple[Participant, str]:
        return grant_seat(asked, NOON, by=director), token

    assert wins(hand_over, SeatRequestMissing) == token
    erna.refresh_from_db()
    assert erna.token_digest == digest(token)
