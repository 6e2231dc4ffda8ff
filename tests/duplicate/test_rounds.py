"""A round's life: which transition starts from which state, and what rounds say."""

from collections.abc import Callable
from typing import Any

import pytest

from duplicate.errors import (
    RoundMissing,
    WrongGameState,
    WrongRoundState,
)
from duplicate.models import Game, Round, Ruling
from duplicate.selectors.rounds import (
    current_round,
    lexicon_of,
    living_round,
)
from duplicate.services.games import create_game, end_game, start_game
from duplicate.services.judging import judge_round
from duplicate.services.rounds import (
    begin_closing,
    cancel_round,
    choose_reference,
    draw_by_hand,
    draw_round,
    extend_round,
    finish_closing,
    open_round,
    pause_round,
    publish_round,
    reopen_round,
    resume_round,
    retract_publication,
)
from tests.duplicate.factories import (
    NOON,
    RACK,
    SECOND,
    make_game,
    make_user,
)
from tests.duplicate.logs import kinds_of
from tests.duplicate.round_states import (
    DEADLINE,
    EARLY,
    LATE,
    State,
    periods_of,
    round_in,
    top_of,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lexicon")]

#: What a director can do to a round: how, from which states, to which, and what the log says.
TRANSITIONS: dict[str, tuple[Callable[[Round], Round], set[Round.State], Round.State, str]] = {
    "open": (lambda r: open_round(r, NOON, by=make_user()), {State.DRAWN}, State.OPEN, "opened"),
    "pause": (
        lambda r: pause_round(r, EARLY, by=make_user()),
        {State.OPEN},
        State.PAUSED,
        "paused",
    ),
    "resume": (
        lambda r: resume_round(r, LATE, by=make_user()),
        {State.PAUSED},
        State.OPEN,
        "resumed",
    ),
    "close": (
        lambda r: begin_closing(r, EARLY, by=make_user()),
        {State.OPEN, State.PAUSED},
        State.CLOSING,
        "closing",
    ),
    "close by the clock": (
        lambda r: begin_closing(r, LATE),
        {State.OPEN},
        State.CLOSING,
        "closing",
    ),
    "finish closing": (lambda r: finish_closing(r, LATE), {State.CLOSING}, State.CLOSED, "closed"),
    "reopen": (
        lambda r: reopen_round(r, 30, LATE, by=make_user()),
        {State.CLOSED, State.JUDGED},
        State.OPEN,
        "reopened",
    ),
    "cancel": (
        lambda r: cancel_round(r, LATE, by=make_user()),
        {
            State.DRAWN,
            State.OPEN,
            State.PAUSED,
            State.CLOSING,
            State.CLOSED,
            State.JUDGED,
        },
        State.CANCELLED,
        "cancelled",
    ),
    "choose": (
        lambda r: choose_reference(r, *top_of(r), LATE, by=make_user()),
        {State.JUDGED},
        State.JUDGED,
        "reference_chosen",
    ),
    "publish": (
        lambda r: publish_round(r, LATE, by=make_user()),
        {State.JUDGED},
        State.PUBLISHED,
        "published",
    ),
    "retract": (
        lambda r: retract_publication(r, LATE, by=make_user()),
        {State.PUBLISHED},
        State.JUDGED,
        "retracted judged",
    ),
}
#: Where asking again changes nothing and is no fault.
UNCHANGED = {
    "close": {State.CLOSING, State.CLOSED, State.JUDGED, State.PUBLISHED},
    "close by the clock": {State.CLOSING, State.CLOSED, State.JUDGED, State.PUBLISHED},
    "finish closing": set(State) - {State.CLOSING},
    "publish": {State.PUBLISHED},
}


@pytest.mark.parametrize("state", State)
@pytest.mark.parametrize("name", TRANSITIONS)
def test_a_transition_starts_from_exactly_the_right_states(name: str, state: Round.State) -> None:
    act, allowed, after, kind = TRANSITIONS[name]
    round = round_in(state)
    if state in allowed:
        assert act(round).state == after
        expected, kinds = after, kind.split()
    else:
        if state in UNCHANGED.get(name, set()):
            act(round)
        else:
            with pytest.raises(WrongRoundState):
                act(round)
        expected, kinds = state, []
    before = periods_of(round) if not kinds else None
    round.refresh_from_db()
    assert (round.state, kinds_of(round.game)) == (expected, kinds)
    assert before is None or periods_of(round) == before


@pytest.mark.parametrize("state", [State.OPEN, State.PAUSED])
def test_only_a_running_clock_can_be_extended(state: Round.State) -> None:
    round = extend_round(round_in(state), 30, EARLY, by=make_user())
    assert (round.state, round.closes_at) == (state, DEADLINE + 30 * SECOND)
    end = round.closes_at if state == State.OPEN else NOON + 60 * SECOND
    assert periods_of(round) == [(NOON, end)]
    (entry,) = round.game.log.all()
    assert entry.data["seconds"] == 30


@pytest.mark.parametrize("state", sorted(set(State) - {State.OPEN, State.PAUSED}))
def test_no_other_round_can_be_extended(state: Round.State) -> None:
    round = round_in(state)
    with pytest.raises(WrongRoundState):
        extend_round(round, 30, EARLY, by=make_user())
    assert kinds_of(round.game) == []


@pytest.mark.parametrize("state", State)
def test_the_next_round_is_drawn_when_the_last_is_published_or_went_back(
    state: Round.State,
) -> None:
    round = round_in(state)
    if state in (State.PUBLISHED, State.CANCELLED):
        drawn = draw_round(round.game, NOON)
        assert drawn is not None
        expected = (2, 1) if state == State.PUBLISHED else (1, 2)
        assert (drawn.number, drawn.attempt) == expected
    else:
        with pytest.raises(WrongRoundState):
            draw_round(round.game, NOON)
        with pytest.raises(WrongRoundState):
            draw_by_hand(round.game, RACK, NOON, by=make_user())


@pytest.mark.parametrize("state", [Game.State.SETUP, Game.State.FINISHED])
def test_nothing_is_drawn_unless_the_game_runs(state: Game.State) -> None:
    with pytest.raises(WrongGameState):
        draw_round(make_game(state=state), NOON)


def test_nothing_moves_in_a_finished_game() -> None:
    round = round_in(State.PUBLISHED, game=make_game(state=Game.State.FINISHED))
    with pytest.raises(WrongGameState):
        retract_publication(round, LATE, by=make_user())


def test_all_that_a_director_can_do_leaves_an_unbroken_log() -> None:
    director = make_user("irma")
    game = start_game(create_game(name="Finale", by=director, at=NOON), NOON, by=director)
    round = draw_by_hand(game, RACK, NOON, by=director)
    round = open_round(round, NOON, by=director)
    round = pause_round(round, NOON + 10 * SECOND, by=director)
    round = resume_round(round, NOON + 20 * SECOND, by=director)
    round = extend_round(round, 30, NOON + 30 * SECOND, by=director)
    round = finish_closing(begin_closing(round, NOON + 40 * SECOND, by=director), LATE)
    round = reopen_round(round, 30, NOON + 50 * SECOND, by=director)
    round = judge_round(finish_closing(begin_closing(round, LATE), LATE), LATE)
    round = choose_reference(round, *top_of(round), LATE, by=director)
    round = publish_round(round, LATE, by=director)
    draw_round(game, LATE, by=director)
    round = retract_publication(round, LATE, by=director)
    publish_round(round, LATE, by=director)
    drawn = draw_round(game, LATE, by=director)
    assert drawn is not None
    cancel_round(drawn, LATE, by=director)
    end_game(game, LATE, by=director)
    assert kinds_of(game) == [
        *("created", "started", "drawn", "opened", "paused", "resumed", "extended"),
        *("closing", "closed", "reopened", "closing", "closed", "judged"),
        *("reference_chosen", "published", "drawn", "cancelled", "retracted", "judged"),
        *("published", "drawn", "cancelled", "finished"),
    ]
    assert {entry.by for entry in game.log.all()} == {"irma", "clock"}


def test_the_living_round_is_the_one_that_was_not_cancelled() -> None:
    game = make_game()
    assert current_round(game) is None
    round_in(State.CANCELLED, game=game)
    with pytest.raises(RoundMissing):
        living_round(game, 1)
    second = round_in(State.OPEN, game=game, attempt=2)
    assert living_round(game, 1) == current_round(game) == second


def test_rulings_hold_from_their_round_on_and_the_newest_wins() -> None:
    game = make_game()
    rounds = [round_in(State.PUBLISHED, game=game, number=number) for number in (1, 2, 3)]

    def rule(round: Round, word: str, kind: Ruling.Kind, **columns: Any) -> None:
        reason = Ruling.Reason.OTHER
        round.rulings.create(
            word=word, kind=kind, reason=reason, by=make_user(), at=NOON, **columns
        )

    rule(rounds[1], "XYLX", Ruling.Kind.WORD_ALLOWED)
    rule(rounds[1], "REGEN", Ruling.Kind.WORD_BARRED)
    rule(rounds[2], "REGEN", Ruling.Kind.WORD_ALLOWED)
    rule(rounds[0], "QQQQ", Ruling.Kind.WORD_ALLOWED, revoked_at=NOON)
    found = {
        number: ["XYLX" in words, "REGEN" in words, "QQQQ" in words]
        for number in (1, 2, 3, 4)
        for words in [lexicon_of(game, number)]
    }
    assert found == {
        1: [False, True, False],
        2: [True, False, False],
        3: [True, True, False],
        4: [True, True, False],
    }
    assert lexicon_of(game, 3) is lexicon_of(game, 4)
