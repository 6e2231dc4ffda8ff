"""What holds for every un-game, tried on games played at random on boards laid at random."""

import json
from collections import Counter
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board import Board
from engine.errors import EngineError
from engine.games import replay
from engine.refusals import Refusal
from engine.shapes import to_json
from engine.ungame import UNGAME, Ungame, removals
from tests.engine.independent_ungame import (
    grid_of,
    hangs_together,
    place,
    slow_removals,
    words,
    worth,
)
from tests.games.any_json import any_json, throw
from tests.games.ungame import RandomUngame, Words, finished_board
from tests.lexicons import WORDS

games = st.builds(
    RandomUngame, st.integers(1, 4), st.integers(1, 12), st.builds(Random, st.integers(0, 2**32))
)

some = settings(max_examples=12)


def tiles_of(shown: str) -> Counter[str]:
    return Counter("?" if tile.islower() else tile for tile in shown if tile != ".")


@some
@given(games)
def test_no_tile_is_lost_and_every_turn_has_its_own_effect_once(game: RandomUngame) -> None:
    before: Ungame | None = None
    for state in game:
        lying = tiles_of("".join(game.setup["board"]))
        assert tiles_of(state.board.cells) + Counter("".join(state.taken)) == lying
        if before is not None:
            again = UNGAME.act(state, game.actions[-1])
            assert isinstance(again, Refusal), game.actions[-1]
            assert again.message
        before = state


@some
@given(games)
def test_every_game_that_keeps_playing_ends_with_nothing_left_to_take(game: RandomUngame) -> None:
    states = list(game)
    assert len(game.actions) <= tiles_of("".join(game.setup["board"])).total() + 1
    last = states[-1]
    accepted = game.lexicon | set(words(grid_of(game.setup["board"])))
    assert last.board.is_empty or not slow_removals(last.board.rows, accepted)
    assert UNGAME.offers(last) == ()


@some
@given(games, st.floats(0, 1, exclude_max=True))
def test_replaying_gives_the_live_state_and_undoing_the_one_before(
    game: RandomUngame, share: float
) -> None:
    live = list(game)
    stored = json.loads(json.dumps({"setup": game.setup, "actions": game.actions}))
    assert replay(UNGAME, stored["setup"], stored["actions"]) == live[-1]
    number = int(share * len(game.actions))
    assert replay(UNGAME, stored["setup"], stored["actions"][:number]) == live[number]


@some
@given(games)
def test_scores_and_what_remains_are_those_of_a_plain_recount(game: RandomUngame) -> None:
    *_, last = game
    grid = grid_of(game.setup["board"])
    accepted = game.lexicon | set(words(grid))
    scores = [0] * game.players
    for turn, action in enumerate(game.actions):
        if action["kind"] == "take":
            taken = [place(name) for name in action["squares"]]
            scores[turn % game.players] += worth("".join(grid.pop(square) for square in taken))
        assert hangs_together(grid)
        assert all(word in accepted for word in words(grid))
    seen = json.loads(json.dumps(to_json(UNGAME.view(last))))
    assert seen["scores"] == scores
    assert grid_of(seen["board"]) == grid
    places = [1 + sum(other > own for other in scores) for own in scores]
    assert seen["places"] == (places if game.players > 1 else None)


@settings(max_examples=25)
@given(st.integers(0, 2**32), st.integers(1, 6), st.sampled_from([1, 2, 5]))
def test_the_removals_are_those_of_trying_all(seed: int, turns: int, share: int) -> None:
    random = Random(seed)
    rows = finished_board(random, turns)
    # With words missing, some lie on the board that are not admissible.
    lexicon = frozenset(word for word in sorted(WORDS) if random.randrange(share * 4) or share == 1)
    found = removals(Board.from_rows(rows), lexicon)
    squares = [frozenset(f"{chr(65 + s.row)}{s.column + 1}" for s in each[0]) for each in found]
    slow = slow_removals(rows, lexicon)
    assert dict(zip(squares, (each.points for each in found), strict=True)) == slow
    assert len(found) == len(slow)
    assert [each.points for each in found] == sorted(slow.values(), reverse=True)


