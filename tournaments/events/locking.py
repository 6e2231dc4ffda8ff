"""What every change of a round or a game begins and ends with."""

from datetime import datetime
from typing import Any

from tournaments.errors import (
    DivisionMissing,
    NoGame,
    PairingMissing,
    RoundMissing,
    RoundNotPublished,
    WrongRoundState,
)
from tournaments.events import journal
from tournaments.events.journal import Actor
from tournaments.events.states import Kind, lock_unfinished, require_kind
from tournaments.models import Division, LogEntry, Pairing, Round, Tournament


def lock_division(division: Division) -> Division:
    """The division as it is now, its tournament locked.

    Raises WrongTournamentState once that is finished, DivisionMissing if it was removed.
    """
    tournament = lock_unfinished(division.tournament)
    found = tournament.divisions.filter(pk=division.pk).first()
    if found is None:
        raise DivisionMissing(number=division.number)
    found.tournament = tournament
    return found


def lock_paired(division: Division) -> Division:
    """The division as above, if its tournament has rounds. Raises WrongTournamentKind too."""
    division = lock_division(division)
    require_kind(division.tournament, Kind.ROUNDS)
    return division


def lock_round(round: Round, *states: Round.State) -> Round:
    """The round as it is now, its tournament locked.

    Raises WrongTournamentState once that is finished, WrongRoundState unless the round is in one
    of `states`, RoundMissing if it was discarded meanwhile.
    """
    tournament = lock_unfinished(round.division.tournament)
    found = Round.objects.filter(pk=round.pk).select_related("division").first()
    if found is None:
        raise RoundMissing(number=round.number)
    found.division.tournament = tournament
    if found.state not in states:
        raise WrongRoundState(number=found.number, state=found.state, needed=list(states))
    return found


def lock_game(pairing: Pairing) -> Pairing:
    """The game as it is now, its tournament locked.

    Raises WrongTournamentState once that is finished, PairingMissing if the round was paired anew,
    RoundNotPublished, and NoGame for somebody without an opponent.
    """
    return demand_game(pairing, lock_unfinished(pairing.round.division.tournament))


def demand_game(pairing: Pairing, tournament: Tournament) -> Pairing:
    """The game as it is now, under `tournament`. Raises as `lock_game` does."""
    found = (
        Pairing.objects.filter(pk=pairing.pk)
        .select_related("round__division", "first", "second")
        .first()
    )
    if found is None:
        raise PairingMissing
    found.round.division.tournament = tournament
    if found.round.state != Round.State.PUBLISHED:
        raise RoundNotPublished(number=found.round.number)
    if found.kind != Pairing.Kind.GAME:
        raise NoGame(name=found.first.name)
    return found


def record(
    round: Round,
    kind: LogEntry.Kind,
    at: datetime,
    *,
    by: Actor,
    is_internal: bool = False,
    **data: Any,
) -> None:
    """Record what happened to the round, whose tournament is locked."""
    named: dict[str, Any] = {"division": round.division.number, "round": round.number}
    journal.record(
        round.division.tournament, kind, at, by=by, data=named | data, is_internal=is_internal
    )
