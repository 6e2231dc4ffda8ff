"""What holds for every bingo beside the contract of all games, tried on games played at random."""

import json
from collections import Counter

from hypothesis import given, settings

from engine.bingo import BINGO
from engine.shapes import to_json
from tests.drivers.bingo import BINGO_DRIVER, RandomBingo
from tests.games.playing import Action

some = settings(max_examples=6)


@some
@given(BINGO_DRIVER.games)
def test_every_game_with_cards_ends_after_the_last_tile_at_the_latest(game: RandomBingo) -> None:
    *_, last = game
    kinds = Counter(action["kind"] for action in game.actions)
    assert kinds["call"] <= 102
    assert kinds["claim"] <= last.players
    assert kinds["note"] == 1


@some
@given(BINGO_DRIVER.games)
def test_what_is_struck_and_who_has_won_are_those_of_paper_and_pencil(game: RandomBingo) -> None:
    paper: dict[int, list[str]] = {}
    claims: list[int] = []
    for number, state in enumerate(game):
        action: Action = game.actions[number - 1] if number else {"kind": "begin"}
        if action["kind"] == "card":
            paper[action["player"]] = list("".join(action["words"]))
        elif action["kind"] == "call":
            for letters in paper.values():
                if action["tile"] in letters:
                    letters.remove(action["tile"])
        elif action["kind"] == "claim":
            assert paper[action["player"]] == []
            claims.append(action["player"])
        struck = [
            14 - len(paper[player]) if player in paper else 0 for player in range(state.players)
        ]
        assert json.loads(json.dumps(to_json(BINGO.view(state))))["scores"] == struck
    seen = to_json(BINGO.view(state))
    assert seen["ending"]["winners"] == sorted(claims)
    ranks = [(player in claims, points) for player, points in enumerate(struck)]
    assert seen["places"] == [1 + sum(other > own for other in ranks) for own in ranks]
