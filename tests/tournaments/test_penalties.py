"""Penalties: points off in one game, and games lost by the clock."""

from typing import Any

import pytest

from referee.errors import Invalid
from referee.models import User
from tests.duplicate.factories import NOON, SECOND
from tests.tournaments.factories import make_division, make_entries, make_round, make_tournament
from tests.tournaments.logs import kinds_of, told_by
from tournaments.errors import NoClock, NotInPairing, PenaltyMissing, RoundNotPublished
from tournaments.models import Division, LogEntry, Pairing, Penalty, Report, Round
from tournaments.options import Options
from tournaments.rounds.selectors.player_field import games_of, players_of
from tournaments.rounds.services.penalties import penalise, revoke_penalty
from tournaments.rounds.services.results import enter_result, report_result
from tournaments.standings import standings

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]
Outcome = Pairing.Outcome
Reason = Penalty.Reason
LATER = NOON + SECOND
MINUTE = 60


def make_game(**options: Any) -> Pairing:
    division = make_division(make_tournament(options=Options(**options)))
    anna, ben = make_entries(division, 2)
    return make_round(division, (anna, ben)).pairings.get()


@pytest.fixture
def game() -> Pairing:
    return make_game()


def director_of(game: Pairing) -> User:
    return game.round.division.tournament.staff.get().user


def enter(game: Pairing, first: int, second: int) -> None:
    enter_result(
        game,
        NOON,
        by=director_of(game),
        source=Report.Source.DIRECTOR,
        first_points=first,
        second_points=second,
    )


def over_time(game: Pairing, seconds: int, *, second: bool = False) -> Penalty:
    player = game.second if second else game.first
    assert player
    return penalise(game, player, Reason.TIME, LATER, by=director_of(game), seconds_over=seconds)


def wins_and_spreads(division: Division) -> dict[int, tuple[int, int]]:
    rows = standings(players_of(division), games_of(division), division.tournament.options.scoring)
    return {row.player.number: (row.wins2, row.spread) for row in rows}


@pytest.mark.parametrize(
    ("seconds", "points"), [(1, 10), (60, 10), (61, 20), (240, 40), (241, 50), (300, 50)]
)
def test_every_minute_begun_over_the_time_costs_ten(
    game: Pairing, seconds: int, points: int
) -> None:
    enter(game, 400, 380)
    assert over_time(game, seconds).points == points
    game.refresh_from_db()
    assert (game.outcome, game.first_points) == (Outcome.PLAYED, 400)
    spread = 20 - points
    wins2 = 2 if spread > 0 else 1 if spread == 0 else 0
    assert wins_and_spreads(game.round.division) == {1: (wins2, spread), 2: (2 - wins2, -spread)}


def test_more_than_five_minutes_over_the_time_lose_the_game(game: Pairing) -> None:
    enter(game, 400, 380)
    penalty = over_time(game, 301)
    game.refresh_from_db()
    assert (penalty.points, game.outcome) == (0, Outcome.LOST_ON_TIME_FIRST)
    assert (game.first_points, game.second_points) == (400, 380)
    assert wins_and_spreads(game.round.division) == {1: (0, 20), 2: (2, -20)}
    told = told_by(game.round.division.tournament, LogEntry.Kind.PENALISED)
    assert told["result"]["outcome"] == "lost_on_time_first"


def test_a_game_lost_by_the_clock_is_so_whenever_its_result_comes(game: Pairing) -> None:
    over_time(game, 301, second=True)
    game.refresh_from_db()
    assert game.outcome == ""
    for player in (game.first, game.second):
        assert player
        report_result(game, player, NOON, first_points=380, second_points=400)
    game.refresh_from_db()
    assert (game.standing, game.outcome) == ("confirmed", Outcome.LOST_ON_TIME_SECOND)
    # What the players report is what they played: the same again is no contradiction.
    report_result(game, game.first, NOON, first_points=380, second_points=400)
    assert game.reports.count() == 3


def test_a_revoked_loss_by_the_clock_is_none(game: Pairing) -> None:
    enter(game, 400, 380)
    penalty = over_time(game, 301)
    revoked = revoke_penalty(penalty, LATER, by=director_of(game))
    assert (revoked.revoked_at, revoked.revoked_by) == (LATER, director_of(game).username)
    game.refresh_from_db()
    assert game.outcome == Outcome.PLAYED
    revoke_penalty(penalty, LATER, by=director_of(game))
    kinds = kinds_of(game.round.division.tournament)
    assert kinds == [
        "reported", "confirmed", "round_completed", "penalised", "penalty_revoked"
    ]  # fmt: skip


