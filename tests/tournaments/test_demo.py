"""The demo: a tournament in its last round and a club evening, in which everything is right."""

import pytest
from django.core.management import call_command

from referee.journals import first_fault
from referee.services import DEMO_DIRECTOR
from tests.duplicate.factories import NOON
from tests.tournaments.factories import make_tournament
from tournaments.demo.evening import play_evening
from tournaments.demo.tournament import ENTRIES, play_tournament
from tournaments.evenings.selectors import evening_standings
from tournaments.models import Pairing, Round, Table, Tournament
from tournaments.rounds.selectors.standings import standings_of
from tournaments.tables.selectors.records import proof_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]


def test_the_example_is_played_once_and_has_something_for_every_page() -> None:
    tournament = play_tournament(NOON)
    assert play_tournament(NOON) == tournament
    assert first_fault(tournament) is None
    division = tournament.divisions.get()
    assert [round.completed_at is not None for round in division.rounds.all()] == [
        True,
        True,
        False,
    ]
    assert {round.state for round in division.rounds.all()} == {Round.State.PUBLISHED}
    rows = standings_of(division).rows
    assert len(rows) == len(ENTRIES)
    table = Table.objects.get()
    assert table.state == Table.State.OVER
    assert first_fault(table) is None
    assert table.pairing
    assert table.pairing.standing == Pairing.ResultState.CONFIRMED
    assert min(table.pairing.first_points or 0, table.pairing.second_points or 0) > 100


def test_the_evening_is_played_once_and_has_games_that_are_over_and_one_that_runs() -> None:
    evening = play_evening(NOON)
    assert play_evening(NOON) == evening
    assert first_fault(evening) is None
    over = Table.objects.filter(state=Table.State.OVER)
    assert {table.game for table in over} == {"match", "ungame", "party"}
    for table in over:
        assert first_fault(table) is None
        assert proof_of(table).holds
    assert Table.objects.get(state=Table.State.RUNNING).game == "cards"
    ranked = [row for row in evening_standings(evening).rows if row.rank is not None]
    assert len(ranked) == 6
    assert ranked[0].points > ranked[-1].points


def test_the_command_shows_both_unless_there_is_a_real_tournament() -> None:
    real = make_tournament()
    call_command("demo")
    assert Tournament.objects.get() == real
    real.delete()
    call_command("demo")
    kinds = {found.kind: found.staff.get().user.username for found in Tournament.objects.all()}
    assert kinds == {"rounds": DEMO_DIRECTOR, "evening": DEMO_DIRECTOR}
