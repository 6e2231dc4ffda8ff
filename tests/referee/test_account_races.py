"""Accounts that are made or erased at the same moment, on PostgreSQL."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection
from django.utils import timezone

from duplicate.models import Staff
from referee.accounts import NameInUse, make_account
from referee.errors import Refused
from referee.events.account_erasure import OnlyDirector, erase_account
from referee.events.models import StaffMember
from referee.models import User
from tests.duplicate.factories import make_game, make_user

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(
        connection.vendor != "postgresql", reason="SQLite lets one writer at a time in anyway"
    ),
]


def at_once(acts: Sequence[Callable[[], object]]) -> list[type | None]:
    """Which refusal each met, None for none."""
    barrier = Barrier(len(acts), timeout=30)

    def run(act: Callable[[], object]) -> type | None:
        try:
            connection.ensure_connection()
            barrier.wait()
            act()
        except Refused as refusal:
            return type(refusal)
        finally:
            connection.close()
        return None

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))


def test_of_those_who_choose_a_name_at_once_one_has_it_and_the_others_are_told() -> None:
    met = at_once([lambda: make_account("neu", "ein-langes-wort-17")] * 5)
    assert sorted(map(str, met)) == sorted(map(str, [None, *[NameInUse] * 4]))
    assert User.objects.filter(username="neu").count() == 1


@pytest.mark.usefixtures("lexicon")
def test_of_two_directors_who_go_at_once_one_stays() -> None:
    first, second = make_user("erste"), make_user("zweite")
    game = make_game(director=first)
    Staff.objects.create(game=game, user=second, role=StaffMember.Role.DIRECTOR)

    def going(user: User) -> Callable[[], object]:
        return lambda: erase_account(user, user.username, timezone.now())

    met = at_once([going(first), going(second)])
    assert sorted(map(str, met)) == sorted(map(str, [None, OnlyDirector]))
    assert game.staff.filter(role=StaffMember.Role.DIRECTOR).count() == 1
