"""What games of Simultan and tournaments are alike in: who runs them, how they are locked."""

from collections.abc import Callable

import pytest
from django.db import transaction

from referee.errors import LastDirector, NotFound, StaffMissing, WrongState
from referee.events.locking import lock_event, lock_unfinished
from referee.events.log import name_of
from referee.events.models import Event, Person, StaffMember
from referee.events.staff import remove_staff, set_staff
from referee.models import User
from tests.duplicate.factories import NOON, make_game, make_participant, make_user
from tests.tournaments.factories import make_division, make_entry, make_tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]

Role = StaffMember.Role
MAKERS: dict[str, Callable[[User], Event]] = {
    "game": lambda director: make_game(director=director),
    "tournament": lambda director: make_tournament(director=director),
}


@pytest.fixture
def director() -> User:
    return make_user("irma")


@pytest.fixture(params=MAKERS)
def event(request: pytest.FixtureRequest, director: User) -> Event:
    return MAKERS[request.param](director)


def test_staff_come_change_and_go_but_one_director_stays(event: Event, director: User) -> None:
    helper = make_user("hans")
    assert set_staff(event, helper, Role.ASSISTANT, NOON, by=director).user == helper
    with pytest.raises(LastDirector):
        set_staff(event, director, Role.ASSISTANT, NOON, by=director)
    with pytest.raises(LastDirector):
        remove_staff(event, director, NOON, by=director)
    set_staff(event, helper, Role.DIRECTOR, NOON, by=director)
    remove_staff(event, director, NOON, by=helper)
    with pytest.raises(StaffMissing):
        remove_staff(event, director, NOON, by=helper)
    assert [(staff.user, staff.role) for staff in event.staff.all()] == [(helper, "director")]
    log = event.log.all()  # type: ignore[attr-defined]
    assert [(entry.kind, entry.by, entry.data) for entry in log] == [
        ("staff_changed", "irma", {"user": "hans", "role": "assistant"}),
        ("staff_changed", "irma", {"user": "hans", "role": "director"}),
        ("staff_changed", "hans", {"user": "irma", "role": None}),
    ]


def test_each_app_refuses_in_its_own_words(director: User) -> None:
    otto, told = make_user("otto"), {}
    for kind, make in MAKERS.items():
        with pytest.raises(LastDirector) as last:
            remove_staff(make(director), director, NOON, by=director)
        with pytest.raises(StaffMissing) as missing:
            remove_staff(make(director), otto, NOON, by=director)
        told[kind] = (str(last.value), str(missing.value))
    assert told == {
        "game": (
            "Ein Spiel braucht mindestens eine Spielleiterin oder einen Spielleiter.",
            "otto gehört nicht zur Spielleitung.",
        ),
        "tournament": (
            "Ein Turnier braucht mindestens eine Turnierleiterin oder einen Turnierleiter.",
            "otto gehört nicht zur Turnierleitung.",
        ),
    }


def test_what_is_gone_or_finished_is_not_locked_to_be_changed(event: Event) -> None:
    event.state = Event.State.FINISHED
    event.save(update_fields=["state"])
    with transaction.atomic(), pytest.raises(WrongState) as finished:
        lock_unfinished(event)
    assert finished.value.detail == {"state": "finished", "needed": ["setup", "running"]}
    type(event)._default_manager.all().delete()
    with transaction.atomic(), pytest.raises(NotFound) as missing:
        lock_event(event)
    assert missing.value.code in {"game_missing", "tournament_missing"}


def test_the_log_names_accounts_people_by_their_number_and_the_clock() -> None:
    participant, _token = make_participant(make_game())
    entry = make_entry(make_division(make_tournament()))
    people: list[Person] = [participant, entry]
    assert [name_of(person) for person in people] == ["participant 1", "player 1"]
    assert (name_of(make_user("hans")), name_of(None)) == ("hans", "clock")
