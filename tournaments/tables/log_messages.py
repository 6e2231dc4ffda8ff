"""What people read of what happened at a table, entry by entry of its log."""

from collections.abc import Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.fields import Action
from referee.journals import EntryJson
from tournaments.models import TableLogEntry
from tournaments.tables.games import texts_of
from tournaments.tables.games.texts import fill
from tournaments.tables.messages import tell_player
from tournaments.tables.replay import STARTED, STOPPED

Kind = TableLogEntry.Kind

CLOCK: Mapping[str, str | Promise] = {STARTED: _("Die Uhr läuft."), STOPPED: _("Die Uhr steht.")}
#: What of an action is a player's number.
_PLAYERS = ("player", "by", "winner", "on", "other")


def tell_entry(entry: EntryJson, names: Sequence[str], game: str) -> str:
    """One entry of a table's log, as `selectors.tables` gives it; not everybody sees its data."""
    data = entry["data"]
    if entry["kind"] == Kind.UNDONE:
        return gettext("Der letzte Schritt ist zurückgenommen.")
    if entry["kind"] == Kind.CHANGED and data is not None and "clock" in data:
        return str(CLOCK[str(data["clock"])])
    told = texts_of(game).told
    if entry["kind"] != Kind.ACTED or data is None or data.get("kind") not in told:
        return gettext("Etwas ist eingetragen.")
    return fill(told[str(data["kind"])], tell_action(data, names))


def tell_action(action: Action, names: Sequence[str]) -> dict[str, object]:
    """The fields of an action as a text about it is filled: players by name, lists in a row."""
    told: dict[str, object] = {
        name: ", ".join(map(str, value)) if isinstance(value, list) else value
        for name, value in action.items()
        if value is not None
    }
    return told | {name: tell_player(action[name], names) for name in _PLAYERS if name in action}
