"""What an address names, or the refusal that says that there is no such thing."""

from typing import Any
from uuid import UUID

from referee.events.selectors import event_like, find_event
from referee.models import User
from tournaments.errors import (
    DivisionMissing,
    EntryMissing,
    PairingMissing,
    RoundMissing,
    RulingMissing,
    TableMissing,
    WebhookMissing,
)
from tournaments.models import (
    Division,
    Entry,
    Pairing,
    Round,
    Table,
    Tournament,
    Webhook,
    WordRuling,
)


def find_tournament(pk: UUID) -> Tournament:
    """Raises TournamentMissing."""
    return find_event(Tournament, pk)


def tournament_like(pk: UUID, user: User) -> Tournament:
    """One of one's own whose settings are taken over. Raises TournamentMissing."""
    return event_like(Tournament, pk, user)


def divisions_like(tournament: Tournament) -> list[dict[str, Any]]:
    """Its divisions and the plans of their rounds, as new ones are made of."""
    divisions = tournament.divisions.order_by("number")
    return [{"name": one.name, "schedule": one.schedule} for one in divisions]


def find_division(tournament: Tournament, number: int) -> Division:
    """Raises DivisionMissing."""
    try:
        return tournament.divisions.get(number=number)
    except Division.DoesNotExist:
        raise DivisionMissing(number=number) from None


def find_entry(tournament: Tournament, number: int) -> Entry:
    """Raises EntryMissing."""
    try:
        return tournament.entries.select_related("division").get(number=number)
    except Entry.DoesNotExist:
        raise EntryMissing(number=number) from None


def find_round(division: Division, number: int) -> Round:
    """Raises RoundMissing."""
    try:
        return division.rounds.get(number=number)
    except Round.DoesNotExist:
        raise RoundMissing(number=number) from None


def find_pairing(round: Round, pk: int) -> Pairing:
    """Raises PairingMissing."""
    try:
        return round.pairings.select_related("first", "second").get(pk=pk)
    except Pairing.DoesNotExist:
        raise PairingMissing from None


def find_table_of(tournament: Tournament, pk: UUID) -> Table:
    """Raises TableMissing."""
    try:
        return tournament.tables.select_related("pairing").get(pk=pk)
    except Table.DoesNotExist:
        raise TableMissing from None


def find_pairing_of(tournament: Tournament, pk: int) -> Pairing:
    """A pairing by its key alone. Raises PairingMissing."""
    try:
        return Pairing.objects.select_related("round__division", "first", "second").get(
            pk=pk, round__division__tournament=tournament
        )
    except Pairing.DoesNotExist:
        raise PairingMissing from None


def find_ruling(tournament: Tournament, pk: int) -> WordRuling:
    """Raises RulingMissing."""
    try:
        return tournament.word_rulings.get(pk=pk)
    except WordRuling.DoesNotExist:
        raise RulingMissing from None


def find_webhook(tournament: Tournament, pk: int) -> Webhook:
    """Raises WebhookMissing."""
    try:
        return tournament.webhooks.get(pk=pk)
    except Webhook.DoesNotExist:
        raise WebhookMissing from None


def find_table(pk: UUID) -> Table:
    """A table of any tournament. Raises TableMissing."""
    try:
        return Table.objects.select_related("pairing", "tournament").get(pk=pk)
    except Table.DoesNotExist:
        raise TableMissing from None
