"""The log of a tournament, and whether its chain holds."""

from functools import partial
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from referee.events.log_page import asked_by_program, log_parameters
from referee.journals import verification_of
from referee.views import Pages, versioned
from tournaments.events.api.base import TournamentView
from tournaments.events.selectors.log import log_of, shown_entries
from tournaments.events.serializers.log import (
    TournamentLogEntrySerializer,
    TournamentVerificationSerializer,
)
from tournaments.models import LogEntry


class LogListViews(TournamentView):
    noun = "tournament_log"
    pagination_class = Pages

    @versioned(TournamentLogEntrySerializer(many=True), *log_parameters(LogEntry.Kind.values))
    def list(self, _request: Request, **_where: Any) -> Response:
        """Everything that happened, each entry chained to the one before by its hash."""
        sees_all = self.role.is_staff
        only = asked_by_program(self.request, LogEntry.Kind.values)
        log = log_of(self.tournament, only, sees_all=sees_all)
        return self.page_shown(log, partial(shown_entries, sees_all=sees_all))


class LogViews(TournamentView):
    noun = "tournament_log"

    @versioned(TournamentVerificationSerializer)
    def verification(self, _request: Request, **_where: Any) -> Response:
        """Whether the chain holds."""
        return Response(verification_of(self.tournament))
