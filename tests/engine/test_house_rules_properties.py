"""Whole games played at random with house rules, in all mixtures that go together."""

import json
from collections import Counter
from itertools import islice
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.alphabet import VOWELS
from engine.board import EMPTY
from engine.games import first_not_drawn, replay
from engine.match import MATCH
from engine.match.values import Match
from engine.refusals import Refusal
from engine.shapes import to_json
from tests.engine.test_match_properties import actions, attempt, laid_again, recount
from tests.games.any_json import throw
from tests.games.match import Outside, RandomGame, may

OPTIONS: dict[str, st.SearchStrategy[Any]] = {
    "blanks_taken_back": st.booleans(),
    "open_dictionary": st.booleans(),
    "theme": st.sampled_from(["", "Wetter"]),
    "theme_bonus": st.integers(1, 9),
    "two_bags": st.booleans(),
    "jacks_to_open": st.booleans(),
}
together = st.fixed_dictionaries(
    {
        "ruleset": st.sampled_from(["standard", "kompakt", "reise"]),
        "players": st.integers(2, 4),
        "turn_seconds": st.sampled_from([0, 180]),
        "overtime_turn_lost": st.booleans(),
        "overtime_points": st.sampled_from([0, 10]),
        **OPTIONS,
    }
)


def sensible(setup: dict[str, Any]) -> dict[str, Any]:
    """The set-up without what does not go with solitaire."""
    chosen = setup["solitaire"] == "chosen"
    return {
        **setup,
        "two_bags": setup["two_bags"] and not chosen,
        "jacks_to_open": setup["jacks_to_open"] and setup["players"] > 1,
    }


alone = st.fixed_dictionaries(
    {
        "ruleset": st.sampled_from(["standard", "kompakt", "reise"]),
        "players": st.integers(1, 2),
        "solitaire": st.sampled_from(["chosen", "drawn"]),
        **OPTIONS,
    }
).map(sensible)
setups = st.one_of(together, alone)
games = st.builds(RandomGame, setups, st.builds(Random, st.integers(0, 2**32)))

some = settings(max_examples=12)
#: Kinds whose repetition has an effect of its own, or none.
REPEATABLE = {"draw", "left", "exchange"}


@some
@given(games)
def test_tiles_are_conserved_and_both_bags_are_counted_right(game: RandomGame) -> None:
    for state in game:
        if state.phase.value == "drawing":
            continue
        lying = ["?" if cell.islower() else cell for cell in state.board.cells if cell != EMPTY]
        tiles = Counter(lying) + Counter(game.bag) + Counter("".join(game.racks))
        assert tiles == Counter(game.rules.tile_set.all_tiles)
        assert state.bag == len(game.bag)
        assert state.rack_sizes == tuple(map(len, game.racks))
        if state.house.two_bags:
            assert state.vowel_bag == sum(tile in VOWELS for tile in game.bag)
            counted = [sum(tile in VOWELS for tile in rack) for rack in game.racks]
            assert list(state.rack_vowels) == counted
        for known, rack in zip(state.known, game.racks, strict=True):
            assert not Counter(known) - Counter(rack)
            assert not state.house.solitaire or len(known) == len(rack)
    assert all(not turn.rack_lacks for turn in state.turns)


@some
@given(games)
def test_the_scores_are_those_of_a_plain_recount(game: RandomGame) -> None:
    *_, state = islice(game, 500)
    assert state.is_over
    seen = json.loads(json.dumps(to_json(MATCH.view(state))))
    assert seen["scores"] == recount(seen, [sorted(rack) for rack in game.racks])
    assert seen["board"] == laid_again(seen)


@some
@given(games, st.floats(0, 1, exclude_max=True))
def test_replaying_gives_the_live_state_and_undoing_the_one_before(
    game: RandomGame, share: float
) -> None:
    live = list(game)
    assert replay(MATCH, game.setup, game.actions) == live[-1]
    number = int(share * len(game.actions))
    stored = json.loads(json.dumps(game.actions))
    assert replay(MATCH, game.setup, stored[:number]) == live[number]
    assert first_not_drawn(MATCH, game.setup, stored, Outside().seed) is None


@some
@given(games)
def test_no_action_is_granted_twice(game: RandomGame) -> None:
    for state in game:
        if not game.actions:
            continue
        action = game.actions[-1]
        again = MATCH.act(state, action)
        is_own = action["kind"] in REPEATABLE
        if action["kind"] in ("exchange", "pass"):
            is_own = state.players == 1
        assert is_own or isinstance(again, Refusal), action


@settings(max_examples=8)
@given(games)
def test_what_is_not_offered_is_refused_and_what_is_comes_in_time(game: RandomGame) -> None:
    untimely = {
        "wrong_phase",
        "not_on_turn",
        "exchange_too_late",
        "bag_too_small",
        "window_shut",
        "own_move",
        "no_such_player",
        "time_stands",
        "time_runs",
        "turns_not_timed",
    }
    for state in game:
        offered = may(state)
        json.dumps(to_json(MATCH.view(state)))
        for player in range(state.players):
            for kind in ("fill", "place", "exchange", "pass", "challenge"):
                result = MATCH.act(state, attempt(kind, player))
                late = isinstance(result, Refusal) and result.code in untimely
                assert late is not (kind in offered[str(player)]), (kind, result)
        for kind in ("note", "stuck", "pause", "resume", "end"):
            granted = isinstance(MATCH.act(state, attempt(kind, 0)), Match)
            assert granted is (kind in offered["table"]), kind


@settings(max_examples=100)
@given(setups, st.lists(actions, max_size=8))
def test_any_json_gives_a_state_a_refusal_or_is_unreadable(
    setup: dict[str, Any], thrown: list[Any]
) -> None:
    throw(MATCH, MATCH.begin(setup), thrown, Outside())


def test_the_random_games_meet_what_they_are_meant_to_meet() -> None:
    met: Counter[str] = Counter()
    for seed in range(8):
        setup: dict[str, Any] = {"ruleset": "standard", "players": 2, "blanks_taken_back": True}
        if seed % 2:
            ways = {"solitaire": "drawn", "players": 1 + seed // 2 % 2, "two_bags": True}
        else:
            ways = {"turn_seconds": 180, "theme": "Wetter", "jacks_to_open": True}
        game = RandomGame({**setup, **ways}, Random(seed))
        *_, state = game
        met[state.ending.reason if state.ending else "open"] += 1
        met.update(action["kind"] for action in game.actions)
        for turn in state.turns:
            met["blanks"] += len(turn.blanks)
            met["themed"] += bool(turn.theme_bonus)
            met["taken back"] += turn.is_taken_back and bool(turn.blanks)
    for what in ("out", "fill", "overtime", "pause", "resume", "blanks", "themed"):
        assert met[what], (what, met)
