"""The log of a tournament, and whether its chain holds."""

from functools import partial
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from referee.journals import verification_of
from referee.views import Pages, versioned
from tournaments.events.api.base import TournamentView
from tournaments.events.selectors.log import shown_entries
from tournaments.events.serializers.log import (
    TournamentLogEntrySerializer,
    TournamentVerificationSerializer,
)


class LogListViews(TournamentView):
    noun = "tournament_log"
    pagination_class = Pages

    @versioned(TournamentLogEntrySerializer(many=True))
    def list(self, _request: Request, **_where: Any) -> Response:
        """Everything that happened, each entry chained to the one before by its hash."""
        show = partial(shown_entries, sees_all=self.role.is_staff)
        return self.page_shown(self.tournament.log.order_by("sequence"), show)


class LogViews(TournamentView):
    noun = "tournament_log"

    @versioned(TournamentVerificationSerializer)
    def verification(self, _request: Request, **_where: Any) -> Response:
        """Whether the chain holds."""
        return Response(verification_of(self.tournament))
