"""The scores of Party games are those of a plain recount."""

from hypothesis import given, settings

from engine.board import LETTER_FACTORS, WORD_FACTORS
from engine.tiles import STANDARD
from tests.drivers.party import PARTY_DRIVER, RandomParty
from tests.engine.independent_party import COUNTS, VALUES, Recount, letter_factor, word_factor


@settings(max_examples=8)
@given(PARTY_DRIVER.games)
def test_the_scores_are_those_of_a_plain_recount(game: RandomParty) -> None:
    recount = Recount(game.setup)
    begun, *states = game
    assert begun.scores == (0, 0)
    for action, state in zip(game.actions, states, strict=True):
        recount.take(action)
        assert list(state.scores) == recount.scores, action


def test_the_recount_has_the_values_and_premiums_of_the_game() -> None:
    squares = [(column, row) for row in range(15) for column in range(15)]
    assert tuple(word_factor(*square) for square in squares) == WORD_FACTORS
    assert tuple(letter_factor(*square) for square in squares) == LETTER_FACTORS
    assert dict(STANDARD.values) == {"?": 0, **VALUES}
    assert dict(STANDARD.counts) == {"?": 2, **COUNTS}
