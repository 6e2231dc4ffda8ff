"""Players are entered, corrected, moved, absent, withdrawn, readmitted, and get codes."""

from collections.abc import Callable

import pytest

from referee.errors import AlreadyWithdrawn, Invalid, JoinCodeWrong, NotWithdrawn, NumberTaken
from referee.tokens import CODE_ALPHABET, ENTRY, digest
from tests.duplicate.factories import NOON, make_user
from tests.tournaments.factories import (
    make_division,
    make_entries,
    make_entry,
    make_round,
    make_tournament,
)
from tests.tournaments.logs import kinds_of
from tournaments.entries.new_entries import NewEntry
from tournaments.entries.services.entries import (
    change_entry,
    enter,
    enter_all,
    issue_code,
    issue_codes,
    next_round,
    readmit,
    remove_absence,
    remove_entry,
    set_absence,
    use_code,
    withdraw,
)
from tournaments.errors import (
    AbsenceMissing,
    AlreadyPaired,
    DivisionMissing,
    RoundFixed,
    WrongTournamentState,
)
from tournaments.models import Absence, Division, Entry, Round, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]

BYE, ABSENT = Absence.Kind.BYE, Absence.Kind.ABSENT


@pytest.fixture
def division() -> Division:
    return make_division(make_tournament())


def test_somebody_is_entered_with_all_that_is_known(division: Division) -> None:
    entry = enter(
        division,
        NewEntry(
            "Ada  Lovelace",
            club="Lyon",
            category="U25",
            team="Nord",
            member_id="17",
            rating=1700,
            fixed_table=3,
        ),
        NOON,
        by=make_user("irma"),
    )
    assert (entry.number, entry.name, entry.first_round) == (1, "Ada Lovelace", 1)
    assert (entry.member_id, entry.fixed_table) == ("17", 3)
    (logged,) = division.tournament.log.all()
    assert (logged.kind, logged.by) == ("entered", "irma")
    assert {key: value for key, value in logged.data.items() if key != "salt"} == {
        "player": 1,
        "division": 1,
        "name": "Ada Lovelace",
        "club": "Lyon",
        "category": "U25",
        "team": "Nord",
        "rating": 1700,
        "first_round": 1,
    }


def test_numbers_go_on_from_the_highest_of_the_tournament(division: Division) -> None:
    other, staff = make_division(division.tournament), make_user()
    assert enter(division, NewEntry("Ada", number=7), NOON, by=staff).number == 7
    assert enter(other, NewEntry("Bo"), NOON, by=staff).number == 8
    with pytest.raises(NumberTaken):
        enter(other, NewEntry("Cleo", number=7), NOON, by=staff)
    with pytest.raises(Invalid):
        enter(division, NewEntry("Cleo", number=0), NOON, by=staff)
    assert division.tournament.entries.count() == 2


def test_of_a_list_nobody_is_given_the_number_that_another_asks_for(division: Division) -> None:
    people = [NewEntry("Anna"), NewEntry("Ben", number=1), NewEntry("Cem")]
    entered = enter_all(division, people, NOON, by=make_user())
    assert [(entry.name, entry.number) for entry in entered] == [
        ("Anna", 2),
        ("Ben", 1),
        ("Cem", 3),
    ]


def test_of_a_list_all_are_entered_or_none(division: Division) -> None:
    staff = make_user()
    with pytest.raises(NumberTaken):
        enter_all(division, [NewEntry("Ada", number=1), NewEntry("Bo", number=1)], NOON, by=staff)
    with pytest.raises(Invalid):
        enter_all(division, [NewEntry("Ada"), NewEntry("Bo", rating=10_000)], NOON, by=staff)
    assert (division.entries.count(), kinds_of(division.tournament)) == (0, [])
    entered = enter_all(division, [NewEntry("Ada"), NewEntry("Bo", "Lyon")], NOON, by=staff)
    assert [(entry.number, entry.club) for entry in entered] == [(1, ""), (2, "Lyon")]
    assert kinds_of(division.tournament) == ["entered", "entered"]


@pytest.mark.parametrize(
    ("state", "soonest"),
    [(Round.State.DRAFT, 2), (Round.State.LOCKED, 3), (Round.State.PUBLISHED, 3)],
)
def test_who_comes_late_plays_from_the_next_round_that_can_be_paired(
    division: Division, state: Round.State, soonest: int
) -> None:
    anna, ben = make_entries(division, 2)
    make_round(division, (anna, ben))
    make_round(division, (anna, ben), state=state)
    assert next_round(division) == soonest
    late = enter(division, NewEntry("Cleo"), NOON, by=make_user())
    assert late.first_round == soonest
    assert not late.plays_in(soonest - 1)
    assert enter(division, NewEntry("Dan", first_round=5), NOON, by=make_user()).first_round == 5
    with pytest.raises(RoundFixed):
        enter(division, NewEntry("Eve", first_round=1), NOON, by=make_user())


