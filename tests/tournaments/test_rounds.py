"""Rounds from the draft to the publication and back, and what keeps them from it."""

from collections.abc import Callable
from typing import Any

import pytest

from referee.errors import Invalid
from referee.models import User
from tests.duplicate.factories import NOON, SECOND
from tests.tournaments.factories import (
    make_division,
    make_entries,
    make_entry,
    make_round,
    make_tournament,
    set_result,
)
from tests.tournaments.logs import kinds_of, told_by
from tournaments.entries.services.entries import readmit
from tournaments.errors import (
    CantBePaired,
    EntryMissing,
    HasReports,
    NoGame,
    NotInRound,
    NotTheLastRound,
    PairingMissing,
    PlayersGone,
    PlayersUnpaired,
    PlayerTwice,
    ResultsMissing,
    RoundMissing,
    ScheduleOver,
    WrongRoundState,
    WrongTournamentState,
)
from tournaments.models import Absence, Division, LogEntry, Pairing, Round, Table, Tournament
from tournaments.rounds.selectors.rounds import pairings_of, warnings_of
from tournaments.rounds.services import rounds
from tournaments.rounds.services.penalties import penalise
from tournaments.rounds.services.results import report_result

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]
Kind, State = Pairing.Kind, Round.State
LATER = NOON + SECOND


@pytest.fixture
def division() -> Division:
    return make_division(make_tournament())


def director_of(division: Division) -> User:
    return division.tournament.staff.get().user


def draft(division: Division, **how: Any) -> Round:
    return rounds.draft_round(division, NOON, by=director_of(division), **how)


def publish(round: Round) -> Round:
    return rounds.publish_round(round, LATER, by=director_of(round.division))


def seats_of(round: Round) -> list[tuple[int | None, str, int, int | None]]:
    return [
        (row.table, row.kind, row.first.number, row.second.number if row.second else None)
        for row in pairings_of(round)
    ]


def meetings_of(round: Round) -> set[frozenset[int]]:
    return {frozenset((first, second)) for _, _, first, second in seats_of(round) if second}


def confirm_all(round: Round, first_points: int = 400, second_points: int = 380) -> None:
    for pairing in round.pairings.filter(kind=Kind.GAME):
        set_result(pairing, first_points, second_points)


# The draft


def test_a_draft_seats_everybody_once_the_best_at_the_first_table(division: Division) -> None:
    make_entries(division, 5)
    round = draft(division)
    assert (round.number, round.state, round.drafted_at) == (1, State.DRAFT, NOON)
    # Folded: the upper half of the ranking meets the lower half; the last one is left over.
    assert meetings_of(round) == {frozenset({1, 3}), frozenset({2, 4})}
    assert [(table, kind) for table, kind, *_ in seats_of(round)] == [
        (1, Kind.GAME),
        (2, Kind.GAME),
        (None, Kind.BYE),
    ]
    assert all(row.reason["code"] in ("score_group", "bye") for row in pairings_of(round))


def test_those_who_sit_out_get_a_row_of_their_own(division: Division) -> None:
    entries = make_entries(division, 6)
    make_entry(division, first_round=2)
    entries[0].absences.create(round_number=1, kind=Absence.Kind.BYE)
    entries[1].absences.create(round_number=1, kind=Absence.Kind.ABSENT)
    entries[2].withdrawn_from = 1
    entries[2].save()
    round = draft(division)
    alone = {row.first.number: row.kind for row in round.pairings.filter(second=None)}
    assert alone == {1: Kind.SET_BYE, 2: Kind.ABSENT, 6: Kind.BYE}
    assert meetings_of(round) == {frozenset({4, 5})}


def test_who_will_withdraw_after_the_round_is_paired_in_it(division: Division) -> None:
    make_entry(division, withdrawn_from=2)
    make_entry(division)
    assert meetings_of(draft(division)) == {frozenset({1, 2})}


def test_a_draft_is_paired_anew_in_its_place(division: Division) -> None:
    make_entries(division, 4)
    first = draft(division)
    make_entry(division)
    again = rounds.draft_round(division, LATER, by=director_of(division))
    assert (again.pk, again.drafted_at) == (first.pk, LATER)
    assert division.rounds.count() == 1
    assert again.pairings.count() == 3
    assert kinds_of(division.tournament) == ["paired", "paired"]


