"""What the views of a game share: the game, who asks, and what else the address names."""

from functools import cached_property

from rest_framework.response import Response

from duplicate.authentication import ParticipantTokenAuthentication
from duplicate.models import Game, Participant, Round
from duplicate.selectors.finding import find_game, find_participant
from duplicate.selectors.rounds import living_round
from duplicate.selectors.shown import shown_round
from duplicate.serializers.rounds import RoundSerializer, StaffRoundSerializer
from referee.events.api import EventView


class GameView(EventView[Game]):
    holder_scheme = ParticipantTokenAuthentication.scheme

    def find_event(self) -> Game:
        """Raises GameMissing."""
        return find_game(self.kwargs["game"])

    @property
    def game(self) -> Game:
        return self.event

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
        serializer = self.shown_as(RoundSerializer, StaffRoundSerializer)
        return Response(serializer(shown_round(round, to_staff=to_staff)).data, status=status)
