"""What holds for every game in rummy rounds beside the contract of all games."""

import json
from itertools import islice

from hypothesis import given, settings

from engine.rummy import RUMMY
from engine.shapes import to_json
from tests.drivers.rummy import RUMMY_DRIVER, RandomRummy, points_of, value
from tests.games.playing import Action

some = settings(max_examples=15)


@some
@given(RUMMY_DRIVER.games)
def test_every_game_that_keeps_playing_ends(game: RandomRummy) -> None:
    players, limit = game.setup["players"], game.setup["turn_limit"]
    # A turn is drawn, laid, discarded, and its words, three at most, are ruled on one by one.
    turns = 11 * (players * limit + players - 1)
    *_, last = islice(game, 3 + 11 * (1 + players) + turns * 6)
    assert last.is_over


@some
@given(RUMMY_DRIVER.games)
def test_the_scores_are_those_of_a_plain_recount(game: RandomRummy) -> None:
    scores = [0] * game.setup["players"]
    rounds = last = earned = 0
    for state in game:
        action: Action = game.actions[-1] if game.actions else {"kind": "none"}
        if action["kind"] == "lay":
            last, earned = action["player"], points_of(state.task_code, action)
            scores[last] += earned
        elif action["kind"] == "challenge" and action["inadmissible"]:
            scores[last] -= earned
        if len(state.rounds) > rounds:
            # The hands are as they were when the round was over: nobody draws before the next.
            rounds = len(state.rounds)
            for player in state.rounds[-1].met:
                scores[player] -= sum(map(value, game.hands[player]))
        if state.phase.value != "counting":
            assert list(state.scores) == scores
    assert state.places == tuple(1 + sum(other > own for other in scores) for own in scores)
    seen = json.loads(json.dumps(to_json(RUMMY.view(state))))
    assert seen["scores"] == scores
    by_round = [played["points"] for played in seen["rounds"]]
    assert [sum(points) for points in zip(*by_round, strict=True)] == scores
