"""What can be followed live of a Simultan: the public state of a game, and what is one's own."""

from duplicate.errors import GameMissing, TokenUnknown
from duplicate.models import Game, LogEntry
from duplicate.pages.page_requests import SEATS
from duplicate.selectors.own import own_messages
from duplicate.selectors.state import public_state
from referee.followed import LiveTopic, Personal

LIVE_TOPICS = (
    LiveTopic(
        address="/api/v1/duplicate/games/<id>/",
        model=Game,
        state=public_state,
        missing=GameMissing,
        personal=Personal(SEATS, own_messages, TokenUnknown),
        crowding=frozenset({str(LogEntry.Kind.JOINED)}),
        counts=frozenset({"participants", "poll_seconds"}),
    ),
)
