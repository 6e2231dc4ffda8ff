"""A clock that is set while the server runs is noticed, and those who must know are told."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from referee import clock_steps
from referee.clock_steps import ClockWatch, Step, recent_step
from referee.health import note_sweep
from tests.duplicate.factories import make_game
from tests.duplicate.sample_games import director_of

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC).timestamp()


class Clocks:
    """Two clocks that go alike until somebody sets the first."""

    def __init__(self) -> None:
        self.passed = 0.0
        self.set_by = 0.0

    def wall(self) -> float:
        return NOON + self.passed + self.set_by

    def monotonic(self) -> float:
        return self.passed


def watched(clocks: Clocks) -> ClockWatch:
    return ClockWatch(clocks.wall, clocks.monotonic)


@pytest.mark.parametrize("seconds", [37.0, -3600.0, 0.5])
def test_a_clock_that_was_set_is_noticed_once(
    seconds: float, caplog: pytest.LogCaptureFixture
) -> None:
    clocks = Clocks()
    watch = watched(clocks)
    clocks.passed, clocks.set_by = 10.0, seconds
    watch.look()
    found = watch.last
    assert found == Step(datetime.fromtimestamp(NOON + 10 + seconds, UTC), seconds)
    clocks.passed = 20.0
    watch.look()
    assert watch.last is found
    assert [record.getMessage() for record in caplog.records] == [
        f"the clock of this machine was set by {seconds:+.1f} seconds"
    ]


def test_a_clock_that_is_slowly_corrected_was_not_set() -> None:
    clocks = Clocks()
    watch = watched(clocks)
    for _second in range(600):
        clocks.passed += 1.0
        clocks.set_by += 0.01
        watch.look()
    assert watch.last is None


@pytest.fixture
def stepped() -> Iterator[Step]:
    step = clock_steps.WATCH.last = Step(timezone.now(), 37.0)
    yield step
    clock_steps.WATCH.last = None


def test_people_are_told_for_half_a_day(stepped: Step) -> None:
    assert recent_step(stepped.at + timedelta(hours=11)) == stepped
    assert recent_step(stepped.at + timedelta(hours=13)) is None


@pytest.mark.django_db
@pytest.mark.usefixtures("lexicon", "stepped")
def test_monitors_and_the_desk_are_told(client: Client) -> None:
    note_sweep(timezone.now())
    ready = client.get("/ready/")
    assert (ready.status_code, ready.json()["clock"]) == (200, False)
    game = make_game()
    client.force_login(director_of(game))
    desk = client.get(f"/games/{game.pk}/desk/").content.decode()
    assert "um 37,0 Sekunden vorgestellt" in desk


@pytest.mark.django_db
@pytest.mark.usefixtures("lexicon")
def test_nothing_is_told_of_a_clock_that_goes(client: Client) -> None:
    assert client.get("/ready/").json()["clock"] is True
    game = make_game()
    client.force_login(director_of(game))
    assert "vorgestellt" not in client.get(f"/games/{game.pk}/desk/").content.decode()
