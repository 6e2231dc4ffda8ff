"""Actions of the desk on recorded games: a free table is opened, a file is read."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from engine.rulesets import RULESETS
from referee.access import Need
from referee.errors import Invalid
from referee.events import posted
from referee.events.desk import Actions
from tournaments.events.pages import named
from tournaments.events.pages.page_requests import Visit
from tournaments.models import Pairing
from tournaments.tables.messages import tell_difference
from tournaments.tables.services import game_files, tables

ACTIONS = Actions[Visit]()

#: So many play at one table.
FEWEST, MOST = 2, 4


@ACTIONS.action("open_table", Need.STAFF, part="tables")
def _open_table(visit: Visit) -> HttpResponse:
    """Record a game of no pairing, on a page of its own."""
    names = [name for name in visit.request.POST.getlist("names") if name.strip()]
    if not FEWEST <= len(names) <= MOST:
        told = _("Richtig sind {least} bis {most} Namen.").format(least=FEWEST, most=MOST)
        raise Invalid(field=_("Neue Partie"), problem=told)
    table = tables.open_table(
        visit.tournament,
        visit.at,
        by=visit.by,
        names=names,
        setup={"ruleset": posted.one_of(visit, "ruleset", RULESETS)},
        is_public="is_public" in visit.request.POST,
    )
    return redirect("table", table.pk)


@ACTIONS.action("import_game", Need.STAFF, part="tables")
def _import_game(visit: Visit) -> None:
    """A game as a GCG file: of a pairing, by its key or its table, or of none."""
    _name, data = posted.file_of(visit)
    imported = game_files.import_gcg(
        visit.tournament,
        data,
        visit.at,
        by=visit.by,
        pairing=_pairing(visit),
        is_public="is_public" in visit.request.POST,
    )
    told = _("{names}: Die Partie ist da.")
    if imported.differences:
        told = _("{names}: Die Partie ist da. In der Datei stimmt nicht alles:")
    messages.success(visit.request, told.format(names=imported.table))
    at_line = _("Zeile {line}")
    names = imported.table.names
    posted.tell_some(
        visit,
        [
            f"{at_line.format(line=found.line)}: {tell_difference(found, names)}"
            for found in imported.differences
        ],
    )


def _pairing(visit: Visit) -> Pairing | None:
    is_named = any(posted.text_of(visit, field).strip() for field in ("pairing", "table"))
    return named.pairing_of(visit) if is_named else None
