"""What people read of what happened at a table, entry by entry of its log."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.messages import tell_player
from tournaments.models import TableEntry
from tournaments.selectors.tables import STARTED, STOPPED

Kind = TableEntry.Kind

#: By the kind of action.
ACTED: Mapping[str, str | Promise] = {
    "draw": _("Ausgelost wurde, wer anfängt."),
    "place": _("{player} legt {coordinates} {word}."),
    "exchange": _("{player} tauscht."),
    "pass": _("{player} passt."),
    "challenge": _("{by} zweifelt an: {words}."),
    "note": _("Die Punkte sind notiert."),
    "clock": _("Die Uhr von {player} ist gestellt."),
    "stuck": _("Alle sind sich einig: Kein Zug ist mehr möglich."),
    "left": _("Die übrigen Steine sind eingetragen."),
    "end": _("Die Partie ist beendet."),
}

CLOCK: Mapping[str, str | Promise] = {STARTED: _("Die Uhr läuft."), STOPPED: _("Die Uhr steht.")}


def tell_entry(entry: Mapping[str, Any], names: Sequence[str]) -> str:
    """One entry of a table's log, as `selectors.tables` gives it; not everybody sees its data."""
    data = entry["data"]
    if entry["kind"] == Kind.UNDONE:
        return gettext("Der letzte Schritt ist zurückgenommen.")
    if entry["kind"] == Kind.CHANGED and data is not None and "clock" in data:
        return str(CLOCK[data["clock"]])
    if entry["kind"] != Kind.ACTED or data is None or data.get("kind") not in ACTED:
        return gettext("Etwas ist eingetragen.")
    told = {
        "player": tell_player(data.get("player"), names),
        "by": tell_player(data.get("by"), names),
        "coordinates": data.get("coordinates", ""),
        "word": data.get("word", ""),
        "words": ", ".join(data.get("words", [])),
    }
    return str(ACTED[data["kind"]]).format_map(told)
