"""Who plays: entered, changed, removed, withdrawn, readmitted, absent; and their codes."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max, Q

from referee.errors import JoinCodeWrong, NumberTaken
from referee.events.locking import lock_event, lock_unfinished, require_state
from referee.events.people import change_person, numbers_for, read_texts, set_withdrawn
from referee.journals import LogData, salted
from referee.models import User
from referee.sentinel import UNSET, Unset
from referee.texts import read_number
from referee.tokens import digest, new_code, read_code
from tournaments.entries.codes import CODE_LENGTH, code_digest, entry_by_code, token_of
from tournaments.entries.new_entries import LENGTHS, NewEntry, read_bounded, read_entry
from tournaments.errors import (
    AbsenceMissing,
    AlreadyPaired,
    AlreadySeated,
    DivisionMissing,
    RoundFixed,
)
from tournaments.events import journal
from tournaments.events.locking import Kind, State, lock_division, require_kind
from tournaments.models import Absence, Division, Entry, LogEntry, Pairing, Round, Tournament

#: So many rows a statement: the time for one grows with their square.
BATCH = 100


def enter(division: Division, person: NewEntry, at: datetime, *, by: User) -> Entry:
    """Somebody new, who is paired from the next round on.

    Raises WrongTournamentState once it is finished, NumberTaken, RoundFixed for a first round that
    is decided already, Invalid.
    """
    return enter_all(division, [person], at, by=by)[0]


@transaction.atomic
def enter_all(
    division: Division, people: Sequence[NewEntry], at: datetime, *, by: User
) -> list[Entry]:
    """All of them or, when one is refused, none. Raises as `enter` does."""
    division = lock_division(division)
    entered = add_entries(division, people, at)
    for entry in entered:
        data = {"division": division.number} | log_fields(entry)
        _record(entry, LogEntry.Kind.ENTERED, at, by=by, **data)
    return entered


def add_entries(division: Division, people: Sequence[NewEntry], at: datetime) -> list[Entry]:
    """Rows for people of `division`, whose tournament the caller has locked; nothing is recorded.

    Who asks for no number gets one above all that others have or ask for. Raises NumberTaken,
    RoundFixed, Invalid.
    """
    tournament = division.tournament
    soonest = next_round(division)
    columns = [read_entry(person) for person in people]
    numbers = numbers_for(tournament.entries.all(), [person.number for person in people])
    entries = []
    for read, number in zip(columns, numbers, strict=True):
        read |= {"number": number, "first_round": read["first_round"] or soonest}
        if read["first_round"] < soonest:
            raise RoundFixed(number=read["first_round"], next=soonest)
        entries.append(Entry(tournament=tournament, division=division, entered_at=at, **read))
    return Entry.objects.bulk_create(entries)


@transaction.atomic
def change_entry(
    entry: Entry,
    at: datetime,
    *,
    by: User,
    name: str | None = None,
    club: str | None = None,
    category: str | None = None,
    team: str | None = None,
    member_id: str | None = None,
    rating: int | Unset | None = UNSET,
    fixed_table: int | Unset | None = UNSET,
    number: int | None = None,
    first_round: int | None = None,
    division: Division | None = None,
) -> Entry:
    """Correct what is given: texts at any time, numbers until the tournament is finished.

    Number, first round and division can be changed until somebody is paired or sits at a table;
    who moves to another division plays there from its next round on. Raises WrongTournamentState,
    AlreadyPaired, AlreadySeated, NumberTaken, RoundFixed, DivisionMissing, Invalid.
    """
    entry = _lock(entry)
    texts = {
        "name": name,
        "club": club,
        "category": category,
        "team": team,
        "member_id": member_id,
    }
    changes: dict[str, Any] = {**read_texts(texts, LENGTHS)}
    numbers = {"rating": rating, "fixed_table": fixed_table}
    changes |= {
        field: read_bounded(field, value) for field, value in numbers.items() if value is not UNSET
    }
    changes |= _place_changes(entry, number=number, first_round=first_round, division=division)
    if changes.keys() - texts.keys():
        require_state(entry.tournament, State.SETUP, State.RUNNING)
    known_as = entry.number
    if changes:
        data = {"player": known_as} | change_person(entry, changes)
        if "division" in data:
            data["division"] = entry.division.number
        _record(entry, LogEntry.Kind.ENTRY_CHANGED, at, by=by, **data)
    return entry


@transaction.atomic
def remove_entry(entry: Entry, at: datetime, *, by: User) -> None:
    """Somebody entered by mistake is gone for good, with code and absences; the number is free.

    Raises AlreadyPaired once they have a place in a round, be it a draft or one they sit out,
    AlreadySeated once they have one at a table, and WrongTournamentState once it is finished.
    """
    entry = _lock_unfinished(entry)
    _demand_unpaired(entry)
    _record(entry, LogEntry.Kind.ENTRY_CHANGED, at, by=by, removed=True)
    entry.delete()


@transaction.atomic
def withdraw(entry: Entry, at: datetime, *, by: User, from_round: int | None = None) -> Entry:
    """They are paired no more, from that round on (unless told, from the next one).

    What they achieved stays. Raises AlreadyWithdrawn, RoundFixed, Invalid, and
    WrongTournamentState once it is finished.
    """
    entry = _lock_unfinished(entry)
    since = read_bounded("from_round", from_round) or next_round(entry.division)
    set_withdrawn(entry, since)
    _demand_open(entry.division, since)
    _record(entry, LogEntry.Kind.WITHDRAWN, at, by=by, from_round=since)
    return entry


@transaction.atomic
def readmit(entry: Entry, at: datetime, *, by: User) -> Entry:
    """They are paired again, from the next round on.

    Raises NotWithdrawn, and WrongTournamentState once it is finished.
    """
    entry = _lock_unfinished(entry)
    set_withdrawn(entry, None)
    _record(entry, LogEntry.Kind.READMITTED, at, by=by)
    return entry


@transaction.atomic
def set_absence(
    entry: Entry, round_number: int, kind: Absence.Kind, at: datetime, *, by: User
) -> Absence:
    """They sit that round out, and it counts as a bye or as nothing, as the options have it.

    Raises RoundFixed once that round is decided, Invalid for one that the division has not,
    WrongTournamentState once it is finished, and WrongTournamentKind for an evening.
    """
    entry = _lock_unfinished(entry)
    require_kind(entry.tournament, Kind.ROUNDS)
    read_number("round", round_number, 1, len(entry.division.schedule))
    _demand_open(entry.division, round_number)
    absence, _created = Absence.objects.update_or_create(
        entry=entry, round_number=round_number, defaults={"kind": kind}
    )
    _record(entry, LogEntry.Kind.ABSENCE_SET, at, by=by, round=round_number, absence=kind)
    return absence


@transaction.atomic
def remove_absence(entry: Entry, round_number: int, at: datetime, *, by: User) -> None:
    """They play in that round after all.

    Raises AbsenceMissing, RoundFixed, and WrongTournamentState once it is finished.
    """
    entry = _lock_unfinished(entry)
    absences = entry.absences.filter(round_number=round_number)
    if not absences.exists():
        raise AbsenceMissing(number=round_number)
    _demand_open(entry.division, round_number)
    absences.delete()
    _record(entry, LogEntry.Kind.ABSENCE_REMOVED, at, by=by, round=round_number)


def issue_code(entry: Entry, at: datetime, *, by: User) -> str:
    """A new code for the player's phone, told this once; an earlier one opens nothing any more.

    Raises WrongTournamentState once it is finished.
    """
    return issue_codes(entry.tournament, [entry], at, by=by)[entry.number]


@transaction.atomic
def issue_codes(
    tournament: Tournament, entries: Iterable[Entry], at: datetime, *, by: User
) -> dict[int, str]:
    """New codes for these players of `tournament`, by their numbers, as for printing. See above."""
    tournament = lock_unfinished(tournament)
    found = list(tournament.entries.filter(pk__in=[entry.pk for entry in entries]))
    codes: dict[int, str] = {}
    for entry, code in zip(found, _new_codes(len(found)), strict=True):
        codes[entry.number] = code
        entry.code_digest = code_digest(code)
        entry.token_digest = None
    Entry.objects.bulk_update(found, ["code_digest", "token_digest"], batch_size=BATCH)
    if found:
        data = {"players": list(codes)}
        journal.record(tournament, LogEntry.Kind.CODE_ISSUED, at, by=by, data=data)
    return codes


@transaction.atomic
def use_code(code: str) -> tuple[Entry, str]:
    """Whose code it is, and the token for their phone. A second phone gets the same one.

    Also when the tournament is over. Raises JoinCodeWrong.
    """
    found = entry_by_code(code)
    if found is None:
        raise JoinCodeWrong
    entry = _lock(found)
    if entry.code_digest != found.code_digest:  # another was issued meanwhile
        raise JoinCodeWrong
    token = token_of(read_code(code))
    if entry.token_digest is None:
        entry.token_digest = digest(token)
        entry.save(update_fields=["token_digest"])
    return entry, token


def next_round(division: Division) -> int:
    """The first round whose players can still change: a draft may be drafted again."""
    fixed = division.rounds.exclude(state=Round.State.DRAFT)
    highest: int | None = fixed.aggregate(highest=Max("number"))["highest"]
    return (highest or 0) + 1


def log_fields(entry: Entry) -> LogData:
    """What the log tells of somebody new."""
    return {
        "name": entry.name,
        "club": entry.club,
        "category": entry.category,
        "team": entry.team,
        "rating": entry.rating,
        "first_round": entry.first_round,
    }


def _lock(entry: Entry) -> Entry:
    tournament = lock_event(entry.tournament)
    entry = Entry.objects.select_related("division").get(pk=entry.pk)
    entry.tournament = entry.division.tournament = tournament
    return entry


def _lock_unfinished(entry: Entry) -> Entry:
    entry = _lock(entry)
    require_state(entry.tournament, State.SETUP, State.RUNNING)
    return entry


def _place_changes(
    entry: Entry, *, number: int | None, first_round: int | None, division: Division | None
) -> dict[str, Any]:
    """What of a player's place in the tournament is changed. Raises as `change_entry` does."""
    changes: dict[str, Any] = {}
    if number is not None and read_bounded("number", number) != entry.number:
        if entry.tournament.entries.filter(number=number).exists():
            raise NumberTaken(number=number)
        changes["number"] = number
    if division is not None and division.pk != entry.division_id:
        changes["division"] = entry.tournament.divisions.filter(pk=division.pk).first()
        if changes["division"] is None:
            raise DivisionMissing(number=division.number)
        changes["first_round"] = next_round(division)
        if entry.withdrawn_from is not None:  # counted by the rounds of the other one
            changes["withdrawn_from"] = changes["first_round"]
    if first_round is not None:
        changes["first_round"] = read_bounded("first_round", first_round)
        _demand_open(changes.get("division", entry.division), first_round)
    if changes:
        _demand_unpaired(entry)
    return changes


def _demand_unpaired(entry: Entry) -> None:
    if Pairing.objects.filter(Q(first=entry) | Q(second=entry)).exists():
        raise AlreadyPaired(name=entry.name)
    if entry.seats.exists():
        raise AlreadySeated(name=entry.name)


def _demand_open(division: Division, round_number: int) -> None:
    if round_number < (soonest := next_round(division)):
        raise RoundFixed(number=round_number, next=soonest)


def _new_codes(wanted: int) -> list[str]:
    """So many codes that nobody has."""
    while True:
        codes = {code_digest(code): code for code in (new_code(CODE_LENGTH) for _ in range(wanted))}
        is_taken = Entry.objects.filter(code_digest__in=codes).exists()
        if len(codes) == wanted and not is_taken:
            return list(codes.values())


def _record(entry: Entry, kind: LogEntry.Kind, at: datetime, *, by: User, **data: Any) -> None:
    told = {"player": entry.number} | data
    if data.keys() & {
        "name",
        "club",
        "category",
        "team",
    }:  # erased, it could else be found by trying it against the digest
        told = salted(told)
    journal.record(entry.tournament, kind, at, by=by, data=told)
