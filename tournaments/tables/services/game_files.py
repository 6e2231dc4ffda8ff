"""Games that come in as files."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from engine.errors import EngineError
from engine.gcg import Difference, read_gcg, to_actions
from engine.match import MATCH
from engine.refusals import Contradiction
from referee.errors import FileUnreadable
from referee.events.locking import lock_unfinished
from referee.models import User
from tournaments.models import Pairing, Table, Tournament
from tournaments.tables.hosts import host_at
from tournaments.tables.messages import tell_difference, tell_refusal
from tournaments.tables.services.endings import apply_game_end
from tournaments.tables.services.opening import prepare_table
from tournaments.tables.services.seating import guests, seating_of
from tournaments.tables.services.tables import record_action

#: After these differences the rest of a file can't be followed.
_FATAL = {"not_over", "nothing_lies", "refused"}


@dataclass(frozen=True)
class Imported:
    """A game brought in, and what its file had wrong."""

    table: Table
    differences: tuple[Difference, ...]


@transaction.atomic
def import_gcg(
    tournament: Tournament,
    data: bytes,
    at: datetime,
    *,
    by: User,
    pairing: Pairing | None = None,
    is_public: bool = True,
) -> Imported:
    """A table with the game of a GCG file, all of it or nothing.

    Points and totals that are wrong in the file are worked out anew and told as differences.
    Raises FileUnreadable for what is no such file and where a move of it can't have been made;
    else as `open_table` does.
    """
    tournament = lock_unfinished(tournament)
    try:
        record = read_gcg(data)
        setup, actions, differences = to_actions(record, tournament.options.ruleset)
    except EngineError as fault:
        problem = _("Das ist keine GCG-Datei, der sich folgen lässt ({fault}).")
        told = tell_refusal(fault.refusal, ()) if isinstance(fault, Contradiction) else fault
        raise FileUnreadable(where="GCG", problem=problem.format(fault=told)) from None
    seating = guests(person.name for person in record.people)
    for difference in differences:
        if difference.code in _FATAL:
            where = _("Zeile {line}").format(line=difference.line)
            raise FileUnreadable(where=where, problem=tell_difference(difference, seating.names))
    players = host_at(tournament, pairing).fixed_players(by)
    if players is not None:
        if setup != {**setup, "players": 2, "begins": 0}:
            problem = _("In der Datei fängt nicht der erste von zwei Spielern an.")
            raise FileUnreadable(where="GCG", problem=problem)
        seating = seating_of(players)
    table = prepare_table(
        tournament, at, by, seating, MATCH, setup, pairing=pairing, is_public=is_public
    )
    for action in actions:
        record_action(table, action, at, by)
    apply_game_end(table, None, at, by)
    return Imported(table, tuple(differences))
