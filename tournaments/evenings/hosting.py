"""A club evening as host of tables: players open them, and they bring points."""

from collections.abc import Collection, Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from referee.errors import Invalid
from referee.events.locking import require_state
from tournaments.errors import NotYourGame, TooManySeated, TooManyTables
from tournaments.evenings.services import tell_webhooks
from tournaments.events.journal import Actor
from tournaments.events.locking import State
from tournaments.events.services import start
from tournaments.models import Entry, Table
from tournaments.tables.hosts import Host

#: So many tables that a player has opened may be played at a time.
MOST_RUNNING = 8
#: So many people a player seats at a table; a whole hall is the staff's to seat.
MOST_SEATED = 8


class EveningHost(Host):
    players_open = True

    def demand_seatable(self, entry: Entry) -> None:
        """Raises Invalid for who has gone home."""
        if entry.withdrawn_from:
            problem = _("{name} ist schon gegangen.").format(name=entry.name)
            raise Invalid(field="seats", problem=problem)

    def demand_may_open(self, players: Sequence[Sequence[Entry]], people: int, by: Actor) -> None:
        """Let the staff pass, and those who sit there.

        Raises NotYourGame, TooManySeated, TooManyTables.
        """
        if not isinstance(by, Entry):
            return
        if not any(by in together for together in players):
            raise NotYourGame
        if people > MOST_SEATED:
            raise TooManySeated(people=people, most=MOST_SEATED)
        running = by.opened_tables.filter(state=Table.State.RUNNING).count()
        if running >= MOST_RUNNING:
            raise TooManyTables(name=by.name, tables=running)

    def note_opened(self, at: datetime, by: Actor) -> None:
        """An evening runs with its first table."""
        start(self.tournament, at, by=by)

    def note_changed(self, table: Table, at: datetime, changed: Collection[str]) -> None:
        """Those who listen are told what the table brings now, if that is what changed.

        Raises WrongTournamentState once the evening is finished: its standings are final.
        """
        require_state(self.tournament, State.SETUP, State.RUNNING)
        if "state" in changed or ("counts" in changed and table.state == Table.State.OVER):
            tell_webhooks(self.tournament, table, at)
