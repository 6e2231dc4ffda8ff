"""Results: entered, reported and compared, corrected, removed. Every report is kept."""

from typing import Any

import pytest

from referee.errors import Invalid
from referee.models import User
from tests.duplicate.factories import NOON, SECOND
from tests.tournaments.factories import (
    make_division,
    make_entries,
    make_round,
    make_tournament,
    set_result,
)
from tests.tournaments.logs import kinds_of, told_by
from tournaments.errors import (
    AlreadyConfirmed,
    Implausible,
    NoGame,
    NotYourGame,
    PlayersDontReport,
    ResultMissing,
    RoundNotPublished,
    WrongTournamentState,
)
from tournaments.models import Division, Entry, LogEntry, Pairing, Report, Round, Tournament
from tournaments.options import Options
from tournaments.rounds.selectors.rounds import comparison_of, disputed_games, games_without_result
from tournaments.rounds.services.results import (
    demand_unconfirmed,
    enter_result,
    remove_result,
    report_result,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]
Outcome = Pairing.Outcome
Source = Report.Source
ResultState = Pairing.ResultState
LATER = NOON + SECOND


@pytest.fixture
def division() -> Division:
    return make_division(make_tournament())


@pytest.fixture
def game(division: Division) -> Pairing:
    """The first of two games."""
    anna, ben, cleo, dora = make_entries(division, 4)
    return make_round(division, (anna, ben), (cleo, dora)).pairings.get(table=1)


def director_of(division: Division) -> User:
    return division.tournament.staff.get().user


def enter(game: Pairing, first: int | None, second: int | None, **more: Any) -> Pairing:
    director = director_of(game.round.division)
    return enter_result(
        game,
        LATER,
        by=director,
        first_points=first,
        second_points=second,
        **{"source": Source.DIRECTOR} | more,
    )


def report(game: Pairing, entry: Entry | None, first: int, second: int, **more: Any) -> Pairing:
    assert entry is not None
    return report_result(game, entry, NOON, first_points=first, second_points=second, **more)


def stands(game: Pairing) -> tuple[str, int | None, int | None]:
    game = Pairing.objects.get(pk=game.pk)
    return game.standing, game.first_points, game.second_points


# By the staff


def test_what_the_staff_enter_counts_at_once(game: Pairing) -> None:
    enter(game, 400, 380, source=Source.SLIP)
    assert stands(game) == (ResultState.CONFIRMED, 400, 380)
    said = game.reports.get()
    assert (said.sequence, said.source, said.entry, said.received_at) == (1, "slip", None, LATER)
    assert kinds_of(game.round.division.tournament) == ["reported", "confirmed"]
    told = told_by(game.round.division.tournament, LogEntry.Kind.CONFIRMED)
    assert told == {
        "division": 1, "round": 1, "table": 1, "first": 1, "second": 2,
        "outcome": "played", "first_points": 400, "second_points": 380, "source": "slip",
    }  # fmt: skip


def test_a_correction_keeps_what_stood_before(game: Pairing) -> None:
    enter(game, 400, 380)
    enter(game, 410, 380, remark="verlesen")
    assert stands(game) == (ResultState.CONFIRMED, 410, 380)
    assert [said.first_points for said in game.reports.all()] == [400, 410]
    assert game.reports.get(sequence=2).remark == "verlesen"
    told = told_by(game.round.division.tournament, LogEntry.Kind.CONFIRMED)
    assert told["was"] == {"outcome": "played", "first_points": 400, "second_points": 380}
    assert (told["remark"], told["rounds_paired_since"]) == ("verlesen", 0)


def test_a_result_from_a_file_can_be_corrected_too(game: Pairing) -> None:
    set_result(game, 400, 380)
    enter(game, 390, 380)
    told = told_by(game.round.division.tournament, LogEntry.Kind.CONFIRMED)
    assert told["was"]["first_points"] == 400


def test_the_same_result_again_is_kept_but_confirms_nothing_anew(game: Pairing) -> None:
    for _ in range(2):
        enter(game, 400, 380)
    assert game.reports.count() == 2
    tournament = game.round.division.tournament
    assert kinds_of(tournament) == ["reported", "confirmed", "reported"]


