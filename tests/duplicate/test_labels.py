"""Everything that people may read of the states has words, in refusals as on pages."""

from duplicate.errors import ROUND_STATES
from duplicate.labels import LABELS
from duplicate.models import Game, Round
from referee.messages import EVENT_STATES


def test_every_state_of_games_and_rounds_has_words() -> None:
    assert EVENT_STATES.keys() == set(Game.State)
    assert ROUND_STATES.keys() == set(Round.State)


def test_no_two_enumerations_use_one_value_for_different_things() -> None:
    assert {**LABELS, **EVENT_STATES, **ROUND_STATES} == LABELS
