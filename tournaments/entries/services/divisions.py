"""Fields of their own: made, changed, removed; and how their rounds are to be paired."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from referee.errors import Invalid
from referee.events.locking import lock_unfinished
from referee.journals import LogData
from referee.models import User
from referee.texts import read_text
from tournaments.entries.new_entries import MOST_ROUNDS
from tournaments.errors import DivisionNotEmpty, RoundsDrafted
from tournaments.events import journal
from tournaments.events.locking import Kind, lock_paired, require_kind
from tournaments.labels import tell_cant_pair
from tournaments.models import Division, LogEntry, Tournament
from tournaments.pairing.methods import MethodData, method_json, read_method
from tournaments.pairing.values import CantPair

NAME_LENGTH = 100
#: One round paired by wins, as in most rounds of most tournaments.
SWISS: MethodData = {"method": "swiss"}
USUAL_ROUNDS = 7

Schedule = Sequence[MethodData]


@dataclass(frozen=True)
class NewDivision:
    name: str
    #: One method a round, as `tournaments.pairing` reads it.
    schedule: Schedule = (SWISS,) * USUAL_ROUNDS


@transaction.atomic
def make_division(
    tournament: Tournament, name: str, schedule: Schedule, at: datetime, *, by: User
) -> Division:
    """Raises WrongTournamentState once it is finished, Invalid for a name or schedule of no use.

    An evening has one field for all: WrongTournamentKind.
    """
    tournament = lock_unfinished(tournament)
    require_kind(tournament, Kind.ROUNDS)
    return add_division(tournament, NewDivision(name, schedule), at, by=by)


def add_division(
    tournament: Tournament, division: NewDivision, at: datetime, *, by: User
) -> Division:
    """Make a division of `tournament`, which the caller has locked. Raises Invalid."""
    highest: int | None = tournament.divisions.aggregate(highest=Max("number"))["highest"]
    made = tournament.divisions.create(
        number=(highest or 0) + 1,
        name=read_text("name", division.name, NAME_LENGTH, least=1),
        schedule=read_schedule(division.schedule),
    )
    data = {"division": made.number, "name": made.name, "schedule": made.schedule}
    journal.record(tournament, LogEntry.Kind.DIVISION_MADE, at, by=by, data=data)
    return made


@transaction.atomic
def change_division(
    division: Division,
    at: datetime,
    *,
    by: User,
    name: str | None = None,
    schedule: Schedule | None = None,
) -> Division:
    """Change what is given.

    Raises WrongTournamentState once the tournament is finished, RoundsDrafted for a schedule that
    changes the method of a round that is there already, Invalid, WrongTournamentKind for an
    evening.
    """
    division = lock_paired(division)
    changes: LogData = {}
    if name is not None:
        changes["name"] = read_text("name", name, NAME_LENGTH, least=1)
    if schedule is not None:
        changes["schedule"] = read = read_schedule(schedule)
        _demand_kept(division, read)
    for column, value in changes.items():
        setattr(division, column, value)
    if changes:
        division.save(update_fields=list(changes))
        data = {"division": division.number} | changes
        journal.record(division.tournament, LogEntry.Kind.DIVISION_CHANGED, at, by=by, data=data)
    return division


@transaction.atomic
def remove_division(division: Division, at: datetime, *, by: User) -> None:
    """Remove a division in which nobody plays and nothing was paired.

    Raises DivisionNotEmpty, WrongTournamentState once the tournament is finished, and
    WrongTournamentKind for an evening.
    """
    division = lock_paired(division)
    demand_empty(division)
    data = {"division": division.number, "name": division.name}
    division.delete()
    journal.record(division.tournament, LogEntry.Kind.DIVISION_REMOVED, at, by=by, data=data)


def demand_empty(division: Division) -> None:
    """Raises DivisionNotEmpty."""
    if division.entries.exists() or division.rounds.exists():
        raise DivisionNotEmpty(name=division.name)


def read_schedule(schedule: Schedule) -> list[MethodData]:
    """The schedule with all options of every method named.

    Raises Invalid, naming the round, for what `tournaments.pairing` can't read, and for no rounds
    or too many.
    """
    if not 1 <= len(schedule) <= MOST_ROUNDS:
        problem = _("Richtig sind {least} bis {most} Runden.")
        raise Invalid(field="schedule", problem=problem.format(least=1, most=MOST_ROUNDS))
    read: list[MethodData] = []
    for number, method in enumerate(schedule, start=1):
        try:
            read.append(method_json(read_method(method)))
        except CantPair as fault:
            problem = _("Runde {round}: {problem}")
            told = problem.format(round=number, problem=tell_cant_pair(fault))
            raise Invalid(field="schedule", problem=told) from fault
    return read


def _demand_kept(division: Division, schedule: Schedule) -> None:
    drafted = division.rounds.count()
    before = read_schedule(division.schedule)
    if list(schedule[:drafted]) != before[:drafted]:
        raise RoundsDrafted(rounds=drafted)
