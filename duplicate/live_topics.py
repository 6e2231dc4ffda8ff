"""What can be followed live of a Simultan: the public state of a game."""

from duplicate.errors import GameMissing
from duplicate.models import Game
from duplicate.selectors.state import public_state
from referee.stream import LiveTopic

LIVE_TOPICS = (
    LiveTopic(
        address="/api/v1/duplicate/games/<id>/",
        model=Game,
        state=public_state,
        missing=GameMissing,
    ),
)
