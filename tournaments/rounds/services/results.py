"""Results: entered by the staff, or reported by both players and compared. Every report is kept."""

from datetime import datetime
from itertools import takewhile
from typing import Protocol

from django.db import transaction
from django.utils.translation import gettext as _

from referee.errors import Invalid
from referee.events.log import name_of
from referee.models import User
from referee.texts import read_number, read_text
from tournaments.errors import (
    AlreadyConfirmed,
    Implausible,
    NotYourGame,
    PlayersDontReport,
    ResultMissing,
)
from tournaments.events.journal import Actor, record_round
from tournaments.events.locking import lock_pairing
from tournaments.models import Entry, LogEntry, Pairing, Report
from tournaments.rounds.plausibility import doubts_about
from tournaments.rounds.result_messages import tell_doubt, tell_result_of
from tournaments.rounds.selectors.rounds import usual_points_in
from tournaments.rounds.services.counting import (
    Score,
    count,
    counted,
    game_log_fields,
    note_completion,
    reported,
    score_of,
    tell_result,
    tell_standings,
)

Kind, Outcome, Source, ResultState = (
    LogEntry.Kind,
    Pairing.Outcome,
    Report.Source,
    Pairing.ResultState,
)

#: Those that have points; players report no others.
AT_THE_BOARD = (Outcome.PLAYED, Outcome.LOST_ON_TIME_FIRST, Outcome.LOST_ON_TIME_SECOND)
#: What one player's points can be.
LEAST_POINTS, MOST_POINTS = -500, 2000
LONGEST_REMARK = 300


class LockGame(Protocol):
    def __call__(self, pairing: Pairing) -> Pairing: ...


@transaction.atomic
def enter_result(
    pairing: Pairing,
    at: datetime,
    *,
    by: User,
    source: Report.Source,
    first_points: int | None = None,
    second_points: int | None = None,
    outcome: str = Outcome.PLAYED,
    spread: int | None = None,
    confirm_implausible: bool = False,
    remark: str = "",
    lock: LockGame = lock_pairing,
) -> Pairing:
    """Let this be the result of a game, whatever the players have reported.

    What stood before stays among the reports; rounds paired since keep their pairings. Only a
    director corrects what is confirmed once the next round is paired: for a slip AlreadyConfirmed
    is raised then. The record of a game changes nothing that a director or a slip has confirmed.
    Raises Implausible for what is odd unless it is confirmed, Invalid for what can't be, and as
    `locking.lock_pairing` does.
    """
    score = _read_score(outcome, first_points, second_points, source)
    remark = read_text("remark", remark, LONGEST_REMARK)
    game = lock(pairing)
    before = _confirmed(game)
    later = game.round.division.rounds.filter(number__gt=game.round.number).count()
    if before and before != score and not _may_correct(game, source, later):
        if source == Source.TABLE:
            return game
        raise _already_confirmed(game)
    if not confirm_implausible:
        _doubt(game, score, source, spread)
    _keep(game, score, at, source=source, by=by, remark=remark)
    _confirm(game, score, before, at, source=source, by=by, remark=remark, later=later)
    return game


@transaction.atomic
def report_result(
    pairing: Pairing,
    entry: Entry,
    at: datetime,
    *,
    first_points: int | None = None,
    second_points: int | None = None,
    outcome: str = Outcome.PLAYED,
    source: Report.Source = Source.PLAYER,
    spread: int | None = None,
    confirm_implausible: bool = False,
    lock: LockGame = lock_pairing,
) -> Pairing:
    """Take down what a player says a game came out as, and compare it with what the other says.

    If both say the same it is confirmed, if they differ it is disputed and the director decides;
    until the other reports it waits, unless the tournament trusts the first. Either may report
    again meanwhile. Raises AlreadyConfirmed for anything but what is confirmed already (of the
    record of a game that is passed over), NotYourGame, PlayersDontReport, Implausible for what is
    odd unless it is confirmed, Invalid for what can't be, and as `locking.lock_pairing` does.
    """
    score = _read_score(outcome, first_points, second_points, source)
    if source == Source.PLAYER and score.outcome not in AT_THE_BOARD:
        raise Invalid(field="outcome", problem=_("Das entscheidet die Turnierleitung."))
    game = lock(pairing)
    if entry.pk not in {game.first_id, game.second_id}:
        raise NotYourGame
    options = game.round.division.tournament.options
    if source == Source.PLAYER and not options.players_report:
        raise PlayersDontReport
    if before := _confirmed(game):
        if before == score:
            _keep(game, score, at, source=source, by=entry)
        elif source != Source.TABLE:
            raise _already_confirmed(game)
        return game
    if not confirm_implausible:
        _doubt(game, score, source, spread)
    other = _report_of_other(game, entry)
    _keep(game, score, at, source=source, by=entry)
    if other is None and options.both_report:
        count(game, score, ResultState.REPORTED)
    elif other is None or score_of(other) == score:
        _confirm(game, score, None, at, source=source, by=entry)
    else:
        count(game, score, ResultState.DISPUTED)
        data = game_log_fields(game) | {"says": [score_of(other).as_json(), score.as_json()]}
        record_round(game.round, Kind.DISPUTED, at, by=entry, is_internal=True, data=data)
    return game


def demand_unconfirmed(pairing: Pairing) -> None:
    """Raises AlreadyConfirmed once the result of a game, as it was read, stands."""
    if pairing.standing == ResultState.CONFIRMED:
        raise _already_confirmed(pairing)