def test_the_same_field_is_paired_the_same_and_with_another_seed_otherwise(
    division: Division,
) -> None:
    make_entries(division, 12)
    seats = [seats_of(draft(division)) for _ in range(2)]
    assert seats[0] == seats[1]
    assert told_by(division.tournament, LogEntry.Kind.PAIRED)["seed"] == "5eed/1"
    others = {tuple(seats_of(draft(division, seed=f"other {number}"))) for number in range(8)}
    assert len(others) > 1
    round = division.rounds.get()
    assert round.notes[-1] == {"code": "seed", "seed": "other 7"}
    with pytest.raises(Invalid):
        draft(division, seed=" ")


def test_players_with_a_table_of_their_own_stay_there(division: Division) -> None:
    entries = make_entries(division, 6)
    entries[5].fixed_table = 1
    entries[5].save()
    round = draft(division)
    assert round.pairings.get(table=1).second_id == entries[5].pk or (
        round.pairings.get(table=1).first_id == entries[5].pk
    )


def test_two_with_a_table_of_their_own_are_remarked_when_they_meet(division: Division) -> None:
    for table, entry in enumerate(make_entries(division, 2), start=3):
        entry.fixed_table = table
        entry.save()
    round = draft(division)
    assert [note["code"] for note in Round.objects.get(pk=round.pk).notes] == ["fixed_table"]


def test_the_next_round_pairs_winners_with_winners(division: Division) -> None:
    make_entries(division, 8)
    first = publish(draft(division))
    for pairing in first.pairings.all():
        upper_begins = pairing.first.number < (pairing.second.number if pairing.second else 0)
        set_result(pairing, *((400, 380) if upper_begins else (380, 400)))
    second = draft(division)
    assert second.number == 2
    assert {tuple(sorted(pair)) for pair in meetings_of(second)} == {
        (1, 3), (2, 4), (5, 7), (6, 8)
    }  # fmt: skip


def test_results_must_be_there_before_the_next_round_is_paired(division: Division) -> None:
    entries = make_entries(division, 6)
    one = make_round(division, *zip(entries[::2], entries[1::2], strict=True))
    set_result(one.pairings.get(table=2), 400, 380)
    Pairing.objects.filter(round=one, table=1).update(standing=Pairing.ResultState.DISPUTED)
    with pytest.raises(ResultsMissing) as refused:
        draft(division)
    assert refused.value.detail["missing"] == [
        {"round": 1, "table": 1},
        {"round": 1, "table": 3},
    ]
    assert str(refused.value) == "Es fehlen noch Ergebnisse: Runde 1: Tisch 1, 3."
    assert draft(division, with_open_games=True).number == 2


def test_a_timetable_needs_no_results_after_its_first_round() -> None:
    division = make_division(make_tournament(), schedule=[{"method": "round_robin"}] * 3)
    make_entries(division, 4)
    for number in (1, 2, 3):
        assert publish(draft(division)).number == number
    met = [pair for round in division.rounds.all() for pair in meetings_of(round)]
    assert len(met) == len(set(met)) == 6


def test_a_seating_survives_a_change_of_numbers_and_a_round_by_hand() -> None:
    division = make_division(make_tournament(), schedule=[{"method": "round_robin"}] * 3)
    entries = make_entries(division, 4)
    publish(draft(division))
    second = draft(division)
    pairs = [(second, first) for _, _, first, second in seats_of(second) if second]
    rounds.pair_by_hand(second, pairs, NOON, by=director_of(division))
    publish(second)
    entries[0].number = 99
    entries[0].save()
    publish(draft(division))
    met = [pair for round in division.rounds.all() for pair in meetings_of(round)]
    assert len(set(met)) == 6
    assert "seating" not in told_by(division.tournament, LogEntry.Kind.PUBLISHED)["method"]


