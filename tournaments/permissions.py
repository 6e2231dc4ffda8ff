"""What somebody may see of a tournament by their role. Nowhere else is this decided."""

from referee.access import Role
from referee.errors import NotPublished
from tournaments.errors import GameNotOver, NotYourGame
from tournaments.models import Entry, Pairing, Round, Table
from tournaments.tables.services.seating import demand_seated


def demand_published(round: Round, role: Role) -> None:
    """Let the staff pass, and everybody once `round` is published. Raises NotPublished."""
    if not role.is_staff and round.state != Round.State.PUBLISHED:
        raise NotPublished


def demand_player(pairing: Pairing | None, entry: Entry) -> None:
    """Let the two pass who play there. Raises NotYourGame."""
    if pairing is None or entry.pk not in {pairing.first_id, pairing.second_id}:
        raise NotYourGame


def demand_involved(table: Table, role: Role, entry: Entry | None) -> None:
    """Let the staff pass, and those who play at `table`. Raises NotYourGame."""
    if not role.is_staff:
        demand_seated(table, entry)


def demand_watchable(table: Table, role: Role, entry: Entry | None) -> None:
    """Let the staff and the players pass, and everybody where a game may be watched or is over.

    Raises NotYourGame.
    """
    if not table.is_public and table.state != Table.State.OVER:
        demand_involved(table, role, entry)


def demand_over(table: Table, role: Role) -> None:
    """Let the staff pass, and everybody once the game is over: it tells secrets.

    Raises GameNotOver.
    """
    if table.state != Table.State.OVER and not role.is_staff:
        raise GameNotOver
