"""Rounds: paired as a draft, looked at, changed by hand, locked, published; and back."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from referee.models import User
from referee.texts import read_text
from tournaments import pairing as pairings
from tournaments.errors import (
    CantBePaired,
    EntryMissing,
    HasReports,
    NoGame,
    NotInRound,
    NotTheLastRound,
    PairingMissing,
    PlayersGone,
    PlayersUnpaired,
    PlayerTwice,
    ResultsMissing,
    ScheduleOver,
    WrongRoundState,
)
from tournaments.labels import tell_cant_pair
from tournaments.models import (
    Absence,
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
from tournaments.pairing.methods import Knockout, Manual, QuartileFours, RoundRobin
from tournaments.result_messages import tell_games
from tournaments.selectors.fields import field_of, pairing_players, played_in
from tournaments.selectors.rounds import games_without_result, shown_method
from tournaments.services import transitions, webhooks
from tournaments.services.counting import about, note_completion
from tournaments.services.journal import Actor
from tournaments.services.states import start
from tournaments.services.transitions import record

Kind, State = LogEntry.Kind, Round.State

#: Those at whose rows nobody sits opposite, by what was known before the round.
ABSENT_AS = {
    Absence.Kind.BYE: Pairing.Kind.SET_BYE,
    Absence.Kind.ABSENT: Pairing.Kind.ABSENT,
}
PAIRED = (Pairing.Kind.GAME, Pairing.Kind.BYE)
LONGEST_SEED = 100


@transaction.atomic
def draft_round(
    division: Division,
    at: datetime,
    *,
    by: User,
    method: Mapping[str, Any] | None = None,
    seed: str | None = None,
    with_open_games: bool = False,
) -> Round:
    """Pair the next round of the division, as its schedule says or by `method`, for the staff only.

    A draft that is there already is paired anew; a `method` takes its place in the schedule. A
    round to be paired by hand is empty at first. The results of all rounds before must be
    confirmed, unless the pairing does not depend on them or it is wanted `with_open_games`.
    Raises ResultsMissing, ScheduleOver, CantBePaired, WrongRoundState while the next round is
    locked, Invalid for a seed of no use, and as `transitions.lock_division` does.
    """
    division = transitions.lock_division(division)
    last = division.rounds.last()
    if last and last.state == State.LOCKED:
        raise WrongRoundState(number=last.number, state=last.state, needed=[State.DRAFT])
    drafted = last if last and last.state == State.DRAFT else None
    number = drafted.number if drafted else (last.number if last else 0) + 1
    chosen = _method_for(division, number, method)
    start_of_block = pairings.block_start(_schedule_of(division), number)
    if not with_open_games and _looks_at_results(chosen, is_first=start_of_block == number):
        _demand_results(division, number)
    if seed is not None:
        seed = read_text("seed", seed, LONGEST_SEED, least=1)
    made = _pair(division, number, chosen, start_of_block, seed or _seed_of(division))

    round = drafted or Round(division=division, number=number)
    round.method = pairings.method_json(chosen)
    round.notes = [dict(note) for note in made.notes]
    if seed is not None:
        round.notes.append({"code": "seed", "seed": seed})
    round.drafted_at = at
    _keep_seating(round, made.seating)
    round.save()
    _seat(round, made)
    record(
        round,
        Kind.PAIRED,
        at,
        by=by,
        is_internal=True,
        method=pairings.method_json(chosen),
        seed=seed or _seed_of(division),
        **_told(round),
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
    round = transitions.lock_round(round, State.DRAFT)
    division = round.division
    field = field_of(division, round.number)
    names = {entry.number: entry.name for entry in field}
    for number in (one for pair in pairs for one in pair if one is not None):
        if number not in names:
            entry = division.tournament.entries.filter(number=number).first()
            if entry is None:
                raise EntryMissing(number=number)
            raise NotInRound(name=entry.name, number=round.number)
    players = pairing_players(division, field, round.number)
    paired = [pairings.Paired(first, second) for first, second in pairs]
    for finding in pairings.check_by_hand(paired, players):
        if finding.code == "twice":
            raise PlayerTwice(name=names[int(finding.detail["player"])])
    placed = {one for pair in paired for one in pair.ids}
    _demand_nobody_left(round, [entry for entry in field if entry.number not in placed])
    made = pairings.pair_by_hand(pairs, players, round_number=round.number, seed=_seed_of(division))
    known = {
        frozenset((row.first_id, row.second_id)): row.reason
        for row in round.pairings.filter(kind__in=PAIRED)
    }
    seating = round.method.get(pairings.SEATING)
    round.method = pairings.method_json(Manual())
    if seating is not None:
        round.method[pairings.SEATING] = seating
    round.notes = [dict(note) for note in made.notes]
    round.drafted_at = at
    round.save(update_fields=["method", "notes", "drafted_at"])
    _seat(round, made, known)
    record(round, Kind.PAIRED_BY_HAND, at, by=by, is_internal=True, **_told(round))
    return round


@transaction.atomic
def swap_starts(pairing: Pairing, at: datetime, *, by: User) -> Pairing:
    """Let the other one begin: in a draft, or in a published round before anything is reported.

    Raises WrongRoundState for a locked round, NoGame for somebody alone, HasReports.
    """
    round = transitions.lock_round(pairing.round, State.DRAFT, State.PUBLISHED)
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
    record(round, Kind.PAIRED_BY_HAND, at, by=by, is_internal=is_draft, swapped=data)
    return game


@transaction.atomic
def lock_round(round: Round, at: datetime, *, by: User) -> Round:
    """Fix a draft, so that nobody pairs anew what the director has looked at.

    Raises WrongRoundState, PlayersUnpaired, PlayersGone.
    """
    round = transitions.lock_round(round, State.DRAFT)
    _demand_current(round)
    return _step(round, State.LOCKED, Kind.LOCKED, at, by=by)


@transaction.atomic
def unlock_round(round: Round, at: datetime, *, by: User) -> Round:
    """Make a locked round a draft again. Raises WrongRoundState."""
    return _step(transitions.lock_round(round, State.LOCKED), State.DRAFT, Kind.UNLOCKED, at, by=by)


@transaction.atomic
def publish_round(round: Round, at: datetime, *, by: User) -> Round:
    """Show everybody who plays where and against whom; the first one lets the tournament run.

    Raises WrongRoundState, and PlayersUnpaired or PlayersGone if the field has changed since.
    """
    round = transitions.lock_round(round, State.DRAFT, State.LOCKED)
    _demand_current(round)
    start(round.division.tournament, at, by=by)
    round.state, round.published_at = State.PUBLISHED, at
    round.save(update_fields=["state", "published_at"])
    alone = round.pairings.exclude(kind=Pairing.Kind.GAME)
    alone.update(standing=Pairing.Standing.CONFIRMED)
    told = _told(round)
    record(round, Kind.PUBLISHED, at, by=by, method=shown_method(round), **told)
    _tell(round, told, at)
    note_completion(round, at, by=by)
    return round


@transaction.atomic
def retract_round(round: Round, at: datetime, *, by: User) -> Round:
    """Take back the last publication; the round is locked again.

    Raises WrongRoundState unless it is published, NotTheLastRound, and HasReports once anything
    was reported, penalised or recorded at a table.
    """
    round = transitions.lock_round(round, State.PUBLISHED)
    if round.division.rounds.filter(number__gt=round.number).exists():
        raise NotTheLastRound(number=round.number)
    _demand_untouched(round.pairings.all())
    round.published_at = round.completed_at = None
    round.state = State.LOCKED
    round.save(update_fields=["state", "published_at", "completed_at"])
    round.pairings.update(standing=Pairing.Standing.OPEN)
    record(round, Kind.RETRACTED, at, by=by)
    _tell(round, {}, at)
    return round


@transaction.atomic
def discard_round(round: Round, at: datetime, *, by: User) -> None:
    """Remove a draft, or a round that is locked. Raises WrongRoundState once it is published."""
    round = transitions.lock_round(round, State.DRAFT, State.LOCKED)
    record(round, Kind.DISCARDED, at, by=by, is_internal=True)
    round.delete()


def _step(
    round: Round, state: Round.State, kind: LogEntry.Kind, at: datetime, *, by: Actor
) -> Round:
    round.state = state
    round.save(update_fields=["state"])
    record(round, kind, at, by=by, is_internal=True)
    return round


# Pairing


def _schedule_of(division: Division) -> list[pairings.Method]:
    """Raises CantBePaired."""
    return [_read_method(method) for method in division.schedule]


def _method_for(
    division: Division, number: int, method: Mapping[str, Any] | None
) -> pairings.Method:
    """How the round is to be paired; a `method` that was given is put into the schedule."""
    if number > len(division.schedule):
        raise ScheduleOver(rounds=len(division.schedule))
    if method is None:
        return _read_method(division.schedule[number - 1])
    chosen = _read_method(method)
    division.schedule[number - 1] = pairings.method_json(chosen)
    division.save(update_fields=["schedule"])
    return chosen


def _read_method(data: Any) -> pairings.Method:
    try:
        return pairings.read_method(data)
    except pairings.CantPair as fault:
        raise _cant_be_paired(fault) from fault


def _cant_be_paired(fault: pairings.CantPair) -> CantBePaired:
    return CantBePaired(problem=fault.code, reason=tell_cant_pair(fault), **fault.detail)


def _looks_at_results(method: pairings.Method, *, is_first: bool) -> bool:
    """Whether the pairing depends on results: a timetable does in its first round only."""
    if isinstance(method, RoundRobin | QuartileFours):
        return is_first
    return not isinstance(method, Manual)


def _demand_results(division: Division, number: int) -> None:
    missing = list(games_without_result(division).filter(round__number__lt=number))
    if missing:
        places = [{"round": game.round.number, "table": game.table} for game in missing]
        raise ResultsMissing(missing=places, games=tell_games(missing))


def _pair(
    division: Division, number: int, method: pairings.Method, start_of_block: int, seed: str
) -> pairings.Pairing:
    """Pair the field of the round, players named by their numbers. Raises CantBePaired."""
    if isinstance(method, Manual):
        return pairings.Pairing(())
    field = field_of(division, number)
    players = pairing_players(division, field, number)
    games: Sequence[pairings.Played] = ()
    if isinstance(method, Knockout):
        games = played_in(division, range(start_of_block, number))
    try:
        return pairings.pair(
            method,
            players,
            round_number=number,
            seed=seed,
            block_round=number - start_of_block + 1,
            seating=_seating_before(division, number) if number > start_of_block else (),
            games=games,
        )
    except pairings.CantPair as fault:
        raise _cant_be_paired(fault) from fault


def _seed_of(division: Division) -> str:
    """What decides between equal pairings: public, as the tournament's seed is."""
    return f"{division.tournament.seed}/{division.number}"


