"""In which state, and in which kind, of tournament something may be done."""

from datetime import datetime

from referee.lexicons import keep_lexicon
from tournaments.errors import WrongTournamentKind, WrongTournamentState
from tournaments.events import journal
from tournaments.events.journal import Actor
from tournaments.models import LogEntry, Tournament

Kind = Tournament.Kind
State = Tournament.State


def lock_unfinished(tournament: Tournament) -> Tournament:
    """The tournament as it is now, locked. Raises WrongTournamentState once it is finished."""
    tournament = journal.lock_tournament(tournament)
    require(tournament, State.SETUP, State.RUNNING)
    return tournament


def require(tournament: Tournament, *needed: Tournament.State) -> None:
    """Raises WrongTournamentState unless it is in one of these."""
    if tournament.state not in needed:
        raise WrongTournamentState(state=tournament.state, needed=list(needed))


def require_kind(tournament: Tournament, needed: Tournament.Kind) -> None:
    """Raises WrongTournamentKind unless it is of this one."""
    if tournament.kind != needed:
        raise WrongTournamentKind(kind=tournament.kind, needed=needed)


def start(tournament: Tournament, at: datetime, *, by: Actor) -> None:
    """Let a tournament run that the caller has locked: its first round is there for all to see.

    Ruleset and lexicon are fixed from now on. Changes nothing where it runs already.
    """
    if tournament.state != State.SETUP:
        return
    tournament.state = State.RUNNING
    tournament.started_at = at
    tournament.lexicon_sha256 = keep_lexicon().info.sha256
    tournament.save(update_fields=["state", "started_at", "lexicon_sha256"])
    data = {"options": tournament.options_json, "lexicon": tournament.lexicon_sha256}
    journal.record(tournament, LogEntry.Kind.STARTED, at, by=by, data=data)
