"""Erasing what is known of a player; their results stay."""

from datetime import datetime
from typing import Any

from django.db import transaction

from referee.events.erasure import Eraser, StillPlaying, changed, forget_copies, placeholder
from referee.events.locking import lock_event
from referee.events.log import name_of
from referee.journals import JournalEntry, LogData, amend
from referee.models import User
from tournaments.events.locking import State
from tournaments.models import Delivery, Entry, LogEntry, Penalty, Report, Table, Tournament

Kind = LogEntry.Kind
ABOUT = (Kind.ENTERED, Kind.ENTRY_CHANGED)
#: What is emptied; the rating is a number, and decides results.
TEXTS = ("club", "category", "team", "member_id")


@transaction.atomic
def erase_entry(entry: Entry, at: datetime, *, by: User) -> Entry:
    """Name, club, category, team and member number are gone, from tables and logs too; number,
    rating and results stay.

    Their code and phone are let in no more. Raises StillPlaying before they have withdrawn or it
    is over.
    """
    seated = Table.objects.select_for_update().filter(seats__entry=entry)
    tables = list(seated.order_by("pk"))
    tournament = lock_event(entry.tournament)
    entry = Entry.objects.select_related("division").get(pk=entry.pk)
    if tournament.state != State.FINISHED and entry.withdrawn_from is None:
        raise StillPlaying(name=entry.name)
    names = {entry.name, *_names_told(tournament, entry)} - {placeholder(entry)}
    eraser = Eraser(names, placeholder(entry))
    entry.name = eraser.name
    for column in TEXTS:
        setattr(entry, column, "")
    entry.code_digest = entry.token_digest = None
    entry.save(update_fields=["name", *TEXTS, "code_digest", "token_digest"])
    _erase_texts(tournament, eraser)

    def without(line: JournalEntry) -> LogData:
        data: LogData = eraser.free_texts(line.data)
        if line.kind in ABOUT and data.get("player") == entry.number:
            return eraser.row(data)
        players: Any = data.get("players")
        if line.kind == Kind.IMPORTED and isinstance(players, list):
            told = [eraser.row(one) if _is(one, entry) else one for one in players]
            return {**data, "players": told}
        return data

    about = {"player": entry.number}
    for table in tables:
        table.names = eraser.free_texts(table.names, is_free=True)
        table.setup = eraser.free_texts(table.setup)
        table.save(update_fields=["names", "setup"])
        amend(
            table,
            changed(lambda line: eraser.free_texts(line.data)),
            at,
            by=name_of(by),
            about=about,
        )
    amend(tournament, changed(without), at, by=name_of(by), about=about)
    Delivery.objects.filter(webhook__tournament=tournament).delete()
    forget_copies(tournament, entry, names)
    entry.tournament = tournament
    return entry


def _names_told(tournament: Tournament, entry: Entry) -> set[str]:
    """How the log calls the player, now and before."""
    found = set()
    for line in tournament.log.filter(kind__in=(*ABOUT, Kind.IMPORTED)):
        rows = line.data.get("players", []) if line.kind == Kind.IMPORTED else [line.data]
        found |= {str(row["name"]) for row in rows if _is(row, entry) and "name" in row}
    return found


def _is(told: Any, entry: Entry) -> bool:
    return isinstance(told, dict) and told.get("player") == entry.number


def _erase_texts(tournament: Tournament, eraser: Eraser) -> None:
    """From what was written of reports and penalties, and of words that were ruled on."""
    game = {"pairing__round__division__tournament": tournament}
    rows: Any
    for rows, column in (
        (Report.objects.filter(**game), "remark"),
        (Penalty.objects.filter(**game), "text"),
        (tournament.word_rulings.all(), "text"),
    ):
        for row in rows.exclude(**{column: ""}):
            text = eraser.text(getattr(row, column))
            if text != getattr(row, column):
                setattr(row, column, text)
                row.save(update_fields=[column])
