"""What the views of a tournament share: the tournament, who asks, and what the address names."""

from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.request import Request

from referee.access import Roles, role_of
from referee.errors import Invalid
from referee.views import RoleView
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


def choice_in(request: Request, name: str, choices: list[str]) -> str:
    """What the address asks for by that name, or ''. Raises Invalid."""
    asked = request.query_params.get(name, "")
    if asked and asked not in choices:
        problem = _("Richtig ist: {choices}.").format(choices=", ".join(choices))
        raise Invalid(field=name, problem=problem)
    return asked


class TournamentView(RoleView):
    """A view under one tournament. What else the address names is looked up by the action itself,
    so that a write repeated with its key is answered even if that is gone."""

    permission_classes = [Roles]
    holder_scheme = EntryTokenAuthentication.scheme

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        self.tournament = self.find_tournament()
        self.role = role_of(request, self.tournament)
        super().initial(request, *args, **kwargs)

    def find_tournament(self) -> Tournament:
        """The one the address names. Raises TournamentMissing."""
        return find_tournament(self.kwargs["tournament"])

    @property
    def version(self) -> int:
        return self.tournament.log_length

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
