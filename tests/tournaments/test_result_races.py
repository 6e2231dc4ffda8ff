"""Both players and the director enter a result at once: the director's stands, and nothing that
was acknowledged is lost. The control is the same story without the lock."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import permutations
from threading import Barrier

import pytest
from django.conf import settings
from django.db import IntegrityError, connection

from referee import journals
from tests.duplicate.factories import NOON
from tests.tournaments.factories import make_division, make_entries, make_round, make_tournament
from tests.tournaments.logs import kinds_of
from tournaments.errors import AlreadyConfirmed, WrongRoundState
from tournaments.events.locking import demand_game, lock_pairing
from tournaments.models import Division, Entry, Pairing, Report, Round, Tournament
from tournaments.rounds.services.results import LockGame, enter_result, report_result
from tournaments.rounds.services.rounds import draft_round, publish_round

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("lexicon"),
    pytest.mark.skipif(
        not settings.DATABASE_URL, reason="SQLite lets one writer at a time in anyway"
    ),
]
PATIENCE_SECONDS = 20
Act = Callable[[LockGame], object]


@pytest.fixture
def division() -> Division:
    return make_division(make_tournament())


def look_at_game(pairing: Pairing) -> Pairing:
    """The control: the game is read as it is, and nobody is kept from changing it."""
    tournament = Tournament.objects.get(pk=pairing.round.division.tournament_id)
    return demand_game(pairing, tournament)


def at_once(acts: list[Act], lock: LockGame) -> list[object]:
    """What each act brings, a refusal or failure included, each on a connection of its own.

    With the lock all set out together; without it all have read before the first one writes.
    """
    together = Barrier(len(acts), timeout=PATIENCE_SECONDS)

    def lock_together(pairing: Pairing) -> Pairing:
        if lock is lock_pairing:
            together.wait()
            return lock(pairing)
        found = lock(pairing)
        together.wait()
        return found

    def run(act: Act) -> object:
        try:
            return act(lock_together)
        except (AlreadyConfirmed, IntegrityError) as failure:
            return failure
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))


def acts_on(game: Pairing) -> list[Act]:
    """The director, then both players, who agree with each other but not with the director."""
    director = game.round.division.tournament.staff.get().user
    players = [entry for entry in (game.first, game.second) if entry]

    def enter(lock: LockGame) -> Pairing:
        return enter_result(
            game,
            NOON,
            by=director,
            source=Report.Source.DIRECTOR,
            first_points=410,
            second_points=380,
            lock=lock,
        )

    def report_by(entry: Entry) -> Act:
        return lambda lock: report_result(
            game, entry, NOON, first_points=400, second_points=380, lock=lock
        )

    return [enter, *map(report_by, players)]


def test_the_directors_result_stands_whoever_else_reports_at_once(division: Division) -> None:
    entries = make_entries(division, 2)
    for _attempt in range(8):
        game = make_round(division, (entries[0], entries[1])).pairings.get()
        outcomes = at_once(acts_on(game), lock_pairing)
        acknowledged = [isinstance(outcome, Pairing) for outcome in outcomes]
        assert acknowledged[0]
        assert all(isinstance(outcome, Pairing | AlreadyConfirmed) for outcome in outcomes)
        game.refresh_from_db()
        assert (game.standing, game.first_points) == (Pairing.ResultState.CONFIRMED, 410)
        reports = list(game.reports.all())
        assert [report.sequence for report in reports] == list(range(1, len(reports) + 1))
        # Every report that was acknowledged is there; who came too late was told what stands.
        kept = {(report.source, report.entry_id) for report in reports}
        wanted = [("director", None), *(("player", entry.pk) for entry in entries)]
        assert kept == {who for who, told in zip(wanted, acknowledged, strict=True) if told}
    assert kinds_of(division.tournament).count("confirmed") >= 8


@pytest.mark.parametrize("order", list(permutations(range(3))), ids=str)
def test_in_whatever_order_they_come_the_directors_result_stands(
    division: Division, order: tuple[int, ...]
) -> None:
    anna, ben = make_entries(division, 2)
    game = make_round(division, (anna, ben)).pairings.get()
    acts = acts_on(game)
    for turn in order:
        at_once([acts[turn]], lock_pairing)
    game.refresh_from_db()
    assert (game.standing, game.first_points) == (Pairing.ResultState.CONFIRMED, 410)
    assert game.reports.count() == 1 + order.index(0)


@pytest.mark.parametrize(
    ("lock", "kept"), [(lock_pairing, 3), (look_at_game, 1)], ids=["locked", "control"]
)
def test_reports_at_the_same_moment_are_all_kept(
    division: Division, lock: LockGame, kept: int
) -> None:
    anna, ben = make_entries(division, 2)
    game = make_round(division, (anna, ben)).pairings.get()
    director = division.tournament.staff.get().user

    def enter(lock: LockGame) -> Pairing:
        return enter_result(
            game,
            NOON,
            by=director,
            source=Report.Source.DIRECTOR,
            first_points=400,
            second_points=380,
            lock=lock,
        )

    at_once([enter, *acts_on(game)[1:]], lock)
    assert game.reports.count() == kept


def test_a_round_is_drafted_and_published_once_however_many_press_the_button(
    division: Division,
) -> None:
    make_entries(division, 6)
    director = division.tournament.staff.get().user
    together = Barrier(4, timeout=PATIENCE_SECONDS)

    def press(act: Callable[[], Round]) -> object:
        try:
            together.wait()
            return act()
        except WrongRoundState as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(press, [lambda: draft_round(division, NOON, by=director)] * 4))
        round = division.rounds.get()
        published = list(pool.map(press, [lambda: publish_round(round, NOON, by=director)] * 4))
    assert round.pairings.count() == 3
    assert sum(isinstance(one, Round) for one in published) == 1
    assert kinds_of(division.tournament) == ["paired"] * 4 + ["published"]
    assert journals.first_fault(division.tournament) is None
