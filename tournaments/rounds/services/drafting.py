"""How a draft comes by its pairings: the method of the round, the field, the seats."""

from collections.abc import Mapping, Sequence
from typing import Any

from tournaments import pairing as pairings
from tournaments.errors import CantBePaired, ResultsMissing, ScheduleOver
from tournaments.labels import tell_cant_pair
from tournaments.models import Absence, Division, Pairing, Round
from tournaments.pairing.methods import Knockout, Manual, MethodData, QuartileFours, RoundRobin
from tournaments.rounds.result_messages import tell_games
from tournaments.rounds.selectors.player_field import field_of, pairing_players, played_in
from tournaments.rounds.selectors.rounds import games_without_result

#: Those at whose rows nobody sits opposite, by what was known before the round.
ABSENT_AS = {
    Absence.Kind.BYE: Pairing.Kind.SET_BYE,
    Absence.Kind.ABSENT: Pairing.Kind.ABSENT,
}
PAIRED = (Pairing.Kind.GAME, Pairing.Kind.BYE)


def schedule_of(division: Division) -> list[pairings.Method]:
    """Raises CantBePaired."""
    return [read_planned(method) for method in division.schedule]


def method_for(division: Division, number: int, method: MethodData | None) -> pairings.Method:
    """How the round is to be paired; a `method` that was given is put into the schedule.

    Raises ScheduleOver, CantBePaired.
    """
    if number > len(division.schedule):
        raise ScheduleOver(rounds=len(division.schedule))
    if method is None:
        return read_planned(division.schedule[number - 1])
    chosen = read_planned(method)
    division.schedule[number - 1] = pairings.method_json(chosen)
    division.save(update_fields=["schedule"])
    return chosen


def read_planned(data: Any) -> pairings.Method:
    """A method of the schedule. Raises CantBePaired."""
    try:
        return pairings.read_method(data)
    except pairings.CantPair as fault:
        raise _cant_be_paired(fault) from fault


def _cant_be_paired(fault: pairings.CantPair) -> CantBePaired:
    return CantBePaired(problem=fault.code, reason=tell_cant_pair(fault), **fault.detail)


def looks_at_results(method: pairings.Method, *, is_first: bool) -> bool:
    """Whether the pairing depends on results: a timetable does in its first round only."""
    if isinstance(method, RoundRobin | QuartileFours):
        return is_first
    return not isinstance(method, Manual)


def demand_results(division: Division, number: int) -> None:
    """Raises ResultsMissing for games without a result in the rounds before `number`."""
    missing = list(games_without_result(division).filter(round__number__lt=number))
    if missing:
        places = [{"round": game.round.number, "table": game.table} for game in missing]
        raise ResultsMissing(missing=places, games=tell_games(missing))


def pair_field(
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


def seed_of(division: Division) -> str:
    """What decides between equal pairings: public, as the tournament's seed is."""
    return f"{division.tournament.seed}/{division.number}"


def _seating_before(division: Division, number: int) -> pairings.Seating:
    """The seating that the round before has left, by the numbers that players have now."""
    before = division.rounds.get(number=number - 1)
    numbers = dict(division.entries.values_list("pk", "number"))
    seating = pairings.read_seating(before.method.get(pairings.SEATING))
    return tuple(tuple(numbers.get(seat) if seat else None for seat in row) for row in seating)


def keep_with(round: Round, made: pairings.Pairing) -> None:
    """Keep the seating for the next round, and whom the pairing left idle for the publication.

    Numbers may be changed, so that both are kept by the keys of the entries.
    """
    keys = dict(round.division.entries.values_list("number", "pk"))
    if made.seating:
        kept = [[keys[seat] if seat else None for seat in row] for row in made.seating]
        round.method[pairings.SEATING] = kept
    if made.idle:
        round.method[pairings.IDLE] = [keys[player] for player in made.idle]


def seat(
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
    seat_absent(round)


def seat_absent(round: Round) -> None:
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