def test_a_correction_records_what_it_changes() -> None:
    division = make_division(make_tournament(state=Tournament.State.FINISHED))
    entry = make_entry(division, "Ada", club="Lyon")
    entry = change_entry(entry, NOON, by=make_user("irma"), name="Ida", team="Süd")
    assert (entry.name, entry.club, entry.team) == ("Ida", "Lyon", "Süd")
    change_entry(entry, NOON, by=make_user())
    (logged,) = division.tournament.log.all()
    assert (logged.kind, logged.by) == ("entry_changed", "irma")
    assert len(logged.data.pop("salt")) == 32
    assert logged.data == {"player": 1, "name": "Ida", "team": "Süd"}


def test_who_was_never_paired_can_be_removed_with_all_that_belongs_to_them(
    division: Division,
) -> None:
    anna, ben = make_entries(division, 2)
    set_absence(anna, 2, BYE, NOON, by=make_user())
    code = issue_code(anna, NOON, by=make_user())
    remove_entry(anna, NOON, by=make_user("irma"))
    assert list(division.entries.all()) == [ben]
    assert not Absence.objects.exists()
    with pytest.raises(JoinCodeWrong):
        use_code(code)
    logged = division.tournament.log.latest("sequence")
    assert (logged.kind, logged.by) == ("entry_changed", "irma")
    assert logged.data == {"player": 1, "removed": True}
    assert enter(division, NewEntry("Cleo", number=1), NOON, by=make_user()).number == 1


@pytest.mark.parametrize("state", Round.State)
def test_who_has_a_place_in_a_round_can_not_be_removed(
    division: Division, state: Round.State
) -> None:
    anna, ben, cleo = make_entries(division, 3)
    make_round(division, (anna, ben), (cleo, None), state=state)
    for entry in (anna, ben, cleo):
        with pytest.raises(AlreadyPaired):
            remove_entry(entry, NOON, by=make_user())
    assert division.entries.count() == 3


def test_nobody_is_removed_from_a_finished_tournament() -> None:
    entry = make_entry(make_division(make_tournament(state=Tournament.State.FINISHED)))
    with pytest.raises(WrongTournamentState):
        remove_entry(entry, NOON, by=make_user())


def test_the_public_log_tells_neither_member_numbers_nor_fixed_tables(division: Division) -> None:
    entry = make_entry(division)
    entry = change_entry(entry, NOON, by=make_user(), member_id="17", fixed_table=4, rating=None)
    assert (entry.member_id, entry.fixed_table, entry.rating) == ("17", 4, None)
    assert division.tournament.log.get().data == {"player": 1, "rating": None}


def test_once_it_is_over_only_texts_are_corrected() -> None:
    entry = make_entry(make_division(make_tournament(state=Tournament.State.FINISHED)))
    with pytest.raises(WrongTournamentState):
        change_entry(entry, NOON, by=make_user(), name="Ida", rating=1500)
    entry.refresh_from_db()
    assert entry.name != "Ida"


def test_somebody_moves_to_another_division_until_they_are_paired(division: Division) -> None:
    other = make_division(division.tournament)
    anna, ben = make_entries(other, 2)
    make_round(other, (anna, ben))
    entry = make_entry(division)
    moved = change_entry(entry, NOON, by=make_user(), division=other, number=42)
    assert (moved.division, moved.first_round, moved.number) == (other, 2, 42)
    data = {"player": 3, "number": 42, "division": 2, "first_round": 2}
    assert division.tournament.log.get().data == data
    with pytest.raises(AlreadyPaired):
        change_entry(anna, NOON, by=make_user(), division=division)
    with pytest.raises(AlreadyPaired):
        change_entry(ben, NOON, by=make_user(), number=77)
    with pytest.raises(NumberTaken):
        change_entry(moved, NOON, by=make_user(), number=anna.number)
    with pytest.raises(RoundFixed):
        change_entry(moved, NOON, by=make_user(), first_round=1)
    assert change_entry(moved, NOON, by=make_user(), first_round=3).first_round == 3
    with pytest.raises(DivisionMissing):
        change_entry(moved, NOON, by=make_user(), division=make_division(make_tournament()))


def test_who_has_withdrawn_does_not_play_in_the_division_they_are_moved_to(
    division: Division,
) -> None:
    other = make_division(division.tournament)
    anna = make_entry(division, withdrawn_from=3)
    moved = change_entry(anna, NOON, by=make_user(), division=other)
    assert not any(moved.plays_in(number) for number in (1, 2, 3))


