"""The demo: a tournament in its last round, in which everything is right."""

import pytest
from django.core.management import call_command

from referee.journals import first_fault
from referee.services import DEMO_DIRECTOR
from tests.duplicate.factories import NOON
from tests.tournaments.factories import make_tournament
from tournaments import demo
from tournaments.models import Pairing, Round, Table, Tournament
from tournaments.selectors.standings import standings_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]


def test_the_example_is_played_once_and_has_something_for_every_page() -> None:
    tournament = demo.play_example(NOON)
    assert demo.play_example(NOON) == tournament
    assert first_fault(tournament) is None
    division = tournament.divisions.get()
    assert [round.completed_at is not None for round in division.rounds.all()] == [
        True,
        True,
        False,
    ]
    assert {round.state for round in division.rounds.all()} == {Round.State.PUBLISHED}
    rows = standings_of(division).rows
    assert len(rows) == len(demo.ENTRIES)
    table = Table.objects.get()
    assert table.state == Table.State.OVER
    assert first_fault(table) is None
    assert table.pairing
    assert table.pairing.standing == Pairing.Standing.CONFIRMED
    assert min(table.pairing.first_points or 0, table.pairing.second_points or 0) > 100


def test_the_command_shows_a_tournament_too_unless_there_is_a_real_one() -> None:
    real = make_tournament()
    call_command("demo")
    assert Tournament.objects.get() == real
    real.delete()
    call_command("demo")
    assert Tournament.objects.get().staff.get().user.username == DEMO_DIRECTOR
