"""Where a table stands: what is around a game, which the table itself does not know.

A round and an evening are hosts of tables, and say so with `serve_as_host` when the app starts
(docs/tables.md). The callers have locked what they hand over.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, TypeVar

from engine.table import State
from tournaments.errors import NotYourGame, StaffDecides
from tournaments.events.journal import Actor
from tournaments.models import Entry, Pairing, Table, Tournament

#: What pairings are hosts by; all other tables stand in tournaments of a kind.
PAIRING = "pairing"


class Result(Protocol):
    """What a game that is over came out as, to its host."""

    @property
    def outcome(self) -> str: ...


@dataclass(frozen=True)
class Host:
    """A tournament where only the staff open free tables, and nobody waits for their results."""

    tournament: Tournament
    pairing: Pairing | None = None

    #: Whether those who play may open tables where they sit.
    players_open = False
    #: Whether the tournament is told that a game which was over goes on.
    hears_of_going_on = True

    def fixed_players(self, by: Actor) -> Sequence[Entry] | None:
        """Who plays there, the first one beginning; None where `by` may say.

        Raises what speaks against it.
        """
        return None

    def demand_seatable(self, entry: Entry) -> None:
        """Raises Invalid for who can't be seated."""

    def demand_may_open(self, players: Sequence[Sequence[Entry]], people: int, by: Actor) -> None:
        """Let the staff pass, and others as the host allows. Raises NotYourGame."""
        if isinstance(by, Entry):
            raise NotYourGame

    def note_opened(self, at: datetime, by: Actor) -> None:
        """A table is opened."""

    def note_changed(self, table: Table, at: datetime, changed: Collection[str]) -> None:
        """`changed` says what: `state` where it ended or goes on. Raises what speaks against it."""

    def result_of(self, state: State) -> Result | None:
        """What a game says to its host; None where that is nothing, or staff have to decide."""
        return None

    def note_result(self, result: Result, at: datetime, by: Actor) -> None:
        """A game has this result now. Raises what speaks against it."""

    def demand_may_go_on(self, last_kind: str) -> None:
        """Whether players may take back the end of a game, an action of `last_kind`.

        Raises StaffDecides: hands, and the seed of all chance, have been seen since.
        """
        raise StaffDecides


_HOSTS: dict[str, type[Host]] = {}
HostType = TypeVar("HostType", bound=type[Host])


def serve_as_host(of: str, host: HostType) -> None:
    """Let tables of pairings (`PAIRING`), or those in tournaments of a kind, have this host."""
    _HOSTS[of] = host


def host_at(tournament: Tournament, pairing: Pairing | None = None) -> Host:
    """Where a table of `tournament`, or of a pairing in it, stands."""
    of = tournament.kind if pairing is None else PAIRING
    return _HOSTS.get(of, Host)(tournament, pairing)


def host_of(table: Table) -> Host:
    """Where `table` stands."""
    return host_at(table.tournament, table.pairing)