def test_once_the_next_round_is_paired_only_directors_correct(game: Pairing) -> None:
    division = game.round.division
    enter(game, 400, 380)
    enter(game, 401, 380, source=Source.SLIP)
    anna, ben = game.first, game.second
    later = make_round(division, (anna, ben))
    with pytest.raises(AlreadyConfirmed) as refused:
        enter(game, 402, 380, source=Source.SLIP)
    assert refused.value.detail["first_points"] == 401
    assert "401 : 380" in str(refused.value)
    enter(game, 401, 380, source=Source.SLIP)
    enter(game, 402, 380)
    assert stands(game) == (ResultState.CONFIRMED, 402, 380)
    assert later.pairings.get().first == anna
    assert told_by(division.tournament, LogEntry.Kind.CONFIRMED)["rounds_paired_since"] == 1


def test_a_missing_result_of_an_earlier_round_may_still_be_typed(game: Pairing) -> None:
    make_round(game.round.division, (game.first, game.second))
    enter(game, 400, 380, source=Source.SLIP)
    assert stands(game)[0] == ResultState.CONFIRMED


@pytest.mark.parametrize(
    "outcome",
    [Outcome.FORFEIT_FIRST, Outcome.FORFEIT_SECOND, Outcome.DOUBLE_FORFEIT, Outcome.UNPLAYED],
)
def test_a_game_that_was_not_played_has_no_points(game: Pairing, outcome: Outcome) -> None:
    enter(game, None, None, outcome=outcome)
    game.refresh_from_db()
    assert (game.outcome, game.first_points, game.standing) == (
        outcome,
        None,
        ResultState.CONFIRMED,
    )
    with pytest.raises(Invalid):
        enter(game, 400, None, outcome=outcome)


@pytest.mark.parametrize(
    ("first", "second", "outcome"),
    [
        (None, 380, Outcome.PLAYED),
        (400, None, Outcome.LOST_ON_TIME_FIRST),
        (400, 2001, Outcome.PLAYED),
        (-501, 380, Outcome.PLAYED),
        (400, 380, "won"),
    ],
)
def test_what_can_not_be_is_no_result(
    game: Pairing, first: int | None, second: int | None, outcome: str
) -> None:
    with pytest.raises(Invalid):
        enter(game, first, second, outcome=outcome)
    assert stands(game) == (ResultState.OPEN, None, None)
    assert not game.reports.exists()


def test_only_published_games_of_running_tournaments_have_results(division: Division) -> None:
    anna, ben, cleo = make_entries(division, 3)
    round = make_round(division, (anna, ben), (cleo, None), state=Round.State.LOCKED)
    with pytest.raises(RoundNotPublished):
        enter(round.pairings.get(table=1), 400, 380)
    Round.objects.update(state=Round.State.PUBLISHED)
    with pytest.raises(NoGame):
        enter(round.pairings.get(first=cleo), 400, 380)
    Tournament.objects.update(state=Tournament.State.FINISHED)
    with pytest.raises(WrongTournamentState):
        enter(round.pairings.get(table=1), 400, 380)


def test_something_odd_is_asked_about_before_it_is_taken(game: Pairing) -> None:
    with pytest.raises(Implausible) as refused:
        enter(game, 640, 380, spread=160)
    assert refused.value.detail["warnings"] == [
        {"code": "points_high", "points": 640, "usual": 400},
        {"code": "spread_wrong", "spread": 160, "difference": 260},
    ]
    assert str(refused.value) == (
        "Stimmt das? 640 Punkte sind ungewöhnlich viel (üblich sind 400). "
        "Die Differenz ist 260, nicht 160."
    )
    assert not game.reports.exists()
    enter(game, 640, 380, spread=160, confirm_implausible=True)
    assert stands(game) == (ResultState.CONFIRMED, 640, 380)


def test_what_is_usual_is_what_the_division_plays(division: Division) -> None:
    entries = make_entries(division, 22)
    games = list(
        make_round(division, *zip(entries[::2], entries[1::2], strict=True)).pairings.all()
    )
    for game in games[:10]:
        set_result(game, 500, 500)
    enter(games[10], 590, 500)
    with pytest.raises(Implausible):
        enter(games[10], 610, 500)


# By the players


def test_two_who_say_the_same_confirm_it(game: Pairing) -> None:
    report(game, game.first, 400, 380)
    assert stands(game) == (ResultState.REPORTED, 400, 380)
    report(game, game.second, 400, 380)
    assert stands(game) == (ResultState.CONFIRMED, 400, 380)
    tournament = game.round.division.tournament
    assert kinds_of(tournament) == ["reported", "reported", "confirmed"]
    assert [entry.is_internal for entry in tournament.log.order_by("sequence")] == [
        True, True, False
    ]  # fmt: skip
    assert [said.entry for said in game.reports.all()] == [game.first, game.second]


