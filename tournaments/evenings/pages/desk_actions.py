"""Actions of the desk that only a club evening has: several people at once, tables that count."""

from uuid import UUID

from django.contrib import messages
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from referee.access import Need
from referee.errors import Invalid
from referee.events import posted
from referee.events.desk import Actions
from tournaments.entries.new_entries import NewEntry
from tournaments.entries.services import entries
from tournaments.errors import TableMissing
from tournaments.evenings.pages.opening import names_in
from tournaments.events.pages import named
from tournaments.events.pages.page_requests import Visit
from tournaments.events.selectors.finding import find_table_of
from tournaments.models import Table
from tournaments.tables.services import tables

ACTIONS = Actions[Visit]()


@ACTIONS.action("enter_names", Need.STAFF, part="people")
def _enter_names(visit: Visit) -> None:
    """People by their names, each on a line of its own or behind a comma."""
    names = names_in(posted.text_of(visit, "names"))
    if not names:
        raise Invalid(field=_("Namen"), problem=_("Schreib mindestens einen Namen."))
    division = named.division_of(visit)
    entered = entries.enter_all(division, [NewEntry(name) for name in names], visit.at, by=visit.by)
    told = ngettext("{count} ist dazugekommen.", "{count} sind dazugekommen.", len(entered))
    messages.success(visit.request, told.format(count=len(entered)))


@ACTIONS.action("count_table", Need.STAFF, part="tables")
def _count_table(visit: Visit) -> None:
    """Let a table count in the standings, or leave it out."""
    counts = posted.one_of(visit, "counts", ["yes", "no"]) == "yes"
    tables.change_table(_table(visit), visit.at, by=visit.by, counts=counts)


def _table(visit: Visit) -> Table:
    """Raises TableMissing."""
    try:
        pk = UUID(posted.text_of(visit, "table"))
    except ValueError:
        raise TableMissing from None
    return find_table_of(visit.tournament, pk)
