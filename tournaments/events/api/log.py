"""The log of a tournament, and whether its chain holds."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from referee.journals import first_fault
from referee.views import Pages, versioned
from tournaments.events.api.base import TournamentView
from tournaments.events.selectors.log import shown_entry
from tournaments.events.serializers.log import (
    TournamentLogEntrySerializer,
    TournamentVerificationSerializer,
)


class LogListViews(TournamentView):
    noun = "tournament_log"
    pagination_class = Pages

    @versioned(TournamentLogEntrySerializer(many=True))
    def list(self, request: Request, **_where: Any) -> Response:
        """Everything that happened, each entry chained to the one before by its hash."""
        pages = Pages()
        found = self.tournament.log.order_by("sequence")
        page = pages.paginate_queryset(found, request, view=self) or []
        sees_all = self.role.is_staff
        return pages.get_paginated_response(
            [shown_entry(entry, sees_all=sees_all) for entry in page]
        )


class LogViews(TournamentView):
    noun = "tournament_log"

    @versioned(TournamentVerificationSerializer)
    def verification(self, _request: Request, **_where: Any) -> Response:
        """Whether the chain holds."""
        broken = first_fault(self.tournament)
        return Response(
            {
                "is_intact": broken is None,
                "first_broken": broken,
                "length": self.tournament.log_length,
                "hash": self.tournament.log_hash,
            }
        )