def test_two_who_differ_dispute_it_until_they_agree(game: Pairing) -> None:
    report(game, game.first, 400, 380)
    report(game, game.second, 400, 390)
    assert stands(game)[0] == ResultState.DISPUTED
    tournament = game.round.division.tournament
    says = told_by(tournament, LogEntry.Kind.DISPUTED)["says"]
    assert [said["second_points"] for said in says] == [380, 390]
    assert list(disputed_games(tournament)) == [game]
    report(game, game.second, 400, 385)
    assert stands(game)[0] == ResultState.DISPUTED
    report(game, game.first, 400, 385)
    assert stands(game) == (ResultState.CONFIRMED, 400, 385)
    assert game.reports.count() == 4
    assert not disputed_games(tournament).exists()


def test_the_director_decides_a_dispute(game: Pairing) -> None:
    report(game, game.first, 400, 380)
    report(game, game.second, 400, 390)
    enter(game, 400, 382)
    assert stands(game) == (ResultState.CONFIRMED, 400, 382)
    assert game.reports.count() == 3


def test_who_reports_again_before_the_other_corrects_themselves(game: Pairing) -> None:
    report(game, game.first, 400, 380)
    report(game, game.first, 401, 380)
    assert stands(game) == (ResultState.REPORTED, 401, 380)
    report(game, game.second, 401, 380)
    assert stands(game)[0] == ResultState.CONFIRMED


def test_what_is_confirmed_no_player_changes(game: Pairing) -> None:
    enter(game, 400, 380)
    with pytest.raises(AlreadyConfirmed) as refused:
        report(game, game.first, 410, 380)
    assert refused.value.detail["outcome"] == "played"
    report(game, game.first, 400, 380)
    assert stands(game) == (ResultState.CONFIRMED, 400, 380)
    assert [said.source for said in game.reports.all()] == ["director", "player"]
    with pytest.raises(AlreadyConfirmed):
        demand_unconfirmed(Pairing.objects.get(pk=game.pk))


def test_a_tournament_may_trust_the_first_report() -> None:
    division = make_division(make_tournament(options=Options(both_report=False)))
    anna, ben = make_entries(division, 2)
    game = make_round(division, (anna, ben)).pairings.get()
    demand_unconfirmed(game)
    report(game, ben, 400, 380)
    assert stands(game) == (ResultState.CONFIRMED, 400, 380)


def test_only_the_two_report_and_only_where_players_do(game: Pairing) -> None:
    stranger = game.round.pairings.get(table=2).first
    with pytest.raises(NotYourGame):
        report(game, stranger, 400, 380)
    tournament = game.round.division.tournament
    tournament.options_json = Options(players_report=False).as_json()
    tournament.save()
    with pytest.raises(PlayersDontReport):
        report(game, game.first, 400, 380)
    report(game, game.first, 400, 380, source=Source.TABLE)
    assert stands(game)[0] == ResultState.REPORTED


def test_players_do_not_decide_what_was_not_played(game: Pairing) -> None:
    with pytest.raises(Invalid):
        report_result(game, game.first, NOON, outcome=Outcome.FORFEIT_SECOND)
    report(game, game.first, 400, 380, outcome=Outcome.LOST_ON_TIME_FIRST)
    assert stands(game)[0] == ResultState.REPORTED


def test_a_player_is_asked_about_something_odd_too(game: Pairing) -> None:
    with pytest.raises(Implausible):
        report(game, game.first, 900, 380)
    report(game, game.first, 900, 380, confirm_implausible=True)
    assert stands(game) == (ResultState.REPORTED, 900, 380)


def test_what_is_compared_is_each_ones_last_word(game: Pairing) -> None:
    def compared() -> list[int | None]:
        comparison = comparison_of(Pairing.objects.get(pk=game.pk))
        return [
            said.first_points if said else None for said in (comparison.first, comparison.second)
        ]

    assert compared() == [None, None]
    report(game, game.second, 400, 380)
    assert compared() == [None, 400]
    report(game, game.first, 401, 380)
    report(game, game.first, 402, 380)
    assert compared() == [402, 400]
    remove_result(game, LATER, by=director_of(game.round.division))
    report(game, game.first, 403, 380)
    assert compared() == [403, None]
    report(game, game.second, 403, 380)
    assert compared() == [None, None]


# From the table