@settings(max_examples=6)
@given(games)
def test_what_is_offered_is_granted_and_what_is_not_is_refused(game: RandomUngame) -> None:
    for state in game:
        offered = {(offer.kind, offer.player) for offer in UNGAME.view(state).offers}
        hints = UNGAME.hints(state, game.lexicon)
        for player in range(state.players):
            for hint in hints[:2]:
                action = UNGAME.complete(state, {**hint, "player": player}, Words(game.lexicon))
                is_granted = not isinstance(action, Refusal)
                assert is_granted is (("take", player) in offered)
        stuck = UNGAME.complete(state, {"kind": "stuck"}, Words(game.lexicon))
        assert not isinstance(stuck, Refusal)
        may_be_stuck = not hints and ("stuck", None) in offered
        assert isinstance(UNGAME.act(state, stuck), Ungame) is may_be_stuck
        end = UNGAME.act(state, {"kind": "end", "because": "director"})
        assert isinstance(end, Ungame) is (("end", None) in offered)


# Whatever is thrown at it

values = any_json(
    st.one_of(
        st.text(max_size=6),
        st.sampled_from(["H4", "4H", "H4-H5", "Z9", "HAUS", "AS", ".......SO"]),
    )
)
squares = st.lists(st.sampled_from(["H7", "H8", "H9", "H10", "I8", "J8", "8I"]), max_size=4)
fields: dict[str, st.SearchStrategy[Any]] = {
    "player": st.one_of(st.integers(0, 2), values),
    "squares": st.one_of(squares, values),
    "points": st.one_of(st.integers(0, 5), values),
    "inadmissible": st.one_of(st.just([]), values),
    "removals": st.one_of(st.integers(0, 2), values),
    "winner": st.one_of(st.integers(0, 2), values),
    "because": st.one_of(st.sampled_from(["resigned", "director"]), values),
}
thrown = st.one_of(
    values,
    st.fixed_dictionaries({"kind": st.sampled_from(UNGAME.kinds)}, optional=fields),
    st.fixed_dictionaries(
        {"kind": st.just("take"), "inadmissible": st.just([]), "removals": st.just(2)}
        | {name: fields[name] for name in ("player", "squares")}
    ),
)
SMALL = [*["."] * 7, ".......HAUS", ".......A", ".......ST", *["."] * 5]


@settings(max_examples=120)
@given(st.lists(thrown, max_size=8))
def test_any_json_gives_a_state_a_refusal_or_is_unreadable(actions: list[Any]) -> None:
    state = UNGAME.begin({"players": 2, "board": SMALL})
    throw(UNGAME, state, actions, Words(WORDS))


@settings(max_examples=100)
@given(
    st.one_of(
        values,
        st.fixed_dictionaries(
            {"players": st.one_of(st.integers(0, 5), values)},
            optional={
                "board": st.one_of(st.just(SMALL), st.lists(st.text("AE.", max_size=4)), values),
                "begins": fields["player"],
                "ruleset": st.one_of(st.sampled_from(["reise"]), values),
            },
        ),
    )
)
def test_any_json_is_a_set_up_or_is_not_begun(setup: Any) -> None:
    try:
        state = UNGAME.begin(setup)
    except EngineError:
        return
    json.dumps(to_json(UNGAME.view(state)))


def test_the_random_games_meet_what_they_are_meant_to_meet() -> None:
    met: Counter[str] = Counter()
    for seed in range(16):
        *_, last = RandomUngame(1 + seed % 4, 1 + seed, Random(seed))
        assert last.ending is not None
        met[last.ending.reason] += 1
        met.update(f"took {len(turn.tiles)}" for turn in last.turns)
        met["blanks"] += "?" in "".join(last.taken)
    assert met["cleared"], met
    assert met["stuck"], met
    assert met["blanks"], met
    assert met["took 1"], met
    assert met["took 3"], met
