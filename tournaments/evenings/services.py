"""Club evenings: joining by the common code, and tables that bring points (docs/evenings.md)."""

from collections.abc import Callable
from datetime import datetime

from django.db import transaction

from referee.events.locking import lock_unfinished
from referee.journals import salted
from referee.tokens import ENTRY, digest, new_token
from tournaments.entries.codes import find_evening
from tournaments.entries.new_entries import NewEntry
from tournaments.entries.services.entries import add_entries, log_fields
from tournaments.errors import TokenUnknown
from tournaments.evenings.columns import place_json
from tournaments.evenings.selectors import ended_tables, evening_players, shares_at
from tournaments.events import journal
from tournaments.events.locking import Kind, require_kind
from tournaments.models import Entry, LogEntry, Table, Tournament, Webhook
from tournaments.standings import evening
from tournaments.webhooks import services as webhooks

Lock = Callable[[Tournament], Tournament]


@transaction.atomic
def join_evening(
    code: str, *, name: str, at: datetime, club: str = "", lock: Lock = lock_unfinished
) -> tuple[Entry, str]:
    """Take part, before or during the evening; the token is told this once.

    Raises JoinCodeWrong, WrongTournamentState once the evening is finished, Invalid.
    """
    tournament = lock(find_evening(code))
    division = tournament.divisions.get()
    division.tournament = tournament
    [entry] = add_entries(division, [NewEntry(name, club)], at)
    token = _give_token(entry)
    data = {"player": entry.number, "division": division.number} | log_fields(entry)
    journal.record(tournament, LogEntry.Kind.ENTERED, at, by=entry, data=salted(data))
    return entry, token


@transaction.atomic
def renew_token(held: str) -> str:
    """A new token for the phone whose token has the digest `held`, as long as that has a seat.

    Raises TokenUnknown, WrongTournamentKind, and WrongTournamentState once the evening is finished.
    """
    entries = Entry.objects.select_related("tournament").filter(token_digest=held)
    found = entries.first()
    if found is None:
        raise TokenUnknown
    require_kind(lock_unfinished(found.tournament), Kind.EVENING)
    entry = entries.first()
    if entry is None:  # removed or handed on meanwhile
        raise TokenUnknown
    return _give_token(entry)


def tell_webhooks(tournament: Tournament, table: Table, at: datetime) -> None:
    """Tell the webhooks what the locked table brings now, and where everybody stands."""
    if not tournament.webhooks.filter(is_active=True).exists():
        return  # spares counting
    about = {"tournament": str(tournament.pk)}
    is_over = table.state == Table.State.OVER
    result = {
        **about,
        "table": str(table.pk),
        "game": table.game,
        "names": table.names,
        "scores": table.scores if is_over else None,
        "places": table.places,
        "counts": table.counts,
    }
    webhooks.notify(tournament, Webhook.Event.RESULT, result, at)
    place_points = tournament.options.place_points
    brought = (shares_at(table, place_points) for table in ended_tables(tournament))
    rows = evening.standings(evening_players(tournament), brought)
    told = [place_json(row) for row in rows]
    webhooks.notify(tournament, Webhook.Event.STANDINGS, {**about, "rows": told}, at)


def _give_token(entry: Entry) -> str:
    token = new_token(ENTRY)
    entry.token_digest = digest(token)
    entry.save(update_fields=["token_digest"])
    return token