def _seating_before(division: Division, number: int) -> pairings.Seating:
    """The seating that the round before has left, by the numbers that players have now."""
    before = division.rounds.get(number=number - 1)
    numbers = dict(division.entries.values_list("pk", "number"))
    seating = pairings.read_seating(before.method.get(pairings.SEATING))
    return tuple(tuple(numbers.get(seat) if seat else None for seat in row) for row in seating)


def _keep_seating(round: Round, seating: pairings.Seating) -> None:
    """Numbers may be changed, so that it is kept by the keys of the entries."""
    if seating:
        keys = dict(round.division.entries.values_list("number", "pk"))
        kept = [[keys[seat] if seat else None for seat in row] for row in seating]
        round.method[pairings.SEATING] = kept


def _seat(
    round: Round,
    made: pairings.Pairing,
    known: Mapping[frozenset[int | None], Any] | None = None,
) -> None:
    """Write the pairings of a draft anew; `known` reasons stay for those who still meet."""
    entries = {entry.number: entry for entry in round.division.entries.all()}
    fixed = {
        number: entry.fixed_table
        for number, entry in entries.items()
        if entry.fixed_table is not None
    }
    round.pairings.all().delete()
    rows = []
    for pair, table in zip(made.pairs, pairings.assign_tables(made.pairs, fixed), strict=True):
        first = entries[pair.first]
        second = None if pair.second is None else entries[pair.second]
        reason = (known or {}).get(frozenset((first.pk, second.pk if second else None)))
        rows.append(
            Pairing(
                round=round,
                table=table,
                kind=Pairing.Kind.GAME if second else Pairing.Kind.BYE,
                first=first,
                second=second,
                reason=reason or dict(pair.reason),
            )
        )
    Pairing.objects.bulk_create(rows)
    if conflicts := pairings.table_conflicts(made.pairs, fixed):
        round.notes += [dict(conflict) for conflict in conflicts]
        round.save(update_fields=["notes"])
    _seat_absent(round)


