"""A request to the page of a table: who visits it, and what they may do there."""

from dataclasses import dataclass
from functools import cached_property

from engine import games
from engine.fields import Action
from referee.page_requests import Context
from tournaments.events.journal import Actor
from tournaments.events.pages.page_requests import Visit
from tournaments.models import Table
from tournaments.tables.selectors.tables import seat_of


@dataclass(frozen=True)
class TableVisit(Visit):
    """A request to the page of `table`."""

    table: Table

    @cached_property
    def seat(self) -> int | None:
        """The visitor's number in the game, or None."""
        return seat_of(self.table, self.player)

    @property
    def may_act(self) -> bool:
        return self.role.is_staff or self.seat is not None

    @property
    def runs_it(self) -> bool:
        """Whether the visitor directs, or is the player who runs a game of each alone."""
        host = self.table.setup.get(games.game(self.table.game).host_setting)
        return self.role.is_staff or (host is not None and host == self.seat)

    @property
    def sees_all(self) -> bool:
        """Who directs sees all racks, unless they play here themselves."""
        return self.role.is_staff and self.seat is None

    @property
    def actor(self) -> Actor:
        """Who directs and plays here acts as the player, whose word has to be confirmed."""
        return self.player if self.player and not self.sees_all else self.by

    def actor_of(self, action: Action) -> Actor:
        """Where each acts alone, who directs and plays is a player in their own actions only."""
        is_alone = games.game(self.table.game).acts_alone and self.role.is_staff
        return self.by if is_alone and action.get("player") != self.seat else self.actor

    def common(self) -> Context:
        return super().common() | {"table": self.table, "seat": self.seat}
