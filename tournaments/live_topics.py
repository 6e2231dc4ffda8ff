"""What can be followed live: the public state of a tournament, and that of a game at its table."""

from engine.shapes import to_json
from referee.followed import LiveTopic
from tournaments.errors import TableMissing, TournamentMissing
from tournaments.events.selectors.state import public_state
from tournaments.models import Table, Tournament
from tournaments.tables.selectors import tables

LIVE_TOPICS = (
    LiveTopic(
        address="/api/v1/tournaments/tables/<id>/",
        model=Table,
        state=lambda table: to_json(tables.public_state(table)),
        missing=TableMissing,
    ),
    LiveTopic(
        address="/api/v1/tournaments/<id>/",
        model=Tournament,
        state=public_state,
        missing=TournamentMissing,
    ),
)