def _seat_absent(round: Round) -> None:
    """Give those a row of their own who are known to sit out the round."""
    round.pairings.exclude(kind__in=PAIRED).delete()
    absences = Absence.objects.filter(
        entry__division=round.division, round_number=round.number
    ).select_related("entry")
    Pairing.objects.bulk_create(
        Pairing(round=round, first=absence.entry, kind=ABSENT_AS[Absence.Kind(absence.kind)])
        for absence in absences
        if absence.entry.plays_in(round.number)
    )


# What a draft must be


def _demand_current(round: Round) -> None:
    """Raises PlayersUnpaired or PlayersGone if the field is not the one that was paired."""
    field = field_of(round.division, round.number)
    there = {entry.pk for entry in field}
    placed: dict[int, Entry] = {}
    for row in round.pairings.filter(kind__in=PAIRED).select_related("first", "second"):
        placed |= {entry.pk: entry for entry in (row.first, row.second) if entry}
    if gone := [entry for key, entry in placed.items() if key not in there]:
        raise PlayersGone(number=round.number, **_named(gone))
    _demand_nobody_left(round, [entry for entry in field if entry.pk not in placed])
    _seat_absent(round)


def _demand_nobody_left(round: Round, left: Sequence[Entry]) -> None:
    """Raises PlayersUnpaired; who is out of a knock-out need not play."""
    scheduled = _read_method(round.division.schedule[round.number - 1])
    if left and not isinstance(scheduled, Knockout):
        raise PlayersUnpaired(number=round.number, **_named(left))


def _named(entries: Sequence[Entry]) -> dict[str, Any]:
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


def _told(round: Round) -> dict[str, Any]:
    """Who plays where, by numbers, as the log tells it."""
    rows = round.pairings.order_by("table", "first__number").values_list(
        "table", "first__number", "second__number", "kind"
    )
    return {
        "games": [[table, first, second] for table, first, second, _ in rows if second],
        "alone": [[first, kind] for _, first, second, kind in rows if not second],
    }


def _tell(round: Round, told: dict[str, Any], at: datetime) -> None:
    body = {**about(round), "state": round.state, **told}
    webhooks.notify(round.division.tournament, Webhook.Event.PAIRINGS, body, at)
