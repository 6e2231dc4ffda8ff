"""What counts of a game: its last report and the penalties in force; and who is told of it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from referee.journals import LogData
from tournaments.events.journal import Actor, record_round
from tournaments.models import LogEntry, Pairing, Penalty, Report, Round, Webhook
from tournaments.rounds.selectors.player_field import adjustments_of, games_of, players_of
from tournaments.standings import standings
from tournaments.webhooks import services as webhooks

Outcome = Pairing.Outcome
ResultState = Pairing.ResultState


@dataclass(frozen=True)
class Score:
    """How a game came out, as somebody says. No points where nothing was played."""

    outcome: Outcome
    first_points: int | None = None
    second_points: int | None = None

    def as_json(self) -> LogData:
        return {
            "outcome": self.outcome,
            "first_points": self.first_points,
            "second_points": self.second_points,
        }


def score_of(report: Report) -> Score:
    return Score(Outcome(report.outcome), report.first_points, report.second_points)


def counted(game: Pairing) -> Score:
    """What stands for a game that has a result."""
    return Score(Outcome(game.outcome), game.first_points, game.second_points)


def reported(game: Pairing) -> Score:
    """What was reported for a game that has a result, before the clock decided.

    A game that came in a file has no reports: with points it was played.
    """
    report = game.reports.last()
    if report:
        return score_of(report)
    outcome = Outcome(game.outcome) if game.first_points is None else Outcome.PLAYED
    return Score(outcome, game.first_points, game.second_points)


def count(game: Pairing, score: Score, standing: ResultState) -> None:
    """Let `score` stand for the locked game; a game played is lost by who was far over the time."""
    game.outcome = _by_the_clock(game, score.outcome)
    game.first_points, game.second_points = score.first_points, score.second_points
    game.standing = standing
    game.save(update_fields=["outcome", "first_points", "second_points", "standing"])


def count_again(game: Pairing) -> None:
    """Let the penalties of the locked game that are in force now decide anew."""
    if game.standing != ResultState.OPEN:
        count(game, reported(game), ResultState(game.standing))


def note_completion(round: Round, at: datetime, *, by: Actor) -> None:
    """Record it if every game of the locked round has its confirmed result now, and had not yet."""
    if round.completed_at is not None:
        return
    unconfirmed = round.pairings.exclude(standing=ResultState.CONFIRMED)
    if not unconfirmed.exists():
        round.completed_at = at
        round.save(update_fields=["completed_at"])
        record_round(round, LogEntry.Kind.ROUND_COMPLETED, at, by=by)
        tell_standings(round, at)


def game_log_fields(game: Pairing) -> LogData:
    """Which game the log means, by the players' numbers."""
    return {
        "table": game.table,
        "first": game.first.number,
        "second": game.second.number if game.second else None,
    }


def tell_result(game: Pairing, at: datetime) -> None:
    """Tell the webhooks what a game came out as, or that it has no confirmed result any more."""
    tournament = game.round.division.tournament
    is_confirmed = game.standing == ResultState.CONFIRMED
    first_penalty, second_penalty = adjustments_of(game)
    body = {
        **about(game.round),
        "table": game.table,
        "first": _person(game.first),
        "second": _person(game.second),
        "outcome": game.outcome if is_confirmed else None,
        "first_points": game.first_points if is_confirmed else None,
        "second_points": game.second_points if is_confirmed else None,
        "first_penalty": -first_penalty,
        "second_penalty": -second_penalty,
    }
    webhooks.notify(tournament, Webhook.Event.RESULT, body, at)


def tell_standings(round: Round, at: datetime) -> None:
    """Tell the webhooks where everybody of the division stands now."""
    tournament = round.division.tournament
    if not tournament.webhooks.filter(is_active=True).exists():
        return  # spares counting
    rows = standings(
        players_of(round.division), games_of(round.division), tournament.options.scoring
    )
    body = {
        **about(round),
        "rows": [
            {
                "rank": row.rank,
                "number": row.player.number,
                "name": row.player.name,
                "wins2": row.wins2,
                "losses2": row.losses2,
                "spread": row.spread,
            }
            for row in rows
        ],
    }
    webhooks.notify(tournament, Webhook.Event.STANDINGS, body, at)


def about(round: Round) -> LogData:
    """Which round a webhook's message is about."""
    return {
        "tournament": str(round.division.tournament_id),
        "division": round.division.number,
        "round": round.number,
    }


def _person(entry: Any) -> LogData:
    return {"number": entry.number, "name": entry.name}


def _by_the_clock(game: Pairing, outcome: Outcome) -> Outcome:
    if outcome != Outcome.PLAYED:
        return outcome
    clock = game.round.division.tournament.options.rules.clock
    if clock is None:
        return outcome
    lost = set(
        game.penalties.filter(
            reason=Penalty.Reason.TIME,
            seconds_over__gt=clock.lost_after_seconds,
            revoked_at=None,
        ).values_list("entry_id", flat=True)
    )
    if lost == {game.first_id}:
        return Outcome.LOST_ON_TIME_FIRST
    if lost == {game.second_id}:
        return Outcome.LOST_ON_TIME_SECOND
    return Outcome.DOUBLE_FORFEIT if lost else outcome
