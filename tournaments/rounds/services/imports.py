"""Players from files: lists of spreadsheets, and divisions of tsh with the rounds played so far."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.db import transaction
from django.utils.translation import gettext as _

from referee.errors import FileUnreadable, Invalid
from referee.events.log import name_of
from referee.journals import LogData
from referee.models import User
from tournaments.entries.exchange import read_entries
from tournaments.entries.new_entries import MOST_ROUNDS, NewEntry, read_entry
from tournaments.entries.services.divisions import demand_empty
from tournaments.entries.services.entries import (
    add_entries,
    log_fields,
    next_round,
)
from tournaments.events import journal
from tournaments.events.locking import Kind, lock_division, require_kind
from tournaments.events.services import start
from tournaments.models import Division, Entry, LogEntry, Pairing, Report, Round
from tournaments.pairing.methods import Manual, method_json
from tournaments.pairing.values import Coded
from tournaments.rounds.exchange.played import PlayedGame, rounds_of
from tournaments.rounds.exchange.tsh import TshPlayer, read_tsh
from tournaments.rounds.services.results import LEAST_POINTS, MOST_POINTS


class Format(StrEnum):
    #: A table with a head, as spreadsheets write it.
    CSV = "csv"
    #: A division's `.t` file.
    TSH = "tsh"


@dataclass(frozen=True)
class Imported:
    entries: list[Entry]
    #: So many rounds came along.
    rounds: int = 0
    #: What counts here otherwise than in the file, coded.
    notes: tuple[Coded, ...] = ()


@transaction.atomic
def import_entries(
    division: Division,
    data: bytes,
    at: datetime,
    *,
    by: User,
    file_format: Format,
    with_rounds: bool = True,
) -> Imported:
    """Enter everybody of a file or, when anything in it is wrong, nobody.

    A tsh file brings the rounds along that it has, unless told not to: published, with confirmed
    results, which lets the tournament run. Then the division must be empty: DivisionNotEmpty.
    Raises TableUnreadable, saying line and column, TshUnreadable and FileUnreadable, saying line,
    player or round, WrongTournamentState once the tournament is finished, and WrongTournamentKind
    for rounds of an evening.
    """
    division = lock_division(division)
    if file_format is Format.CSV:
        taken = set(division.tournament.entries.values_list("number", flat=True))
        people = read_entries(data, taken, next_round(division))
        imported = Imported(add_entries(division, people, at))
        _record(imported, division, file_format, at, by=by)
        return imported
    players = read_tsh(data)
    rounds = rounds_of(players) if with_rounds else ()
    if rounds:
        require_kind(division.tournament, Kind.ROUNDS)
        demand_empty(division)
        _check_rounds(rounds)
    entries = _enter_players(division, players, at, played=len(rounds))
    notes = _keep_rounds(division, rounds, entries, at, by=by)
    imported = Imported(entries, len(rounds), notes)
    _record(imported, division, file_format, at, by=by)
    if rounds:
        start(division.tournament, at, by=by)
    return imported


def _enter_players(
    division: Division, players: Sequence[TshPlayer], at: datetime, *, played: int
) -> list[Entry]:
    """Rows for the players; they keep the numbers of their lines if nobody has one of them."""
    taken = division.tournament.entries.filter(number__lte=len(players)).exists()
    people = []
    for number, player in enumerate(players, start=1):
        absent = next((place for place, who in enumerate(player.opponents) if who is not None), 0)
        person = NewEntry(
            name=player.spoken_name,
            category=player.category,
            team=player.team,
            rating=player.rating or None,
            number=None if taken else number,
            first_round=absent + 1 if played else None,
        )
        try:
            read_entry(person)
        except Invalid as fault:
            where = _("Spieler {number}").format(number=number)
            raise FileUnreadable(where=where, problem=str(fault)) from fault
        people.append(person)
    entries = add_entries(division, people, at)
    gone = [entry for entry, player in zip(entries, players, strict=True) if player.off is not None]
    for entry in gone:
        entry.withdrawn_from = played + 1 if played else next_round(division)
    Entry.objects.bulk_update(gone, ["withdrawn_from"])
    return entries


def _check_rounds(rounds: Sequence[Sequence[PlayedGame]]) -> None:
    """Raises FileUnreadable for more rounds, or points, than there can be."""
    if len(rounds) > MOST_ROUNDS:
        problem = _("Richtig sind {least} bis {most} Runden.")
        where = _("Runde {number}").format(number=len(rounds))
        raise FileUnreadable(where=where, problem=problem.format(least=1, most=MOST_ROUNDS))
    for number, games in enumerate(rounds, start=1):
        scores = [(game.first, game.first_points) for game in games]
        scores += [(game.second or 0, game.second_points) for game in games]
        for player, points in scores:
            if points is not None and not LEAST_POINTS <= points <= MOST_POINTS:
                where = _("Runde {number}").format(number=number)
                problem = _("{points} Punkte für Spieler {player} können nicht stimmen.")
                told = problem.format(points=points, player=player)
                raise FileUnreadable(where=where, problem=told)


def _keep_rounds(
    division: Division,
    rounds: Sequence[Sequence[PlayedGame]],
    entries: Sequence[Entry],
    at: datetime,
    *,
    by: User,
) -> tuple[Coded, ...]:
    """Rounds as if published here, each paired by hand; what counts otherwise here."""
    if not rounds:
        return ()
    by_hand = method_json(Manual())
    division.schedule = [by_hand] * len(rounds) + division.schedule[len(rounds) :]
    division.save(update_fields=["schedule"])
    notes = []
    for number, games in enumerate(rounds, start=1):
        is_complete = all(game.has_result for game in games if game.second is not None)
        round = division.rounds.create(
            number=number,
            state=Round.State.PUBLISHED,
            method=by_hand,
            drafted_at=at,
            published_at=at,
            completed_at=at if is_complete else None,
        )
        pairings = Pairing.objects.bulk_create(_pairing(round, game, entries) for game in games)
        Report.objects.bulk_create(
            Report(
                pairing=pairing,
                sequence=1,
                source=Report.Source.DIRECTOR,
                by=name_of(by),
                outcome=pairing.outcome,
                first_points=pairing.first_points,
                second_points=pairing.second_points,
                remark=_("aus einer Datei"),
                received_at=at,
            )
            for pairing in pairings
            if pairing.outcome
        )
        for pairing, game in zip(pairings, games, strict=True):
            notes += _noted(division, pairing, game)
    return tuple(notes)


def _pairing(round: Round, game: PlayedGame, entries: Sequence[Entry]) -> Pairing:
    first = entries[game.first - 1]
    if game.second is None:
        # What nobody knows yet counts as any other bye.
        is_bye = game.first_points is None or game.first_points > 0
        return Pairing(
            round=round,
            kind=Pairing.Kind.BYE if is_bye else Pairing.Kind.ABSENT,
            first=first,
            standing=Pairing.ResultState.CONFIRMED,
        )
    return Pairing(
        round=round,
        table=game.table,
        kind=Pairing.Kind.GAME,
        first=first,
        second=entries[game.second - 1],
        standing=Pairing.ResultState.CONFIRMED if game.has_result else Pairing.ResultState.OPEN,
        outcome=Pairing.Outcome.PLAYED if game.has_result else "",
        first_points=game.first_points,
        second_points=game.second_points,
    )


def _noted(division: Division, pairing: Pairing, game: PlayedGame) -> list[Coded]:
    """A remark if a round without an opponent has another spread here than in the file."""
    if game.second is not None or game.first_points is None:
        return []
    scoring = division.tournament.options.scoring
    award = scoring.bye if pairing.kind == Pairing.Kind.BYE else scoring.absent
    if award.spread == game.first_points:
        return []
    return [
        {
            "code": "counts_otherwise",
            "player": pairing.first.number,
            "round": pairing.round.number,
            "spread_in_file": game.first_points,
            "spread_here": award.spread,
        }
    ]


def _record(
    imported: Imported, division: Division, file_format: Format, at: datetime, *, by: User
) -> None:
    data: LogData = {
        "division": division.number,
        "format": file_format,
        "players": [{"player": entry.number} | log_fields(entry) for entry in imported.entries],
    }
    if imported.rounds:
        data["rounds"] = [
            [
                _pairing_log_fields(pairing)
                for pairing in round.pairings.select_related("first", "second")
            ]
            for round in division.rounds.all()
        ]
    journal.record(division.tournament, LogEntry.Kind.IMPORTED, at, by=by, data=data)


def _pairing_log_fields(pairing: Pairing) -> LogData:
    return {
        "kind": pairing.kind,
        "table": pairing.table,
        "first": pairing.first.number,
        "second": pairing.second.number if pairing.second else None,
        "first_points": pairing.first_points,
        "second_points": pairing.second_points,
    }