def test_a_knock_out_plays_on_with_those_who_won() -> None:
    schedule = [{"method": "knockout"}] * 2
    division = make_division(make_tournament(), schedule=schedule)
    make_entries(division, 4)
    semi_finals = publish(draft(division))
    assert meetings_of(semi_finals) == {frozenset({1, 4}), frozenset({2, 3})}
    for pairing in semi_finals.pairings.all():
        favourite_begins = pairing.first.number in (1, 2)
        set_result(pairing, *((400, 380) if favourite_begins else (380, 400)))
    final = publish(draft(division))
    assert meetings_of(final) == {frozenset({1, 2})}
    assert final.pairings.count() == 1


def test_a_method_that_was_given_takes_its_place_in_the_schedule(division: Division) -> None:
    make_entries(division, 4)
    round = draft(division, method={"method": "koth"})
    assert meetings_of(round) == {frozenset({1, 2}), frozenset({3, 4})}
    division.refresh_from_db()
    assert division.schedule[0] == round.method == {"method": "koth"}
    assert division.schedule[1] == {"method": "swiss"}


def test_what_can_not_be_paired_says_why(division: Division) -> None:
    make_entries(division, 1)
    with pytest.raises(CantBePaired) as refused:
        draft(division)
    assert refused.value.detail["problem"] == "too_few_players"
    with pytest.raises(CantBePaired) as refused:
        draft(division, method={"method": "dice"})
    assert refused.value.detail["problem"] == "unknown_method"
    assert not division.rounds.exists()


def test_there_are_as_many_rounds_as_the_schedule_has() -> None:
    division = make_division(make_tournament(), rounds=1)
    make_entries(division, 2)
    confirm_all(publish(draft(division)))
    with pytest.raises(ScheduleOver):
        draft(division)


def test_nothing_is_paired_once_the_tournament_is_finished() -> None:
    division = make_division(make_tournament(state=Tournament.State.FINISHED))
    make_entries(division, 2)
    with pytest.raises(WrongTournamentState):
        draft(division)


# By hand


def test_a_round_to_be_paired_by_hand_is_empty_at_first() -> None:
    division = make_division(make_tournament(), schedule=[{"method": "manual"}])
    make_entries(division, 3)
    round = draft(division)
    assert seats_of(round) == []
    with pytest.raises(PlayersUnpaired) as refused:
        publish(round)
    assert refused.value.detail["players"] == [1, 2, 3]
    rounds.pair_by_hand(round, [(3, 1), (2, None)], NOON, by=director_of(division))
    assert seats_of(round) == [(1, Kind.GAME, 3, 1), (None, Kind.BYE, 2, None)]
    assert publish(round).state == State.PUBLISHED


def test_a_round_by_hand_has_its_tables_in_the_order_given(division: Division) -> None:
    make_entries(division, 6)
    round = draft(division)
    rounds.pair_by_hand(round, [(5, 6), (4, 1), (2, 3)], NOON, by=director_of(division))
    assert [(table, first) for table, _, first, _ in seats_of(round)] == [(1, 5), (2, 4), (3, 2)]


def test_pairs_that_stay_keep_their_reason_and_the_others_say_that_a_hand_made_them(
    division: Division,
) -> None:
    make_entries(division, 6)
    round = draft(division)
    (_, _, first, second), (_, _, one, other), (_, _, two, rest) = seats_of(round)
    assert second
    pairs = [(second, first), (one, rest), (two, other)]
    round = rounds.pair_by_hand(round, pairs, LATER, by=director_of(division))
    codes = [row.reason["code"] for row in pairings_of(round)]
    assert sorted(codes) == ["manual", "manual", "score_group"]
    assert round.method == {"method": "manual"}
    begun = round.pairings.get(first__number=second)
    assert begun.reason["code"] == "score_group"
    assert told_by(division.tournament, LogEntry.Kind.PAIRED_BY_HAND)["alone"] == []


def test_what_speaks_against_a_pairing_by_hand_is_told_but_not_refused(division: Division) -> None:
    entries = make_entries(division, 4)
    for entry in entries[:2]:
        entry.club = "Köln"
        entry.save()
    confirm_all(make_round(division, (entries[0], entries[1]), (entries[2], entries[3])))
    round = draft(division)
    round = rounds.pair_by_hand(round, [(1, 2), (4, 3)], NOON, by=director_of(division))
    codes = {warning["code"] for warning in warnings_of(round)}
    assert {"repeat", "same_club", "starts_uneven"} <= codes
    assert not any(warning["is_error"] for warning in warnings_of(round))