def test_who_withdraws_is_paired_no_more_and_may_come_back(division: Division) -> None:
    anna, ben = make_entries(division, 2)
    staff = make_user()
    make_round(division, (anna, ben))
    with pytest.raises(NotWithdrawn):
        readmit(anna, NOON, by=staff)
    assert withdraw(anna, NOON, by=staff).withdrawn_from == 2
    with pytest.raises(AlreadyWithdrawn):
        withdraw(anna, NOON, by=staff)
    assert readmit(anna, NOON, by=staff).withdrawn_from is None
    assert withdraw(anna, NOON, by=staff, from_round=4).withdrawn_from == 4
    with pytest.raises(AlreadyWithdrawn):
        withdraw(anna, NOON, by=staff, from_round=1)
    with pytest.raises(RoundFixed):
        withdraw(ben, NOON, by=staff, from_round=1)
    with pytest.raises(Invalid):
        withdraw(ben, NOON, by=staff, from_round=0)
    log = [(entry.kind, entry.data) for entry in division.tournament.log.all()]
    assert log == [
        ("withdrawn", {"player": 1, "from_round": 2}),
        ("readmitted", {"player": 1}),
        ("withdrawn", {"player": 1, "from_round": 4}),
    ]


def test_a_round_is_sat_out_with_a_bye_or_absent(division: Division) -> None:
    anna, ben = make_entries(division, 2)
    staff = make_user()
    make_round(division, (anna, ben))
    set_absence(anna, 2, BYE, NOON, by=staff)
    set_absence(anna, 2, ABSENT, NOON, by=staff)
    set_absence(anna, 3, BYE, NOON, by=staff)
    assert [(a.round_number, a.kind) for a in anna.absences.all()] == [(2, ABSENT), (3, BYE)]
    remove_absence(anna, 2, NOON, by=staff)
    with pytest.raises(AbsenceMissing):
        remove_absence(anna, 2, NOON, by=staff)
    with pytest.raises(RoundFixed):
        set_absence(ben, 1, ABSENT, NOON, by=staff)
    for round_number in (0, 8):
        with pytest.raises(Invalid):
            set_absence(ben, round_number, ABSENT, NOON, by=staff)
    make_round(division, (ben, None))
    make_round(division, (ben, None))
    with pytest.raises(RoundFixed):
        remove_absence(anna, 3, NOON, by=staff)
    log = [(entry.kind, entry.data) for entry in division.tournament.log.all()]
    assert log[1:] == [
        ("absence_set", {"player": 1, "round": 2, "absence": "absent"}),
        ("absence_set", {"player": 1, "round": 3, "absence": "bye"}),
        ("absence_removed", {"player": 1, "round": 2}),
    ]


def test_a_code_lets_several_phones_in_until_another_is_issued(division: Division) -> None:
    entry = make_entry(division)
    code = issue_code(entry, NOON, by=make_user())
    assert len(code) == 8
    assert set(code) <= set(CODE_ALPHABET)
    found, token = use_code(f" {code[:4].lower()}-{code[4:]} ")
    assert (found, token[:4]) == (entry, ENTRY)
    assert use_code(code)[1] == token
    assert Entry.objects.get(token_digest=digest(token)) == entry
    again = issue_code(entry, NOON, by=make_user())
    assert not Entry.objects.filter(token_digest=digest(token)).exists()
    with pytest.raises(JoinCodeWrong):
        use_code(code)
    assert use_code(again)[1] != token


def test_codes_for_all_are_one_entry_of_the_log_and_not_in_it(division: Division) -> None:
    entries = make_entries(division, 3)
    stranger = make_entry(make_division(make_tournament()))
    codes = issue_codes(division.tournament, [*entries, stranger], NOON, by=make_user())
    assert [use_code(codes[entry.number])[0] for entry in entries] == entries
    (logged,) = division.tournament.log.all()
    assert (logged.kind, logged.data) == ("code_issued", {"players": [1, 2, 3]})
    stranger.refresh_from_db()
    assert stranger.code_digest is None


def test_neither_code_nor_token_is_kept_as_it_is(division: Division) -> None:
    entry = make_entry(division)
    code = issue_code(entry, NOON, by=make_user())
    _found, token = use_code(code)
    entry.refresh_from_db()
    kept = {entry.code_digest, entry.token_digest}
    assert not kept & {code, token, digest(code), None}


REFUSED_ONCE_FINISHED: dict[str, Callable[[Entry], object]] = {
    "enter": lambda entry: enter(entry.division, NewEntry("Bo"), NOON, by=make_user()),
    "withdraw": lambda entry: withdraw(entry, NOON, by=make_user()),
    "readmit": lambda entry: readmit(entry, NOON, by=make_user()),
    "absent": lambda entry: set_absence(entry, 1, ABSENT, NOON, by=make_user()),
    "there": lambda entry: remove_absence(entry, 1, NOON, by=make_user()),
    "code": lambda entry: issue_code(entry, NOON, by=make_user()),
}


@pytest.mark.parametrize("action", REFUSED_ONCE_FINISHED)
def test_when_the_tournament_is_over_the_list_is_closed(action: str) -> None:
    entry = make_entry(make_division(make_tournament(state=Tournament.State.FINISHED)))
    with pytest.raises(WrongTournamentState):
        REFUSED_ONCE_FINISHED[action](entry)
    assert kinds_of(entry.tournament) == []