def test_the_record_of_a_game_is_a_report_like_any_other(game: Pairing) -> None:
    report(game, game.first, 900, 380, source=Source.TABLE)
    assert stands(game) == (ResultState.REPORTED, 900, 380)
    enter(game, 910, 380, source=Source.TABLE)
    assert stands(game) == (ResultState.CONFIRMED, 910, 380)
    enter(game, 911, 380, source=Source.TABLE)
    assert stands(game) == (ResultState.CONFIRMED, 911, 380)


def test_the_record_of_a_game_changes_nothing_that_a_director_has_decided(game: Pairing) -> None:
    enter(game, 400, 380)
    enter(game, 300, 380, source=Source.TABLE)
    report(game, game.first, 300, 380, source=Source.TABLE)
    assert stands(game) == (ResultState.CONFIRMED, 400, 380)
    assert game.reports.count() == 1


def test_what_a_director_has_confirmed_the_table_leaves_though_a_player_agreed(
    game: Pairing,
) -> None:
    enter(game, 400, 380)
    report(game, game.first, 400, 380)
    enter(game, 300, 380, source=Source.TABLE)
    assert stands(game) == (ResultState.CONFIRMED, 400, 380)


def test_who_gives_up_at_the_table_has_no_points(game: Pairing) -> None:
    report(game, game.first, 100, 120, source=Source.TABLE, outcome=Outcome.FORFEIT_FIRST)
    game.refresh_from_db()
    assert (game.outcome, game.first_points) == (Outcome.FORFEIT_FIRST, None)


# Removal and completion


def test_a_removed_result_is_as_if_nobody_had_reported(game: Pairing) -> None:
    director = director_of(game.round.division)
    with pytest.raises(ResultMissing):
        remove_result(game, LATER, by=director)
    report(game, game.first, 400, 380)
    remove_result(game, LATER, by=director, remark="falscher Tisch")
    assert stands(game) == (ResultState.OPEN, None, None)
    report(game, game.second, 400, 380)
    assert stands(game)[0] == ResultState.REPORTED
    assert game.reports.count() == 2
    removed = game.round.division.tournament.log.get(kind="result_removed")
    assert removed.is_internal
    assert removed.data["remark"] == "falscher Tisch"


def test_a_round_is_complete_with_its_last_confirmed_result(game: Pairing) -> None:
    other = game.round.pairings.get(table=2)
    report(game, game.first, 400, 380)
    enter(other, 400, 380)
    assert Round.objects.get().completed_at is None
    assert list(games_without_result(game.round.division)) == [game]
    report(game, game.second, 400, 380)
    assert Round.objects.get().completed_at == NOON
    tournament = game.round.division.tournament
    assert kinds_of(tournament)[-2:] == ["confirmed", "round_completed"]
    enter(game, 402, 380)
    assert Round.objects.get().completed_at == NOON
    assert kinds_of(tournament).count("round_completed") == 1
    remove_result(game, LATER, by=director_of(game.round.division))
    assert Round.objects.get().completed_at is None
    assert not tournament.log.get(kind="result_removed").is_internal
    enter(game, 403, 380)
    assert Round.objects.get().completed_at == LATER


def test_webhooks_are_told_of_results_and_where_everybody_stands_then(game: Pairing) -> None:
    other = game.round.pairings.get(table=2)
    division = game.round.division
    webhook = division.tournament.webhooks.create(
        url="https://example.org/", secret="s", events=["result", "standings"], created_at=NOON
    )
    report(game, game.first, 400, 380)
    assert not webhook.deliveries.exists()
    enter(game, 400, 380)
    enter(other, 300, 310)
    enter(other, 310, 300)
    remove_result(other, LATER, by=director_of(division))
    told = [(one.event, one.body) for one in webhook.deliveries.all()]
    assert [event for event, _ in told] == [
        "result", "result", "standings", "result", "standings", "result"
    ]  # fmt: skip
    first = told[0][1]
    assert (first["division"], first["round"], first["table"]) == (1, 1, 1)
    assert first["first"] == {"number": 1, "name": game.first.name}
    assert (first["first_points"], first["second_points"], first["outcome"]) == (400, 380, "played")
    assert [row["number"] for row in told[2][1]["rows"]] == [1, 4, 3, 2]
    assert [row["number"] for row in told[4][1]["rows"]] == [1, 3, 4, 2]
    assert (told[5][1]["outcome"], told[5][1]["first_points"]) == (None, None)