@pytest.mark.parametrize(
    ("pairs", "refusal"),
    [
        ([(1, 2), (3, 99)], EntryMissing),
        ([(1, 2), (3, 5)], NotInRound),
        ([(1, 2), (3, 1)], PlayerTwice),
        ([(1, 1), (3, 4)], PlayerTwice),
        ([(1, 2), (3, None)], PlayersUnpaired),
        ([], PlayersUnpaired),
    ],
)
def test_a_pairing_by_hand_must_have_everybody_once(
    division: Division, pairs: list[tuple[int, int | None]], refusal: type[Exception]
) -> None:
    make_entries(division, 4)
    make_entry(division, first_round=2)
    round = draft(division)
    before = seats_of(round)
    with pytest.raises(refusal):
        rounds.pair_by_hand(round, pairs, NOON, by=director_of(division))
    assert seats_of(round) == before


def test_only_who_is_out_of_a_knock_out_may_be_left_over_by_hand() -> None:
    division = make_division(make_tournament(), schedule=[{"method": "knockout", "players": 2}])
    first, *_ = make_entries(division, 3)
    round = draft(division)
    director = director_of(division)
    assert meetings_of(round) == {frozenset({1, 2})}
    rounds.pair_by_hand(round, [(2, 1)], NOON, by=director)
    assert seats_of(round) == [(1, Kind.GAME, 2, 1)]
    with pytest.raises(PlayersUnpaired) as refused:
        rounds.pair_by_hand(round, [(2, 3)], NOON, by=director)
    assert refused.value.detail["players"] == [1]
    first.absences.create(round_number=1, kind=Absence.Kind.ABSENT)
    rounds.pair_by_hand(round, [(2, 3)], NOON, by=director)
    assert meetings_of(publish(round)) == {frozenset({2, 3})}


def test_who_comes_after_the_draft_of_a_knock_out_is_not_left_out() -> None:
    method = {"method": "knockout", "players": 2, "others": {"method": "swiss"}}
    division = make_division(make_tournament(), schedule=[method])
    make_entries(division, 3)
    gone = make_entry(division, withdrawn_from=1)
    round = draft(division)
    director = director_of(division)
    assert meetings_of(round) == {frozenset({1, 2})}
    assert not [finding for finding in warnings_of(round) if finding["code"] == "missing"]
    readmit(gone, NOON, by=director)
    late = make_entry(division)
    refusals: list[Callable[[], Any]] = [
        lambda: publish(round),
        lambda: rounds.lock_round(round, NOON, by=director),
        lambda: rounds.pair_by_hand(round, [(2, 1)], NOON, by=director),
    ]
    for refusal in refusals:
        with pytest.raises(PlayersUnpaired) as refused:
            refusal()
        assert refused.value.detail["players"] == [gone.number, late.number]
    missing = [finding for finding in warnings_of(round) if finding["code"] == "missing"]
    assert [finding["player"] for finding in missing] == [gone.number, late.number]
    again = publish(draft(division))
    placed = {number for _, _, *pair in seats_of(again) for number in pair if number}
    assert placed == {1, 2, 3, gone.number, late.number}
    assert "idle" not in told_by(division.tournament, LogEntry.Kind.PUBLISHED)["method"]


def test_the_other_one_begins(division: Division) -> None:
    make_entries(division, 2)
    round = draft(division)
    pairing = round.pairings.get()
    swapped = rounds.swap_starts(pairing, NOON, by=director_of(division))
    assert (swapped.first_id, swapped.second_id) == (pairing.second_id, pairing.first_id)
    assert division.tournament.log.order_by("sequence").last().is_internal  # type: ignore[union-attr]
    publish(round)
    again = rounds.swap_starts(swapped, NOON, by=director_of(division))
    assert again.first_id == pairing.first_id
    report_result(again, again.first, NOON, first_points=400, second_points=380)
    with pytest.raises(HasReports):
        rounds.swap_starts(again, NOON, by=director_of(division))


