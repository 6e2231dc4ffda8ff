"""What an address names, or the refusal that says that there is no such thing."""

from uuid import UUID

from duplicate.errors import ParticipantMissing
from duplicate.models import Game, Participant
from referee.events.selectors import event_like, find_event
from referee.models import User


def find_game(pk: UUID) -> Game:
    """Raises GameMissing."""
    return find_event(Game, pk)


def game_like(pk: UUID, user: User) -> Game:
    """A game of one's own whose settings are taken over. Raises GameMissing."""
    return event_like(Game, pk, user)


def numbers_in(game: Game) -> list[int]:
    """The numbers that somebody has."""
    return list(game.participants.values_list("number", flat=True))


def find_participant(game: Game, number: int) -> Participant:
    """Raises ParticipantMissing."""
    try:
        return game.participants.get(number=number)
    except Participant.DoesNotExist:
        raise ParticipantMissing(number=number) from None
