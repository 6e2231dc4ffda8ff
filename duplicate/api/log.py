"""The log of a game and the proof of its draws: what lets anyone check everything afterwards."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from duplicate.api.base import GameView
from duplicate.models import LogEntry
from duplicate.selectors.log import log_of, proof_of, public_entries
from duplicate.serializers.log import LogEntrySerializer, ProofSerializer
from referee.events.log_page import asked_by_program, log_parameters
from referee.events.serializers import VerificationSerializer
from referee.journals import verification_of
from referee.views import Pages, versioned


class LogListViews(GameView):
    noun = "log"
    pagination_class = Pages

    @versioned(LogEntrySerializer(many=True), *log_parameters(LogEntry.Kind.values))
    def list(self, _request: Request, **_where: Any) -> Response:
        """Everything that happened, each entry chained to the one before by its hash."""
        sees_all = self.role.is_staff
        only = asked_by_program(self.request, LogEntry.Kind.values)
        return self.page_shown(
            log_of(self.game, only, sees_all=sees_all),
            lambda page: public_entries(page, sees_all=sees_all),
        )


class LogViews(GameView):
    noun = "log"

    @versioned(VerificationSerializer)
    def verification(self, _request: Request, **_where: Any) -> Response:
        """Whether the chain holds."""
        return Response(verification_of(self.game))

    @versioned(ProofSerializer)
    def proof(self, _request: Request, **_where: Any) -> Response:
        """The draws, and when the game is over the seed they were made from."""
        return Response(proof_of(self.game))
