"""Erasing what is known of a participant; their results stay."""

from datetime import datetime

from django.db import transaction

from duplicate.models import Game, LogEntry, Participant, Ruling
from referee.events.erasure import Eraser, StillPlaying, changed, forget_copies, placeholder
from referee.events.locking import lock_event
from referee.events.log import name_of
from referee.journals import JournalEntry, LogData, amend
from referee.models import User

Kind = LogEntry.Kind
#: The entries that tell who somebody is.
ABOUT = (Kind.JOINED, Kind.PARTICIPANT_CHANGED)


@transaction.atomic
def erase_participant(participant: Participant, at: datetime, *, by: User) -> Participant:
    """Name, club, category and member number are gone, from the log too; number and results stay.

    So are those of rows that were merged into this one.

    Their phone is let in no more. Raises StillPlaying before they have withdrawn or it is over.
    """
    game = lock_event(participant.game)
    participant = Participant.objects.get(pk=participant.pk)
    if game.state != Game.State.FINISHED and participant.withdrawn_at is None:
        raise StillPlaying(name=participant.name)
    people = [participant, *participant.merged.all()]
    numbers = {person.number for person in people}
    told = game.log.filter(kind__in=ABOUT, data__participant__in=numbers)
    names = {person.name for person in people}
    names |= {str(entry.data["name"]) for entry in told if "name" in entry.data}
    names -= {name for name in names if name == placeholder(participant)}
    eraser = Eraser(names, placeholder(participant))
    for ruling in Ruling.objects.filter(round__game=game).exclude(text=""):
        if (text := eraser.text(ruling.text)) != ruling.text:
            ruling.text = text
            ruling.save(update_fields=["text"])
    for person in people:
        _empty(person, eraser.name)

    def without(entry: JournalEntry) -> LogData:
        data: LogData = eraser.free_texts(entry.data)
        is_about = entry.kind in ABOUT and data.get("participant") in numbers
        return eraser.row(data) if is_about else data

    about = {"participant": participant.number}
    amend(game, changed(without), at, by=name_of(by), about=about)
    forget_copies(game, participant, names)
    participant.game = game
    return participant


def _empty(person: Participant, name: str) -> None:
    """Leave of a row but the number, and what was played; its seat opens to nobody."""
    person.name = name
    person.name_key = person.club = person.category = person.member_id = ""
    person.token_digest = person.code_digest = None
    person.card_version += 1
    person.save()
    person.seat_requests.all().delete()