@transaction.atomic
def remove_result(pairing: Pairing, at: datetime, *, by: User, remark: str = "") -> Pairing:
    """Let a game have no result, as if nobody had reported one; the reports stay on record.

    Raises ResultMissing if it has none, and as `locking.lock_pairing` does.
    """
    remark = read_text("remark", remark, LONGEST_REMARK)
    game = lock_pairing(pairing)
    if game.standing == ResultState.OPEN:
        raise ResultMissing
    was, was_confirmed = counted(game), game.standing == ResultState.CONFIRMED
    game.outcome, game.first_points, game.second_points = "", None, None
    game.standing = ResultState.OPEN
    game.save(update_fields=["outcome", "first_points", "second_points", "standing"])
    if game.round.completed_at is not None:
        game.round.completed_at = None
        game.round.save(update_fields=["completed_at"])
    data = game_log_fields(game) | {"was": was.as_json(), "remark": remark}
    record_round(
        game.round, Kind.RESULT_REMOVED, at, by=by, is_internal=not was_confirmed, data=data
    )
    if was_confirmed:
        tell_result(game, at)
    return game


def _confirm(
    game: Pairing,
    score: Score,
    before: Score | None,
    at: datetime,
    *,
    source: Report.Source,
    by: Actor,
    remark: str = "",
    later: int = 0,
) -> None:
    """Let the score stand for good. `before` is what was confirmed so far, `later` how many rounds
    were paired by that."""
    if before == score:
        return
    count(game, score, ResultState.CONFIRMED)
    data = game_log_fields(game) | counted(game).as_json() | {"source": source}
    if before:
        data |= {"was": before.as_json(), "remark": remark, "rounds_paired_since": later}
    record_round(game.round, Kind.CONFIRMED, at, by=by, data=data)
    tell_result(game, at)
    if game.round.completed_at is not None:
        tell_standings(game.round, at)
    note_completion(game.round, at, by=by)


def _keep(
    game: Pairing,
    score: Score,
    at: datetime,
    *,
    source: Report.Source,
    by: User | Entry,
    remark: str = "",
) -> None:
    """Keep a report, whatever comes of it."""
    last = game.reports.last()
    report = game.reports.create(
        sequence=last.sequence + 1 if last else 1,
        source=source,
        by=name_of(by),
        entry=by if isinstance(by, Entry) else None,
        outcome=score.outcome,
        first_points=score.first_points,
        second_points=score.second_points,
        remark=remark,
        received_at=at,
    )
    data = game_log_fields(game) | score.as_json() | {"source": source, "sequence": report.sequence}
    record_round(game.round, Kind.REPORTED, at, by=by, is_internal=True, data=data)


def _confirmed(game: Pairing) -> Score | None:
    """What was reported and confirmed, before the clock decided."""
    return reported(game) if game.standing == ResultState.CONFIRMED else None


def _may_correct(game: Pairing, source: Report.Source, later: int) -> bool:
    """Whether this source may change what is confirmed, `later` rounds having been paired by it."""
    if source == Source.DIRECTOR or later:
        return source == Source.DIRECTOR
    if source == Source.SLIP:
        return True
    # A player may have agreed with the staff since.
    stands = reported(game)
    agreeing = takewhile(lambda said: score_of(said) == stands, game.reports.reverse())
    sources = {said.source for said in agreeing}
    return bool(sources) and sources <= {Source.TABLE, Source.PLAYER}


def _report_of_other(game: Pairing, entry: Entry) -> Report | None:
    """The last report of the other player that is still to be compared with.

    A game is open when nothing was reported, or what was is not to count any more; it is reported
    when only the last one to report has done so.
    """
    if game.standing == ResultState.OPEN:
        return None
    if game.standing == ResultState.REPORTED:
        last = game.reports.last()
        return last if last and last.entry_id != entry.pk else None
    return game.reports.exclude(entry=None).exclude(entry=entry).last()


def _doubt(game: Pairing, score: Score, source: Report.Source, spread: int | None) -> None:
    """Raises Implausible. What the server has counted itself is beyond doubt."""
    if score.first_points is None or score.second_points is None or source == Source.TABLE:
        return
    doubts = doubts_about(
        score.first_points,
        score.second_points,
        usual=usual_points_in(game.round.division),
        unusual=game.round.division.tournament.options.unusual_points,
        spread=spread,
    )
    if doubts:
        raise Implausible(
            warnings=[doubt.as_json() for doubt in doubts],
            told=" ".join(map(tell_doubt, doubts)),
        )


def _already_confirmed(game: Pairing) -> AlreadyConfirmed:
    return AlreadyConfirmed(result=tell_result_of(game), **counted(game).as_json())


def _read_score(
    outcome: str, first_points: int | None, second_points: int | None, source: Report.Source
) -> Score:
    """Raises Invalid. The record of a game that was given up has points, which don't count."""
    if outcome not in Outcome.values:
        problem = _("Richtig ist: {choices}.").format(choices=", ".join(Outcome.values))
        raise Invalid(field="outcome", problem=problem)
    if source == Source.TABLE and outcome not in AT_THE_BOARD:
        return Score(Outcome(outcome))
    score = Score(Outcome(outcome), first_points, second_points)
    for field, points in (("first_points", first_points), ("second_points", second_points)):
        if score.outcome not in AT_THE_BOARD:
            if points is not None:
                raise Invalid(field=field, problem=_("Ohne Partie gibt es keine Punkte."))
        else:
            read_number(field, points, LEAST_POINTS, MOST_POINTS)
    return score
