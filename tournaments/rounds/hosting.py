"""Pairings as hosts of tables: the game that is recorded there is the pairing's result."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.utils.translation import gettext as _

from engine.endings import Because
from engine.match.values import Match, Reason
from engine.table import State
from referee.errors import Invalid
from referee.models import User
from tournaments.errors import NotYourGame, StaffDecides, TableExists
from tournaments.events.journal import Actor
from tournaments.events.locking import demand_game
from tournaments.models import Entry, Pairing, Report, Table
from tournaments.rounds.services import results
from tournaments.rounds.services.counting import Score
from tournaments.tables.hosts import Host, Result

Outcome = Pairing.Outcome
#: By the number of the player who has lost.
_LOST_ON_TIME = (Outcome.LOST_ON_TIME_FIRST, Outcome.LOST_ON_TIME_SECOND)
_FORFEIT = (Outcome.FORFEIT_FIRST, Outcome.FORFEIT_SECOND)


@dataclass(frozen=True)
class PairingHost(Host):
    pairing: Pairing

    hears_of_going_on = False

    def fixed_players(self, by: Actor) -> Sequence[Entry]:
        """The two of the pairing, if its game may be recorded by whoever acts.

        Raises Invalid for a pairing of another tournament, NotYourGame, TableExists, and as
        `demand_game` does.
        """
        if self.pairing.round.division.tournament_id != self.tournament.pk:
            raise Invalid(field="pairing", problem=_("Diese Paarung gehört nicht zu dem Turnier."))
        pairing = demand_game(self.pairing, self.tournament)
        players = [entry for entry in (pairing.first, pairing.second) if entry is not None]
        if isinstance(by, Entry) and by not in players:
            raise NotYourGame
        existing = Table.objects.filter(pairing=pairing).first()
        if existing is not None:
            raise TableExists(table=str(existing.pk))
        return players

    def result_of(self, state: State) -> Score | None:
        return result_of(state)

    def note_result(self, result: Result, at: datetime, by: Actor) -> None:
        """The staff's word counts, a player's is a report.

        A player reports nothing but what was played out; all else waits for the director. Nothing
        is implausible, as every point was counted.
        """
        if not isinstance(result, Score):
            raise TypeError(f"{result} is no result of a pairing")
        say: Callable[..., object]
        if isinstance(by, User):
            say = partial(results.enter_result, self.pairing, at, by=by)
        elif by is not None and result.outcome in results.AT_THE_BOARD:
            say = partial(results.report_result, self.pairing, by, at)
        else:
            return
        say(
            first_points=result.first_points,
            second_points=result.second_points,
            outcome=result.outcome,
            source=Report.Source.TABLE,
            confirm_implausible=True,
        )

    def demand_may_go_on(self, last_kind: str) -> None:
        """Raises StaffDecides where somebody gave up, AlreadyConfirmed."""
        if last_kind == "end":
            raise StaffDecides
        results.demand_unconfirmed(self.pairing)


def result_of(state: State) -> Score | None:
    """What a game of two says to the tournament; None where the director has to decide.

    Points have the deductions for time in them. Whoever gave up has forfeited the game, and where
    nobody has won it by the clock, both have.
    """
    if not state.is_over or not isinstance(state, Match) or state.players != 2:
        return None
    ending, lost = state.ending, state.lost_on_time
    if ending is not None and ending.reason is Reason.ENDED:
        if ending.winner is None:
            return None
        loser = 1 - ending.winner
        if ending.because is not Because.TIME:
            return Score(_FORFEIT[loser])
        lost = (loser,)
    if len(lost) > 1:
        return Score(Outcome.DOUBLE_FORFEIT)
    return Score(_LOST_ON_TIME[lost[0]] if lost else Outcome.PLAYED, *state.scores)