def test_both_lose_who_are_both_far_over_the_time(game: Pairing) -> None:
    enter(game, 400, 380)
    over_time(game, 301)
    penalty = over_time(game, 400, second=True)
    game.refresh_from_db()
    assert game.outcome == Outcome.DOUBLE_FORFEIT
    revoke_penalty(penalty, LATER, by=director_of(game))
    game.refresh_from_db()
    assert (game.outcome, game.first_points) == (Outcome.LOST_ON_TIME_FIRST, 400)


def test_a_clock_changes_nothing_about_a_game_that_was_not_played(game: Pairing) -> None:
    enter_result(
        game,
        NOON,
        by=director_of(game),
        source=Report.Source.DIRECTOR,
        outcome=Outcome.FORFEIT_SECOND,
    )
    over_time(game, 301)
    game.refresh_from_db()
    assert game.outcome == Outcome.FORFEIT_SECOND


@pytest.mark.parametrize("reason", sorted(set(Reason) - {Reason.TIME}))
def test_for_any_other_reason_the_director_says_how_many(game: Pairing, reason: Reason) -> None:
    enter(game, 400, 380)
    penalty = penalise(
        game, game.first, reason, LATER, by=director_of(game), points=30, text="zweimal"
    )
    assert (penalty.points, penalty.text, penalty.seconds_over) == (30, "zweimal", None)
    assert wins_and_spreads(game.round.division) == {1: (0, -10), 2: (2, 10)}
    revoke_penalty(penalty, LATER, by=director_of(game))
    assert wins_and_spreads(game.round.division) == {1: (2, 20), 2: (0, -20)}


@pytest.mark.parametrize(
    ("reason", "numbers"),
    [
        ("time", {}),
        ("time", {"seconds_over": 0}),
        ("time", {"seconds_over": 90_000}),
        ("time", {"seconds_over": 60, "points": 10}),
        ("late", {}),
        ("late", {"points": 0}),
        ("late", {"points": 501}),
        ("late", {"points": 10, "seconds_over": 60}),
        ("weather", {"points": 10}),
    ],
)
def test_a_penalty_needs_what_belongs_to_its_reason(
    game: Pairing, reason: str, numbers: dict[str, Any]
) -> None:
    with pytest.raises(Invalid):
        penalise(game, game.first, reason, NOON, by=director_of(game), **numbers)
    assert not Penalty.objects.exists()


def test_without_a_clock_nobody_is_over_the_time() -> None:
    game = make_game(ruleset="standard")
    with pytest.raises(NoClock):
        over_time(game, 60)


def test_only_players_of_published_games_are_penalised(game: Pairing) -> None:
    stranger = make_entries(game.round.division, 1)[0]
    with pytest.raises(NotInPairing):
        penalise(game, stranger, "late", NOON, by=None, points=5)
    penalty = penalise(game, game.first, "late", NOON, by=None, points=5)
    penalty_of_another = Penalty(pk=penalty.pk + 1, pairing=game)
    with pytest.raises(PenaltyMissing):
        revoke_penalty(penalty_of_another, NOON, by=None)
    Round.objects.update(state=Round.State.LOCKED)
    with pytest.raises(RoundNotPublished):
        penalise(game, game.first, "late", NOON, by=None, points=5)


def test_webhooks_are_told_what_a_penalty_changes(game: Pairing) -> None:
    webhook = game.round.division.tournament.webhooks.create(
        url="https://example.org/", secret="s", events=["result", "standings"], created_at=NOON
    )
    over_time(game, 30)
    assert not webhook.deliveries.exists()
    enter(game, 400, 380)
    penalise(game, game.first, "late", LATER, by=None, points=5)
    bodies = [(one.event, one.body) for one in webhook.deliveries.all()]
    assert [event for event, _ in bodies] == ["result", "standings", "result", "standings"]
    assert [body["first_penalty"] for event, body in bodies if event == "result"] == [10, 15]
    assert bodies[3][1]["rows"][0]["spread"] == 5