def test_whoever_was_told_of_the_pairings_is_told_that_the_other_one_begins(
    division: Division,
) -> None:
    hook = division.tournament.webhooks.create(
        url="https://example.org/", secret="geheim", events=["pairings"], created_at=NOON
    )
    make_entries(division, 2)
    round = draft(division)
    rounds.swap_starts(round.pairings.get(), NOON, by=director_of(division))
    assert not hook.deliveries.exists()  # nobody knows of a draft
    publish(round)
    swapped = rounds.swap_starts(round.pairings.get(), NOON, by=director_of(division))
    told = [message.body["games"][0][1] for message in hook.deliveries.all()]
    assert swapped.second is not None
    assert told == [swapped.second.number, swapped.first.number]


def test_nobody_else_begins_where_nobody_sits_opposite_or_the_round_is_locked(
    division: Division,
) -> None:
    make_entries(division, 3)
    round = draft(division)
    director = director_of(division)
    with pytest.raises(NoGame):
        rounds.swap_starts(round.pairings.get(kind=Kind.BYE), NOON, by=director)
    game = round.pairings.get(kind=Kind.GAME)
    rounds.lock_round(round, NOON, by=director)
    with pytest.raises(WrongRoundState):
        rounds.swap_starts(game, NOON, by=director)
    rounds.unlock_round(round, NOON, by=director)
    draft(division)
    with pytest.raises(PairingMissing):
        rounds.swap_starts(game, NOON, by=director)


# Locking and publishing


def test_a_locked_round_stays_as_it_is_until_it_is_unlocked(division: Division) -> None:
    make_entries(division, 2)
    director = director_of(division)
    round = rounds.lock_round(draft(division), NOON, by=director)
    assert round.state == State.LOCKED
    with pytest.raises(WrongRoundState):
        draft(division)
    with pytest.raises(WrongRoundState):
        rounds.pair_by_hand(round, [(2, 1)], NOON, by=director)
    assert rounds.unlock_round(round, NOON, by=director).state == State.DRAFT
    assert kinds_of(division.tournament) == ["paired", "locked", "unlocked"]


def test_the_first_round_that_is_published_starts_the_tournament() -> None:
    division = make_division(make_tournament(state=Tournament.State.SETUP))
    make_entries(division, 3)
    round = publish(draft(division))
    tournament = Tournament.objects.get()
    assert (tournament.state, tournament.started_at) == (Tournament.State.RUNNING, LATER)
    assert (round.state, round.published_at) == (State.PUBLISHED, LATER)
    assert round.pairings.get(kind=Kind.BYE).standing == Pairing.ResultState.CONFIRMED
    assert kinds_of(tournament) == ["paired", "started", "published"]


def test_the_public_log_tells_who_plays_where_and_drafts_are_internal(division: Division) -> None:
    make_entries(division, 3)
    publish(draft(division))
    paired, published = division.tournament.log.order_by("sequence")
    assert (paired.is_internal, published.is_internal) == (True, False)
    (table, first, second) = published.data["games"][0]
    assert (table, {first, second}) == (1, {1, 2})
    assert published.data["alone"] == [[3, "bye"]]
    assert published.data["method"]["method"] == "swiss"


def test_a_round_in_which_nobody_plays_is_complete_at_once() -> None:
    division = make_division(make_tournament(), schedule=[{"method": "manual"}])
    make_entry(division).absences.create(round_number=1, kind=Absence.Kind.BYE)
    assert publish(draft(division)).completed_at == LATER


def test_a_field_that_has_changed_since_must_be_paired_anew(division: Division) -> None:
    entries = make_entries(division, 4)
    round = draft(division)
    late = make_entry(division)
    with pytest.raises(PlayersUnpaired) as unpaired:
        publish(round)
    assert unpaired.value.detail["players"] == [late.number]
    round = draft(division)
    entries[0].absences.create(round_number=1, kind=Absence.Kind.ABSENT)
    with pytest.raises(PlayersGone) as gone:
        rounds.lock_round(round, NOON, by=director_of(division))
    assert gone.value.detail["players"] == [entries[0].number]
    assert publish(draft(division)).pairings.get(kind=Kind.ABSENT).first == entries[0]


