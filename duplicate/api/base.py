"""What the views of a game share: the game, who asks, and what else the address names."""

from functools import cached_property
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from duplicate.authentication import ParticipantTokenAuthentication
from duplicate.models import Participant, Round
from duplicate.selectors.finding import find_game, find_participant
from duplicate.selectors.rounds import living_round
from duplicate.selectors.shown import shown_round
from duplicate.serializers.rounds import RoundSerializer, StaffRoundSerializer
from referee.access import Roles, role_of
from referee.views import RoleView


class GameView(RoleView):
    """A view under one game. What else the address names is looked up by the action itself, so
    that a write repeated with its key is answered even if that is gone."""

    permission_classes = [Roles]
    holder_scheme = ParticipantTokenAuthentication.scheme

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        self.game = find_game(kwargs["game"])
        self.role = role_of(request, self.game)
        super().initial(request, *args, **kwargs)

    @property
    def version(self) -> int:
        return self.game.log_length

    @cached_property
    def round(self) -> Round:
        """The living round that the address names. Raises RoundMissing."""
        return living_round(self.game, self.kwargs["number"])

    @cached_property
    def participant(self) -> Participant:
        """The participant that the address names. Raises ParticipantMissing."""
        return find_participant(self.game, self.kwargs["participant"])

    def show_round(self, round: Round, status: int = 200) -> Response:
        to_staff = self.role.is_staff
        serializer = StaffRoundSerializer if to_staff else RoundSerializer
        return Response(serializer(shown_round(round, to_staff=to_staff)).data, status=status)
