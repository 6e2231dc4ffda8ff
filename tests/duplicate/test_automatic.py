"""An automatic game runs unattended from start to end; a director may step in at any time."""

from datetime import datetime, timedelta

import pytest

from duplicate.models import Game, Round
from duplicate.options import Options
from duplicate.selectors.rounds import current_round, draw_of
from duplicate.services.games import start_game
from duplicate.services.judging import judge_round
from duplicate.services.rounds import (
    begin_closing,
    cancel_round,
    draw_round,
    finish_closing,
    next_round,
    publish_round,
    retract_publication,
)
from engine.draws import first_wrong_draw
from engine.rulesets import STANDARD
from engine.tiles import from_shown, sort_tiles
from tests.duplicate.factories import (
    NOON,
    SECOND,
    SEED,
    make_answer,
    make_game,
    make_participant,
    make_round,
    make_user,
)
from tests.duplicate.logs import kinds_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]

OPTIONS = Options(
    automatic=True,
    limit_seconds=60,
    call_seconds=0,
    publish_after_seconds=10,
    next_after_seconds=20,
    lead_seconds=0,
)
ALL_TILES = STANDARD.tile_set.all_tiles


def play_due(game: Game, at: datetime) -> datetime | None:
    """Let the clock do what is due at `at`; when the next thing is, or None."""
    round = current_round(game)
    if round is not None and round.closes_at is not None and round.closes_at <= at:
        begin_closing(round, at)
        finish_closing(round, at)
        round.refresh_from_db()
        if round.state == Round.State.CLOSED:
            round = judge_round(round, at)
        if round.publish_at is not None and round.publish_at <= at:
            publish_round(round, at)
    next_round(game, at)
    game.refresh_from_db()
    round = current_round(game)
    if game.state == Game.State.FINISHED or round is None:
        return None
    if round.state == Round.State.OPEN:
        return round.closes_at
    return game.next_round_at if round.state == Round.State.PUBLISHED else round.publish_at


def play_through(game: Game) -> None:
    due: datetime | None = NOON
    while due is not None:
        due = play_due(game, due)


def test_a_whole_game_runs_by_itself_and_can_be_checked_afterwards() -> None:
    game = start_game(make_game(state=Game.State.SETUP, options=OPTIONS), NOON, by=make_user())
    play_through(game)
    assert game.state == Game.State.FINISHED
    rounds = list(game.rounds.all())
    played = [round for round in rounds if round.state == Round.State.PUBLISHED]
    assert len(played) >= 10
    assert [round.number for round in played] == list(range(1, len(played) + 1))
    assert first_wrong_draw(bytes.fromhex(SEED), ALL_TILES, map(draw_of, rounds)) is None
    for round in rounds:
        tiles = round.bag + round.rack + from_shown(round.board.tiles)
        assert sort_tiles(tiles) == ALL_TILES
    kinds = kinds_of(game)
    assert kinds[0] == "started"
    assert kinds[-1] == "finished"
    for kind in ("opened", "closing", "closed", "judged", "published"):
        assert kinds.count(kind) == len(played)


def test_each_round_keeps_the_times_of_the_options() -> None:
    game = start_game(make_game(state=Game.State.SETUP, options=OPTIONS), NOON, by=make_user())
    due: datetime | None = NOON
    for _ in range(5):
        assert due is not None
        due = play_due(game, due)
    times = [(entry.kind, (entry.at - NOON) // SECOND) for entry in game.log.all()[1:]]
    assert times[:12] == [
        ("drawn", 0),
        ("opened", 0),
        ("closing", 60),
        ("closed", 60),
        ("judged", 60),
        ("published", 70),
        ("drawn", 90),
        ("opened", 90),
        ("closing", 150),
        ("closed", 150),
        ("judged", 150),
    ]


def test_after_an_outage_what_was_due_bears_the_time_it_is_done_and_all_may_think() -> None:
    game = start_game(make_game(state=Game.State.SETUP, options=OPTIONS), NOON, by=make_user())
    play_due(game, NOON)
    back = NOON + timedelta(hours=1)
    due = play_due(game, back)
    assert game.log.get(kind="closed").at == NOON + 60 * SECOND  # as nobody took answers then
    assert game.log.get(kind="published").at == back
    assert due == back + 20 * SECOND  # everybody may look at the result first
    play_due(game, due)
    second = current_round(game)
    assert second is not None
    assert (second.number, second.opened_at, second.closes_at) == (2, due, due + 60 * SECOND)


def automatic_round(state: Round.State) -> Round:
    round = make_round(make_game(options=OPTIONS), state=state)
    round.reference = round.tops[0]
    round.save()
    return round


def test_the_clock_does_not_redo_what_a_director_took_back() -> None:
    round = automatic_round(Round.State.PUBLISHED)
    round = retract_publication(round, NOON, by=make_user())
    person, _ = make_participant(round.game)
    make_answer(round, person, "H4", "REGEN")
    Round.objects.filter(pk=round.pk).update(state=Round.State.CLOSED)
    round = judge_round(round, NOON)
    assert (round.state, round.publish_at) == (Round.State.JUDGED, None)
    game = publish_round(round, NOON, by=make_user()).game
    assert game.next_round_at == NOON + 20 * SECOND


def test_after_a_misdraw_the_game_goes_on_by_itself() -> None:
    round = automatic_round(Round.State.OPEN)
    cancel_round(round, NOON, by=make_user())
    assert next_round(round.game, NOON + 19 * SECOND) is None
    again = next_round(round.game, NOON + 20 * SECOND)
    assert again is not None
    assert (again.number, again.attempt, again.state) == (1, 2, Round.State.OPEN)


def test_whoever_draws_before_the_clock_opens_as_well() -> None:
    game = publish_round(automatic_round(Round.State.JUDGED), NOON, by=make_user()).game
    assert game.next_round_at is not None
    draw_round(game, NOON, by=make_user())
    assert next_round(game, NOON + 100 * SECOND) is None
    assert kinds_of(game) == ["published", "drawn"]
