"""Rows as values: what pairing and standings get to know of a division."""

import pytest

from tests.duplicate.factories import NOON
from tests.tournaments.factories import (
    make_division,
    make_entries,
    make_entry,
    make_round,
    make_tournament,
    set_result,
)
from tournaments import standings
from tournaments.models import Absence, Division, Pairing, Penalty, Round
from tournaments.rounds.selectors.player_field import (
    field_of,
    games_of,
    pairing_players,
    played_in,
    players_of,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]
Outcome, ResultState = Pairing.Outcome, Pairing.ResultState


@pytest.fixture
def division() -> Division:
    return make_division(make_tournament())


def test_players_are_told_by_their_keys_with_all_that_groups_them(division: Division) -> None:
    anna = make_entry(division, "Anna", club="Köln", category="U20", team="Dom", rating=None)
    ben = make_entry(division, "Ben", withdrawn_from=3)
    one, other = players_of(division)
    assert one == standings.Player(
        anna.pk, anna.number, "Anna", "Köln", "U20", "Dom", rating=None, withdrawn=False
    )
    assert (other.id, other.withdrawn) == (ben.pk, True)


def test_a_game_counts_with_points_penalties_and_how_sure_it_is(division: Division) -> None:
    anna, ben, cleo = make_entries(division, 3)
    game, bye = make_round(division, (anna, ben), (cleo, None)).pairings.order_by("pk")
    set_result(game, 400, 380)
    bye.standing = ResultState.CONFIRMED
    bye.save()
    for points, revoked_at in ((10, None), (20, None), (99, NOON)):
        game.penalties.create(
            entry=ben, reason=Penalty.Reason.LATE, points=points, at=NOON, revoked_at=revoked_at
        )
    played, alone = games_of(division)
    assert played == standings.Game(
        1, 1, anna.pk, ben.pk, standings.Kind.PLAYED, 400, 380, second_adjust=-30
    )
    assert alone == standings.Game(1, None, cleo.pk, None, standings.Kind.BYE)


def test_a_game_without_a_result_and_one_that_is_only_reported_are_not_confirmed(
    division: Division,
) -> None:
    anna, ben, cleo, dora = make_entries(division, 4)
    round = make_round(division, (anna, ben), (cleo, dora))
    reported = set_result(round.pairings.get(table=2), 300, 301)
    Pairing.objects.filter(pk=reported.pk).update(standing=ResultState.REPORTED)
    empty, said = games_of(division)
    assert (empty.is_confirmed, empty.first_points) == (False, None)
    assert (said.is_confirmed, said.second_points) == (False, 301)


def test_drafts_are_nobodys_games(division: Division) -> None:
    anna, ben = make_entries(division, 2)
    make_round(division, (anna, ben), state=Round.State.DRAFT)
    assert games_of(division) == ()


def test_the_field_leaves_out_who_is_late_gone_or_absent(division: Division) -> None:
    anna, ben, cleo, dora, _emil = make_entries(division, 5)
    late = make_entry(division, first_round=3)
    ben.withdrawn_from = 2
    ben.save()
    cleo.absences.create(round_number=2, kind=Absence.Kind.BYE)
    dora.absences.create(round_number=2, kind=Absence.Kind.ABSENT)
    assert [entry.number for entry in field_of(division, 2)] == [anna.number, 5]
    assert ben in field_of(division, 1)
    assert {cleo, dora, late} <= set(field_of(division, 3))


def test_before_the_first_round_players_are_ranked_by_rating(division: Division) -> None:
    ratings = [1500, None, 1900, 1500]
    entries = [make_entry(division, rating=rating) for rating in ratings]
    players = pairing_players(division, entries, 1)
    assert [player.id for player in players] == [3, 1, 4, 2]
    assert [player.rank for player in players] == [1, 2, 3, 4]
    assert [player.rating for player in players] == [1900, 1500, 1500, 0]


def test_players_bring_wins_opponents_starts_and_byes_to_the_pairing(division: Division) -> None:
    entries = anna, ben, cleo = make_entries(division, 3)
    anna.club = "Köln"
    anna.save()
    first = make_round(division, (ben, anna), (cleo, None))
    second = make_round(division, (anna, ben), (cleo, None))
    for pairing in (first.pairings.get(table=1), second.pairings.get(table=1)):
        set_result(pairing, 400, 380)
    Pairing.objects.filter(kind=Pairing.Kind.BYE).update(standing=ResultState.CONFIRMED)
    third = pairing_players(division, entries, 3)
    assert [player.id for player in third] == [3, 1, 2]
    assert [player.wins2 for player in third] == [4, 2, 2]
    assert [player.byes for player in third] == [2, 0, 0]
    one = third[1]
    assert (one.club, one.spread, one.opponents, one.began) == ("Köln", 0, (2, 2), (False, True))
    assert (one.firsts, one.seconds) == (1, 1)
    # What is played in a round is not known when that round is paired.
    assert [player.wins2 for player in pairing_players(division, entries, 2)] == [2, 2, 0]


@pytest.mark.parametrize(
    ("outcome", "has_met"),
    [
        ("", True),
        (Outcome.PLAYED, True),
        (Outcome.LOST_ON_TIME_FIRST, True),
        (Outcome.FORFEIT_SECOND, False),
        (Outcome.DOUBLE_FORFEIT, False),
        (Outcome.UNPLAYED, False),
    ],
)
def test_those_have_met_who_sat_at_the_board_or_still_do(
    division: Division, outcome: str, has_met: bool
) -> None:
    entries = make_entries(division, 2)
    make_round(division, (entries[0], entries[1])).pairings.update(outcome=outcome)
    (one, other) = sorted(pairing_players(division, entries, 2), key=lambda player: player.id)
    assert (one.opponents, other.opponents) == (((2,), (1,)) if has_met else ((), ()))
    assert (one.balance, other.balance) == ((1, -1) if has_met else (0, 0))


def test_a_knock_out_looks_at_confirmed_games_of_its_rounds_only(division: Division) -> None:
    anna, ben, cleo, dora = make_entries(division, 4)
    make_round(division, (anna, ben), (cleo, dora))
    round = make_round(division, (anna, ben), (cleo, dora))
    set_result(round.pairings.get(table=1), 380, 400)
    Pairing.objects.filter(round=round, table=2).update(
        outcome=Outcome.FORFEIT_FIRST, standing=ResultState.CONFIRMED
    )
    played = played_in(division, range(2, 3))
    assert [(one.first, one.second, one.first_wins2, one.second_wins2) for one in played] == [
        (1, 2, 0, 2),
        (3, 4, 0, 2),
    ]
    assert played[0].spread == -40
    Pairing.objects.filter(round=round).update(outcome=Outcome.DOUBLE_FORFEIT)
    assert {one.spread for one in played_in(division, range(2, 3))} == {0}
    Pairing.objects.filter(round=round).update(standing=ResultState.REPORTED)
    assert played_in(division, range(2, 3)) == ()
