"""What somebody may see of a game by their role. Nowhere else is this decided."""

from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.views import APIView

from duplicate.errors import PlaysUndecided
from duplicate.models import Game, Round, Series
from duplicate.selectors.plays import are_named, undecided_plays
from referee.access import Need, NeedPermission, Role
from referee.errors import Forbidden, NotPublished


class NotFinished(Forbidden):
    """Only a director may have this before the game is over."""

    message = _("Das ist erst zu haben, wenn das Spiel zu Ende ist.")


class SeriesOwner(NeedPermission):
    """For the addresses of a series, whose view has found `series`."""

    def is_enough(self, request: Request, view: APIView, need: Need) -> bool:
        series: Series = view.series  # type: ignore[attr-defined]
        return (
            need is Need.EVERYBODY
            or request.user.is_superuser
            or series.owner_id == request.user.pk
        )


def demand_published(round: Round, role: Role) -> None:
    """Let the staff pass, and everybody once `round` is published. Raises NotPublished."""
    if not role.is_staff and round.state != Round.State.PUBLISHED:
        raise NotPublished


def demand_named(round: Round) -> None:
    """Who gave what is for nobody while plays wait to be judged. Raises PlaysUndecided."""
    if not are_named(round):
        raise PlaysUndecided(number=round.number, doubtful=undecided_plays(round).count())


def demand_finished(game: Game, role: Role) -> None:
    """Let directors pass, and everybody once `game` is over. Raises NotFinished."""
    if role is not Role.DIRECTOR and game.state != Game.State.FINISHED:
        raise NotFinished
