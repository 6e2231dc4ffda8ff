"""What an address names, or the refusal that says that there is no such thing."""

from uuid import UUID

from duplicate.errors import GameMissing, ParticipantMissing
from duplicate.models import Game, Participant
from referee.access import staff_role
from referee.models import User


def find_game(pk: UUID) -> Game:
    """Raises GameMissing."""
    try:
        return Game.objects.get(pk=pk)
    except Game.DoesNotExist:
        raise GameMissing from None


def game_like(pk: UUID, user: User) -> Game:
    """A game of one's own whose settings are taken over. Raises GameMissing."""
    game = find_game(pk)
    if staff_role(user, game.staff) is None:
        raise GameMissing
    return game


def numbers_in(game: Game) -> list[int]:
    """The numbers that somebody has."""
    return list(game.participants.values_list("number", flat=True))


def find_participant(game: Game, number: int) -> Participant:
    """Raises ParticipantMissing."""
    try:
        return game.participants.get(number=number)
    except Participant.DoesNotExist:
        raise ParticipantMissing(number=number) from None
