"""Participants join, are entered, corrected, withdrawn and readmitted."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from duplicate.errors import (
    WrongGameState,
)
from duplicate.models import Game, Participant
from duplicate.services.participants import (
    change_participant,
    enter_participant,
    enter_participants,
    issue_token,
    join_game,
    readmit_participant,
    withdraw_participant,
)
from referee.errors import AlreadyWithdrawn, Invalid, JoinCodeWrong, NotWithdrawn, NumberTaken
from referee.events.people import NewPerson
from referee.journals import first_fault
from referee.tokens import digest
from tests.duplicate.factories import NOON, SECOND, make_game, make_participant, make_user
from tests.duplicate.logs import kinds_of, told_by

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]


@pytest.mark.parametrize("state", [Game.State.SETUP, Game.State.RUNNING])
def test_whoever_has_the_code_joins_and_gets_a_token(state: Game.State) -> None:
    game = make_game(state=state)
    code = f" {game.join_code[:3].lower()} {game.join_code[3:]} "
    person, token = join_game(code, name="Ada  Lovelace", at=NOON, club="Lyon", category="U25")
    assert (person.game, person.number, person.name) == (game, 1, "Ada Lovelace")
    assert person.is_online
    assert Participant.objects.get(token_digest=digest(token)) == person
    (entry,) = game.log.all()
    assert (entry.kind, entry.by) == ("joined", "participant 1")
    assert told_by(entry) == {
        "participant": 1,
        "name": "Ada Lovelace",
        "club": "Lyon",
        "category": "U25",
    }


def test_a_wrong_code_opens_no_game() -> None:
    make_game()
    with pytest.raises(JoinCodeWrong):
        join_game("FALSCH", name="Ada", at=NOON)


def test_numbers_go_on_from_the_highest_and_are_not_given_twice() -> None:
    game, staff = make_game(), make_user()
    assert enter_participant(game, NewPerson("Ada", number=7), NOON, by=staff).number == 7
    assert enter_participant(game, NewPerson("Bo"), NOON, by=staff).number == 8
    with pytest.raises(NumberTaken):
        enter_participant(game, NewPerson("Cleo", number=7), NOON, by=staff)
    for number in (0, -1, 100_000):
        with pytest.raises(Invalid):
            enter_participant(game, NewPerson("Cleo", number=number), NOON, by=staff)
    assert game.participants.count() == 2


def test_of_a_list_nobody_is_given_the_number_that_another_asks_for() -> None:
    people = [NewPerson("Anna"), NewPerson("Ben", number=1), NewPerson("Cem")]
    entered = enter_participants(make_game(), people, NOON, by=make_user())
    assert [person.number for person in entered] == [2, 1, 3]


def test_of_a_list_all_are_entered_or_none() -> None:
    game, staff = make_game(), make_user()
    with pytest.raises(NumberTaken):
        enter_participants(
            game, [NewPerson("Ada", number=1), NewPerson("Bo", number=1)], NOON, by=staff
        )
    with pytest.raises(Invalid):
        enter_participants(game, [NewPerson("Ada"), NewPerson("")], NOON, by=staff)
    assert (game.participants.count(), kinds_of(game)) == (0, [])
    entered = enter_participants(game, [NewPerson("Ada"), NewPerson("Bo", "Lyon")], NOON, by=staff)
    assert [(person.number, person.club) for person in entered] == [(1, ""), (2, "Lyon")]
    assert not any(person.is_online or person.token_digest for person in entered)
    assert kinds_of(game) == ["joined", "joined"]


def test_a_correction_records_what_it_changes() -> None:
    game = make_game(state=Game.State.FINISHED)
    person, _ = make_participant(game, "Ada", club="Lyon")
    person = change_participant(person, NOON, by=make_user("irma"), name="Ida")
    assert (person.name, person.club) == ("Ida", "Lyon")
    change_participant(person, NOON, by=make_user())
    (entry,) = game.log.all()
    assert (entry.kind, entry.by) == ("participant_changed", "irma")
    assert told_by(entry) == {"participant": 1, "name": "Ida"}


def test_the_public_log_does_not_tell_member_numbers() -> None:
    person, _ = make_participant(make_game())
    person = change_participant(person, NOON, by=make_user(), member_id="17")
    assert person.member_id == "17"
    (entry,) = person.game.log.all()
    assert entry.data == {"participant": 1}


def test_nobody_is_left_without_a_name() -> None:
    person, _ = make_participant(make_game(), "Ada")
    with pytest.raises(Invalid):
        change_participant(person, NOON, by=make_user(), name=" ", club="Lyon")
    person.refresh_from_db()
    assert (person.name, person.club) == ("Ada", "")


def test_who_withdraws_stays_on_the_list_and_may_come_back() -> None:
    game, staff = make_game(), make_user()
    person, _ = make_participant(game)
    with pytest.raises(NotWithdrawn):
        readmit_participant(person, NOON, by=staff)
    person = withdraw_participant(person, NOON + SECOND, by=staff)
    assert person.withdrawn_at == NOON + SECOND
    with pytest.raises(AlreadyWithdrawn):
        withdraw_participant(person, NOON, by=staff)
    assert readmit_participant(person, NOON, by=staff).withdrawn_at is None
    assert kinds_of(game) == ["withdrawn", "readmitted"]


def test_a_new_token_makes_the_old_one_worthless_and_is_in_no_log() -> None:
    game = make_game()
    person, old = make_participant(game)
    new = issue_token(person, NOON, by=make_user())
    person.refresh_from_db()
    assert person.token_digest == digest(new) != digest(old)
    (entry,) = game.log.all()
    assert entry.data == {"participant": 1, "is_online": True}


REFUSED_ONCE_FINISHED: dict[str, Callable[[Participant], object]] = {
    "join": lambda person: join_game(person.game.join_code, name="Bo", at=NOON),
    "enter": lambda person: enter_participant(person.game, NewPerson("Bo"), NOON, by=make_user()),
    "withdraw": lambda person: withdraw_participant(person, NOON, by=make_user()),
    "readmit": lambda person: readmit_participant(person, NOON, by=make_user()),
    "token": lambda person: issue_token(person, NOON, by=make_user()),
}


@pytest.mark.parametrize("action", REFUSED_ONCE_FINISHED)
def test_when_the_game_is_over_the_list_is_closed(action: str) -> None:
    person, _ = make_participant(make_game(state=Game.State.FINISHED))
    with pytest.raises(WrongGameState):
        REFUSED_ONCE_FINISHED[action](person)
    assert kinds_of(person.game) == []


def test_a_long_list_is_entered_by_as_many_statements_as_a_short_one(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    game, staff = make_game(), make_user()
    with CaptureQueriesContext(connection) as short:
        enter_participants(game, [NewPerson("Ada"), NewPerson("Bo")], NOON, by=staff)
    people = [NewPerson(f"Spieler {number}", club="Lyon") for number in range(50)]
    with django_assert_num_queries(len(short)):
        entered = enter_participants(game, people, NOON, by=staff)
    assert [person.number for person in entered] == list(range(3, 53))
    game.refresh_from_db()
    assert first_fault(game) is None
    assert [entry.data["participant"] for entry in game.log.all()] == list(range(1, 53))


def test_one_who_is_refused_keeps_all_of_a_list_out() -> None:
    game, staff = make_game(), make_user()
    for refused in (NewPerson("x" * 101), NewPerson("Bo", number=100_000)):
        with pytest.raises(Invalid):
            enter_participants(game, [NewPerson("Ada"), refused], NOON, by=staff)
    assert not game.participants.exists()
    assert not game.log.exists()
