"""Whether what is stored of tournaments is still what was recorded: asked after a restore."""

from collections.abc import Iterator

from referee.journals import first_fault
from tournaments.models import Table, Tournament
from tournaments.tables.selectors.records import promised_to


def find_faults() -> Iterator[str]:
    """A sentence for each tournament and each game at a table that was tampered with."""
    for tournament in Tournament.objects.iterator():
        if (number := first_fault(tournament)) is not None:
            yield f"the log of tournament {tournament.pk} is broken at entry {number}"
    for table in Table.objects.iterator():
        if (number := first_fault(table)) is not None:
            yield f"the log of table {table.pk} is broken at entry {number}"
        elif promised_to(table) != table.commitment:
            yield f"the seed of table {table.pk} is not the one that was promised"
