"""What every change of a tournament begins with: its row is locked, and in the right state.

A table is locked before its tournament, where both are.
"""

from referee.events.locking import lock_unfinished
from tournaments.errors import (
    DivisionMissing,
    NoGame,
    PairingMissing,
    RoundMissing,
    RoundNotPublished,
    TableMissing,
    WrongRoundState,
    WrongTournamentKind,
)
from tournaments.models import Division, Pairing, Round, Table, Tournament

Kind = Tournament.Kind
State = Tournament.State


def require_kind(tournament: Tournament, needed: Tournament.Kind) -> None:
    """Raises WrongTournamentKind unless it is of this one."""
    if tournament.kind != needed:
        raise WrongTournamentKind(kind=tournament.kind, needed=needed)


def lock_table(table: Table) -> Table:
    """The table as it is now, locked to the end of the transaction. Raises TableMissing."""
    try:
        return Table.objects.select_for_update().get(pk=table.pk)
    except Table.DoesNotExist:
        raise TableMissing from None


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


def lock_pairing(pairing: Pairing) -> Pairing:
    """The game as it is now, its tournament locked.

    Raises WrongTournamentState once that is finished, PairingMissing if the round was paired anew,
    RoundNotPublished, and NoGame for somebody without an opponent.
    """
    return demand_game(pairing, lock_unfinished(pairing.round.division.tournament))


def demand_game(pairing: Pairing, tournament: Tournament) -> Pairing:
    """The game as it is now, under `tournament`. Raises as `lock_pairing` does."""
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