def test_why_somebody_sits_out_may_change_until_the_publication(division: Division) -> None:
    absent = make_entries(division, 3)[0]
    absent.absences.create(round_number=1, kind=Absence.Kind.ABSENT)
    round = draft(division)
    absent.absences.update(kind=Absence.Kind.BYE)
    assert publish(round).pairings.get(first=absent).kind == Kind.SET_BYE


# Back


def test_the_last_publication_can_be_taken_back(division: Division) -> None:
    make_entries(division, 3)
    round = publish(draft(division))
    director = director_of(division)
    back = rounds.retract_round(round, NOON, by=director)
    assert (back.state, back.published_at) == (State.LOCKED, None)
    assert publish(back).state == State.PUBLISHED
    assert kinds_of(division.tournament) == ["paired", "published", "retracted", "published"]


def test_a_publication_stands_once_anything_hangs_on_it(division: Division) -> None:
    anna, ben, cleo, dora = make_entries(division, 4)
    director = director_of(division)

    def refused(round: Round) -> None:
        with pytest.raises(HasReports):
            rounds.retract_round(round, NOON, by=director)

    reported = make_round(division, (anna, ben), (cleo, dora))
    report_result(reported.pairings.get(table=1), anna, NOON, first_points=400, second_points=380)
    refused(reported)
    other = make_division(division.tournament)
    pair = make_entries(other, 2)
    penalised = make_round(other, (pair[0], pair[1]))
    penalise(penalised.pairings.get(), pair[0], "late", NOON, by=director, points=5)
    refused(penalised)
    third = make_division(division.tournament)
    pair = make_entries(third, 2)
    recorded = make_round(third, (pair[0], pair[1]))
    Table.objects.create(
        tournament=division.tournament,
        pairing=recorded.pairings.get(),
        game="match",
        setup={},
        names=[],
        created_at=NOON,
    )
    refused(recorded)


def test_only_the_last_round_is_taken_back(division: Division) -> None:
    make_entries(division, 2)
    round = publish(draft(division))
    second = draft(division, with_open_games=True)
    director = director_of(division)
    with pytest.raises(NotTheLastRound):
        rounds.retract_round(round, NOON, by=director)
    rounds.discard_round(second, NOON, by=director)
    assert rounds.retract_round(round, NOON, by=director).state == State.LOCKED


def test_what_is_not_published_can_be_discarded(division: Division) -> None:
    make_entries(division, 2)
    director = director_of(division)
    round = draft(division)
    rounds.discard_round(round, NOON, by=director)
    assert not division.rounds.exists()
    with pytest.raises(RoundMissing):
        rounds.discard_round(round, NOON, by=director)
    round = publish(draft(division))
    with pytest.raises(WrongRoundState):
        rounds.discard_round(round, NOON, by=director)
    assert kinds_of(division.tournament) == ["paired", "discarded", "paired", "published"]


# Who is told


def test_webhooks_are_told_of_pairings_shown_and_taken_back(division: Division) -> None:
    make_entries(division, 3)
    make = division.tournament.webhooks.create
    wants = make(url="https://example.org/1", secret="s", events=["pairings"], created_at=NOON)
    make(url="https://example.org/2", secret="s", events=["result"], created_at=NOON)
    make(
        url="https://example.org/3",
        secret="s",
        events=["pairings"],
        created_at=NOON,
        is_active=False,
    )
    round = publish(draft(division))
    rounds.retract_round(round, LATER, by=director_of(division))
    shown, taken_back = wants.deliveries.all()
    assert (shown.event, shown.due_at) == ("pairings", LATER)
    assert shown.body["division"] == shown.body["round"] == 1
    assert shown.body["state"] == "published"
    assert [table for table, *_ in shown.body["games"]] == [1]
    assert taken_back.body["state"] == "locked"
    assert "games" not in taken_back.body
    assert division.tournament.webhooks.exclude(deliveries=None).get() == wants
