"""What somebody finds who comes without knowing where to: games that are on, games that were."""

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from duplicate.models import Game, Participant, Round
from referee.errors import JoinCodeWrong
from referee.models import User
from referee.tokens import read_code

State = Game.State


def game_by_code(code: str) -> Game:
    """The game that this code leads to, in any case and spacing. Raises JoinCodeWrong."""
    game = Game.objects.filter(join_code=read_code(code)).first()
    if game is None:
        raise JoinCodeWrong
    return game


def games_on() -> QuerySet[Game]:
    """The listed games that people may join or watch: those that run first."""
    on = Game.objects.filter(is_listed=True, is_archived=False).exclude(state=State.FINISHED)
    return described(on).order_by("state", "-created_at")


def games_finished() -> QuerySet[Game]:
    """The listed games that are over, the last one first."""
    over = Game.objects.filter(is_listed=True, is_archived=False, state=State.FINISHED)
    return described(over).order_by("-finished_at")


def games_of(user: User) -> QuerySet[Game]:
    """The games on whose staff the account is, the newest first."""
    return described(Game.objects.filter(staff__user=user))


def described(games: QuerySet[Game]) -> QuerySet[Game]:
    """The games with `players`, how many take part, and `round_number`, the last one opened."""
    players = (
        Participant.objects.filter(game=OuterRef("pk"), withdrawn_at=None)
        .order_by()
        .values("game")
        .annotate(players=Count("pk"))
        .values("players")
    )
    opened = Round.objects.filter(game=OuterRef("pk"), opened_at__isnull=False)
    living = opened.exclude(state=Round.State.CANCELLED).order_by("-number")
    return games.annotate(
        players=Coalesce(Subquery(players), 0),
        round_number=Subquery(living.values("number")[:1]),
    )
