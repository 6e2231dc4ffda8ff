"""What the views of a tournament share: the tournament, who asks, and what the address names."""

from functools import cached_property

from referee.events.api import EventView
from tournaments.authentication import EntryTokenAuthentication
from tournaments.events.journal import Actor
from tournaments.events.selectors.finding import (
    find_division,
    find_entry,
    find_pairing,
    find_round,
    find_tournament,
)
from tournaments.models import Division, Entry, Pairing, Round, Tournament


class TournamentView(EventView[Tournament]):
    holder_scheme = EntryTokenAuthentication.scheme

    def find_event(self) -> Tournament:
        """Raises TournamentMissing."""
        return find_tournament(self.kwargs["tournament"])

    @property
    def tournament(self) -> Tournament:
        return self.event

    @property
    def player(self) -> Entry | None:
        """The player of this tournament who asks, or None."""
        auth: object = self.request.auth
        if isinstance(auth, Entry) and auth.tournament_id == self.tournament.pk:
            return auth
        return None

    @property
    def actor(self) -> Actor:
        """Who acts: a player, or somebody with an account."""
        return self.player or self.by

    @cached_property
    def division(self) -> Division:
        """Raises DivisionMissing."""
        return find_division(self.tournament, self.kwargs["division"])

    @cached_property
    def entry(self) -> Entry:
        """Raises EntryMissing."""
        return find_entry(self.tournament, self.kwargs["number"])

    @cached_property
    def round(self) -> Round:
        """Raises DivisionMissing, RoundMissing."""
        return find_round(self.division, self.kwargs["round"])

    @cached_property
    def pairing(self) -> Pairing:
        """Raises DivisionMissing, RoundMissing, PairingMissing."""
        return find_pairing(self.round, self.kwargs["pairing"])
