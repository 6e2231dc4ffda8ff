"""Rounds: paired as a draft, looked at, changed by hand, locked, published; and back."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from referee.journals import LogData
from referee.models import User
from referee.texts import read_text
from tournaments import pairing as pairings
from tournaments.errors import (
    EntryMissing,
    HasReports,
    NoGame,
    NotInRound,
    NotTheLastRound,
    PairingMissing,
    PlayersGone,
    PlayersUnpaired,
    PlayerTwice,
    WrongRoundState,
)
from tournaments.events import locking
from tournaments.events.journal import Actor, record_round
from tournaments.events.services import start
from tournaments.models import (
    Division,
    Entry,
    LogEntry,
    Pairing,
    Penalty,
    Report,
    Round,
    Table,
    Webhook,
)
from tournaments.pairing.methods import Manual, MethodData
from tournaments.rounds.selectors.player_field import field_of, pairing_players
from tournaments.rounds.selectors.rounds import idle_in, shown_method
from tournaments.rounds.services.counting import about, note_completion
from tournaments.rounds.services.drafting import (
    PAIRED,
    demand_results,
    keep_with,
    looks_at_results,
    method_for,
    pair_field,
    schedule_of,
    seat,
    seat_absent,
    seed_of,
)
from tournaments.webhooks import services as webhooks

Kind, State = LogEntry.Kind, Round.State

LONGEST_SEED = 100


@transaction.atomic
def draft_round(
    division: Division,
    at: datetime,
    *,
    by: User,
    method: MethodData | None = None,
    seed: str | None = None,
    with_open_games: bool = False,
) -> Round:
    """Pair the next round of the division, as its schedule says or by `method`, for the staff only.

    A draft that is there already is paired anew; a `method` takes its place in the schedule. A
    round to be paired by hand is empty at first. The results of all rounds before must be
    confirmed, unless the pairing does not depend on them or it is wanted `with_open_games`.
    Raises ResultsMissing, ScheduleOver, CantBePaired, WrongRoundState while the next round is
    locked, Invalid for a seed of no use, and as `locking.lock_paired` does.
    """
    division = locking.lock_paired(division)
    last = division.rounds.last()
    if last and last.state == State.LOCKED:
        raise WrongRoundState(number=last.number, state=last.state, needed=[State.DRAFT])
    drafted = last if last and last.state == State.DRAFT else None
    number = drafted.number if drafted else (last.number if last else 0) + 1
    chosen = method_for(division, number, method)
    start_of_block = pairings.block_start(schedule_of(division), number)
    if not with_open_games and looks_at_results(chosen, is_first=start_of_block == number):
        demand_results(division, number)
    if seed is not None:
        seed = read_text("seed", seed, LONGEST_SEED, least=1)
    made = pair_field(division, number, chosen, start_of_block, seed or seed_of(division))

    round = drafted or Round(division=division, number=number)
    round.method = pairings.method_json(chosen)
    round.notes = [dict(note) for note in made.notes]
    if seed is not None:
        round.notes.append({"code": "seed", "seed": seed})
    round.drafted_at = at
    keep_with(round, made)
    round.save()
    seat(round, made)
    record_round(
        round,
        Kind.PAIRED,
        at,
        by=by,
        is_internal=True,
        data={
            "method": pairings.method_json(chosen),
            "seed": seed or seed_of(division),
            **_pairings_log_fields(round),
        },
    )
    return round


@transaction.atomic
def pair_by_hand(
    round: Round, pairs: Sequence[tuple[int, int | None]], at: datetime, *, by: User
) -> Round:
    """Let these meet in a draft, by their numbers; who is named first begins, None is a bye.

    What speaks against it is for `selectors.rounds.warnings_of` to say. Raises EntryMissing,
    NotInRound, PlayerTwice, and PlayersUnpaired if somebody is left over who is not out of a
    knock-out; WrongRoundState unless it is a draft.
    """
    round = locking.lock_round(round, State.DRAFT)
    division = round.division
    field = field_of(division, round.number)
    placed = Counter(number for pair in pairs for number in pair if number is not None)
    _demand_each_once(round, field, placed)
    _demand_nobody_left(round, [entry for entry in field if entry.number not in placed])
    made = pairings.pair_by_hand(pairs, pairing_players(division, field, round.number))
    known = {
        frozenset((row.first_id, row.second_id)): row.reason
        for row in round.pairings.filter(kind__in=PAIRED)
    }
    kept = {key: value for key, value in round.method.items() if key in pairings.KEPT}
    round.method = pairings.method_json(Manual()) | kept
    round.notes = [dict(note) for note in made.notes]
    round.drafted_at = at
    round.save(update_fields=["method", "notes", "drafted_at"])
    seat(round, made, known)
    record_round(
        round, Kind.PAIRED_BY_HAND, at, by=by, is_internal=True, data=_pairings_log_fields(round)
    )
    return round


@transaction.atomic
def swap_starts(pairing: Pairing, at: datetime, *, by: User) -> Pairing:
    """Let the other one begin: in a draft, or in a published round before anything is reported.

    Raises WrongRoundState for a locked round, NoGame for somebody alone, HasReports.
    """
    round = locking.lock_round(pairing.round, State.DRAFT, State.PUBLISHED)
    game = round.pairings.filter(pk=pairing.pk).select_related("first", "second").first()
    if game is None:
        raise PairingMissing
    if game.second is None:
        raise NoGame(name=game.first.name)
    _demand_untouched(round.pairings.filter(pk=game.pk))
    game.first, game.second = game.second, game.first
    game.save(update_fields=["first", "second"])
    game.round = round
    data = {"table": game.table, "first": game.first.number, "second": game.second.number}
    is_draft = round.state == State.DRAFT
    record_round(
        round, Kind.PAIRED_BY_HAND, at, by=by, is_internal=is_draft, data={"swapped": data}
    )
    if not is_draft:
        _tell(round, _pairings_log_fields(round), at)
    return game


@transaction.atomic
def lock_round(round: Round, at: datetime, *, by: User) -> Round:
    """Fix a draft, so that nobody pairs anew what the director has looked at.

    Raises WrongRoundState, PlayersUnpaired, PlayersGone.
    """
    round = locking.lock_round(round, State.DRAFT)
    _demand_current(round)
    return _step(round, State.LOCKED, Kind.LOCKED, at, by=by)


@transaction.atomic
def unlock_round(round: Round, at: datetime, *, by: User) -> Round:
    """Make a locked round a draft again. Raises WrongRoundState."""
    return _step(locking.lock_round(round, State.LOCKED), State.DRAFT, Kind.UNLOCKED, at, by=by)


@transaction.atomic
def publish_round(round: Round, at: datetime, *, by: User) -> Round:
    """Show everybody who plays where and against whom; the first one lets the tournament run.

    Raises WrongRoundState, and PlayersUnpaired or PlayersGone if the field has changed since.
    """
    round = locking.lock_round(round, State.DRAFT, State.LOCKED)
    _demand_current(round)
    start(round.division.tournament, at, by=by)
    round.state, round.published_at = State.PUBLISHED, at
    round.save(update_fields=["state", "published_at"])
    alone = round.pairings.exclude(kind=Pairing.Kind.GAME)
    alone.update(standing=Pairing.ResultState.CONFIRMED)
    told = _pairings_log_fields(round)
    data = {"method": shown_method(round), **told}
    record_round(round, Kind.PUBLISHED, at, by=by, data=data)
    _tell(round, told, at)
    note_completion(round, at, by=by)
    return round


@transaction.atomic
def retract_round(round: Round, at: datetime, *, by: User) -> Round:
    """Take back the last publication; the round is locked again.

    Raises WrongRoundState unless it is published, NotTheLastRound, and HasReports once anything
    was reported, penalised or recorded at a table.
    """
    round = locking.lock_round(round, State.PUBLISHED)
    if round.division.rounds.filter(number__gt=round.number).exists():
        raise NotTheLastRound(number=round.number)
    _demand_untouched(round.pairings.all())
    round.published_at = round.completed_at = None
    round.state = State.LOCKED
    round.save(update_fields=["state", "published_at", "completed_at"])
    round.pairings.update(standing=Pairing.ResultState.OPEN)
    record_round(round, Kind.RETRACTED, at, by=by)
    _tell(round, {}, at)
    return round


@transaction.atomic
def discard_round(round: Round, at: datetime, *, by: User) -> None:
    """Remove a draft, or a round that is locked. Raises WrongRoundState once it is published."""
    round = locking.lock_round(round, State.DRAFT, State.LOCKED)
    record_round(round, Kind.DISCARDED, at, by=by, is_internal=True)
    round.delete()


def _step(
    round: Round, state: Round.State, kind: LogEntry.Kind, at: datetime, *, by: Actor
) -> Round:
    round.state = state
    round.save(update_fields=["state"])
    record_round(round, kind, at, by=by, is_internal=True)
    return round


# What a draft must be


def _demand_current(round: Round) -> None:
    """Raises PlayersUnpaired or PlayersGone if the field is not the one that was paired."""
    field = field_of(round.division, round.number)
    there = {entry.pk for entry in field}
    placed: dict[int, Entry] = {}
    for row in round.pairings.filter(kind__in=PAIRED).select_related("first", "second"):
        placed |= {entry.pk: entry for entry in (row.first, row.second) if entry}
    if gone := [entry for key, entry in placed.items() if key not in there]:
        raise PlayersGone(number=round.number, **_people_log_fields(gone))
    _demand_nobody_left(round, [entry for entry in field if entry.pk not in placed])
    seat_absent(round)


def _demand_each_once(round: Round, field: Sequence[Entry], placed: Counter[int]) -> None:
    """Raises EntryMissing, NotInRound, PlayerTwice."""
    names = {entry.number: entry.name for entry in field}
    for number in placed:
        if number not in names:
            entry = round.division.tournament.entries.filter(number=number).first()
            if entry is None:
                raise EntryMissing(number=number)
            raise NotInRound(name=entry.name, number=round.number)
    for number, times in placed.items():
        if times > 1:
            raise PlayerTwice(name=names[number])


def _demand_nobody_left(round: Round, left: Sequence[Entry]) -> None:
    """Raises PlayersUnpaired; who was out of a knock-out, or through, at the draft need not play.

    Who has come since then has not been paired, whatever the method.
    """
    idle = idle_in(round)
    if left := [entry for entry in left if entry.pk not in idle]:
        raise PlayersUnpaired(number=round.number, **_people_log_fields(left))


def _people_log_fields(entries: Sequence[Entry]) -> LogData:
    return {
        "players": [entry.number for entry in entries],
        "names": ", ".join(entry.name for entry in entries),
    }


def _demand_untouched(rows: QuerySet[Pairing]) -> None:
    """Raises HasReports if anything hangs on these pairings."""
    if (
        Report.objects.filter(pairing__in=rows).exists()
        or Penalty.objects.filter(pairing__in=rows).exists()
        or Table.objects.filter(pairing__in=rows).exists()
    ):
        raise HasReports


# What is told


def _pairings_log_fields(round: Round) -> LogData:
    """Who plays where, by numbers, as the log tells it."""
    rows = round.pairings.order_by("table", "first__number").values_list(
        "table", "first__number", "second__number", "kind"
    )
    return {
        "games": [[table, first, second] for table, first, second, _ in rows if second],
        "alone": [[first, kind] for _, first, second, kind in rows if not second],
    }


def _tell(round: Round, told: LogData, at: datetime) -> None:
    body = {**about(round), "state": round.state, **told}
    webhooks.notify(round.division.tournament, Webhook.Event.PAIRINGS, body, at)
