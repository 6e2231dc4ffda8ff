"""What everybody may see of a tournament at a glance; the stream and the poll send it as it is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import Count, Q

from engine.shapes import to_json
from referee.chain import time_text
from tournaments.evenings.columns import place_json
from tournaments.evenings.selectors import evening_standings
from tournaments.kinds import has_rounds
from tournaments.models import Division, Round, Table, Tournament
from tournaments.rounds.selectors.rounds import rounds_of

#: All who listen are sent it at every change: of an evening it has the first of the standings and
#: the newest tables, each with the first of those who sit there, however many there are.
MOST_ROWS, MOST_TABLES, MOST_NAMES, MOST_ENTRIES = 10, 5, 4, 8


@dataclass(frozen=True)
class RoundState:
    number: int
    games: int
    open_games: int
    published_at: str | None
    completed_at: str | None


@dataclass(frozen=True)
class DivisionState:
    number: int
    name: str
    players: int
    rounds: int
    #: The last published one; None before the first.
    round: RoundState | None


@dataclass(frozen=True)
class RunningTable:
    table: str
    game: str
    players: int
    names: Sequence[str]
    entries: Sequence[int]


@dataclass(frozen=True)
class EveningState:
    """Points at running tables are told by these themselves: they change without a new version."""

    players: int
    tables: int
    running: Sequence[RunningTable]
    ended: int
    rows: Sequence[Mapping[str, object]]


@dataclass(frozen=True)
class TournamentState:
    """What everybody may see of a tournament at a glance."""

    tournament: str
    name: str
    kind: str
    version: int
    state: str
    place: str
    starts_on: str | None
    ends_on: str | None
    divisions: Sequence[DivisionState]
    evening: EveningState | None


def public_state(tournament: Tournament) -> Any:
    """The public state of `tournament`, ready for JSON. Whatever changes it has a new version."""
    playing = Count("entries", filter=Q(entries__withdrawn_from=None))
    divisions = tournament.divisions.annotate(playing=playing).order_by("number")
    state = TournamentState(
        tournament=str(tournament.pk),
        name=tournament.name,
        kind=tournament.kind,
        version=tournament.log_length,
        state=tournament.state,
        place=tournament.place,
        starts_on=_day(tournament.starts_on),
        ends_on=_day(tournament.ends_on),
        divisions=[_division(division) for division in divisions],
        evening=None if has_rounds(tournament) else _evening(tournament),
    )
    return to_json(state)


def _evening(tournament: Tournament) -> EveningState:
    standings = evening_standings(tournament)
    running = tournament.tables.filter(state=Table.State.RUNNING, is_public=True)
    newest = running.order_by("-created_at", "pk")[:MOST_TABLES]
    return EveningState(
        players=tournament.entries.filter(withdrawn_from=None).count(),
        tables=running.count(),
        running=[_table(table) for table in newest],
        ended=len(standings.ended),
        rows=[place_json(row) for row in standings.rows[:MOST_ROWS]],
    )


def _table(table: Table) -> RunningTable:
    numbers = table.seats.values_list("entry__number", flat=True)
    return RunningTable(
        table=str(table.pk),
        game=table.game,
        players=len(table.names),
        names=table.names[:MOST_NAMES],
        entries=list(numbers[:MOST_ENTRIES]),
    )


def _division(division: Division) -> DivisionState:
    playing: int = division.playing  # type: ignore[attr-defined]
    last = rounds_of(division, to_staff=False).last()
    return DivisionState(
        number=division.number,
        name=division.name,
        players=playing,
        rounds=len(division.schedule),
        round=None if last is None else _round(last),
    )


def _round(round: Round) -> RoundState:
    games: int = round.games  # type: ignore[attr-defined]
    open_games: int = round.open_games  # type: ignore[attr-defined]
    return RoundState(
        number=round.number,
        games=games,
        open_games=open_games,
        published_at=_time(round.published_at),
        completed_at=_time(round.completed_at),
    )


def _day(day: date | None) -> str | None:
    return day.isoformat() if day else None


def _time(moment: datetime | None) -> str | None:
    return time_text(moment) if moment else None
