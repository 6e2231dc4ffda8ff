"""Who has a seat: taken by those who were entered, asked for, handed over, given back by a code."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from duplicate.errors import (
    NotANamesake,
    SeatEmpty,
    SeatRequestMissing,
    SeatTaken,
    TooManySeatRequests,
    WrongGameState,
)
from duplicate.models import Game, Participant
from duplicate.selectors.seats import (
    POINTED_OUT,
    card_code,
    claimed_seats,
    duplicates_in,
    seat_requests,
)
from duplicate.services.participants import (
    Newcomer,
    change_participant,
    enter_participant,
    enter_participants,
    join_game,
    join_together,
    withdraw_participant,
)
from duplicate.services.seats import (
    CODE_LIFE,
    MOST_REQUESTS,
    grant_seat,
    issue_seat_code,
    refuse_seat,
    renew_cards,
    request_seat,
    take_seat,
    tell_apart,
    vacate_seat,
)
from referee.errors import AlreadyEntered, JoinCodeWrong, SeatCodeWrong
from referee.events.people import NewPerson
from referee.journals import first_fault
from referee.models import User
from referee.tokens import digest
from tests.duplicate.factories import NOON, SECOND, make_game

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]


@pytest.fixture
def game() -> Game:
    return make_game(state=Game.State.SETUP)


@pytest.fixture
def director(game: Game) -> User:
    return game.staff.get().user


@pytest.fixture
def erna(game: Game, director: User) -> Participant:
    """Entered by the desk; no phone has her seat."""
    return enter_participant(game, NewPerson("Erna Müller"), NOON, by=director)


def refreshed(person: Participant) -> Participant:
    return Participant.objects.get(pk=person.pk)


@pytest.mark.usefixtures("lexicon", "erna")
@pytest.mark.parametrize(
    "typed", ["Erna Müller", "erna  mueller", "ERNA MULLER", "Müller, Erna", "Erna-Mueller"]
)
def test_who_is_called_like_somebody_entered_is_asked_first(game: Game, typed: str) -> None:
    with pytest.raises(AlreadyEntered) as refused:
        join_game(game.join_code, name=typed, at=NOON)
    assert refused.value.detail["candidates"] == [
        {"number": 1, "name": "Erna Müller", "is_taken": False}
    ]
    assert game.participants.count() == 1


@pytest.mark.usefixtures("lexicon", "erna")
def test_a_stranger_is_not_asked_and_told_nobody_s_name(game: Game) -> None:
    for name in ("Erna", "Müller", "Erna Müllers", "E"):
        person, _token = join_game(game.join_code, name=name, at=NOON)
        assert person.name == name


def test_who_says_yes_has_the_seat_and_the_desk_sees_it(game: Game, erna: Participant) -> None:
    person, token = join_game(game.join_code, name="erna müller", at=NOON, number=1)
    assert person == erna
    assert refreshed(erna).token_digest == digest(token)
    assert refreshed(erna).name == "Erna Müller"
    assert refreshed(erna).is_online
    entry = game.log.last()
    assert entry
    assert (entry.kind, entry.by) == ("participant_changed", "participant 1")
    assert entry.data == {"participant": 1, "is_online": True, "seat": "claimed"}
    assert list(claimed_seats(game, NOON)) == [erna]
    assert list(claimed_seats(game, NOON + POINTED_OUT)) == []


def test_the_staff_take_a_seat_back(game: Game, erna: Participant, director: User) -> None:
    join_game(game.join_code, name="Erna Müller", at=NOON, number=1)
    vacate_seat(erna, NOON, by=director)
    assert (refreshed(erna).token_digest, refreshed(erna).is_online) == (None, False)
    assert list(claimed_seats(game, NOON)) == []
    with pytest.raises(SeatEmpty):
        vacate_seat(erna, NOON, by=director)
    join_game(game.join_code, name="Erna Müller", at=NOON, number=1)


def test_a_seat_that_a_phone_has_is_not_had_by_the_name(game: Game, erna: Participant) -> None:
    join_game(game.join_code, name="Erna Müller", at=NOON, number=1)
    holder = refreshed(erna).token_digest
    with pytest.raises(AlreadyEntered) as refused:
        join_game(game.join_code, name="Erna Müller", at=NOON)
    assert refused.value.detail["candidates"][0]["is_taken"]  # type: ignore[index]
    with pytest.raises(SeatTaken):
        join_game(game.join_code, name="Erna Müller", at=NOON, number=1)
    assert refreshed(erna).token_digest == holder


def test_a_number_alone_gives_nobody_a_seat(game: Game, erna: Participant) -> None:
    for name, number in (("Jemand", 1), ("Erna Müller", 2)):
        with pytest.raises(NotANamesake):
            join_game(game.join_code, name=name, at=NOON, number=number)
        with pytest.raises(NotANamesake):
            request_seat(game.join_code, number, name, NOON)
    assert refreshed(erna).token_digest is None


def test_who_says_no_joins_as_somebody_new_and_both_are_marked(
    game: Game, erna: Participant, director: User
) -> None:
    other, _token = join_game(game.join_code, name="Erna Mueller", at=NOON, is_new=True)
    assert other.number == 2
    assert duplicates_in(game) == {1: [2], 2: [1]}
    tell_apart(erna, NOON, by=director)
    assert duplicates_in(game) == {}
    join_game(game.join_code, name="ERNA MÜLLER", at=NOON, is_new=True)
    assert duplicates_in(game) == {1: [2, 3], 2: [1, 3], 3: [1, 2]}


def test_namesakes_are_found_by_what_they_are_called_now(
    game: Game, erna: Participant, director: User
) -> None:
    change_participant(erna, NOON, by=director, name="Erna Meier")
    join_game(game.join_code, name="Erna Müller", at=NOON)
    with pytest.raises(AlreadyEntered):
        join_game(game.join_code, name="erna meier", at=NOON)
    withdraw_participant(erna, NOON, by=director)
    join_game(game.join_code, name="Erna Meier", at=NOON)


def test_free_seats_are_offered_before_those_taken(game: Game, director: User) -> None:
    enter_participants(game, [NewPerson("Jo")] * 3, NOON, by=director)
    join_game(game.join_code, name="Jo", at=NOON, number=1)
    with pytest.raises(AlreadyEntered) as refused:
        join_game(game.join_code, name="Jo", at=NOON)
    candidates = refused.value.detail["candidates"]
    assert [(one["number"], one["is_taken"]) for one in candidates] == [  # type: ignore[attr-defined]
        (2, False),
        (3, False),
        (1, True),
    ]


def test_the_staff_hand_a_seat_over_or_do_not(
    game: Game, erna: Participant, director: User
) -> None:
    _erna, old = join_game(game.join_code, name="Erna Müller", at=NOON, number=1)
    _erna, wanted = request_seat(game.join_code, 1, "Erna Müller", NOON)
    _erna, _other = request_seat(game.join_code, 1, "Erna Müller", NOON)
    first, second = seat_requests(game)
    assert refreshed(erna).token_digest == digest(old)
    refuse_seat(second, NOON, by=director)
    assert list(seat_requests(game)) == [first]
    with pytest.raises(SeatRequestMissing):
        grant_seat(second, NOON, by=director)
    grant_seat(first, NOON, by=director)
    assert refreshed(erna).token_digest == digest(wanted)
    with pytest.raises(SeatRequestMissing):
        grant_seat(first, NOON, by=director)
    told = [(entry.by, entry.data["seat"]) for entry in game.log.filter(data__has_key="seat")]
    assert told == [
        ("participant 1", "claimed"),
        ("somebody", "asked"),
        ("somebody", "asked"),
        (director.username, "refused"),
        (director.username, "handed_over"),
    ]
    game.refresh_from_db()
    assert first_fault(game) is None


@pytest.mark.usefixtures("lexicon", "erna")
def test_a_seat_is_not_asked_for_without_end(game: Game) -> None:
    join_game(game.join_code, name="Erna Müller", at=NOON, number=1)
    for _time in range(MOST_REQUESTS):
        request_seat(game.join_code, 1, "Erna Müller", NOON)
    with pytest.raises(TooManySeatRequests):
        request_seat(game.join_code, 1, "Erna Müller", NOON)
    with pytest.raises(JoinCodeWrong):
        request_seat("FALSCH", 1, "Erna Müller", NOON)


def test_a_code_gives_the_seat_back_once_and_the_old_phone_is_out(
    game: Game, erna: Participant, director: User
) -> None:
    _erna, old = join_game(game.join_code, name="Erna Müller", at=NOON, number=1)
    code = issue_seat_code(erna, NOON, by=director)
    assert refreshed(erna).token_digest == digest(old)
    person, token = take_seat(f" {code[:3].lower()}-{code[3:]} ", NOON)
    assert (person, refreshed(erna).token_digest) == (erna, digest(token))
    with pytest.raises(SeatCodeWrong):
        take_seat(code, NOON)
    assert code not in str(list(game.log.values_list("data", flat=True)))


def test_a_code_is_good_for_a_while_and_until_the_next_one(
    erna: Participant, director: User
) -> None:
    first = issue_seat_code(erna, NOON, by=director)
    second = issue_seat_code(erna, NOON, by=director)
    for code, at in ((first, NOON), (second, NOON + CODE_LIFE), ("", NOON), ("FALSCH", NOON)):
        with pytest.raises(SeatCodeWrong):
            take_seat(code, at)
    assert take_seat(second, NOON + CODE_LIFE - SECOND)[0] == erna


def test_a_card_gives_the_seat_until_cards_are_made_anew(
    game: Game, erna: Participant, director: User
) -> None:
    card = card_code(erna)
    assert card == card_code(refreshed(erna))
    for _time in range(2):
        assert take_seat(card, NOON + timedelta(hours=3))[0] == erna
    renew_cards(game, NOON, by=director)
    with pytest.raises(SeatCodeWrong):
        take_seat(card, NOON)
    assert take_seat(card_code(refreshed(erna)), NOON)[0] == erna


def test_nobody_makes_a_card_of_another_s(game: Game, erna: Participant, director: User) -> None:
    ben = enter_participant(game, NewPerson("Ben"), NOON, by=director)
    forged = card_code(erna).removesuffix(str(erna.pk)) + str(ben.pk)
    for code in (forged, "A" * 16 + str(erna.pk), "A" * 16 + "9" * 30, "A" * 17):
        with pytest.raises(SeatCodeWrong):
            take_seat(code, NOON)


def test_when_the_game_is_over_no_seat_changes(
    game: Game, erna: Participant, director: User
) -> None:
    code = issue_seat_code(erna, NOON, by=director)
    Game.objects.update(state=Game.State.FINISHED)
    for act in (
        lambda: join_game(game.join_code, name="Erna Müller", at=NOON, number=1),
        lambda: request_seat(game.join_code, 1, "Erna Müller", NOON),
        lambda: issue_seat_code(erna, NOON, by=director),
        lambda: vacate_seat(erna, NOON, by=director),
        lambda: renew_cards(game, NOON, by=director),
    ):
        with pytest.raises(WrongGameState):
            act()
    for way_in in (code, card_code(erna)):
        with pytest.raises(SeatCodeWrong):
            take_seat(way_in, NOON)


def test_a_thousand_who_come_at_once_cost_as_many_statements_as_two(
    game: Game, director: User
) -> None:
    """New ones, those who take their seats, and those who are asked, all in one go."""
    people = [NewPerson(f"Gast {number}") for number in range(600)]
    enter_participants(game, people, NOON, by=director)
    few = [newcomer("Neu 1"), newcomer("Gast 598", claimed=599), newcomer("Gast 599")]
    many = [newcomer(f"Neu {number}") for number in range(2, 400)]
    many += [newcomer(f"Gast {n}", claimed=n + 1) for n in range(400)]
    many += [newcomer(f"gast {n}") for n in range(400, 590)]
    with CaptureQueriesContext(connection) as small:
        join_together(game.join_code, few)
    with CaptureQueriesContext(connection) as large:
        outcomes = join_together(game.join_code, many)
    # bulk_update and bulk_create go by portions, which are smaller on SQLite
    assert len(large) <= len(small) + 20
    kinds = [type(outcome).__name__ for outcome in outcomes]
    assert kinds == ["Participant"] * 798 + ["AlreadyEntered"] * 190
    assert game.participants.exclude(token_digest=None).count() == 800
    game.refresh_from_db()
    assert first_fault(game) is None


def test_of_namesakes_who_come_at_once_the_second_is_asked(game: Game) -> None:
    first, second, third = join_together(
        game.join_code, [newcomer("Jo"), newcomer("jo"), newcomer("JO", is_new=True)]
    )
    assert isinstance(first, Participant)
    assert isinstance(second, AlreadyEntered)
    assert isinstance(third, Participant)
    assert duplicates_in(game) == {1: [2], 2: [1]}


_tokens = iter(range(10_000))


def newcomer(name: str, *, claimed: int | None = None, is_new: bool = False) -> Newcomer:
    token = f"slp_{next(_tokens)}"
    return Newcomer(NewPerson(name), NOON, token, claimed=claimed, is_new=is_new)
