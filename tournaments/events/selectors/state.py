"""What everybody may see of a tournament at a glance; the stream and the poll send it as it is."""

from datetime import date, datetime
from typing import Any

from django.db.models import Count, Q

from referee.chain import time_text
from tournaments.evenings.columns import place_json
from tournaments.evenings.selectors import evening_standings
from tournaments.kinds import has_rounds
from tournaments.models import Division, Round, Table, Tournament
from tournaments.rounds.selectors.rounds import rounds_of

#: All who listen are sent it at every change: of an evening it has the first of the standings and
#: the newest tables, each with the first of those who sit there, however many there are.
MOST_ROWS, MOST_TABLES, MOST_NAMES, MOST_ENTRIES = 10, 5, 4, 8


def public_state(tournament: Tournament) -> dict[str, Any]:
    """The public state of `tournament`, ready for JSON. Whatever changes it has a new version."""
    playing = Count("entries", filter=Q(entries__withdrawn_from=None))
    return {
        "tournament": str(tournament.pk),
        "name": tournament.name,
        "kind": tournament.kind,
        "version": tournament.log_length,
        "state": tournament.state,
        "place": tournament.place,
        "starts_on": _day(tournament.starts_on),
        "ends_on": _day(tournament.ends_on),
        "divisions": [
            _division(division)
            for division in tournament.divisions.annotate(playing=playing).order_by("number")
        ],
        "evening": None if has_rounds(tournament) else _evening(tournament),
    }


def _evening(tournament: Tournament) -> dict[str, Any]:
    """Points at running tables are told by these themselves: they change without a new version."""
    standings = evening_standings(tournament)
    running = tournament.tables.filter(state=Table.State.RUNNING, is_public=True)
    return {
        "players": tournament.entries.filter(withdrawn_from=None).count(),
        "tables": running.count(),
        "running": [_table(table) for table in running.order_by("-created_at", "pk")[:MOST_TABLES]],
        "ended": len(standings.ended),
        "rows": [place_json(row) for row in standings.rows[:MOST_ROWS]],
    }


def _table(table: Table) -> dict[str, Any]:
    numbers = table.seats.values_list("entry__number", flat=True)
    return {
        "table": str(table.pk),
        "game": table.game,
        "players": len(table.names),
        "names": table.names[:MOST_NAMES],
        "entries": list(numbers[:MOST_ENTRIES]),
    }


def _division(division: Division) -> dict[str, Any]:
    """Of its rounds only the last published one is told; before the first one it is null."""
    playing: int = division.playing  # type: ignore[attr-defined]
    last = rounds_of(division, to_staff=False).last()
    return {
        "number": division.number,
        "name": division.name,
        "players": playing,
        "rounds": len(division.schedule),
        "round": last and _round(last),
    }


def _round(round: Round) -> dict[str, Any]:
    games: int = round.games  # type: ignore[attr-defined]
    open_games: int = round.open_games  # type: ignore[attr-defined]
    return {
        "number": round.number,
        "games": games,
        "open_games": open_games,
        "published_at": _written(round.published_at),
        "completed_at": _written(round.completed_at),
    }


def _day(day: date | None) -> str | None:
    return day.isoformat() if day else None


def _written(moment: datetime | None) -> str | None:
    return time_text(moment) if moment else None
